//go:build unix

package endpoint

import (
	"errors"
	"syscall"
)

// descriptors returns how many files and connections the process can have open.
func descriptors() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return mostConnections
	}
	return int(min(uint64(limit.Cur), 1<<20))
}

// noDescriptor reports whether a connection couldn't be accepted because too many are open.
func noDescriptor(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}
