package patterns_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/remote"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// peers has the npm packages that tests need.
const peers = "../engine/suites"

// served is an account of signed requests, as the local endpoint serves it.
type served struct {
	account *engine.Account
	bases   map[engine.Service]string
	ahead   atomic.Int64 // nanoseconds by which the account's clock is ahead of the time of day
}

func serve(t *testing.T) *served {
	t.Helper()
	s := &served{bases: map[engine.Service]string{}}
	if err := s.open(nil); err != nil {
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

// open opens an account in place of the one before: an empty one, or one with what another has.
func (s *served) open(from *engine.Account) (err error) {
	s.account, err = engine.Open(engine.Options{Admission: engine.Signed, Clock: s.Now, From: from})
	return err
}

func (s *served) Now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

// options are for runs of scripts in the account.
func (s *served) options() runner.Options {
	return runner.Options{
		Host: s.bases[engine.Tables], Queue: s.bases[engine.Queues], Blob: s.bases[engine.Blobs],
		Seed: 1, XML: full.XML, Key: full.Key{Credential: owner()},
	}
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

// owner is the account with its key.
func owner() auth.Credential {
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		panic(err) // it is a constant
	}
	return auth.Credential{Account: auth.DevelopmentAccount, Key: key}
}

// TestServed: every example of every guide does on the endpoint, signed and over HTTP, what it does on its
// page, and every request outside transactions expects something. Plan and cost aren't known there, but the
// build of the site has them.
func TestServed(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/guide.md")
	if err != nil || len(files) < 30 {
		t.Fatal(files, err)
	}
	s := serve(t)
	to := remote.New(remote.Options{Clock: s.Now, Sleep: func(d time.Duration) { s.ahead.Add(int64(d)) }})
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed := script.ParseFences(file, script.Fences(string(text)))
		filled, steps := map[string]*engine.Account{}, 0
		for i, e := range parsed.Examples {
			if !e.Runs() {
				continue
			}
			s.fill(t, file, parsed, e, filled)
			for _, step := range runner.Run(parsed, i, to, s.options()) {
				steps++
				for _, x := range step.Expectations {
					if !x.OK {
						t.Errorf("%s:%d: %s: got %s", file, step.Line, x.Text, x.Got)
					}
				}
				if step.Err != nil {
					t.Errorf("%s:%d: %v", file, step.Line, step.Err)
				}
				if len(step.Expectations) == 0 && step.Transaction == "" {
					t.Errorf("%s:%d: the request expects nothing", file, step.Line)
				}
			}
		}
		if steps == 0 {
			t.Errorf("%s runs nothing", file)
		}
	}
}

// fill opens an account with the data that an example needs. For others that need the same, it's kept.
func (s *served) fill(
	t *testing.T, file string, of *script.Script, e *script.Example, kept map[string]*engine.Account,
) {
	t.Helper()
	needed := slices.DeleteFunc(slices.Clone(of.Tables), func(table *data.Table) bool {
		return !script.Needs(e.Order(), table)
	})
	var key string
	for _, table := range needed {
		key += table.Name + " "
	}
	if err := s.open(kept[key]); err != nil {
		t.Fatal(err)
	}
	if kept[key] != nil || len(needed) == 0 {
		return
	}
	for _, table := range needed {
		for _, err := range runner.Fill(table, seat{s}, s.options()) {
			t.Errorf("%s: %v", file, err)
		}
	}
	kept[key] = s.account
	if err := s.open(kept[key]); err != nil {
		t.Fatal(err)
	}
}

// node starts a program of Node.js, if that and the npm packages of tests are there.
func node(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node.js is not installed")
	}
	if _, err := os.Stat(filepath.Join(peers, "node_modules/httpyac/package.json")); err != nil {
		t.Skip("npm packages are missing: run npm ci in engine/suites")
	}
	return exec.CommandContext(t.Context(), "node", args...)
}
