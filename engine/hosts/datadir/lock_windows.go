package datadir

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// lock locks a folder for this process. The system unlocks it when the process ends, no matter how.
func lock(path string) (io.Closer, error) { return openAlone(path, os.O_RDWR|os.O_CREATE) }

// openLocked opens a journal for this process alone.
func openLocked(path string, flags int) (file, error) {
	f, err := openAlone(path, flags)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// openAlone opens a file that others can read or rename meanwhile, but not write.
func openAlone(path string, flags int) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	how := uint32(syscall.OPEN_EXISTING)
	if flags&os.O_CREATE != 0 {
		how = syscall.OPEN_ALWAYS
	}
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE,
		syscall.FILE_SHARE_READ|syscall.FILE_SHARE_DELETE, nil, how, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	const sharingViolation = syscall.Errno(32)
	switch {
	case errors.Is(err, sharingViolation):
		return nil, ErrInUse
	case err != nil:
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(handle), path), nil
}
