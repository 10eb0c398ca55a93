package assets_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/site/assets"
)

// TestEngineAsReleased runs guides on the engine that pages load, compiled without inlining and rewritten
// by Slim: it must say what the native one says, garbage collections and all. It runs one of a large scale
// and one that takes a full account; the tests of the pages run them all.
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
	if err := os.WriteFile(filepath.Join(folder, "full.wasm"), engines.Full, 0o600); err != nil {
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
	for _, guide := range []string{"partitions-and-scale", "access-control"} {
		name := root + "/patterns/" + guide + "/guide.md"
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := full.Run([]sandbox.File{{Name: name, Text: string(text)}}).Output(report.JSON)
		run := exec.Command(node, root+"/wasm/browser/run.mjs", "--json", name)
		run.Env = append(os.Environ(), "ROWKEY_WASM="+engine)
		run.Stderr = os.Stderr
		if got, err := run.Output(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v; %d bytes, natively %d", guide, err, len(got), len(want))
		}
	}
}
