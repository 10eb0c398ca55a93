package assets_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/sandbox"
	"github.com/rowkey/rowkey/engine/sandbox/whole"
	"github.com/rowkey/rowkey/engine/script"
	"github.com/rowkey/rowkey/site/assets"
)

// TestEngineAsReleased runs the guides on the engine that pages load, compiled without inlining and
// rewritten by Slim: it must say what the native one says, garbage collections and all.
func TestEngineAsReleased(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	const root = "../.."
	folder := t.TempDir()
	engines, err := assets.BuildEngines(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	engine := filepath.Join(folder, "engine.wasm")
	if err := os.WriteFile(engine, engines.Tables, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "whole.wasm"), engines.Whole, 0o600); err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	loader := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js")
	if err := os.Symlink(loader, filepath.Join(folder, "wasm_exec.js")); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(root + "/patterns/*/guide.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d guides: %v", len(names), err)
	}
	var files []sandbox.File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, sandbox.File{Name: name, Text: string(text)})
	}
	want, _ := whole.Run(files).Output(script.JSON)
	run := exec.Command(node, append([]string{root + "/wasm/browser/run.mjs", "--json"}, names...)...)
	run.Env = append(os.Environ(), "ROWKEY_WASM="+engine)
	run.Stderr = os.Stderr
	if got, err := run.Output(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v; %d bytes, natively %d", err, len(got), len(want))
	}
}
