package patterns_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rowkey/rowkey/engine"
)

// driver is a process that does jobs of a language, many at once. It reads a line for each, which says what
// to do in which account, and writes a line when one has ended. So a job that's dead costs nothing: what it
// has asked for never arrives, and nobody reads of its end.
type driver struct {
	language string
	files    map[*job]string // the name by which the process knows each job
	lines    io.WriteCloser

	mu      sync.Mutex
	last    int
	waiting map[int]chan error
}

// drivers start a process of each language.
var drivers = map[string]func(*testing.T, *faulty, []*job) *driver{
	"js": driveJS, "go": driveGo, "python": driveAllPython,
}

// begin begins a job, and sends what ended it, or nil.
func (d *driver) begin(h *faulty, a *try, j *job, begun int) <-chan error {
	connection := "DefaultEndpointsProtocol=http;AccountName=" + a.name + ";AccountKey=" + engine.DevelopmentKey
	for name, of := range map[string]engine.Service{
		"Table": engine.Tables, "Queue": engine.Queues, "Blob": engine.Blobs,
	} {
		connection += ";" + name + "Endpoint=" + h.bases[begun][of] + a.name
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last++
	ended := make(chan error, 1)
	d.waiting[d.last] = ended
	line, err := json.Marshal(map[string]any{"id": d.last, "job": d.files[j], "connection": connection})
	if err == nil {
		_, err = d.lines.Write(append(line, '\n'))
	}
	if err != nil {
		ended <- fmt.Errorf("the process has ended: %w", err)
	}
	return ended
}

// start starts the process of a driver.
func start(t *testing.T, d *driver, run *exec.Cmd) *driver {
	t.Helper()
	var err error
	if d.lines, err = run.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	replies, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints bytes.Buffer
	run.Stderr = &complaints
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	d.waiting = map[int]chan error{}
	read := make(chan struct{})
	go func() {
		defer close(read)
		d.read(replies)
	}()
	t.Cleanup(func() {
		_ = run.Process.Kill()
		<-read
		_ = run.Wait()
		if t.Failed() {
			t.Logf("%.4000s", complaints.String())
		}
	})
	return d
}

// read takes the replies to those who wait for them.
func (d *driver) read(replies io.Reader) {
	lines := bufio.NewScanner(replies)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var reply struct {
			ID    int
			Error string
		}
		err := json.Unmarshal(lines.Bytes(), &reply)
		if err == nil && reply.Error != "" {
			err = errors.New(reply.Error)
		}
		d.mu.Lock()
		if ended := d.waiting[reply.ID]; ended != nil { // else it's what a program prints
			ended <- err
			delete(d.waiting, reply.ID)
		}
		d.mu.Unlock()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, ended := range d.waiting {
		select {
		case ended <- errors.New("the process has ended"):
		default:
		}
	}
}

// write writes the jobs of a language into files of a folder.
func write(t *testing.T, folder, language, ending string, jobs []*job) *driver {
	t.Helper()
	d := &driver{language: language, files: map[*job]string{}}
	encryption, err := filepath.Abs("../site/ui/encryption.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		file := filepath.Join(folder, fmt.Sprintf("%s%d%s", j.slug, j.number, ending))
		code := strings.Replace(j.code[language], `"rowkey/encryption"`, strconv.Quote(encryption), 1)
		if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
		d.files[j] = file
	}
	return d
}

// jsDriver loads each job anew, so that its constants are those of its account. The client would refuse http
// with any account but the emulators' own; and it waits less before it repeats a request. The key is the one
// with which encryption's data was written.
const jsDriver = `
import { BlobServiceClient } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";
import { TableClient, TableServiceClient } from "@azure/data-tables";
import process from "node:process";
import { createInterface } from "node:readline";

const tables = { allowInsecureConnection: true, retryOptions: { retryDelayInMs: 20 } };
const others = { retryOptions: { retryDelayInMs: 20 } };
for (const [client, added] of [[TableClient, tables], [TableServiceClient, tables],
	[BlobServiceClient, others], [QueueServiceClient, others]]) {
	const usual = client.fromConnectionString;
	client.fromConnectionString = (connection, ...more) => {
		const named = typeof more[0] === "string" ? [more.shift()] : [];
		return usual.call(client, connection, ...named, { ...more[0], ...added });
	};
}
process.env.STAFF_KEY = "5WzVp0mFJc1uQ7bXh2oRk9TzE4aNsyL3gD8wUqYx6fI=";
console.log = () => {};
let loading = Promise.resolve();
for await (const line of createInterface({ input: process.stdin })) {
	const { id, job: file, connection } = JSON.parse(line);
	const reply = (error) => process.stdout.write(JSON.stringify({ id, error }) + "\n");
	const fail = (error) => reply(error.stack ?? String(error));
	loading = loading.then(async () => {
		process.env.AZURE_STORAGE_CONNECTION_STRING = connection;
		const { job } = await import(file + "?" + id);
		job().then(() => reply(""), fail);
	}).catch(fail);
}
`

func driveJS(t *testing.T, _ *faulty, jobs []*job) *driver {
	folder := t.TempDir()
	linked(t, folder)
	recipes, err := os.ReadFile("recipes/recipes.js")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"recipes.js": string(recipes), "package.json": `{"type": "module"}`, "drive.mjs": jsDriver,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return start(t, write(t, folder, "js", ".js", jobs), node(t, filepath.Join(folder, "drive.mjs")))
}

// pythonDriver sends requests as the client's session would, without what that does for each beside sending
// it, such as proxies, cookies and redirects. They would take half of its time.
const pythonDriver = `
import http.client, io, json, os, sys, threading, traceback
sys.path[:0] = [sys.argv[2]]
sys.path.append(sys.argv[1])
import requests, urllib3
from azure.data.tables import TableClient, TableServiceClient
from azure.storage.blob import ContainerClient, LinearRetry as RetryBlob
from azure.storage.queue import LinearRetry as RetryMessage, QueueClient

def quicker(client, more):
    usual = client.from_connection_string
    settings = {"use_env_settings": False}  # which would be read for each request
    client.from_connection_string = classmethod(
        lambda _, *args, **named: usual(*args, **{**named, **settings, **more()}))

def policy(policy):
    return lambda: {"retry_policy": policy(backoff=0.02, retry_total=3, random_jitter_range=0)}

for client, more in (
    (TableClient, lambda: {"retry_backoff_factor": 0.02}),
    (TableServiceClient, lambda: {"retry_backoff_factor": 0.02}),
    (ContainerClient, policy(RetryBlob)), (QueueClient, policy(RetryMessage)),
):
    quicker(client, more)
free = {}

def headers_of(lines, *_):
    all = (line.decode("latin-1").rstrip().split(": ", 1) for line in iter(lines.readline, b"\r\n"))
    return requests.structures.CaseInsensitiveDict(all)

def send(session, method, url, headers, data, timeout, **others):
    _, _, host, path = url.split("/", 3)
    connections = free.setdefault(host, [])
    try:
        connection = connections.pop()
    except IndexError:
        connection = http.client.HTTPConnection(host, timeout=timeout[1])
    try:
        connection.request(method, "/" + path, data.encode() if isinstance(data, str) else data, headers)
        got = connection.getresponse()
        body = got.read()
    except (OSError, ValueError, http.client.HTTPException) as error:
        connection.close()
        raise requests.ConnectionError(urllib3.exceptions.ProtocolError(error))
    connections.append(connection)
    answer = requests.Response()
    answer.raw, answer.headers, answer.url = io.BytesIO(body), got.headers, url
    answer.status_code, answer.reason = got.status, got.reason
    return answer

http.client.parse_headers = headers_of
requests.Session.request = send
sys.setswitchinterval(0.1)  # or each of many waiting threads wakes up 200 times a second
replies, sys.stdout = sys.stdout, sys.stderr
compiled = {}

def run(id, job):
    try:
        job()
        error = ""
    except BaseException:
        error = traceback.format_exc()
    replies.write(json.dumps({"id": id, "error": error}) + "\n")
    replies.flush()

for line in sys.stdin:
    todo = json.loads(line)
    file = todo["job"]
    if file not in compiled:
        with open(file, encoding="utf-8") as text:
            compiled[file] = compile(text.read(), file, "exec")
    os.environ["AZURE_STORAGE_CONNECTION_STRING"] = todo["connection"]
    names = {"__name__": "program"}
    try:
        exec(compiled[file], names)
    except Exception as error:
        def job(error=error):
            raise error
        names["job"] = job
    threading.Thread(target=run, args=(todo["id"], names["job"]), daemon=True).start()
`

func driveAllPython(t *testing.T, _ *faulty, jobs []*job) *driver {
	if missing := missing(); missing != "" {
		t.Skip(missing)
	}
	folder := t.TempDir()
	d := write(t, folder, "python", ".py", jobs)
	recipes, err := filepath.Abs("recipes")
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "python3", "-X", "utf8", "-c", pythonDriver, pythonClient, recipes)
	return start(t, d, run)
}

// goAccount is what jobs in Go get: clients of their account, which wait less before they repeat a request.
const goAccount = `package account

import (
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue"
)

type Account struct{ Connection string }

var retry = policy.RetryOptions{RetryDelay: 20 * time.Millisecond}

func must[T any](client T, err error) T {
	if err != nil {
		panic(err)
	}
	return client
}

func (a Account) Service() *aztables.ServiceClient {
	o := &aztables.ClientOptions{}
	o.Retry = retry
	return must(aztables.NewServiceClientFromConnectionString(a.Connection, o))
}

func (a Account) Table(name string) *aztables.Client { return a.Service().NewClient(name) }

func (a Account) Queue(name string) *azqueue.QueueClient {
	return must(azqueue.NewQueueClientFromConnectionString(a.Connection, name, nil))
}

func (a Account) Container(name string) *container.Client {
	return must(container.NewClientFromConnectionString(a.Connection, name, nil))
}
`

// goDriver is the program around the jobs; PACKAGES and JOBS are put in.
const goDriver = `package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"MODULE/account"
PACKAGES)

var jobs = map[string]func(context.Context, account.Account) error{
JOBS}

func main() {
	var writing sync.Mutex
	replies := os.Stdout
	os.Stdout = os.Stderr // for what programs print
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var todo struct {
			ID              int
			Job, Connection string
		}
		if err := json.Unmarshal(lines.Bytes(), &todo); err != nil {
			panic(err)
		}
		go func() {
			told := ""
			if err := jobs[todo.Job](context.Background(), account.Account{Connection: todo.Connection}); err != nil {
				told = err.Error()
			}
			reply, _ := json.Marshal(map[string]any{"id": todo.ID, "error": told})
			writing.Lock()
			defer writing.Unlock()
			fmt.Fprintln(replies, string(reply))
		}()
	}
}
`

func driveGo(t *testing.T, _ *faulty, jobs []*job) *driver {
	const under = "github.com/rowkey/rowkey/patterns/jobs"
	d, o := &driver{language: "go", files: map[*job]string{}}, newOverlay(t)
	var packages, list strings.Builder
	for _, j := range jobs {
		if j.code["go"] == "" {
			continue
		}
		name := strings.ReplaceAll(fmt.Sprintf("%s%d", j.slug, j.number), "-", "")
		code := strings.Replace(j.code["go"], "import (\n", "import (\n\t. \""+under+"/account\"\n", 1)
		o.add(t, "jobs/"+name+"/guide.go", "package "+name+"\n\n"+code)
		fmt.Fprintf(&packages, "\t%q\n", under+"/"+name)
		fmt.Fprintf(&list, "\t%q: %s.Job,\n", name, name)
		d.files[j] = name
	}
	o.add(t, "jobs/account/account.go", goAccount)
	o.add(t, "jobs/main.go", strings.NewReplacer(
		"MODULE", under, "PACKAGES", packages.String(), "JOBS", list.String()).Replace(goDriver))
	program := filepath.Join(o.folder, "jobs")
	o.build(t, "-o", program, "./jobs")
	return start(t, d, exec.CommandContext(t.Context(), program))
}
