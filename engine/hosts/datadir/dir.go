package datadir

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine/internal/storage/journal"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// ErrInUse says that another process serves the folder.
var ErrInUse = errors.New("the data folder is in use")

var errClosed = errors.New("the data folder has been closed")

// syncEvery is the time after which what was written is durable.
const syncEvery = time.Second

// defaultSlack lets small accounts alone: replaying so much takes a few hundredths of a second.
const defaultSlack = 4 << 20

// Options are what a Dir takes from its host.
type Options struct {
	// Report is told what happens besides requests, or to several of them: what was cut off a
	// journal, and which write, sync or compaction failed and why. It may be called at several places
	// at once, and must not call a store. nil tells no one.
	Report func(error)

	// Slack is the size up to which a journal is never compacted. Above it, that happens when the
	// journal is twice as long as what it holds, and Slack more. 0 means 4 MiB.
	Slack int64
}

// Dir is a folder of accounts that this process has to itself.
type Dir struct {
	path    string
	options Options
	disk    disk
	lock    io.Closer

	mu       sync.Mutex
	accounts []*account

	full  chan *account // wait for a compaction
	stop  chan struct{}
	done  chan struct{}
	close func() error
}

// Open takes a folder, which is made when there is none, for this process. It fails with ErrInUse when
// another one has it.
func Open(path string, o Options) (*Dir, error) {
	return openOn(osDisk{}, time.Tick(syncEvery), path, o)
}

func openOn(disk disk, tick <-chan time.Time, path string, o Options) (*Dir, error) {
	if o.Report == nil {
		o.Report = func(error) {}
	}
	if o.Slack == 0 {
		o.Slack = defaultSlack
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	lock, err := lock(filepath.Join(path, "lock"))
	if err != nil {
		return nil, fmt.Errorf("data folder %s: %w", path, err)
	}
	d := &Dir{
		path: path, options: o, disk: disk, lock: lock,
		full: make(chan *account, 1), stop: make(chan struct{}), done: make(chan struct{}),
	}
	d.close = sync.OnceValue(d.end)
	go d.maintain(tick)
	return d, nil
}

// Store opens what an account keeps as its journal left it, or begins one. limit is as for store.Open.
// The store is closed with the Dir.
func (d *Dir) Store(name string, limit int64) (*store.Store, error) {
	if !safeName(name) {
		return nil, fmt.Errorf("account %q: a name has 1 to 63 lower-case letters, digits and hyphens", name)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	a := &account{
		disk: d.disk, path: filepath.Join(d.path, name+".journal"),
		slack: d.options.Slack, compact: d.enqueue,
	}
	for _, other := range d.accounts {
		if other.path == a.path {
			return nil, fmt.Errorf("account %s is open already", name)
		}
	}
	var err error
	if a.store, err = store.Open(store.Options{Limit: limit}); err != nil {
		return nil, err
	}
	cut, err := a.open()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("account %s: %w", name, err), a.store.Close())
	}
	journal.Keep(a.store, func(record []byte) error {
		err := a.append(record)
		d.report(a, err)
		return err
	})
	if cut != nil {
		d.report(a, fmt.Errorf("%w; they are cut off", cut))
	}
	d.accounts = append(d.accounts, a)
	return a.store, nil
}

// safeName lets through what names a file everywhere. The service's own names have 3 to 24 letters and
// digits, those of emulators hyphens, too.
func safeName(account string) bool {
	for _, c := range account {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return 1 <= len(account) && len(account) <= 63 && account[0] != '-'
}

// Close makes everything durable, closes the stores and gives the folder back. To close it again does
// nothing.
func (d *Dir) Close() error { return d.close() }

func (d *Dir) end() error {
	close(d.stop)
	<-d.done
	d.mu.Lock()
	defer d.mu.Unlock()
	var problems []error
	for _, a := range d.accounts {
		problems = append(problems, a.close(), a.store.Close())
	}
	return errors.Join(append(problems, d.lock.Close())...)
}

// maintain syncs and compacts journals until the Dir is closed.
func (d *Dir) maintain(tick <-chan time.Time) {
	defer close(d.done)
	for {
		select {
		case <-d.stop:
			return
		case <-tick:
			d.mu.Lock()
			accounts := d.accounts
			d.mu.Unlock()
			for _, a := range accounts {
				d.report(a, a.sync())
			}
		case a := <-d.full:
			d.report(a, a.shrink())
		}
	}
}

// enqueue asks for a compaction. When others wait, the next write will ask again.
func (d *Dir) enqueue(a *account) {
	select {
	case d.full <- a:
	default:
	}
}

func (d *Dir) report(a *account, err error) {
	if err != nil {
		d.options.Report(fmt.Errorf("%s: %w", filepath.Base(a.path), err))
	}
}
