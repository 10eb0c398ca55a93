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
	folder, overlay, packages := t.TempDir(), map[string]string{}, []string{}
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
			real := filepath.Join(folder, strings.ReplaceAll(name, "/", "-")+".go")
			if err := os.WriteFile(real, []byte("package guide\n\n"+code), 0o600); err != nil {
				t.Fatal(err)
			}
			seen, err := filepath.Abs(filepath.Join(name, "guide.go"))
			if err != nil {
				t.Fatal(err)
			}
			overlay[seen] = real
			packages = append(packages, "./"+name)
		}
	}
	if len(packages) == 0 {
		t.Fatal("no guide has Go")
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	overlaid := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlaid, list, 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"build", "-overlay", overlaid}, packages...)
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
