package patterns_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
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
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// peers has the npm packages that tests need.
const peers = "../engine/suites"

// served is an account of signed requests, as the local endpoint serves it.
type served struct {
	kept    *store.Store
	account *account.Account
	own     auth.Credential
	bases   map[grant.Service]string
	ahead   atomic.Int64 // nanoseconds by which the account's clock goes ahead of the time of day
}

func serve(t *testing.T) *served {
	t.Helper()
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &served{kept: kept, own: auth.Credential{Account: auth.DevelopmentAccount, Key: key}, bases: map[grant.Service]string{}}
	s.account = account.On(kept, account.Options{
		Name: s.own.Account, Clock: s.Now, Keys: [][]byte{key}, Admit: account.Signed,
		NewID: func() string {
			var id [16]byte
			_, _ = rand.Read(id[:])
			return table.RandomGUID(id)
		},
	})
	for _, of := range [...]grant.Service{grant.Table, grant.Queue, grant.Blob} {
		server := httptest.NewServer(&httphost.Endpoint{Fallback: s.account.Service(of), MaxBody: blob.MaxSize})
		t.Cleanup(server.Close)
		s.bases[of] = server.URL + "/" + s.own.Account
	}
	t.Cleanup(func() { _ = s.account.Close() })
	return s
}

// Do answers a request without a network between.
func (s *served) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	for of, base := range s.bases {
		if strings.HasPrefix(r.URL, base) {
			response, tr := s.account.Do(of, r)
			return response, &tr, nil
		}
	}
	return wire.Response{}, nil, fmt.Errorf("%s is not an address of the account", r.URL)
}

func (s *served) Now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

func (s *served) Sleep(d time.Duration) { s.ahead.Add(int64(d)) }

var (
	ofTheWhole = regexp.MustCompile(`(?m)^# @(ref|expect plan|expect cost).*\n`)
	repeated   = regexp.MustCompile(`(?m)^# @loop for \d+$`)
)

// commands are what httpyac.mjs asks of the test.
func (s *served) commands() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/wait", func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Milliseconds int64 }
		if decode(w, r, &asked) {
			s.Sleep(time.Duration(asked.Milliseconds) * time.Millisecond)
		}
	})
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) {
		if err := s.kept.Update(func(tx *store.Tx) error { return tx.DeleteRecords(keys.All()) }); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	mux.HandleFunc("/loop", s.loop)
	return mux
}

func decode(w http.ResponseWriter, r *http.Request, asked any) bool {
	err := json.NewDecoder(r.Body).Decode(asked)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
	return err == nil
}

// loop sends the first rounds of a loop, and answers as the last of them was, with what all cost.
func (s *served) loop(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Text  string
		Count int
	}
	if !decode(w, r, &asked) {
		return
	}
	text := repeated.ReplaceAllString(ofTheWhole.ReplaceAllString(asked.Text, ""), fmt.Sprint("# @loop for ", asked.Count))
	parsed := script.Parse("loop.http", text)
	steps := runner.Run(parsed, 0, s, runner.Options{
		Host: s.bases[grant.Table], Queue: s.bases[grant.Queue], Blob: s.bases[grant.Blob], Key: full.Key{Credential: s.own},
	})
	if len(steps) != 1 || !steps[0].OK() {
		http.Error(w, fmt.Sprintf("%v: %v\n%s", parsed.Errors, steps, text), http.StatusBadRequest)
		return
	}
	for _, h := range steps[0].Response.Headers {
		w.Header().Add(h.Name, h.Value)
	}
	c := steps[0].Cost
	w.Header().Set("x-rowkey-plan", "kind="+steps[0].Plan)
	w.Header().Set("x-rowkey-cost", fmt.Sprintf("entitiesRead=%d; entitiesReturned=%d; pages=%d; transactions=%d; bytes=%d; bytesRead=%d; bytesWritten=%d; entitiesWritten=%d",
		c.EntitiesRead, c.EntitiesReturned, c.Pages, c.Transactions, c.BytesReturned, c.BytesRead, c.BytesWritten, c.EntitiesWritten))
	w.WriteHeader(steps[0].Response.Status)
	_, _ = w.Write(steps[0].Response.Body)
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
// Markdown httpyac would know nothing, or none but variables.
func requestsOf(text string) (all []request) {
	for _, fence := range script.Fences(text) {
		if found := requestLine.FindStringSubmatch(fence.Text); found != nil {
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

// TestHttpyac: every example of every guide opens in httpyac and does there what it promises, by way of
// the endpoint and of the file that readers get. Of a long loop httpyac sends the last round.
func TestHttpyac(t *testing.T) {
	s := serve(t)
	own := httptest.NewServer(s.commands())
	defer own.Close()
	files, texts := scripts(t, s)
	run := node(t, append([]string{filepath.Join(peers, "httpyac.mjs")}, files...)...)
	run.Env = append(os.Environ(), "ROWKEY_TEST="+own.URL, "ROWKEY_MAX_SLEEP=Infinity")
	var complaints strings.Builder
	run.Stderr = &complaints
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, complaints.String())
	}
	results := 0
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
		for _, step := range o.Steps {
			results += len(step.Results)
			for _, r := range step.Results {
				if r.Status != "SUCCESS" {
					t.Errorf("%s:%d: %s: %s %s", o.Path, step.Line, step.Name, r.Status, r.Message)
				}
			}
		}
	}
	if expected := strings.Count(strings.Join(slices.Collect(maps.Values(texts)), ""), "\n# @expect "); results < expected {
		t.Errorf("%d expectations were judged, of %d", results, expected)
	}
}

// TestHttpyacCommand: the command finds the plugin beside a Markdown file, and its exit code tells.
func TestHttpyacCommand(t *testing.T) {
	const text = "```http\n# @name createOrders\n# @expect status == 201\nPOST {{host}}/Tables\n\n{\"TableName\": \"Orders\"}\n```\n" +
		"Prose.\n```http\n# @name both\n# @transaction both\n# @ref createOrders\n# @loop for 2\n# @expect status == 201\n" +
		"POST {{host}}/Orders\n\n{\"PartitionKey\": \"a\", \"RowKey\": \"{{$pad $index 4}}\"}\n```\n" +
		"```http\n# @transaction both\n# @expect status == 202\n# @expect error == \"\"\n" +
		"POST {{host}}/Orders\n\n{\"PartitionKey\": \"a\", \"RowKey\": \"0002\"}\n```\n" +
		"```http\n# @name all\n# @ref both\n# @expect rows == 3\nGET {{host}}/Orders()\n```\n"
	s := serve(t)
	plugin, err := os.ReadFile("httpyac.config.cjs")
	if err != nil {
		t.Fatal(err)
	}
	const failing = 20
	for want, rows := range map[int]string{0: "rows == 3", failing: "rows == 2"} {
		folder := t.TempDir()
		for name, body := range map[string]string{
			"httpyac.config.cjs":   string(plugin),
			"http-client.env.json": fmt.Sprintf(`{"here": {"host": %q}}`, s.bases[grant.Table]),
			"orders.md":            strings.Replace(text, "rows == 3", rows, 1),
		} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		program, err := filepath.Abs(filepath.Join(peers, "node_modules/httpyac/bin/httpyac.js"))
		if err != nil {
			t.Fatal(err)
		}
		run := node(t, program, "send", "orders.md", "--all", "--env", "here", "--output", "none", "--no-color")
		run.Dir = folder
		out, _ := run.CombinedOutput()
		if got := run.ProcessState.ExitCode(); got != want {
			t.Errorf("%s: exit code %d, want %d\n%s", rows, got, want, out)
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
		"http://127.0.0.1:10002/devstoreaccount1", s.bases[grant.Table],
		"http://127.0.0.1:10001/devstoreaccount1", s.bases[grant.Queue],
		"http://127.0.0.1:10000/devstoreaccount1", s.bases[grant.Blob],
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
