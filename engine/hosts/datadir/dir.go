package datadir

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// ErrInUse says that another process serves the folder.
var ErrInUse = errors.New("the data folder is in use")

var errClosed = errors.New("the data folder has been closed")

// syncEvery is the interval at which journals are synced.
const syncEvery = time.Second

// defaultSlack keeps small journals from being compacted. Replaying one takes a few hundredths of a second.
const defaultSlack = 4 << 20

// Options configure a Dir.
type Options struct {
	// Report is called with what goes wrong: what was cut off from a journal, and which write, sync or
	// compaction failed and why. It can be called concurrently, and can't use a store. It can be nil.
	Report func(error)

	// Slack is how many bytes a journal can be longer than twice its content before it is compacted.
	// 0 means 4 MiB.
	Slack int64
}

// Dir is a folder of accounts that only this process uses.
type Dir struct {
	path    string
	options Options
	disk    disk
	lock    io.Closer
	reserve reserve

	mu       sync.Mutex
	accounts []*account
	closed   bool

	full  chan *account // accounts that wait for a compaction
	stop  chan struct{}
	done  chan struct{}
	close func() error
}

// Open locks a folder for this process, and creates it if it doesn't exist. It fails with ErrInUse if
// another process has it.
func Open(path string, o Options) (*Dir, error) {
	return openOn(system, time.Tick(syncEvery), path, o)
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
	for _, own := range [...]string{"lock", "reserve"} {
		if err := regular(filepath.Join(path, own)); err != nil {
			return nil, fmt.Errorf("data folder %s: %w", path, err)
		}
	}
	lock, err := lock(filepath.Join(path, "lock"))
	if err != nil {
		return nil, fmt.Errorf("data folder %s: %w", path, err)
	}
	d := &Dir{
		path: path, options: o, disk: disk, lock: lock, reserve: reserve{path: filepath.Join(path, "reserve")},
		full: make(chan *account, 1), stop: make(chan struct{}), done: make(chan struct{}),
	}
	d.reserve.fill()
	d.close = sync.OnceValue(d.end)
	go d.maintain(tick)
	return d, nil
}

// regular returns an error for what is there and isn't a file. Folders come from others, too: what's written
// to a link in one would be written over a file that it leads to.
func regular(path string) error {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s isn't a regular file", filepath.Base(path))
	}
	return nil // if it can't be read, opening it will say why
}

// Store opens the store of an account with the content of its journal, or begins a journal. limit is as in
// store.Options. Close closes the store; after that, Store fails.
func (d *Dir) Store(name string, limit int64) (*store.Store, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, fmt.Errorf("account %s: %w", name, errClosed)
	}
	a := &account{
		disk: d.disk, path: filepath.Join(d.path, name+".journal"),
		slack: d.options.Slack, compact: d.enqueue, reserve: &d.reserve,
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
	a.log.Keep(a.store, func(record iter.Seq[[]byte]) error {
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

// devices are names that Windows takes for devices, whatever their ending. Others are com0 to lpt9.
var devices = [...]string{"con", "prn", "aux", "nul"}

// CheckName returns an error unless an account can have this name, which has to be a valid file name on every
// system. Account names of the service have 3 to 24 letters and digits; emulators also allow hyphens.
func CheckName(account string) error {
	strange := strings.ContainsFunc(account, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-'
	})
	if strange || account == "" || len(account) > 63 || account[0] == '-' {
		return fmt.Errorf("account %q: a name has 1 to 63 lower-case letters, digits and hyphens, and begins "+
			"with a letter or digit", account)
	}
	if stem := strings.TrimRight(account, "0123456789"); slices.Contains(devices[:], account) ||
		(stem == "com" || stem == "lpt") && len(account) == 4 {
		return fmt.Errorf("account %q: on Windows no file can have this name", account)
	}
	return nil
}

// Close makes everything durable, closes the stores and unlocks the folder. Calling it again does nothing.
func (d *Dir) Close() error { return d.close() }

func (d *Dir) end() error {
	close(d.stop)
	<-d.done
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
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
				d.report(a, a.shrink()) // a large delete counts only once it's done, after its record
			}
			if d.reserve.isSpent() {
				d.reserve.fill() // there may be space again
			}
		case a := <-d.full:
			d.report(a, a.shrink())
		}
	}
}

// enqueue requests a compaction. If another account is waiting, it does nothing, and the next write to the
// account will request one again.
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
