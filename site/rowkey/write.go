//go:build !nosite

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rowkey/rowkey/site/assets"
)

// write replaces the contents of a folder by the site. If keep, files whose content never changes
// stay.
func write(folder string, files map[string][]byte, keep bool) error {
	if err := safeToReplace(folder); err != nil {
		return err
	}
	old, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range old {
		name := entry.Name() + "/"
		if keep && (name == assets.Folder || name == assets.PinnedFolder) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	for name, body := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, body, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// safeToReplace refuses a folder that has files but wasn't written by an earlier build.
func safeToReplace(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, "_headers")); err != nil {
		return fmt.Errorf("%s has files that this command did not write; choose another folder with -out", folder)
	}
	return nil
}
