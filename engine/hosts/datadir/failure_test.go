//go:build !js

package datadir_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

var errDisk = errors.New("the disk is broken")

// brittle is a disk that counts what is done to it and asks before each step whether it works. It
// spares the real disk the syncs.
type brittle struct {
	datadir.Disk
	short int // bytes that a write gets done before it fails

	mu    sync.Mutex
	steps []string
	works func(n int, step string) bool
}

func newBrittle() *brittle {
	return &brittle{Disk: datadir.OSDisk(), works: func(int, string) bool { return true }}
}

// failAt lets the step with a number fail; and then, if it dies, everything.
func (b *brittle) failAt(n int, dies bool) {
	b.from(func(at int, _ string) bool { return at != n && (!dies || at < n) })
}

// failOn lets every step of these names fail.
func (b *brittle) failOn(steps ...string) {
	b.from(func(_ int, step string) bool { return !slices.Contains(steps, step) })
}

// from starts counting anew.
func (b *brittle) from(works func(int, string) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.steps, b.works = nil, works
}

func (b *brittle) step(name string) error {
	b.mu.Lock()
	n, works := len(b.steps), b.works
	b.steps = append(b.steps, name)
	b.mu.Unlock()
	if !works(n, name) {
		return errDisk
	}
	return nil
}

func (b *brittle) Open(path string) (datadir.File, error) {
	f, err := b.Disk.Open(path)
	return brittleFile{f, b}, err
}

func (b *brittle) Create(path string) (datadir.File, error) {
	if err := b.step("create"); err != nil {
		return nil, err
	}
	f, err := b.Disk.Create(path)
	return brittleFile{f, b}, err
}

func (b *brittle) Rename(from, to string) error {
	if err := b.step("rename"); err != nil {
		return err
	}
	return b.Disk.Rename(from, to)
}

func (b *brittle) Remove(path string) error {
	if err := b.step("remove"); err != nil {
		return err
	}
	return b.Disk.Remove(path)
}

func (b *brittle) SyncFolder(string) error { return b.step("sync folder") }

type brittleFile struct {
	datadir.File
	disk *brittle
}

func (f brittleFile) WriteAt(data []byte, at int64) (int, error) {
	if err := f.disk.step("write"); err != nil {
		n, _ := f.File.WriteAt(data[:min(f.disk.short, len(data))], at)
		return n, err
	}
	return f.File.WriteAt(data, at)
}

func (f brittleFile) Truncate(size int64) error {
	if err := f.disk.step("truncate"); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

func (f brittleFile) Sync() error { return f.disk.step("sync") }

// rig is an account on a brittle disk.
type rig struct {
	*testing.T
	path   string
	disk   *brittle
	told   reports
	dir    *datadir.Dir
	tables *engine.Engine
}

// newRig returns an account with a table.
func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{T: t, path: t.TempDir()}
	r.start()
	createTable(t, r.tables)
	t.Cleanup(func() { _ = r.dir.Close() })
	return r
}

func (r *rig) start() {
	r.Helper()
	r.disk = newBrittle()
	var err error
	if r.dir, err = datadir.OpenOn(r.disk, r.path, datadir.Options{Report: r.told.add}); err != nil {
		r.Fatal(err)
	}
	r.tables = account(r.T, r.dir, options(9))
}

// restart ends the account, as far as its disk lets it, and opens it again on one that works.
func (r *rig) restart() {
	r.Helper()
	_ = r.dir.Close()
	r.told.take()
	r.start()
}

func (r *rig) file() string { return filepath.Join(r.path, enginetest.Account+".journal") }

func (r *rig) content() []byte {
	r.Helper()
	data, err := os.ReadFile(r.file())
	if err != nil {
		r.Fatal(err)
	}
	return data
}

// refused makes sure that a write fails and is reported.
func (r *rig) refused(reason error) {
	r.Helper()
	status, response := do(r.tables, "PUT", "/Things(PartitionKey='p',RowKey='refused')", `{"T":"x"}`)
	if status != 500 || !strings.Contains(string(response.Body), "InternalError") {
		r.Errorf("got %d: %s", status, response.Body)
	}
	if told := r.told.take(); len(told) != 1 || !strings.Contains(told[0], reason.Error()) {
		r.Errorf("reported: %q", told)
	}
}

// unchanged makes sure that the account holds what it held.
func (r *rig) unchanged(want string) {
	r.Helper()
	if got := held(r.T, r.tables); got != want {
		r.Errorf("it holds %s, want %s", got, want)
	}
}

// TestShortWrites fails a write after every possible number of bytes: the request fails, the account
// goes on, and what it keeps is what it answered.
func TestShortWrites(t *testing.T) {
	r := newRig(t)
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
		if told := r.told.take(); told != nil {
			t.Errorf("%d bytes: %q", short, told)
		}
	}
}

// TestTornTail ends the process after every possible number of bytes of a write. The next one drops
// what was not answered, says so, and leaves nothing of it behind.
func TestTornTail(t *testing.T) {
	r := newRig(t)
	write(t, r.tables, "kept", "1")
	want, whole := held(t, r.tables), len(r.content())
	write(t, r.tables, "refused", "x")
	record := r.content()[whole:]
	remove(t, r.tables, "refused")
	r.restart()
	whole = len(r.content())
	for short := 1; short < len(record); short++ {
		r.disk.short = short
		r.disk.failOn("write", "truncate")
		r.refused(errDisk)
		_ = r.dir.Close()
		if got := len(r.content()); got != whole+short {
			t.Fatalf("the file has %d bytes, want %d", got, whole+short)
		}
		r.start()
		told := r.told.take()
		begin := fmt.Sprintf("%s.journal: the last %d bytes, from byte %d, are no whole record: ",
			enginetest.Account, short, whole)
		if len(told) != 1 || !strings.HasPrefix(told[0], begin) || !strings.HasSuffix(told[0], "; they are cut off") {
			t.Errorf("reported: %q", told)
		}
		if got := len(r.content()); got != whole {
			t.Errorf("the file has %d bytes, want %d", got, whole)
		}
		r.unchanged(want)
	}
}

// TestDamaged: a journal that cannot be read to its end is refused, and left as it is.
func TestDamaged(t *testing.T) {
	r := newRig(t)
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
	for want, content := range map[string][]byte{
		"devstoreaccount1.journal: corrupt at byte 17: a record's checksum is wrong; whole records follow from byte 33": middle,
		"devstoreaccount1.journal: it is no journal that this version of Rowkey can read":                               []byte("rowkey journal 2\n"),
		"account devstoreaccount1: devstoreaccount1.journal: it is no journal":                                          nil,
	} {
		if err := os.WriteFile(r.file(), content, 0o600); err != nil {
			t.Fatal(err)
		}
		refuse(want)
		if !bytes.Equal(r.content(), content) {
			t.Error("the journal has been changed")
		}
	}
	if err := errors.Join(os.Remove(r.file()), os.Mkdir(r.file(), 0o700)); err != nil {
		t.Fatal(err)
	}
	refuse("is a directory")
	if _, err := datadir.Open(filepath.Join(r.path, "lock"), datadir.Options{}); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// TestCompaction: many writes to few entities do not make the journal long.
func TestCompaction(t *testing.T) {
	disk := newBrittle()
	renamed := make(chan bool, 100)
	disk.works = func(_ int, step string) bool {
		if step == "sync folder" {
			renamed <- true
		}
		return true
	}
	path := t.TempDir()
	var told reports
	d, err := datadir.OpenOn(disk, path, datadir.Options{Report: told.add, Slack: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	e := account(t, d, options(9))
	<-renamed // the new journal
	createTable(t, e)
	waits, longest := 0, int64(0)
	for i := range 600 {
		write(t, e, fmt.Sprint(i%5), strings.Repeat("x", 100))
		info, err := os.Stat(filepath.Join(path, enginetest.Account+".journal"))
		if err != nil {
			t.Fatal(err)
		}
		if longest = max(longest, info.Size()); info.Size() > 12_000 {
			<-renamed
			waits++
		}
	}
	want := held(t, e)
	closed(t, d)
	if compactions := waits + len(renamed); compactions < 3 || longest > 14_000 {
		t.Errorf("%d compactions, and the journal had up to %d bytes", compactions, longest)
	}
	d = open(t, path, datadir.Options{Report: told.add})
	defer closed(t, d)
	if got := held(t, account(t, d, options(9))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if told := told.take(); told != nil {
		t.Errorf("reported: %q", told)
	}
}

// TestCompactionInterrupted fails each step of a compaction, once or with the whole process. Nothing
// that was answered is lost, and nothing of the attempt stays.
func TestCompactionInterrupted(t *testing.T) {
	r := newRig(t)
	for i := range 10 {
		write(t, r.tables, fmt.Sprint(i%3), fmt.Sprint(i))
	}
	if err := r.dir.Compact(); err != nil {
		t.Fatal(err)
	}
	r.restart()
	r.disk.failOn()
	if err := r.dir.Compact(); err != nil {
		t.Fatal(err)
	}
	steps := r.disk.steps
	if want := []string{"create", "write", "write", "sync", "rename", "sync folder"}; !slices.Equal(steps, want) {
		t.Fatalf("a compaction takes the steps %q, want %q", steps, want)
	}
	for n, step := range steps {
		for _, dies := range []bool{false, true} {
			write(t, r.tables, "0", fmt.Sprint(n, dies))
			r.disk.short = 10
			r.disk.failAt(n, dies)
			if err := r.dir.Compact(); !errors.Is(err, errDisk) {
				t.Fatalf("%s: got %v", step, err)
			}
			want := held(t, r.tables)
			if dies || step == "sync folder" {
				r.refused(errDisk)
			} else {
				write(t, r.tables, "1", fmt.Sprint(n))
				want = held(t, r.tables)
			}
			r.unchanged(want)
			r.restart()
			r.told.take() // the process may have died within the refused write
			r.unchanged(want)
			if files, _ := filepath.Glob(filepath.Join(r.path, "*.new")); files != nil {
				t.Errorf("%s: %q are left", step, files)
			}
		}
	}
}

// TestFailedSync: when the disk does not say that it has what was written, nothing more is written.
func TestFailedSync(t *testing.T) {
	r := newRig(t)
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

// TestClosed: nothing is written to an account whose folder has been given back.
func TestClosed(t *testing.T) {
	r := newRig(t)
	before := r.content()
	closed(t, r.dir)
	if status, _ := do(r.tables, "POST", "/Tables", `{"TableName":"Others"}`); status != 500 {
		t.Errorf("got %d", status)
	}
	if !bytes.Equal(r.content(), before) {
		t.Error("the journal has been changed")
	}
	r.start()
}
