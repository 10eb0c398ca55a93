package datadir

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"sync"

	"github.com/rowkey/rowkey/engine/store"
)

// header begins every journal. Its number grows when the form of records, or of what they hold, does.
const header = "rowkey journal 1\n"

// journal is one account's file.
type journal struct {
	disk    disk
	path    string
	slack   int64
	store   *store.Store
	compact func(*journal) // asks for a compaction, soon; it may be asked more than once

	mu      sync.Mutex
	file    file
	size    int64 // of header and whole records
	retry   int64 // the size below which no compaction is tried again after one that failed
	torn    bool  // there may be part of a record behind size
	dirty   bool  // the file has changed since its last sync
	renamed bool  // so has the folder
	failed  error // why nothing can be written any more
}

// open replays the journal into its store, or begins one. What it cut off comes back as cut.
func (j *journal) open() (cut *store.Damage, err error) {
	if err := j.disk.Remove(j.draft()); err != nil {
		return nil, err
	}
	j.file, err = j.disk.Open(j.path)
	if errors.Is(err, errNotExist) {
		return nil, errors.Join(j.rewrite(), j.sync())
	}
	if err != nil {
		return nil, err
	}
	if cut, err = j.replay(bufio.NewReaderSize(j.file, 1<<16)); err != nil {
		_ = j.file.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(j.path), err)
	}
	return cut, nil
}

func (j *journal) replay(content io.Reader) (cut *store.Damage, err error) {
	begin := make([]byte, len(header))
	if _, err := io.ReadFull(content, begin); err != nil || !bytes.Equal(begin, []byte(header)) {
		return nil, errors.New("it is no journal that this version of Rowkey can read")
	}
	whole, err := j.store.Replay(content)
	j.size = int64(len(header)) + whole
	cut, damaged := errors.AsType[*store.Damage](err)
	if !damaged {
		return nil, err
	}
	cut.Offset += int64(len(header))
	if !cut.Torn() {
		cut.Next += int64(len(header))
		return nil, err
	}
	return cut, errors.Join(j.file.Truncate(j.size), j.file.Sync())
}

// append writes a record at the end of the file. When it fails, the file is as it was.
func (j *journal) append(record []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil {
		return j.failed
	}
	if err := j.trim(); err != nil {
		return err
	}
	if _, err := j.file.WriteAt(record, j.size); err != nil {
		j.torn = true
		return errors.Join(err, j.trim())
	}
	j.size += int64(len(record))
	j.dirty = true
	if j.long() {
		j.compact(j)
	}
	return nil
}

// long reports whether the journal should be compacted.
func (j *journal) long() bool { return j.size > max(2*j.store.Used()+j.slack, j.retry) }

// trim takes away what a write that failed may have left.
func (j *journal) trim() error {
	if !j.torn {
		return nil
	}
	if err := j.file.Truncate(j.size); err != nil {
		return err
	}
	j.torn = false
	return nil
}

// sync makes durable what has been written. When that fails nobody knows what the disk holds, so
// nothing is written any more. It does not run beside rewrite.
func (j *journal) sync() error {
	j.mu.Lock()
	file, dirty, renamed := j.file, j.dirty, j.renamed
	j.dirty, j.renamed = false, false
	j.mu.Unlock()
	var err error
	if dirty {
		err = file.Sync()
	}
	if renamed {
		err = errors.Join(err, j.disk.SyncFolder(filepath.Dir(j.path)))
	}
	if err != nil {
		err = fmt.Errorf("what was written may not be on the disk, so nothing more is: %w", err)
		j.mu.Lock()
		j.failed = err
		j.mu.Unlock()
	}
	return err
}

// shrink compacts the journal, unless that has been done since it was asked for.
func (j *journal) shrink() error {
	j.mu.Lock()
	long := j.long()
	j.mu.Unlock()
	if !long {
		return nil
	}
	if err := j.rewrite(); err != nil {
		return err
	}
	return j.sync()
}

// rewrite makes a new journal of what the account holds and puts it in the place of the old one. At
// any moment one of the two bears the name. Nothing is appended meanwhile.
func (j *journal) rewrite() error {
	return j.store.Snapshot(func(records iter.Seq[[]byte]) error {
		f, size, err := j.writeDraft(records)
		if err == nil {
			err = j.disk.Rename(j.draft(), j.path)
		}
		j.mu.Lock()
		defer j.mu.Unlock()
		if err != nil {
			j.retry = j.size + j.slack
			if f != nil {
				_ = f.Close()
			}
			return errors.Join(fmt.Errorf("compact: %w", err), j.disk.Remove(j.draft()))
		}
		if j.file != nil {
			_ = j.file.Close() // nothing of it is needed any more
		}
		j.file, j.size, j.retry = f, size, 0
		j.torn, j.dirty, j.renamed = false, false, true
		return nil
	})
}

// draft is where a new journal is written until it is whole.
func (j *journal) draft() string { return j.path + ".new" }

func (j *journal) writeDraft(records iter.Seq[[]byte]) (f file, size int64, err error) {
	if f, err = j.disk.Create(j.draft()); err != nil {
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

// close syncs and closes the file. What is written afterwards is refused.
func (j *journal) close() error {
	err := j.sync()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.failed = errClosed
	return errors.Join(err, j.file.Close())
}
