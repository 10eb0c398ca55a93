//go:build !js

package datadir_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// reports collects what a Dir reports.
type reports struct {
	mu       sync.Mutex
	messages []string
}

func (r *reports) add(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.messages = append(r.messages, err.Error())
}

// take returns what was reported since the last call.
func (r *reports) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	messages := r.messages
	r.messages = nil
	return messages
}

// options are for an account whose clock always says hour o'clock.
func options(hour int) full.Options {
	return full.Options{
		Name:  enginetest.Account,
		Clock: func() table.Ticks { return table.TicksOf(time.Date(2026, 1, 5, hour, 0, 0, 0, time.UTC)) },
		NewID: func() string { return "00000000-0000-4000-8000-000000000000" },
	}
}

func open(t *testing.T, path string, o datadir.Options) *datadir.Dir {
	t.Helper()
	d, err := datadir.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func tables(t *testing.T, d *datadir.Dir, o full.Options) *account.Account {
	t.Helper()
	s, err := d.Store(o.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(); err != nil {
		t.Errorf("the store is inconsistent: %v", err)
	}
	return full.Open(s, o)
}

func closed(t *testing.T, d *datadir.Dir) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

func do(e *account.Account, method, path, body string) (int, wire.Response) {
	req := wire.Request{Method: method, URL: enginetest.Base + path, Body: []byte(body)}
	req.Headers.Add("Accept", "application/json;odata=nometadata")
	req.Headers.Add("Content-Type", "application/json")
	if method == "DELETE" {
		req.Headers.Add("If-Match", "*")
	}
	response, _ := e.Do(grant.Table, req)
	return response.Status, response
}

// write inserts or replaces an entity and returns its ETag.
func write(t *testing.T, e *account.Account, row, text string) string {
	t.Helper()
	status, response := do(e, "PUT", "/Things(PartitionKey='p',RowKey='"+row+"')", `{"T":"`+text+`"}`)
	if status != 204 {
		t.Fatalf("got %d: %s", status, response.Body)
	}
	return response.Headers.Get("ETag")
}

func remove(t *testing.T, e *account.Account, row string) {
	t.Helper()
	if status, response := do(e, "DELETE", "/Things(PartitionKey='p',RowKey='"+row+"')", ""); status != 204 {
		t.Fatalf("got %d: %s", status, response.Body)
	}
}

func createTable(t *testing.T, e *account.Account) {
	t.Helper()
	if status, response := do(e, "POST", "/Tables", `{"TableName":"Things"}`); status != 201 {
		t.Fatalf("got %d: %s", status, response.Body)
	}
}

// held returns all entities.
func held(t *testing.T, e *account.Account) string {
	t.Helper()
	status, response := do(e, "GET", "/Things()", "")
	if status != 200 {
		t.Fatalf("got %d: %s", status, response.Body)
	}
	return string(response.Body)
}

// TestRestart: entities survive a restart, and Timestamps increase even if the clock went back.
func TestRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "some", "folder")
	var reported reports
	d := open(t, path, datadir.Options{Report: reported.add})
	e := tables(t, d, options(9))
	createTable(t, e)
	write(t, e, "1", "one")
	before := write(t, e, "2", "two")
	want := held(t, e)
	closed(t, d)

	d = open(t, path, datadir.Options{Report: reported.add})
	e = tables(t, d, options(8))
	if got := held(t, e); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if after := write(t, e, "2", "two"); after <= before {
		t.Errorf("the ETag went from %s to %s", before, after)
	}
	closed(t, d)
	if messages := reported.take(); messages != nil {
		t.Errorf("reported: %q", messages)
	}
}

// TestAccounts: each account has a journal of its own, and a name that is a valid file name everywhere.
func TestAccounts(t *testing.T) {
	path := t.TempDir()
	d := open(t, path, datadir.Options{})
	defer closed(t, d)
	for _, name := range []string{"alpha", "beta-1"} {
		if _, err := d.Store(name, 0); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(path, name+".journal")); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{
		"", "..", "a/b", "a.b", "Alpha", "-a", "a\x00", "naïve", strings.Repeat("a", 64),
	} {
		_, err := d.Store(name, 0)
		if err == nil || !strings.Contains(err.Error(), "lower-case letters, digits and hyphens") {
			t.Errorf("%q: got %v", name, err)
		}
	}
	if _, err := d.Store("alpha", 0); err == nil || err.Error() != "account alpha is open already" {
		t.Errorf("got %v", err)
	}
}

// TestInUse: only one process can use a folder, until it closes it.
func TestInUse(t *testing.T) {
	path := t.TempDir()
	d := open(t, path, datadir.Options{})
	_, err := datadir.Open(path, datadir.Options{})
	want := fmt.Sprintf("data folder %s: the data folder is in use: process %d has it", path, os.Getpid())
	if !errors.Is(err, datadir.ErrInUse) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	closed(t, d)
	closed(t, open(t, path, datadir.Options{}))
}

// removed checks that an open file could be removed or, on Windows, couldn't.
func removed(t *testing.T, err error) bool {
	t.Helper()
	if onWindows := runtime.GOOS == "windows"; (err != nil) != onWindows {
		t.Fatal(err)
	}
	return err == nil
}

// TestLockRemoved: without the lock's file, the journal itself still says that it's in use.
func TestLockRemoved(t *testing.T) {
	path := t.TempDir()
	d := open(t, path, datadir.Options{})
	e := tables(t, d, options(9))
	createTable(t, e)
	if !removed(t, os.Remove(filepath.Join(path, "lock"))) {
		closed(t, d)
		return
	}
	second := open(t, path, datadir.Options{})
	if _, err := second.Store(enginetest.Account, 0); !errors.Is(err, datadir.ErrInUse) {
		t.Errorf("a second server: got %v", err)
	}
	closed(t, second)
	write(t, e, "1", "one")
	closed(t, d)
}

// TestRemoved: when the journal is gone, or another file has its name, nothing more is acknowledged.
func TestRemoved(t *testing.T) {
	for name, remove := range map[string]func(journal string) error{
		"folder": func(journal string) error { return os.RemoveAll(filepath.Dir(journal)) },
		"file":   os.Remove,
		"copy": func(journal string) error {
			content, err := os.ReadFile(journal)
			if err != nil {
				return err
			}
			return errors.Join(os.Remove(journal), os.WriteFile(journal, content, 0o600))
		},
	} {
		path := filepath.Join(t.TempDir(), "data")
		var reported reports
		d, err := datadir.OpenOn(datadir.OSDisk(), path, datadir.Options{Report: reported.add})
		if err != nil {
			t.Fatal(err)
		}
		e := tables(t, d, options(9))
		createTable(t, e)
		if err := d.Sync(); err != nil {
			t.Fatal(err)
		}
		if !removed(t, remove(filepath.Join(path, enginetest.Account+".journal"))) {
			closed(t, d)
			continue
		}
		if err := d.Sync(); err == nil || !strings.Contains(err.Error(), "removed or replaced") {
			t.Errorf("%s: the next look says %v", name, err)
		}
		status, _ := do(e, "POST", "/Things", `{"PartitionKey":"p","RowKey":"1"}`)
		if status != 500 {
			t.Errorf("%s: a write got %d", name, status)
		}
		if err := d.Sync(); err != nil {
			t.Errorf("%s: the same is told again: %v", name, err)
		}
		_ = d.Close()
	}
}

// TestLastDelete: a journal is compacted although the write that made it too long for its content is the last
// one.
func TestLastDelete(t *testing.T) {
	path := t.TempDir()
	d := open(t, path, datadir.Options{Slack: 10_000})
	defer closed(t, d)
	e := tables(t, d, options(9))
	createTable(t, e)
	for i := range 20 {
		write(t, e, fmt.Sprint(i), strings.Repeat("x", 5000))
	}
	if status, response := do(e, "DELETE", "/Tables('Things')", ""); status != 204 {
		t.Fatalf("got %d: %s", status, response.Body)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		info, err := os.Stat(filepath.Join(path, enginetest.Account+".journal"))
		if err == nil && info.Size() < 10_000 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the journal stays as it is: %v, %v", info, err)
		}
	}
}

// TestDevices: names that Windows takes for devices aren't those of accounts, others like them are.
func TestDevices(t *testing.T) {
	for name, good := range map[string]bool{
		"con": false, "nul": false, "aux": false, "prn": false, "com1": false, "lpt9": false,
		"cont": true, "com": true, "com10": true, "lpt": true, "com1a": true,
	} {
		if err := datadir.CheckName(name); (err == nil) != good {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
