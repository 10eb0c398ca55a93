package content_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	verb    = regexp.MustCompile(`\./build\.sh ([a-z]+)`)
	command = regexp.MustCompile(`go run \./site/rowkey ([a-z]+)`)
	gotest  = regexp.MustCompile("go test ([^`\n#]*)")
	folder  = regexp.MustCompile(`(?:^| )\./([a-z/]+)`)
	flags   = regexp.MustCompile(`-([a-z]+\.[a-z]+)`)
	names   = regexp.MustCompile(`Test[A-Z]\w+`)
	rule    = regexp.MustCompile(`Code(?::|, .* =|\b =) +"([a-z-]+)"`)
	place   = regexp.MustCompile("`((?:docs|engine|patterns|site|wasm)/[a-z0-9./_-]+)`")
	made    = regexp.MustCompile(`node_modules|/dist\b`) // a clean clone doesn't have these
	ruled   = regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|")
)

// TestCommands: the commands that documents name are there, with their tests and flags, and so are files.
func TestCommands(t *testing.T) {
	script, program := read(t, "../../build.sh"), read(t, "../rowkey/*.go")
	for _, text := range []string{read(t, "../../docs/*.md"), read(t, "../../README.md")} {
		text = strings.ReplaceAll(text, "go test\n", "go test ")
		for _, found := range verb.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(script, "\n"+found[1]+"() {") {
				t.Errorf("build.sh has no %s", found[1])
			}
		}
		for _, found := range command.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(program, `"`+found[1]+`"`) {
				t.Errorf("rowkey has no %s", found[1])
			}
		}
		for _, found := range place.FindAllStringSubmatch(text, -1) {
			_, err := os.Stat("../../" + found[1])
			if err != nil && !made.MatchString(found[1]) {
				t.Errorf("there's no %s", found[1])
			}
		}
		for _, found := range gotest.FindAllStringSubmatch(text, -1) {
			checkTest(t, found[1])
		}
	}
}

// checkTest looks for the tests and flags of a go test in the folder that it names.
func checkTest(t *testing.T, arguments string) {
	t.Helper()
	in := folder.FindStringSubmatch(arguments)
	if in == nil {
		t.Errorf("go test %s: no folder", arguments)
		return
	}
	code := read(t, "../../"+strings.TrimSuffix(in[1], "/")+"/*.go")
	for _, name := range names.FindAllString(arguments, -1) {
		if !strings.Contains(code, "func "+name+"(") {
			t.Errorf("go test %s: there's no %s", arguments, name)
		}
	}
	for _, found := range flags.FindAllStringSubmatch(arguments, -1) {
		if !strings.Contains(code, `"`+found[1]+`"`) {
			t.Errorf("go test %s: there's no flag %s", arguments, found[1])
		}
	}
}

// TestRules: the page on lint has the rules that there are.
func TestRules(t *testing.T) {
	code := read(t, "../../engine/language/lint/*.go") + read(t, "../../engine/design/lint/*.go")
	if diff := cmp.Diff(all(rule, code), all(ruled, read(t, "../../docs/lint.md"))); diff != "" {
		t.Errorf("rules in the code (-) and on the page (+):\n%s", diff)
	}
}

// all returns what a pattern finds, sorted and each once.
func all(pattern *regexp.Regexp, text string) []string {
	found := map[string]bool{}
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		found[match[1]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// read returns the text of all files of a pattern.
func read(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files, %v", pattern, err)
	}
	var text strings.Builder
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(b)
	}
	return text.String()
}
