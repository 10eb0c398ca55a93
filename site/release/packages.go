package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// engineFiles are what runs the engine in Node, for systems that there's no program for.
var engineFiles = []string{"engine.mjs", "host.mjs", "session.mjs", "calls.mjs"}

// packages writes the npm packages: one with the command and start, and one with a program for each system,
// which npm chooses by os and cpu. No package has a script that runs when it's installed.
func (r *release) packages() error {
	optional := map[string]string{}
	for _, p := range platforms {
		name := "@rowkey/" + p.nodeOS + "-" + p.nodeArch
		optional[name] = r.version
		if err := r.platformPackage(name, p); err != nil {
			return err
		}
	}
	manifest, err := r.read("site/npm/package.json")
	if err != nil {
		return err
	}
	var fields map[string]any
	if err := json.Unmarshal(manifest, &fields); err != nil {
		return err
	}
	fields["version"], fields["optionalDependencies"] = r.version, optional
	files, err := r.packageFiles()
	if err != nil {
		return err
	}
	return r.pack("rowkey", fields, files)
}

// packageFiles returns the files of the package with the command, and the engine below them.
func (r *release) packageFiles() (files []file, err error) {
	sources, err := filepath.Glob(filepath.Join(r.root, "site/npm/*.*"))
	if err != nil {
		return nil, err
	}
	for _, name := range append(sources, filepath.Join(r.root, "LICENSE")) {
		if base := filepath.Base(name); base == "package.json" || strings.HasSuffix(base, ".test.mjs") {
			continue
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		mode := os.FileMode(0o644)
		if filepath.Base(name) == "rowkey.mjs" {
			mode = 0o755
		}
		body = bytes.ReplaceAll(body, []byte("../../wasm/browser/"), []byte("./engine/"))
		files = append(files, file{filepath.Base(name), body, mode})
	}
	engine := filepath.Join(r.root, ".cache", "release", "engine.wasm")
	if err := r.build(engine, "./wasm/browser", "GOOS=js", "GOARCH=wasm"); err != nil {
		return nil, err
	}
	loader, err := r.loader()
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(engine)
	if err != nil {
		return nil, err
	}
	files = append(files, file{"engine/engine.wasm", program, 0o644}, file{"engine/wasm_exec.js", loader, 0o644})
	for _, name := range engineFiles {
		body, err := r.read("wasm/browser/" + name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"engine/" + name, body, 0o644})
	}
	return files, nil
}

func (r *release) platformPackage(name string, p platform) error {
	body, err := os.ReadFile(r.binary(p))
	if err != nil {
		return err
	}
	return r.pack(name, map[string]any{
		"name": name, "version": r.version, "license": "Apache-2.0",
		"description": "The program of the package rowkey for " + p.nodeOS + " on " + p.nodeArch + ".",
		"repository":  map[string]string{"type": "git", "url": "git+https://github.com/rowkey/rowkey.git"},
		"os":          []string{p.nodeOS}, "cpu": []string{p.nodeArch}, "preferUnplugged": true,
	}, []file{{p.program(), body, 0o755}})
}

// pack writes a package as npm pack does.
func (r *release) pack(name string, manifest map[string]any, files []file) error {
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	packed := []file{{"package/package.json", append(text, '\n'), 0o644}}
	for _, f := range files {
		f.name = "package/" + f.name
		packed = append(packed, f)
	}
	body, err := tarred(packed)
	if err != nil {
		return err
	}
	name = strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-")
	return r.save(fmt.Sprintf("npm/%s-%s.tgz", name, r.version), body)
}

// loader returns the script of the Go toolchain that runs its WebAssembly.
func (r *release) loader() ([]byte, error) {
	c := exec.Command("go", "env", "GOROOT")
	c.Dir = r.root
	root, err := c.Output()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}
