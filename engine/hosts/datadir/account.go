package datadir

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/storage/journal"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// header begins every journal. Its number changes when the format of records or of their content does. The
// records of version 1 have no numbers, and can be followed by some that have.
const (
	header    = "rowkey journal 2\n"
	oldHeader = "rowkey journal 1\n"
)

// account is one account and its journal.
type account struct {
	disk    disk
	path    string
	slack   int64
	store   *store.Store
	log     journal.Log
	reserve *reserve
	compact func(*account) // requests a compaction; calling it again before that is fine

	mu      sync.Mutex
	file    file
	size    int64 // of the header and complete records
	retry   int64 // after a failed compaction, the size at which to try again
	torn    bool  // part of a record may follow after size
	dirty   bool  // the file has changed since its last sync
	renamed bool  // the folder has changed since its last sync
	failed  error // if set, no write is possible any more, for this reason
}

// open replays the journal into its store, or begins a journal. cut describes what it cut off, if anything.
func (a *account) open() (cut *journal.Damage, err error) {
	a.file, err = a.disk.Open(a.path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := a.disk.Remove(a.draft()); err != nil {
			return nil, err
		}
		return nil, errors.Join(a.rewrite(), a.sync())
	}
	if err == nil {
		err = errors.Join(a.same(a.file), a.disk.Remove(a.draft()))
	}
	if err != nil {
		if a.file != nil {
			_ = a.file.Close()
		}
		return nil, err
	}
	content, err := newContent(a.file)
	if err == nil {
		cut, err = a.replay(content)
	}
	if err != nil {
		_ = a.file.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(a.path), err)
	}
	a.dirty = true // the process that wrote it may have been killed before a sync
	return cut, nil
}

// content is what is in a journal.
type content struct {
	*bufio.Reader
	file *io.LimitedReader
}

func newContent(f file) (content, error) {
	info, err := f.Stat()
	if err != nil {
		return content{}, err
	}
	rest := &io.LimitedReader{R: f, N: info.Size()}
	return content{bufio.NewReaderSize(rest, 1<<16), rest}, nil
}

// Len returns how many bytes are left.
func (c content) Len() int { return c.Buffered() + int(c.file.N) }

func (a *account) replay(content content) (cut *journal.Damage, err error) {
	begin, err := io.ReadAll(io.LimitReader(content, int64(len(header))))
	if err != nil {
		return nil, err
	}
	if begin := string(begin); begin != header && begin != oldHeader {
		return nil, errors.New("it isn't a journal that this version of Rowkey can read")
	}
	size, err := a.log.Replay(a.store, content)
	a.size = int64(len(header)) + size
	cut, damaged := errors.AsType[*journal.Damage](err)
	if !damaged {
		return nil, err
	}
	cut.Offset += int64(len(header))
	if !cut.Torn() {
		cut.Next += int64(len(header))
		return nil, err
	}
	return cut, a.file.Truncate(a.size)
}

// append writes a record at the end of the file. If that fails, it restores the file.
func (a *account) append(record iter.Seq[[]byte]) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed != nil {
		return a.failed
	}
	err := a.write(record)
	if isFull(err) && a.log.Frees() && a.reserve.spend() {
		err = a.write(record)
	}
	if isFull(err) {
		err = fmt.Errorf("%w: %w", err, fault.NoSpace())
	}
	if err != nil {
		return errors.Join(fmt.Errorf("a write was refused: %w", err), a.trim())
	}
	a.dirty = true
	if a.long() {
		a.compact(a)
	}
	return nil
}

// write writes a record at the end of the file, after what a failed write may have left is removed.
func (a *account) write(record iter.Seq[[]byte]) error {
	if err := a.trim(); err != nil {
		return err
	}
	if a.reserve.isSpent() && !a.log.Frees() {
		return syscall.ENOSPC
	}
	end := a.size
	for part := range record {
		if _, err := a.file.WriteAt(part, end); err != nil {
			a.torn = true
			return pathless(err)
		}
		end += int64(len(part))
	}
	a.size = end
	return nil
}

// long reports whether the journal should be compacted: also when the disk is full, if a new one fits.
func (a *account) long() bool {
	used := a.store.Used()
	return a.size > max(2*used+a.slack, a.retry) ||
		a.reserve.isSpent() && used < reserveSize && a.size > 2*used+1<<10
}

// trim removes what a failed write may have left.
func (a *account) trim() error {
	if !a.torn {
		return nil
	}
	if err := a.file.Truncate(a.size); err != nil {
		return err
	}
	a.torn = false
	return nil
}

// pathless removes the path from an error, because the file may have been renamed since it was opened.
func pathless(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// sync makes durable what has been written. If it fails, the content of the disk is unknown, so the account
// refuses all further writes. Never run it concurrently with rewrite.
func (a *account) sync() error {
	a.mu.Lock()
	file, dirty, renamed, failed := a.file, a.dirty, a.renamed, a.failed
	a.dirty, a.renamed = false, false
	a.mu.Unlock()
	var err error
	if dirty {
		err = file.Sync()
	}
	if renamed {
		err = errors.Join(err, a.disk.SyncFolder(filepath.Dir(a.path)))
	}
	if err != nil {
		err = fmt.Errorf("what was written may not be on the disk, so nothing more is: %w", pathless(err))
	} else if failed == nil {
		err = a.same(file)
	}
	if err != nil {
		a.mu.Lock()
		a.failed = err
		a.mu.Unlock()
	}
	return err
}

// same returns an error unless the journal's path still leads to a file. Someone may have removed the folder
// or put a copy in the journal's place: what is written to the old file is then gone when it's closed.
func (a *account) same(open file) error {
	there, err := a.disk.Stat(a.path)
	if err == nil {
		var here fs.FileInfo
		if here, err = open.Stat(); err == nil && os.SameFile(here, there) {
			return nil
		}
	}
	return fmt.Errorf("the journal was removed or replaced, so nothing more is written: %w",
		cmp.Or(pathless(err), errReplaced))
}

var errReplaced = errors.New("another file has its name")

// shrink compacts the journal, unless that was done after it was requested.
func (a *account) shrink() error {
	a.mu.Lock()
	long := a.failed == nil && a.long()
	a.mu.Unlock()
	if !long {
		return nil
	}
	if err := a.rewrite(); err != nil {
		return err
	}
	return a.sync()
}

// rewrite writes a new journal with the content of the account and replaces the old one. At any moment one
// of the two has the name. Writes to the account wait until it's done.
func (a *account) rewrite() error {
	return a.log.Snapshot(a.store, func(records iter.Seq[[]byte]) error {
		draft, size, err := a.writeDraft(records)
		a.mu.Lock()
		defer a.mu.Unlock()
		if err == nil {
			a.file, err = a.disk.Replace(a.file, draft, a.draft(), a.path)
		} else if draft != nil {
			_ = draft.Close()
		}
		if err != nil {
			a.retry = a.size + a.slack
			err = errors.Join(fmt.Errorf("compact: %w", err), a.disk.Remove(a.draft()))
			if a.file == nil {
				a.failed = fmt.Errorf("the journal can't be opened again, so nothing more is written: %w", err)
				a.dirty = false
			}
			return err
		}
		a.size, a.retry = size, 0
		a.torn, a.dirty, a.renamed = false, false, true
		a.reserve.fill()
		return nil
	})
}

// draft is the path of a new journal until it's complete.
func (a *account) draft() string { return a.path + ".new" }

func (a *account) writeDraft(records iter.Seq[[]byte]) (f file, size int64, err error) {
	if f, err = a.disk.Create(a.draft()); err != nil {
		return nil, 0, err
	}
	write := func(data []byte) bool {
		_, err = f.WriteAt(data, size)
		size += int64(len(data))
		return err == nil
	}
	if write([]byte(header)) {
		for record := range records {
			if !write(record) {
				break
			}
		}
	}
	if err == nil {
		err = f.Sync()
	}
	return f, size, err
}

// close syncs and closes the file. It makes further writes fail.
func (a *account) close() error {
	err := a.sync()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed = errClosed
	if a.file != nil {
		err = errors.Join(err, a.file.Close())
	}
	return err
}
