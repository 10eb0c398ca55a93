package patterns_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/relay"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/assets"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// peers has the npm packages that tests need.
const peers = "../engine/suites"

// served is an account of signed requests, as the local endpoint serves it.
type served struct {
	account *engine.Account
	bases   map[engine.Service]string
	file    string
	relay   *relay.Relay // of the file
	ahead   atomic.Int64 // nanoseconds by which the account's clock is ahead of the time of day
}

func serve(t *testing.T) *served {
	t.Helper()
	s := &served{bases: map[engine.Service]string{}}
	if err := s.open(); err != nil {
		t.Fatal(err)
	}
	for _, of := range [...]engine.Service{engine.Tables, engine.Queues, engine.Blobs} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.account.Handler(of).ServeHTTP(w, r)
		}))
		t.Cleanup(server.Close)
		s.bases[of] = server.URL + "/" + engine.DevelopmentName
	}
	return s
}

// open opens an empty account in place of the one before.
func (s *served) open() (err error) {
	s.account, err = engine.Open(engine.Options{Admission: engine.Signed, Clock: s.Now})
	return err
}

func (s *served) Now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

// commands are what httpyac.mjs asks of the test.
func (s *served) commands() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/call", s.call)
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) {
		if err := s.open(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	return mux
}

// asked is a call to the engine, as package relay of the browser reads it.
type asked struct {
	Op, File, Text          string
	Host, Queue, Blob, Body string
	Line, Status            int
	Headers                 [][2]string
}

// owner is the account with its key.
func owner() auth.Credential {
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		panic(err) // it is a constant
	}
	return auth.Credential{Account: auth.DevelopmentAccount, Key: key}
}

// call answers a call to the engine with the same code outside WebAssembly. It sends every request itself
// except the last one, which is httpyac's: sending long loops from there would take minutes.
func (s *served) call(w http.ResponseWriter, r *http.Request) {
	var c asked
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var t relay.Turn
	if c.Op == "begin" {
		if c.File != s.file {
			s.file, s.relay = c.File, relay.New(script.Parse(c.File, c.Text), runner.Options{
				Host: c.Host, Queue: c.Queue, Blob: c.Blob, Seed: 1, XML: full.XML,
				Key: full.Key{Credential: owner()},
			}, 365*24*time.Hour)
		}
		t = s.relay.Run(c.Line, s.Now())
	} else {
		answer := wire.Response{Status: c.Status, Body: []byte(c.Body)}
		for _, h := range c.Headers {
			answer.Headers.Add(h[0], h[1])
		}
		t = s.relay.Go(answer, nil, s.Now())
	}
	for t.Results == nil && !t.Last {
		var answer wire.Response
		if s.ahead.Add(int64(t.Wait)); t.Send != nil {
			answer = s.carry(*t.Send)
		}
		t = s.relay.Go(answer, nil, s.Now())
	}
	_ = json.NewEncoder(w).Encode(reply(t))
}

// carry takes a request to the account without a network between.
func (s *served) carry(r wire.Request) wire.Response {
	for of, base := range s.bases {
		if strings.HasPrefix(r.URL, base) {
			response, _ := s.account.Do(of, r)
			return response
		}
	}
	return wire.Response{}
}

// reply is a turn as the engine words it.
func reply(t relay.Turn) map[string]any {
	if t.Send == nil {
		results := []map[string]any{}
		for _, r := range t.Results {
			verdicts := [][2]string{}
			for _, v := range r.Verdicts {
				verdicts = append(verdicts, [2]string{string(v.Fate), v.Text})
			}
			results = append(results, map[string]any{"line": r.Line, "verdicts": verdicts})
		}
		return map[string]any{"results": results}
	}
	var headers [][2]string
	for _, h := range t.Send.Headers {
		headers = append(headers, [2]string{h.Name, h.Value})
	}
	return map[string]any{"last": true, "send": map[string]any{
		"method": t.Send.Method, "url": t.Send.URL, "headers": headers, "body": string(t.Send.Body),
	}}
}

// opened is what httpyac made of a file.
type opened struct {
	Path     string
	Requests []request
	Steps    []struct {
		Line    int
		Name    string
		Results []struct{ Message, Status string }
	}
}

type request struct{ Method, URL string }

var requestLine = regexp.MustCompile(`(?m)^([A-Z]+) (\S.*(?:\n[?&].*)*)$`)

// requestsOf are the requests that the fences of a text hold: one each, since of a second one in
// Markdown httpyac would know nothing, or none but variables. Data is as many as it takes to store it.
func requestsOf(text string) (all []request) {
	for _, fence := range script.Fences(text) {
		code, most := fence.Text, 1
		if fence.Table != "" {
			code, most = string(data.Parse(fence.Table, code, data.Whole("")).AppendRequests(nil)), -1
		}
		for _, found := range requestLine.FindAllStringSubmatch(code, most) {
			all = append(all, request{found[1], strings.ReplaceAll(found[2], "\n", "")})
		}
	}
	return all
}

// node starts a program of Node.js, if that and httpyac are there.
func node(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node.js is not installed")
	}
	if _, err := os.Stat(filepath.Join(peers, "node_modules/httpyac/package.json")); err != nil {
		t.Skip("httpyac is not installed: run npm ci in engine/suites")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	return exec.CommandContext(ctx, "node", args...)
}

// TestHttpyac: every example of every guide opens in httpyac and keeps its promises there, with the
// endpoint and with the configuration that readers get. Of a long loop, httpyac sends the last round.
//
// The guides are dealt to two accounts, because httpyac and the endpoint take turns in waiting.
func TestHttpyac(t *testing.T) {
	const hands = 2
	for hand := range hands {
		t.Run(fmt.Sprint(hand), func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			all, texts := scripts(t, s)
			var files []string
			for i := hand; i < len(all); i += hands {
				files = append(files, all[i])
			}
			s.run(t, files, texts)
		})
	}
}

// run runs files of guides in httpyac.
func (s *served) run(t *testing.T, files []string, texts map[string]string) {
	t.Helper()
	own := httptest.NewServer(s.commands())
	defer own.Close()
	run := node(t, append([]string{filepath.Join(peers, "httpyac.mjs")}, files...)...)
	run.Env = append(os.Environ(), "ROWKEY_TEST="+own.URL)
	var complaints strings.Builder
	run.Stderr = &complaints
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, complaints.String())
	}
	results, expected := 0, 0
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var o opened
		if err := d.Decode(&o); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		slug := strings.TrimSuffix(filepath.Base(o.Path), filepath.Ext(o.Path))
		if diff := cmp.Diff(requestsOf(texts[slug]), o.Requests); diff != "" {
			t.Errorf("%s: requests (-want +got):\n%s", o.Path, diff)
		}
		expected += strings.Count(texts[slug], "\n# @expect ")
		for _, step := range o.Steps {
			results += len(step.Results)
			for _, r := range step.Results {
				if r.Status != "SUCCESS" {
					t.Errorf("%s:%d: %s: %s %s", o.Path, step.Line, step.Name, r.Status, r.Message)
				}
			}
		}
	}
	if results < expected {
		t.Errorf("%d expectations were judged, of %d", results, expected)
	}
}

// threeRows is a page of which every kind of request puts something into one table.
var threeRows = strings.ReplaceAll(`
~~~http
@name = Orders
# @name createOrders
# @expect status == 201
POST {{host}}/Tables

{"TableName": "{{name}}"}
~~~
Prose.
~~~http
# @name both
# @transaction both
# @ref createOrders
# @loop for 2
# @expect status == 201
POST {{host}}/Orders

{"PartitionKey": "a", "RowKey": "{{$pad $index 4}}"}
~~~
~~~http
# @transaction both
# @expect status == 202
# @expect error == ""
POST {{host}}/Orders

{"PartitionKey": "a", "RowKey": "0002"}
~~~
~~~http
# @name many
# @ref both
# @loop for 20
# @expect status == 201
# @expect cost.entitiesWritten == 20
POST {{host}}/Orders

{"PartitionKey": "{{$guid}}", "RowKey": ""}
~~~
~~~http
# @name all
# @ref both
# @expect rows == 3
# @expect plan == table-scan
GET {{host}}/Orders()
~~~
`, "~~~", "```")

// TestHttpyacCommand: the command finds the configuration beside a file, and that the engine beside itself,
// as readers have them who have no copy of the repository. Its exit code tells how it went.
func TestHttpyacCommand(t *testing.T) {
	s := serve(t)
	folder := t.TempDir()
	relay, err := assets.Relay("..")
	if err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile("httpyac.config.cjs")
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{
		"httpyac.config.cjs": string(config), "rowkey.mjs": string(relay),
		"http-client.env.json": fmt.Sprintf(`{"here": {"host": %q}}`, s.bases[engine.Tables]),
		"right.md":             threeRows, "wrong.md": strings.Replace(threeRows, "rows == 3", "rows == 2", 1),
		"late.md":   "```http\n# @sleep 61000\n# @expect status == 200\nGET {{host}}/Tables\n```\n",
		"broken.md": "```http\n# @ref nowhere\nGET {{host}}/Tables\n```\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	listed, err := os.ReadFile("../wasm/browser/flags.json")
	if err != nil {
		t.Fatal(err)
	}
	var flags []string
	if err := json.Unmarshal(listed, &flags); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", append(append([]string{"build"}, flags...),
		"-o", filepath.Join(folder, "rowkey.wasm"), "github.com/rowkey/rowkey/wasm/browser/full")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := filepath.Abs(filepath.Join(peers, "node_modules/httpyac/bin/httpyac.js"))
	if err != nil {
		t.Fatal(err)
	}
	const failing = 20
	for name, want := range map[string]struct {
		code int
		says string
	}{
		"right":  {0, "✓ plan == table-scan"},
		"wrong":  {failing, "rows == 2: got 3"},
		"late":   {0, "1 skipped"},
		"broken": {failing, "broken.md:2:8: No request is called nowhere."},
	} {
		run := node(t, program, "send", name+".md", "--all", "--env", "here", "--output", "short", "--no-color")
		run.Dir = folder
		out, _ := run.CombinedOutput()
		if got := run.ProcessState.ExitCode(); got != want.code || !strings.Contains(string(out), want.says) {
			t.Errorf("%s: exit code %d, want %d\n%s", name, got, want.code, out)
		}
	}
}

// scripts writes the examples of each guide as the site has them, for this account.
func scripts(t *testing.T, s *served) (files []string, texts map[string]string) {
	t.Helper()
	root := os.DirFS("..")
	library, err := content.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	site := render.Site{Library: library, Origin: "https://rowkey.example"}
	here := strings.NewReplacer(
		"http://127.0.0.1:10002/devstoreaccount1", s.bases[engine.Tables],
		"http://127.0.0.1:10001/devstoreaccount1", s.bases[engine.Queues],
		"http://127.0.0.1:10000/devstoreaccount1", s.bases[engine.Blobs],
	)
	folder, texts := t.TempDir(), map[string]string{}
	for _, group := range library.Guides() {
		for _, page := range group.Pages {
			file := filepath.Join(folder, page.Slug+".http")
			if err := os.WriteFile(file, []byte(here.Replace(string(site.Script(page)))), 0o600); err != nil {
				t.Fatal(err)
			}
			files, texts[page.Slug] = append(files, file), page.Text
		}
	}
	return files, texts
}
