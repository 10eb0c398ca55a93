package rowkeytest

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/control"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/seed"
	"github.com/rowkey/rowkey/engine/tally"
)

// Account is the account of a test.
type Account struct {
	ConnectionString      string
	Tables, Queues, Blobs string // the addresses of the services, with the account's name

	account *engine.Account
	control *control.Control
	tally   *tally.Tally
}

// Cost is what the requests of an account took together.
type Cost = tally.Cost

// Open opens an account that has what files, and those of folders, leave in it: csv, JSON, JSON lines and
// .http. The test fails at once if there's anything wrong with these.
func Open(t testing.TB, seeds ...string) *Account {
	t.Helper()
	from, err := seeded(seeds)
	if err != nil {
		t.Fatalf("rowkeytest: %v", err)
	}
	a := &Account{tally: tally.New(engine.DevelopmentName)}
	var end func()
	a.control, end = engine.NewControl(nil)
	a.account, err = engine.Open(engine.Options{Admission: engine.Signed, From: from, Control: a.control})
	if err != nil {
		t.Fatalf("rowkeytest: %v", err)
	}
	t.Cleanup(func() { _ = a.account.Close() })
	a.ConnectionString = "DefaultEndpointsProtocol=http;AccountName=" + engine.DevelopmentName + ";AccountKey=" +
		engine.DevelopmentKey + ";"
	for _, s := range []struct {
		of      engine.Service
		setting string
		url     *string
	}{
		{engine.Tables, "TableEndpoint", &a.Tables}, {engine.Queues, "QueueEndpoint", &a.Queues},
		{engine.Blobs, "BlobEndpoint", &a.Blobs},
	} {
		endpoint := &httphost.Endpoint{Service: s.of, Fallback: a.account, Watch: a.watch}
		if s.of == engine.Blobs {
			endpoint.MaxBody = engine.MaxBlob
		}
		server := httptest.NewServer(endpoint)
		t.Cleanup(server.Close)
		*s.url = server.URL + "/" + engine.DevelopmentName
		a.ConnectionString += s.setting + "=" + *s.url + ";"
	}
	t.Cleanup(end) // the first of these, so that no server waits for a request that hangs
	return a
}

func (a *Account) watch(x httphost.Exchange) { a.tally.Add(x.Request, &x.Trace) }

// Cost returns what the requests took since the account was opened, or since Reset.
func (a *Account) Cost() Cost { return a.tally.Cost() }

// ReadsAtMost fails the test if its requests read more than so many entities together, or if one of them
// scanned a table or a range of partitions. It says which, and what would be cheaper.
func (a *Account) ReadsAtMost(t testing.TB, most int) {
	t.Helper()
	if problem := a.tally.Problem(most); problem != "" {
		t.Error(problem)
	}
}

// Reset begins to count again, as after what prepares a test.
func (a *Account) Reset() { a.tally.Reset() }

// Fault adds a rule by which requests fail, in the words of rowkey serve -fault:
// "lose-answer operation=InsertEntity nth=1".
func (a *Account) Fault(t testing.TB, rule string) {
	t.Helper()
	if err := a.control.Set("faults", rule); err != nil {
		t.Fatalf("rowkeytest: %v", err)
	}
}

// opened are the accounts that others begin as, by the names of their seeds. They're kept for the tests to
// come.
var opened = struct {
	sync.Mutex
	accounts map[string]*engine.Account
}{accounts: map[string]*engine.Account{}}

func seeded(names []string) (*engine.Account, error) {
	if len(names) == 0 {
		return nil, nil
	}
	opened.Lock()
	defer opened.Unlock()
	key := strings.Join(names, "\x00")
	if a := opened.accounts[key]; a != nil {
		return a, nil
	}
	var files []seed.File
	for _, name := range names {
		found, err := read(name)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	a, err := seed.Open(files, nil)
	if err == nil {
		opened.accounts[key] = a
	}
	return a, err
}

// read reads a file, or those of a folder that a seed can have.
func read(name string) ([]seed.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	open := func(name string) (string, error) {
		text, err := os.ReadFile(name)
		return string(text), err
	}
	if !info.IsDir() {
		text, err := open(name)
		return []seed.File{{Name: filepath.Base(name), Text: text}}, err
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	return seed.Read(seed.Names(entries), func(file string) (string, error) {
		return open(filepath.Join(name, file))
	})
}
