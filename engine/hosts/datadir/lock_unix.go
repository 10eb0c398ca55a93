//go:build unix

package datadir

import (
	"errors"
	"os"
	"syscall"
)

// openLocked opens a file for this process alone. The system unlocks it when it's closed or the process
// ends, no matter how.
func openLocked(path string, flags int) (file, error) {
	f, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrInUse
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
