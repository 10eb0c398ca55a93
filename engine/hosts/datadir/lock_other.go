//go:build !unix

package datadir

import (
	"errors"
	"io"
)

// lock always fails. Without a lock, two processes could write to the same journal.
func lock(string) (io.Closer, error) {
	return nil, errors.New("this system has no file locks that Rowkey knows how to take")
}
