package assets_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/assets"
)

// TestEngineAsReleased runs the examples of all guides and documents on the engine that pages load, compiled
// without inlining and rewritten by Slim: it must say what the native one says, garbage collections and all,
// or that an example takes the full engine. That one runs only the examples of two guides here, because
// wasm/browser/run.test.mjs runs all files on it.
func TestEngineAsReleased(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	const root = "../.."
	folder := t.TempDir()
	engine := filepath.Join(folder, "engine.wasm")
	releasedEngines(t, root, engine, filepath.Join(folder, "full.wasm"))
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	loader := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js")
	if err := os.Symlink(loader, filepath.Join(folder, "wasm_exec.js")); err != nil {
		t.Fatal(err)
	}
	var calls, replies, ofFull, ofFullReplies []string
	for _, pattern := range []string{"patterns/*/guide.md", "docs/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c, r := examples(t, name, string(text))
			calls, replies = append(calls, c...), append(replies, r...)
			if strings.Contains(name, "partitions-and-scale") || strings.Contains(name, "access-control") {
				ofFull, ofFullReplies = append(ofFull, c...), append(ofFullReplies, r...)
			}
		}
	}
	same := func(kind string, calls, want []string) (handedBack int) {
		// It ends before what V8 optimizes would pay.
		run := exec.Command(node, "--wasm-tiering-budget=400000000", root+"/wasm/browser/calls.mjs", kind)
		run.Env = append(os.Environ(), "ROWKEY_WASM="+engine)
		run.Stdin, run.Stderr = strings.NewReader(strings.Join(calls, "\n")), os.Stderr
		out, err := run.Output()
		got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: %v, %d replies to %d calls", kind, err, len(got), len(want))
		}
		for i := range want {
			if strings.HasPrefix(got[i], `{"full":true`) {
				handedBack++
			} else if want, got := parsed(t, want[i]), parsed(t, got[i]); !reflect.DeepEqual(want, got) {
				t.Errorf("%s: %.200s (-natively +in Node):\n%s", kind, calls[i], cmp.Diff(want, got))
			}
		}
		return handedBack
	}
	if n := same("tables", calls, replies); n == 0 || n > len(calls)/4 {
		t.Errorf("the engine of tables hands back %d of %d examples", n, len(calls))
	}
	if n := same("full", ofFull, ofFullReplies); n > 0 {
		t.Errorf("the full engine hands back %d examples", n)
	}
}

// releasedEngines puts the engine of tables and the full one into files: those of the site in the folder that
// ROWKEY_DIST names, if there is one, or new ones.
func releasedEngines(t *testing.T, root, tables, full string) {
	t.Helper()
	if dist := os.Getenv("ROWKEY_DIST"); dist != "" {
		for name, file := range map[string]string{"engine": tables, "full": full} {
			found, err := filepath.Glob(filepath.Join(dist, assets.Folder, name+"-*.wasm"))
			if err != nil || len(found) != 1 {
				t.Fatalf("%s has %d files of the %s engine (%v)", dist, len(found), name, err)
			}
			if err := os.Symlink(found[0], file); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	engines, err := assets.BuildEngines(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for file, wasm := range map[string][]byte{tables: engines.Tables, full: engines.Full} {
		if err := os.WriteFile(file, wasm, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// examples returns the calls that run the examples of a page, and the replies to them.
func examples(t *testing.T, name, text string) (calls, replies []string) {
	t.Helper()
	var page [][]any
	for _, f := range script.Fences(text) {
		var fence any = f.Text
		if f.Table != "" {
			fence = map[string]string{"table": f.Table, "text": f.Text}
		}
		if f.Apart || len(page) == 0 || f.Table != "" {
			page = append(page, nil)
		}
		page[len(page)-1] = append(page[len(page)-1], fence)
	}
	h := frame.New(full.Sandbox())
	for i := range page {
		call, err := json.Marshal(map[string]any{"op": "example", "file": name, "examples": page, "index": i})
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, string(call))
		replies = append(replies, string(h.Answer(call)))
	}
	return calls, replies
}

func parsed(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	return v
}
