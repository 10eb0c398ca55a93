//go:build !js

package datadir_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// fixture is an account on a faulty disk.
type fixture struct {
	*testing.T
	path    string
	system  datadir.Disk
	disk    *faultyDisk
	reports reports
	dir     *datadir.Dir
	tables  *account.Account
}

// newFixture returns an account with a table.
func newFixture(t *testing.T) *fixture { return newFixtureOn(t, datadir.OSDisk()) }

func newFixtureOn(t *testing.T, system datadir.Disk) *fixture {
	t.Helper()
	r := &fixture{T: t, path: t.TempDir(), system: system}
	r.start()
	createTable(t, r.tables)
	t.Cleanup(func() { _ = r.dir.Close() })
	return r
}

func (r *fixture) start() {
	r.Helper()
	r.disk = newFaultyDisk(r.system)
	var err error
	if r.dir, err = datadir.OpenOn(r.disk, r.path, datadir.Options{Report: r.reports.add}); err != nil {
		r.Fatal(err)
	}
	r.tables = tables(r.T, r.dir, options(9))
}

// restart closes the account, as far as its disk permits, and opens it again on a disk that works.
func (r *fixture) restart() {
	r.Helper()
	_ = r.dir.Close()
	r.reports.take()
	r.start()
}

func (r *fixture) file() string { return filepath.Join(r.path, enginetest.Account+".journal") }

func (r *fixture) content() []byte {
	r.Helper()
	data, err := os.ReadFile(r.file())
	if err != nil {
		r.Fatal(err)
	}
	return data
}

// refused checks that a write fails and is reported.
func (r *fixture) refused(reason error) {
	r.Helper()
	status, response := do(r.tables, "PUT", "/Things(PartitionKey='p',RowKey='refused')", `{"T":"x"}`)
	if status != 500 || !strings.Contains(string(response.Body), "InternalError") {
		r.Errorf("got %d: %s", status, response.Body)
	}
	if got := r.reports.take(); len(got) != 1 || !strings.Contains(got[0], reason.Error()) {
		r.Errorf("reported: %q", got)
	}
}

// unchanged checks the content of the account.
func (r *fixture) unchanged(want string) {
	r.Helper()
	if got := held(r.T, r.tables); got != want {
		r.Errorf("got %s, want %s", got, want)
	}
}

// TestShortWrites fails a write after every possible number of bytes: the request fails, the account keeps
// working, and its journal has what it answered.
func TestShortWrites(t *testing.T) {
	r := newFixture(t)
	before := len(r.content())
	write(t, r.tables, "refused", "x")
	record := len(r.content()) - before
	remove(t, r.tables, "refused")
	for short := range record + 1 {
		write(t, r.tables, "kept", fmt.Sprint(short))
		want, content := held(t, r.tables), r.content()
		r.disk.short = short

		r.disk.failOn("write")
		r.refused(errDisk)
		r.unchanged(want)
		if !bytes.Equal(r.content(), content) {
			t.Errorf("%d bytes: the journal was not cut back", short)
		}

		r.disk.failOn("write", "truncate")
		r.refused(errDisk)
		r.disk.failOn("truncate")
		if short > 0 {
			r.refused(errDisk) // a record must not follow half of another
		}
		r.disk.failOn()
		write(t, r.tables, "kept", "again")
		want = held(t, r.tables)
		r.restart()
		r.unchanged(want)
		if got := r.reports.take(); got != nil {
			t.Errorf("%d bytes: %q", short, got)
		}
	}
}

// TestNoSpace: a write that the disk has no space for says so, and when to try again.
func TestNoSpace(t *testing.T) {
	r := newFixture(t)
	write(t, r.tables, "kept", "1")
	want := held(t, r.tables)
	r.disk.fails = &fs.PathError{Op: "write", Path: r.path, Err: syscall.ENOSPC}
	r.disk.failOn("write")
	status, response := do(r.tables, "PUT", "/Things(PartitionKey='p',RowKey='refused')", `{"T":"x"}`)
	if status != 503 || !strings.Contains(string(response.Body), "ServerBusy") ||
		response.Headers.Get("Retry-After") != "10" {
		t.Errorf("got %d %v: %s", status, response.Headers, response.Body)
	}
	r.unchanged(want)
	r.disk.failOn()
	write(t, r.tables, "kept", "2")
}

// TestReserve: when the disk is full, the account can still delete, and that makes room.
func TestReserve(t *testing.T) {
	r := newFixture(t)
	reserve := filepath.Join(r.path, "reserve")
	for i := range 4 {
		write(t, r.tables, fmt.Sprint(i), strings.Repeat("x", 30_000))
	}
	full := func(_ int, step string) bool {
		_, err := os.Stat(reserve)
		return step != "write" || err != nil
	}
	insert := func() int {
		status, _ := do(r.tables, "PUT", "/Things(PartitionKey='p',RowKey='new')", `{"T":"x"}`)
		return status
	}
	r.disk.fails = &fs.PathError{Op: "write", Path: r.path, Err: syscall.ENOSPC}
	r.disk.from(full)
	if got := insert(); got != 503 {
		t.Errorf("an insert: %d", got)
	}
	for i := range 4 {
		remove(t, r.tables, fmt.Sprint(i))
	}
	if got := insert(); got != 503 {
		t.Errorf("an insert into what is for deletes: %d", got)
	}
	want := held(t, r.tables)
	for _, err := os.Stat(reserve); err != nil; _, err = os.Stat(reserve) {
		time.Sleep(time.Millisecond) // until the journal has been compacted
	}
	r.disk.failOn()
	if got := insert(); got != 204 {
		t.Errorf("an insert after the compaction: %d", got)
	}
	remove(t, r.tables, "new")
	r.restart()
	if got := held(t, r.tables); got != want {
		t.Errorf("holds %s, want %s", got, want)
	}
}

// TestLinks: what a folder of someone else's leads to isn't written over.
func TestLinks(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lock", "reserve"} {
		folder := t.TempDir()
		if err := os.Symlink(mine, filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
		d, err := datadir.Open(folder, datadir.Options{})
		if err == nil || !strings.Contains(err.Error(), name+" isn't a regular file") {
			t.Errorf("%s: %v", name, err)
		}
		if d != nil {
			_ = d.Close()
		}
	}
	link := filepath.Join(t.TempDir(), "a.journal.new") // made while the account is open
	if err := os.Symlink(mine, link); err != nil {
		t.Skip(err)
	}
	if f, err := datadir.OSDisk().Create(link); err == nil {
		t.Error("a new journal is written through a link")
		_ = f.Close()
	}
	if got, err := os.ReadFile(mine); string(got) != "mine" || err != nil {
		t.Errorf("it has %.20q, %v", got, err)
	}
}

// TestTornTail ends the process after every possible number of bytes of a write. The next process cuts
// them off and reports that.
func TestTornTail(t *testing.T) {
	r := newFixture(t)
	write(t, r.tables, "kept", "1")
	want, size := held(t, r.tables), len(r.content())
	write(t, r.tables, "refused", "x")
	record := r.content()[size:]
	remove(t, r.tables, "refused")
	r.restart()
	size = len(r.content())
	for short := 1; short < len(record); short++ {
		r.disk.short = short
		r.disk.failOn("write", "truncate")
		r.refused(errDisk)
		_ = r.dir.Close()
		if got := len(r.content()); got != size+short {
			t.Fatalf("the file has %d bytes, want %d", got, size+short)
		}
		r.start()
		got := r.reports.take()
		begin := fmt.Sprintf("%s.journal: the last %d bytes, from byte %d, aren't a whole record: ",
			enginetest.Account, short, size)
		if len(got) != 1 || !strings.HasPrefix(got[0], begin) || !strings.HasSuffix(got[0], "; they are cut off") {
			t.Errorf("reported: %q", got)
		}
		if got := len(r.content()); got != size {
			t.Errorf("the file has %d bytes, want %d", got, size)
		}
		r.unchanged(want)
	}
}

// TestDamaged: a journal that can't be read to its end is refused and not touched.
func TestDamaged(t *testing.T) {
	r := newFixture(t)
	write(t, r.tables, "1", "one")
	_ = r.dir.Close()
	good := r.content()
	middle := bytes.Clone(good)
	middle[30] ^= 1
	refuse := func(want string) {
		t.Helper()
		d := open(t, r.path, datadir.Options{})
		defer closed(t, d)
		if _, err := d.Store(enginetest.Account, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for _, c := range []struct {
		content []byte
		want    string
	}{
		{middle, "devstoreaccount1.journal: corrupt at byte 17: a record's checksum is wrong; " +
			"whole records follow from byte 37"},
		{append(bytes.Clone(good), good[len("rowkey journal 2\n"):]...), "corrupt at byte " +
			strconv.Itoa(len(good)) + ": record 0 is where record "},
		{[]byte("rowkey journal 3\n"),
			"devstoreaccount1.journal: it isn't a journal that this version of Rowkey can read"},
		{nil, "account devstoreaccount1: devstoreaccount1.journal: it isn't a journal"},
	} {
		if err := os.WriteFile(r.file(), c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		refuse(c.want)
		if !bytes.Equal(r.content(), c.content) {
			t.Error("the journal has been changed")
		}
	}
	if err := errors.Join(os.Remove(r.file()), os.Mkdir(r.file(), 0o700)); err != nil {
		t.Fatal(err)
	}
	refuse(r.file())
	if _, err := datadir.Open(filepath.Join(r.path, "lock"), datadir.Options{}); err == nil {
		t.Error("a file was opened as a folder")
	}
}

// TestOldJournal: a journal of version 1 is opened and goes on.
func TestOldJournal(t *testing.T) {
	r := newFixture(t)
	write(t, r.tables, "1", "one")
	want := held(t, r.tables)
	_ = r.dir.Close()
	old := append([]byte("rowkey journal 1\n"), r.content()[len("rowkey journal 1\n"):]...)
	if err := os.WriteFile(r.file(), old, 0o600); err != nil {
		t.Fatal(err)
	}
	r.start()
	r.unchanged(want)
	write(t, r.tables, "2", "two")
	want = held(t, r.tables)
	r.restart()
	r.unchanged(want)
	if !bytes.HasPrefix(r.content(), old) {
		t.Error("what was in the journal has been changed")
	}
}

// TestJournalClosed: if neither the journal nor its successor can be opened again, what is there can be read
// and nothing more is written.
func TestJournalClosed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the journal is open when this test renames it")
	}
	r := newFixtureOn(t, datadir.ClosingDisk())
	write(t, r.tables, "kept", "1")
	want := held(t, r.tables)
	aside := r.file() + ".aside"
	r.disk.from(func(_ int, step string) bool {
		return step != "rename" || errors.Join(os.Rename(r.file(), aside), os.Mkdir(r.file(), 0o700)) != nil
	})
	if err := r.dir.Compact(); err == nil {
		t.Error("the compaction worked")
	}
	r.refused(errors.New("is a directory"))
	r.unchanged(want)
	_ = r.dir.Close()
	if err := errors.Join(os.Remove(r.file()), os.Rename(aside, r.file())); err != nil {
		t.Fatal(err)
	}
	r.start()
	r.unchanged(want)
}

// TestFailedSync: after a failed sync, nothing more is written.
func TestFailedSync(t *testing.T) {
	r := newFixture(t)
	if err := r.dir.Sync(); err != nil {
		t.Fatal(err)
	}
	r.disk.failOn("sync")
	if err := r.dir.Sync(); err != nil {
		t.Errorf("there was nothing to sync: %v", err)
	}
	write(t, r.tables, "1", "one")
	want := held(t, r.tables)
	if err := r.dir.Sync(); !errors.Is(err, errDisk) {
		t.Errorf("got %v", err)
	}
	r.disk.failOn()
	r.refused(errDisk)
	r.unchanged(want)
	r.restart()
	r.unchanged(want)
	write(t, r.tables, "2", "two")
}

// TestClosed: nothing is written after Close.
func TestClosed(t *testing.T) {
	r := newFixture(t)
	before := r.content()
	closed(t, r.dir)
	if status, _ := do(r.tables, "POST", "/Tables", `{"TableName":"Others"}`); status != 500 {
		t.Errorf("got %d", status)
	}
	if !bytes.Equal(r.content(), before) {
		t.Error("the journal has been changed")
	}
	if _, err := r.dir.Store("another", 0); err == nil {
		t.Error("an account is opened after Close")
	}
	r.start()
}
