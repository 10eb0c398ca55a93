//go:build !unix

package datadir

import (
	"errors"
	"io"
)

// lock refuses: without a lock, two processes could write one journal.
func lock(string) (io.Closer, error) {
	return nil, errors.New("this system has no file locks that Rowkey knows how to take")
}
