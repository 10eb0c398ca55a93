package assets_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestFlagsNamePackages checks that each pattern in flags.json matches a package of the engine for pages. The
// toolchain doesn't mind one that matches nothing, such as the old path of a package that has moved.
func TestFlagsNamePackages(t *testing.T) {
	const root = "../.."
	text, err := os.ReadFile(root + "/wasm/browser/flags.json")
	if err != nil {
		t.Fatal(err)
	}
	var flags []string
	if err := json.Unmarshal(text, &flags); err != nil {
		t.Fatal(err)
	}
	list := exec.Command("go", "list", "-deps", "./wasm/browser")
	list.Dir, list.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	for _, flag := range flags {
		pattern, ok := strings.CutPrefix(flag, "-gcflags=")
		pattern, _, _ = strings.Cut(pattern, "=")
		if !ok || pattern == "all" {
			continue
		}
		folder, tree := strings.CutSuffix(pattern, "/...")
		if !slices.ContainsFunc(packages, func(name string) bool {
			return name == folder || tree && strings.HasPrefix(name, folder+"/")
		}) {
			t.Errorf("%s matches no package of the engine", flag)
		}
	}
}
