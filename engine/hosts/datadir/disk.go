package datadir

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// disk is the file system as the package uses it. Tests replace it with one that fails.
type disk interface {
	Open(path string) (file, error)   // an existing file
	Create(path string) (file, error) // an empty file, replacing what is there
	Rename(from, to string) error
	Remove(path string) error // no error if there is no file
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

// osDisk is the disk of the operating system. Only the owner can read the files, which may be private.
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
