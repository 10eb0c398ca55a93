package kept

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

// Folder is where things are kept, or "" to keep nothing.
type Folder string

// Get returns what make makes from something, and calls make only if that isn't there yet. The form names
// the way it's made, and is its file's extension.
func (f Folder) Get(from []byte, form string, make func() ([]byte, error)) ([]byte, error) {
	if f == "" {
		return make()
	}
	file := filepath.Join(string(f), fmt.Sprintf("%x.%s", sha256.Sum256(from), form))
	if body, err := os.ReadFile(file); err == nil {
		return body, nil
	}
	body, err := make()
	if err != nil {
		return nil, err
	}
	return body, writeWhole(file, body)
}

// writeWhole writes a file so that no other build ever reads half of it.
func writeWhole(file string, body []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(file), "part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(body)
	if closeErr := part.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(part.Name(), file)
	}
	return err
}
