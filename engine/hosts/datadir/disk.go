package datadir

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// disk is the file system as the package uses it. Tests replace it with one that fails.
type disk interface {
	Open(path string) (file, error)   // an existing file, locked for this process
	Create(path string) (file, error) // an empty file, replacing what is there, locked for this process
	Stat(path string) (fs.FileInfo, error)
	Replace(journal, draft file, from, to string) (file, error)
	Remove(path string) error // no error if there is no file
	SyncFolder(path string) error
}

// file is an open journal.
type file interface {
	io.Reader
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Stat() (fs.FileInfo, error)
	Close() error
}

// osDisk is the disk of the operating system. Only the owner can read the files, which may be private.
type osDisk struct {
	closes bool // don't rename or replace an open file: Windows can't replace one
}

var system = osDisk{closes: runtime.GOOS == "windows"}

func (osDisk) Open(path string) (file, error) { return openLocked(path, os.O_RDWR) }

// Create empties the file only when it's locked, because it may be another process's, and nothing that a link
// leads to.
func (osDisk) Create(path string) (file, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	f, err := openLocked(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(0); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (osDisk) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }

// Replace gives a draft the name of a journal, which can be nil, and returns the file that has the name now:
// the draft or, with an error, the journal. It's nil if that can't be opened again.
func (d osDisk) Replace(journal, draft file, from, to string) (file, error) {
	if !d.closes {
		if err := os.Rename(from, to); err != nil {
			return journal, errors.Join(err, draft.Close())
		}
		if journal != nil {
			_ = journal.Close() // it isn't needed any more
		}
		return draft, nil
	}
	err := draft.Close()
	if journal != nil {
		err = errors.Join(err, journal.Close())
	}
	if err == nil {
		err = os.Rename(from, to)
	}
	f, again := d.Open(to)
	return f, errors.Join(err, again)
}

func (osDisk) Remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// SyncFolder makes the names in a folder durable.
func (osDisk) SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	err = folder.Sync()
	if runtime.GOOS == "windows" {
		err = nil // it can't sync folders, and keeps names in a journal of its own
	}
	return errors.Join(err, folder.Close())
}

// isFull reports whether an error says that the disk is full.
func isFull(err error) bool {
	const handleDiskFull, diskFull = syscall.Errno(39), syscall.Errno(112) // on Windows
	if runtime.GOOS == "windows" && (errors.Is(err, handleDiskFull) || errors.Is(err, diskFull)) {
		return true
	}
	return errors.Is(err, syscall.ENOSPC)
}
