//go:build !unix && !windows

package datadir

import (
	"errors"
	"io"
	"os"
)

// lock always fails. Without a lock, two processes could write to the same journal.
func lock(string) (io.Closer, error) {
	return nil, errors.New("this system has no file locks that Rowkey knows how to take")
}

func openLocked(path string, flags int) (file, error) { return os.OpenFile(path, flags, 0o600) }
