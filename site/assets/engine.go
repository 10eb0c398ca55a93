package assets

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// small is how the engine is compiled for a page. What is inlined makes WebAssembly larger and hardly
// faster, except where entities and text are walked over: without it in Go's runtime the engine takes
// half as long again, and without it in the others a ninth.
var small = []string{
	"-gcflags=all=-l", "-gcflags=runtime/...=", "-gcflags=internal/...=",
	"-gcflags=strings=", "-gcflags=bytes=", "-gcflags=strconv=", "-gcflags=unicode/utf8=",
	"-gcflags=github.com/tidwall/...=", "-gcflags=github.com/rowkey/rowkey/engine/store=",
	"-gcflags=github.com/rowkey/rowkey/engine/keys=", "-gcflags=github.com/rowkey/rowkey/engine/table=",
	"-gcflags=github.com/rowkey/rowkey/engine/wire=",
}

// Engines are the engine's two programs for browsers.
type Engines struct {
	Tables []byte // accounts of tables alone
	Whole  []byte // queues, blobs and signatures as well
}

// BuildEngines builds the engine's programs and slims them. The linker's output is kept in the cache
// folder, where the toolchain finds it again when nothing has changed.
func BuildEngines(root, cache string) (e Engines, err error) {
	if e.Tables, err = program(root, "./wasm/browser", filepath.Join(cache, "engine.wasm")); err != nil {
		return e, err
	}
	e.Whole, err = program(root, "./wasm/browser/whole", filepath.Join(cache, "whole.wasm"))
	return e, err
}

// program builds one program into a file and returns it slimmed.
func program(root, source, file string) ([]byte, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	// The version control stamp would make two builds of one source differ.
	flags := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w"}, small...)
	build := exec.Command("go", append(flags, "-o", file, source)...)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if _, err := output(build); err != nil {
		return nil, fmt.Errorf("building the engine: %w", err)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Slim(wasm)
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
