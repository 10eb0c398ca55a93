package datadir

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// lock locks a folder for this process, whose number it writes into the file. The lock of a folder isn't
// enough, because somebody may remove its file: so each journal is locked, too.
func lock(path string) (io.Closer, error) {
	f, err := openLocked(path, os.O_RDWR|os.O_CREATE)
	if errors.Is(err, ErrInUse) {
		return nil, fmt.Errorf("%w: process %s has it", ErrInUse, holder(path))
	}
	if err != nil {
		return nil, err
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = f.WriteAt(fmt.Appendln(nil, os.Getpid()), 0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// holder returns what the process that has a lock wrote into its file.
func holder(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "?"
	}
	defer func() { _ = f.Close() }()
	pid, _ := io.ReadAll(io.LimitReader(f, 20))
	return strings.TrimSpace(string(pid))
}
