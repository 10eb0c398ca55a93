package datadir

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// disk is what the package does to files besides reading and writing them. Tests let it fail.
type disk interface {
	Open(path string) (file, error)   // one that exists
	Create(path string) (file, error) // a new one, in place of what is there
	Rename(from, to string) error
	Remove(path string) error // no error when there is none
	SyncFolder(path string) error
}

// file is an open journal.
type file interface {
	io.Reader
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

// osDisk is the disk of the operating system. What is kept may be private: only the owner reads it.
type osDisk struct{}

func (osDisk) Open(path string) (file, error) { return os.OpenFile(path, os.O_RDWR, 0) }

func (osDisk) Create(path string) (file, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
}

func (osDisk) Rename(from, to string) error { return os.Rename(from, to) }

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
	return errors.Join(folder.Sync(), folder.Close())
}
