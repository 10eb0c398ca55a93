package patterns_test

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// goFence opens a Go block of a guide that imports the aztables client.
const goFence = "```go aztables\n"

// Each Go block of a guide is a file without its package clause. It compiles and is formatted.
func TestGoCompiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	o, packages := newOverlay(t), []string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split(string(text), "\n"+goFence)[1:] {
			code, _, _ := strings.Cut(part, "\n```\n")
			code += "\n"
			if formatted, err := format.Source([]byte(code)); err == nil && string(formatted) != code {
				t.Errorf("%s: gofmt would change its Go block %d", file, i+1)
			}
			name := fmt.Sprintf("%s/go%d", filepath.Dir(file), i+1)
			o.add(t, name+"/guide.go", "package guide\n\n"+code)
			packages = append(packages, "./"+name)
		}
	}
	if len(packages) == 0 {
		t.Fatal("no guide has Go")
	}
	o.build(t, packages...)
}

// overlay is files that Go finds below this folder, although they're elsewhere.
type overlay struct {
	folder string
	files  map[string]string // where they are, by where Go finds them
}

func newOverlay(t *testing.T) *overlay {
	return &overlay{folder: t.TempDir(), files: map[string]string{}}
}

// add adds a file. What a program imports as recipes of its own module are ours.
func (o *overlay) add(t *testing.T, name, text string) {
	t.Helper()
	text = strings.ReplaceAll(text, `"example.com/app/recipes"`, `"github.com/rowkey/rowkey/patterns/recipes"`)
	real := filepath.Join(o.folder, strings.ReplaceAll(name, "/", "-"))
	if err := os.WriteFile(real, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	seen, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	o.files[seen] = real
}

// build builds packages.
func (o *overlay) build(t *testing.T, args ...string) {
	t.Helper()
	list, err := json.Marshal(map[string]any{"Replace": o.files})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(o.folder, "overlay.json")
	if err := os.WriteFile(file, list, 0o600); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"build", "-overlay", file}, args...)
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
