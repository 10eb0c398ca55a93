//go:build !nosite

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// sources are the parts of the repository from which the site is built.
var sources = []string{"docs", "engine", "go.mod", "patterns", "site", "wasm"}

// look returns the files below a root from which the site is built.
func look(root string) map[string]stamp {
	files := map[string]stamp{}
	for _, part := range sources {
		// Errors are ignored: a file that disappears during the walk counts as changed.
		_ = filepath.WalkDir(filepath.Join(root, part), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if entry.IsDir() {
				if name := entry.Name(); name == "node_modules" || name == "testdata" || name == "test" {
					return fs.SkipDir
				}
				return nil
			}
			if info, err := entry.Info(); err == nil && relevant(entry.Name()) {
				name, _ := filepath.Rel(root, path)
				files[filepath.ToSlash(name)] = stamp{info.ModTime(), info.Size()}
			}
			return nil
		})
	}
	return files
}

// relevant reports whether a file isn't a test or an editor's temporary file.
func relevant(name string) bool {
	return !strings.HasPrefix(name, ".") && !strings.HasSuffix(name, "~") && !strings.HasSuffix(name, "_test.go")
}

func anyGo(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return strings.HasSuffix(name, ".go") || name == "go.mod"
	})
}

// buildSelf builds this program from the current sources and returns its path.
func buildSelf(root string) (string, error) {
	program := filepath.Join(root, ".cache", "rowkey")
	build := exec.Command("go", "build", "-o", program, "./site/rowkey")
	build.Dir = root
	build.Env = os.Environ()
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, bytes.TrimSpace(out))
	}
	return program, nil
}
