package datadir_test

import (
	"cmp"
	"errors"
	"slices"
	"sync"

	"github.com/rowkey/rowkey/engine/hosts/datadir"
)

var errDisk = errors.New("the disk is broken")

// faultyDisk is a disk that records each step and asks before it whether it works. It never syncs the
// real disk.
type faultyDisk struct {
	datadir.Disk
	short int   // bytes that a failing write still writes
	fails error // in place of errDisk

	mu    sync.Mutex
	steps []string
	works func(n int, step string) bool
}

func newFaultyDisk(disk datadir.Disk) *faultyDisk {
	return &faultyDisk{Disk: disk, works: func(int, string) bool { return true }}
}

// failAt makes step n fail and, if dies is true, all steps after it.
func (b *faultyDisk) failAt(n int, dies bool) {
	b.from(func(at int, _ string) bool { return at != n && (!dies || at < n) })
}

// failOn makes every step with one of these names fail.
func (b *faultyDisk) failOn(steps ...string) {
	b.from(func(_ int, step string) bool { return !slices.Contains(steps, step) })
}

// from restarts the recording with another rule.
func (b *faultyDisk) from(works func(int, string) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.steps, b.works = nil, works
}

func (b *faultyDisk) step(name string) error {
	b.mu.Lock()
	n, works := len(b.steps), b.works
	b.steps = append(b.steps, name)
	b.mu.Unlock()
	if !works(n, name) {
		return cmp.Or(b.fails, errDisk)
	}
	return nil
}

func (b *faultyDisk) Open(path string) (datadir.File, error) {
	f, err := b.Disk.Open(path)
	if err != nil {
		return nil, err
	}
	return faultyFile{f, b}, nil
}

func (b *faultyDisk) Create(path string) (datadir.File, error) {
	if err := b.step("create"); err != nil {
		return nil, err
	}
	f, err := b.Disk.Create(path)
	return faultyFile{f, b}, err
}

// Replace fails as a rename of nothing does.
func (b *faultyDisk) Replace(journal, draft datadir.File, from, to string) (datadir.File, error) {
	failed := b.step("rename")
	if failed != nil {
		from += ".gone"
	}
	f, err := b.Disk.Replace(journal, draft, from, to)
	if _, faulty := f.(faultyFile); f != nil && !faulty {
		f = faultyFile{f, b}
	}
	return f, errors.Join(failed, err)
}

func (b *faultyDisk) Remove(path string) error {
	if err := b.step("remove"); err != nil {
		return err
	}
	return b.Disk.Remove(path)
}

func (b *faultyDisk) SyncFolder(string) error { return b.step("sync folder") }

type faultyFile struct {
	datadir.File
	disk *faultyDisk
}

func (f faultyFile) WriteAt(data []byte, at int64) (int, error) {
	if err := f.disk.step("write"); err != nil {
		n, _ := f.File.WriteAt(data[:min(f.disk.short, len(data))], at)
		return n, err
	}
	return f.File.WriteAt(data, at)
}

func (f faultyFile) Truncate(size int64) error {
	if err := f.disk.step("truncate"); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

func (f faultyFile) Sync() error { return f.disk.step("sync") }
