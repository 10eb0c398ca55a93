//go:build !unix && !windows

package datadir

import "errors"

// openLocked always fails. Without a lock, two processes could write to the same journal.
func openLocked(string, int) (file, error) {
	return nil, errors.New("this system has no file locks that Rowkey knows how to take")
}
