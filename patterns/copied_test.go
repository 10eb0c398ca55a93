package patterns_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/language/code"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// copied is an example of a guide that is copied as code, and what the account does when it runs.
type copied struct {
	Name string            // of its package and its account
	Ran  code.Ran          // what code is made of
	Code map[string]string // by its form
	did  []did
	asks map[string]bool // what is special about its requests
}

// did is one request as the account saw it, without what clients may do in their own way.
type did struct {
	Operation string
	Writes    []string // the operations of a transaction
	Refused   string   // the service's error code, or the statuses of a transaction's operations
	Entities  []map[string]any
}

// bank has an account for each example and each form of code.
type bank struct {
	signed   bool // whether requests need a signature, whose time of day makes that of the accounts the real one
	mu       sync.Mutex
	accounts map[string]*engine.Account
	did      map[string][]did
	bases    map[string]string // the address of each service, up to the account's name
}

var services = map[string]engine.Service{
	"tables": engine.Tables, "queues": engine.Queues, "blobs": engine.Blobs,
}

func openBank(t *testing.T) *bank {
	b := &bank{accounts: map[string]*engine.Account{}, did: map[string][]did{}, bases: map[string]string{}}
	for name, of := range services {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b.serve(w, r, of)
		}))
		t.Cleanup(server.Close)
		b.bases[name] = server.URL + "/"
	}
	return b
}

// account returns the account of a name, which is empty at first. Time and identifiers are the same in all.
func (b *bank) account(name string) *engine.Account {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.accounts[name] == nil {
		now := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
		clock := func() time.Time {
			now = now.Add(time.Millisecond)
			return now
		}
		var ids int
		id := func() string {
			ids++
			return fmt.Sprintf("00000000-0000-4000-8000-%012x", ids)
		}
		o := engine.Options{Name: name, Clock: clock, NewID: id}
		if b.signed {
			o = engine.Options{Name: name, Admission: engine.Signed}
		}
		a, err := engine.Open(o)
		if err != nil {
			panic(err) // names are right
		}
		b.accounts[name] = a
	}
	return b.accounts[name]
}

func (b *bank) note(account string, d did) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.did[account] = append(b.did[account], d)
}

var operation = regexp.MustCompile(`operation=(\w+)`)

// serve answers a request of a program. Pages that a client asks for by itself aren't noted.
func (b *bank) serve(w http.ResponseWriter, r *http.Request, of engine.Service) {
	name, _, _ := strings.Cut(r.URL.Path[1:], "/")
	r.Header.Set("x-rowkey-explain", "1")
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	rec := httptest.NewRecorder()
	b.account(name).Handler(of).ServeHTTP(rec, r)
	further := strings.Contains(r.UserAgent(), "azsdk") && r.URL.Query().Has("NextPartitionKey")
	var did string
	for header, values := range rec.Header() {
		if found := operation.FindStringSubmatch(strings.Join(values, "")); found != nil &&
			strings.EqualFold(header, "x-rowkey-plan") {
			did = found[1]
		}
	}
	if !further {
		b.note(name, didOf(did, body, rec.Code, rec.Body.Bytes()))
	}
	maps.Copy(w.Header(), rec.Header())
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

var partStatus = regexp.MustCompile(`(?m)^HTTP/1\.1 (\d+)`)

// partWrites is an operation of a transaction, and the ETag that it needs. Without one, an update inserts.
var partWrites = regexp.MustCompile(`(?im)^(POST|PUT|PATCH|MERGE|DELETE) \S+ HTTP/1\.1\r?\n(?:\S+:.*\r?\n)*`)
var partIf = regexp.MustCompile(`(?im)^If-Match: *(\*?)`)

func writesOf(sent []byte) (writes []string) {
	for _, part := range partWrites.FindAllSubmatch(sent, -1) {
		write := strings.Replace(string(part[1]), "PATCH", "MERGE", 1)
		if needs := partIf.FindSubmatch(part[0]); needs != nil && len(needs[1]) > 0 {
			write += " of any"
		} else if needs != nil {
			write += " of one ETag"
		}
		writes = append(writes, write)
	}
	return writes
}

// didOf reads a request and its answer. Whether an insert brings the entity back is the client's choice.
func didOf(operation string, sent []byte, status int, body []byte) did {
	d := did{Operation: operation, Writes: writesOf(sent)}
	if operation == "InsertOrMergeEntity" || operation == "InsertOrReplaceEntity" {
		d.Operation = strings.Replace(operation, "InsertOr", "Upsert", 1)
	}
	if status == http.StatusAccepted {
		for _, part := range partStatus.FindAllStringSubmatch(string(body), -1) {
			d.Refused += strings.Replace(part[1], "201", "204", 1) + " "
		}
		return d
	}
	var doc map[string]any
	if json.Unmarshal(body, &doc) != nil {
		return d
	}
	if status >= 400 {
		if wrong, ok := doc["odata.error"].(map[string]any); ok {
			d.Refused = fmt.Sprint(status, " ", wrong["code"])
		}
		return d
	}
	list, ok := doc["value"].([]any)
	if !ok {
		list = []any{doc}
	}
	for _, e := range list {
		if entity, ok := e.(map[string]any); ok && strings.HasPrefix(operation, "Query") {
			maps.DeleteFunc(entity, func(name string, _ any) bool {
				return strings.Contains(name, "odata.") || name == "Timestamp"
			})
			d.Entities = append(d.Entities, entity)
		}
	}
	return d
}

// target is the account of an example that runs as it is.
type target struct {
	bank  *bank
	name  string
	asked map[string]bool
	sent  int
}

func (a *target) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	of := engine.Tables
	for name, service := range services {
		if strings.HasPrefix(r.URL, a.bank.bases[name]) {
			of = service
		}
	}
	response, tr := a.bank.account(a.name).Do(of, r)
	a.sent++
	a.asked[fmt.Sprint(tr.Operation, " ", response.Status)] = true
	a.bank.note(a.name, didOf(tr.Operation, r.Body, response.Status, response.Body))
	return response, &tr, nil
}

func (*target) Now() table.Ticks  { return table.Date(2026, 1, 5) + 9*3600*table.Second }
func (*target) Sleep(table.Ticks) {}

// corpus runs the examples of all guides and returns enough of them to have every kind of request.
func corpus(t *testing.T, b *bank) []*copied {
	t.Helper()
	files, err := filepath.Glob("*/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []*copied
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fences := script.Fences(string(text))
		s := script.ParseFences(file, fences)
		for i, e := range s.Examples {
			if e.Hidden || s.Authorizes(i) || !e.Runs() {
				continue
			}
			if c := run(b, scriptOf(s, e, fences), fmt.Sprintf("ex%04d", len(all))); c != nil {
				all = append(all, c)
			}
		}
	}
	return choose(all)
}

// scriptOf returns an example, the data that it needs and what it refers to as one .http file.
func scriptOf(s *script.Script, e *script.Example, fences []script.Fence) string {
	var variables, requests strings.Builder
	for _, f := range fences {
		if f.Table == "" && !requestLine.MatchString(f.Text) {
			variables.WriteString(f.Text + "\n")
		}
	}
	for _, table := range s.Tables {
		if script.Needs(e.Order(), table) {
			requests.Write(table.AppendRequests(nil))
		}
	}
	written := map[int]bool{}
	for _, unit := range e.Order() {
		for _, q := range unit {
			at := slices.IndexFunc(fences, func(f script.Fence) bool {
				return f.Line <= q.Line && q.Line <= f.Line+strings.Count(f.Text, "\n")
			})
			if !written[at] {
				if requests.WriteString("\n"); !strings.HasPrefix(fences[at].Text, "###") {
					requests.WriteString("###\n")
				}
				requests.WriteString(fences[at].Text + "\n")
				written[at] = true
			}
		}
	}
	return variables.String() + requests.String()
}

// run runs a script. It returns nil if code can't do the same, or not in a short time.
func run(b *bank, text, name string) *copied {
	c := &copied{Name: name, asks: map[string]bool{}}
	at := b.addresses(name)
	c.Ran = code.Ran{Text: text, Tables: at["tables"], Queues: at["queues"], Blobs: at["blobs"]}
	b.forget(name)
	s := script.Parse("copied.http", text)
	if len(s.Errors) > 0 || slow.MatchString(text) {
		return nil
	}
	to := &target{bank: b, name: name, asked: c.asks}
	steps := runner.Run(s, 0, to, runner.Options{
		Host: c.Ran.Tables, Queue: c.Ran.Queues, Blob: c.Ran.Blobs,
		Seed: 1, XML: full.XML,
	})
	for i := range steps {
		// The endpoint reads the clock twice for a large body, and so later ETags would be others.
		if len(steps[i].Request.Body) > 64<<10 || to.sent > 150 || !steps[i].OK() {
			return nil
		}
		c.Ran.Steps = append(c.Ran.Steps, stepOf(&steps[i]))
	}
	for _, special := range special.FindAllString(text, -1) {
		c.asks[special] = true
	}
	c.did = b.did[name]
	return c
}

// slow finds scripts that take long or depend on the time of day.
var slow = regexp.MustCompile(`# @sleep|# @loop for \d{4}|[$](invertedTicks|timestamp)}}`)

// special are marks of requests that code has to treat in a way of its own.
var special = regexp.MustCompile(`Edm\.\w+|# @(loop|transaction)|response\.headers\.ETag|If-Match: \*|''|` +
	`[$](top|select|filter|format)|\$pad|\$index[%/*+]|\{\{(queue|blob)|NextRowKey=|` +
	`\n(PUT|MERGE|PATCH|HEAD|OPTIONS) `)

func stepOf(s *runner.Step) code.Step {
	return code.Step{
		Line: s.Line, Name: s.Name, Request: s.Request, Status: s.Response.Status, Body: string(s.Response.Body),
	}
}

// choose returns examples that together have all that the requests of all have, and a few more.
func choose(all []*copied) (chosen []*copied) {
	seen, rest := map[string]bool{}, []*copied(nil)
	for _, c := range all {
		news := false
		for ask := range c.asks {
			news = news || !seen[ask]
			seen[ask] = true
		}
		if news {
			chosen = append(chosen, c)
		} else {
			rest = append(rest, c)
		}
	}
	const enough = 64
	for i := 0; len(chosen) < enough && i < len(rest); i += 1 + len(rest)/enough {
		chosen = append(chosen, rest[i])
	}
	return chosen
}

func (b *bank) addresses(account string) map[string]string {
	addresses := map[string]string{}
	for service, base := range b.bases {
		addresses[service] = base + account
	}
	return addresses
}

// forget gives a name a new, empty account.
func (b *bank) forget(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.accounts, name)
	delete(b.did, name)
}

// environment is what the programs of one form of code read, of one example.
func (b *bank) environment(c *copied, form string) map[string]string {
	name := c.Name + form
	tables := b.bases["tables"] + name
	return map[string]string{
		"AZURE_STORAGE_CONNECTION_STRING": "DefaultEndpointsProtocol=http;AccountName=" + name +
			";AccountKey=" + engine.DevelopmentKey + ";TableEndpoint=" + tables + ";",
		"TABLES_URL": tables, "QUEUES_URL": b.bases["queues"] + name, "BLOBS_URL": b.bases["blobs"] + name,
		"TABLES_SAS": "",
	}
}

// write writes the code of an example in all forms.
func (c *copied) write() {
	c.Code = map[string]string{}
	for _, form := range code.Forms {
		c.Code[form], _ = code.Write(form, &c.Ran)
	}
}

func root(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// TestCopied: requests of guides that are copied as Go, JavaScript and Python, as a script for curl and as
// files for httpyac do the same as the requests themselves, and get the same answers.
func TestCopied(t *testing.T) {
	t.Parallel()
	b := openBank(t)
	all := corpus(t, b)
	if len(all) < 60 {
		t.Fatalf("only %d examples", len(all))
	}
	for _, c := range all {
		c.write()
	}
	told := slices.DeleteFunc(slices.Clone(all), func(c *copied) bool {
		return strings.Contains(c.Code["go"]+c.Code["httpyac"], "each time with other values")
	})
	t.Logf("%d examples, of which %d have loops that code can't tell", len(all), len(all)-len(told))
	inCSharp := map[string]string{}
	for _, c := range all {
		inCSharp[c.Name] = c.Code["csharp"]
	}
	const some = 40 // which have every kind of request, because Java takes long to compile
	const few = 25  // because curl is a process for each request
	short := slices.DeleteFunc(slices.Clone(told), func(c *copied) bool { return len(c.did) > few })
	for form, run := range map[string]func(t *testing.T, folder string){
		"go":         func(t *testing.T, folder string) { b.runGo(t, folder, told) },
		"javascript": func(t *testing.T, folder string) { b.runJavaScript(t, folder, told) },
		"curl":       func(t *testing.T, _ string) { b.runCurl(t, short) },
		"httpyac":    func(t *testing.T, folder string) { b.runHttpyac(t, folder, told) },
		"python":     func(t *testing.T, folder string) { b.runPython(t, folder, told) },
		"csharp":     func(t *testing.T, _ string) { compileCSharp(t, inCSharp) },
		"java":       func(t *testing.T, folder string) { b.runJava(t, folder, told[:some]) },
	} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			run(t, t.TempDir())
		})
	}
}

// compileCSharp fails if the compiler has something to say about a program.
func compileCSharp(t *testing.T, programs map[string]string) {
	for name, wrong := range diagnose(t, programs) {
		if len(wrong) > 0 {
			t.Errorf("%s: %q\n%s", name, wrong, programs[name])
		}
	}
}

// runGo builds the programs as packages of one program, and runs that.
func (b *bank) runGo(t *testing.T, folder string, all []*copied) {
	overlay, programs := map[string]string{}, map[string]string{}
	var imports, calls strings.Builder
	for _, c := range all {
		text := c.Code["go"]
		formatted, err := format.Source([]byte(text))
		if err != nil {
			t.Errorf("%s: %v\n%s", c.Name, err, text)
			continue
		}
		if string(formatted) != text {
			t.Errorf("%s: gofmt would change it: %s", c.Name, cmp.Diff(string(formatted), text))
		}
		text = strings.Replace(text, "package main\n", "package "+c.Name+"\n", 1)
		text = strings.Replace(text, "func main() {", "func Main() {", 1)
		programs[c.Name+"/program.go"] = strings.Replace(text, "log.Fatal(err)", "log.Panic(err)", 1)
		fmt.Fprintf(&imports, "\t%q\n", "github.com/rowkey/rowkey/patterns/copied/"+c.Name)
		fmt.Fprintf(&calls, "\ttry(%q, %#v, %s.Main)\n", c.Name, b.environment(c, "go"), c.Name)
	}
	programs["main.go"] = "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n" + imports.String() + `)

func try(name string, environment map[string]string, run func()) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintln(os.Stderr, name, p)
		}
	}()
	for name, value := range environment {
		os.Setenv(name, value)
	}
	run()
}

func main() {
` + calls.String() + "}\n"
	for name, text := range programs {
		file := filepath.Join(folder, strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(root(t), "patterns/copied", name)] = file
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	overlaid, program := filepath.Join(folder, "overlay.json"), filepath.Join(folder, "program")
	if err := os.WriteFile(overlaid, list, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", overlaid, "-o", program, "./copied")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b.runAll(t, exec.Command(program), "go", all)
}

// runAll runs one program that does what all examples do, and compares.
func (b *bank) runAll(t *testing.T, program *exec.Cmd, form string, all []*copied) {
	t.Helper()
	var complaints strings.Builder
	program.Stderr = &complaints
	if _, err := program.Output(); err != nil || complaints.Len() > 0 {
		t.Errorf("%v\n%.4000s", err, complaints.String())
	}
	b.compare(t, form, all)
}

// compare compares what the programs of a form did with what the requests did.
func (b *bank) compare(t *testing.T, form string, all []*copied) {
	t.Helper()
	for _, c := range all {
		b.mu.Lock()
		want, got := c.did, b.did[c.Name+form]
		b.mu.Unlock()
		if form == "go" && strings.Contains(c.Code[form], "no $select for one entity") {
			got = onlyWanted(want, got)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-requests +%s):\n%s\n%s\n%s", c.Name, form, diff, c.Ran.Text, c.Code[form])
		}
	}
}

// onlyWanted leaves out properties of which the requests have none.
func onlyWanted(want, got []did) []did {
	for i := range min(len(want), len(got)) {
		for j := range min(len(want[i].Entities), len(got[i].Entities)) {
			maps.DeleteFunc(got[i].Entities[j], func(name string, _ any) bool {
				_, wanted := want[i].Entities[j][name]
				return !wanted
			})
		}
	}
	return got
}

var requestLine = regexp.MustCompile(`(?m)^([A-Z]+) (\S.*(?:\n[?&].*)*)$`)

// linked makes the tests' npm packages visible to the scripts of a folder.
func linked(t *testing.T, folder string) {
	t.Helper()
	modules, err := filepath.Abs(filepath.Join(peers, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
}

// drive writes a script that runs all examples, and starts it.
func (b *bank) drive(t *testing.T, folder, form, ending, script string, all []*copied) *exec.Cmd {
	t.Helper()
	linked(t, folder)
	type job struct {
		Name, File  string
		Environment map[string]string
	}
	var jobs []job
	for _, c := range all {
		file := filepath.Join(folder, c.Name+ending)
		text := c.Code[form]
		if form == "httpyac" {
			for service, address := range b.addresses(c.Name) {
				text = strings.ReplaceAll(text, address, b.addresses(c.Name + form)[service])
			}
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, job{c.Name, file, b.environment(c, form)})
	}
	list, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	driver := filepath.Join(folder, "drive-"+form+".mjs")
	if err := os.WriteFile(driver, []byte("const jobs = "+string(list)+";\n"+script), 0o600); err != nil {
		t.Fatal(err)
	}
	return node(t, driver)
}

func (b *bank) runJavaScript(t *testing.T, folder string, all []*copied) {
	b.runAll(t, b.drive(t, folder, "javascript", ".mjs", `
for (const { Name, File, Environment } of jobs) {
	Object.assign(process.env, Environment);
	await import(File).catch((error) => console.error(Name, error.message));
}
`, all), "javascript", all)
}

func (b *bank) runHttpyac(t *testing.T, folder string, all []*copied) {
	b.runAll(t, b.drive(t, folder, "httpyac", ".yac.http", `
import { readFile } from "node:fs/promises";
import httpyac from "httpyac";
await httpyac.cli.initIOProvider();
for (const { Name, File } of jobs) {
	const store = new httpyac.store.HttpFileStore();
	const config = { cookieJarEnabled: false, log: { level: 100 } };
	const httpFile = await store.getOrCreate(File, () => readFile(File, "utf8"), 0, { workingDir: "/", config });
	const processed = [];
	await httpyac.send({ httpFile, config, processedHttpRegions: processed });
	for (const { testResults, symbol } of processed) {
		for (const { message, status, error } of testResults ?? []) {
			if (status !== "SUCCESS") {
				console.error(Name, symbol.startLine + 1, status, message, error?.displayMessage ?? "");
			}
		}
	}
}
process.exit();
`, all), "httpyac", all)
}

func (b *bank) runCurl(t *testing.T, all []*copied) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	var script strings.Builder
	for _, c := range all {
		script.WriteString("(\n")
		for name, value := range b.environment(c, "curl") {
			fmt.Fprintf(&script, "export %s='%s'\n", name, value)
		}
		script.WriteString("export TABLES_SAS=x=y\n" + c.Code["curl"] + ")\n")
	}
	bash := exec.Command("bash")
	bash.Stdin = strings.NewReader(script.String())
	b.runAll(t, bash, "curl", all)
}
