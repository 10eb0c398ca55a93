//go:build unix

package datadir

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// lock locks a folder for this process. The system unlocks it when the file is closed or the process ends,
// no matter how.
func lock(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = flock(f)
	if errors.Is(err, ErrInUse) {
		holder, _ := io.ReadAll(io.LimitReader(f, 20))
		err = fmt.Errorf("%w: process %s has it", ErrInUse, strings.TrimSpace(string(holder)))
	}
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// openLocked opens a journal for this process alone. The lock of the folder isn't enough: somebody may have
// removed its file.
func openLocked(path string, flags int) (file, error) {
	f, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := flock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func flock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
