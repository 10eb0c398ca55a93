package assets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// flagsFile lists how the engine is compiled for a page. wasm/browser/engine.mjs reads it too, so
// that either finds what the other has built.
//
// What is inlined makes WebAssembly larger and hardly faster, except where entities and strings are
// walked over: without it in Go's runtime the engine takes a third longer, and without it in the
// others a ninth.
const flagsFile = "wasm/browser/flags.json"

// Engines are the engine's programs for browsers.
type Engines struct {
	Tables []byte // accounts of tables alone
	Full   []byte // queues, blobs and signatures as well
	Design []byte // the design workbench, with accounts of tables

	Works map[string]string // what others wrote of them: folders by name
}

// programs are the packages of the engines.
var programs = []string{"./wasm/browser", "./wasm/browser/full", "./wasm/browser/design"}

// BuildEngines builds the engine's programs and slims them. The linker's output is kept in the
// cache folder, where the toolchain finds it again when nothing has changed.
func BuildEngines(root, cache string) (e Engines, err error) {
	if e.Works, err = goWorks(root); err != nil {
		return e, err
	}
	if e.Tables, err = program(root, programs[0], filepath.Join(cache, "engine.wasm")); err != nil {
		return e, err
	}
	if e.Full, err = program(root, programs[1], filepath.Join(cache, "full.wasm")); err != nil {
		return e, err
	}
	e.Design, err = program(root, programs[2], filepath.Join(cache, "design.wasm"))
	return e, err
}

// program builds one program into a file and returns it slimmed.
func program(root, source, file string) ([]byte, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	flags, err := engineFlags(root)
	if err != nil {
		return nil, err
	}
	build := exec.Command("go", slices.Concat([]string{"build"}, flags, []string{"-o", file, source})...)
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

// engineFlags reads how the engine is compiled.
func engineFlags(root string) (flags []string, err error) {
	list, err := os.ReadFile(filepath.Join(root, flagsFile))
	if err == nil {
		err = json.Unmarshal(list, &flags)
	}
	if err != nil {
		return nil, fmt.Errorf("reading how the engine is built: %w", err)
	}
	return flags, nil
}

// loader gives scripts that import wasm_exec what the toolchain brings for starting its
// WebAssembly. Names of scripts have a hash of the paths in them: this one is the same wherever the
// toolchain and the checkout lie.
func loader(root string) (api.Plugin, error) {
	query := exec.Command("go", "env", "GOROOT")
	query.Dir = root
	goroot, err := output(query)
	if err != nil {
		return api.Plugin{}, fmt.Errorf("finding the Go toolchain: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return api.Plugin{}, fmt.Errorf("reading the loader of the Go toolchain: %w", err)
	}
	code := string(script)
	return api.Plugin{Name: "loader", Setup: func(build api.PluginBuild) {
		const name = "wasm_exec"
		build.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"},
			func(api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: name, Namespace: "go"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: "^" + name + "$", Namespace: "go"},
			func(api.OnLoadArgs) (api.OnLoadResult, error) {
				return api.OnLoadResult{Contents: &code}, nil
			})
	}}, nil
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
