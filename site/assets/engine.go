package assets

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Engine builds the engine for the browser. The linker's output is kept in the cache folder, where
// the toolchain finds it again when nothing has changed.
func Engine(root, cache string) ([]byte, error) {
	file, err := filepath.Abs(filepath.Join(cache, "engine.wasm"))
	if err != nil {
		return nil, err
	}
	// The version control stamp would make two builds of one source differ.
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file, "./wasm/browser")
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if _, err := output(build); err != nil {
		return nil, fmt.Errorf("building the engine: %w", err)
	}
	return os.ReadFile(file)
}

// loader is the path of the script that the toolchain brings for starting its WebAssembly.
func loader(root string) (string, error) {
	query := exec.Command("go", "env", "GOROOT")
	query.Dir = root
	goroot, err := output(query)
	if err != nil {
		return "", fmt.Errorf("finding the Go toolchain: %w", err)
	}
	return filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "wasm_exec.js"), nil
}

// output runs a command and returns what it printed; what it complained about becomes the error.
func output(command *exec.Cmd) (string, error) {
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil && complaint.Len() > 0 {
		err = fmt.Errorf("%w\n%s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	return string(out), err
}
