package engine_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxColumns is how long a line of code may be; a tab counts as one column.
const maxColumns = 110

// maxFile and maxFunction are how many lines a file and a Go function may have. Tests and what's generated
// may have more.
const (
	maxFile     = 400
	maxFunction = 60
)

// undivided are the files and functions that are longer ("FILE FUNCTION"), and how long they may be.
var undivided = map[string]int{
	// Each is one module, because readers copy it as one.
	"patterns/recipes/recipes.js": 660, "patterns/recipes/recipes.go": 660,
}

var (
	// tests are the files of tests and what they need.
	tests = regexp.MustCompile(`_test\.go$|\.test\.m?[jt]s$|/test/|/suites/|/workertest/|/rendertest/`)

	// styled are the extensions of the files that TestStyle reads.
	styled        = []string{".go", ".ts", ".mjs", ".cjs", ".js", ".css"}
	styledFolders = []string{"../engine", "../site", "../patterns", "../wasm"}

	// unstyled are folders with other people's code, build results or recorded bytes.
	unstyled = []string{"node_modules", "dist", "out", "testdata", ".docusaurus", ".vitepress"}

	// longLines may exceed the limit because they can't be wrapped: URLs and directives for the compiler.
	longLines = regexp.MustCompile(`://|^//go:`)

	// commentBreak is where a comment continues on the next line.
	commentBreak = regexp.MustCompile(`\n[ \t]*(//|\*) ?`)

	// avoided are phrases that comments shouldn't have. The class [ ] keeps this line from matching itself.
	avoided = regexp.MustCompile(`(?i)in the[ ]story|\b(hold|holds|held|holding)[ ]against`)

	// pages are what readers read, decisions aside.
	pages = []string{"../README.md", "../docs/*.md", "../patterns/*/guide.md"}

	// avoidedProse are phrases that they shouldn't have, outside code.
	avoidedProse = regexp.MustCompile(`(?i)\bbeyond that\b|\b(is|are) told\b|\bmeant for\b|` +
		`\bwhat (fits|matches)\b|\banew\b|\bof a span of\b|\beach (five|ten|\d+) (minutes|seconds)\b`)

	fence = regexp.MustCompile("^ *```")
)

// TestProse reads the guides and the documentation.
func TestProse(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("one platform is enough")
	}
	for _, pattern := range pages {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			inCode := false
			for i, line := range bytes.Split(text, []byte("\n")) {
				if fence.Match(line) {
					inCode = !inCode
				} else if phrase := avoidedProse.Find(line); !inCode && phrase != nil {
					t.Errorf("%s:%d: say %q in plainer words", strings.TrimPrefix(file, "../"), i+1, phrase)
				}
			}
		}
	}
}

// TestStyle reads the code of the whole repository, in all its languages.
func TestStyle(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("one platform is enough")
	}
	for _, folder := range styledFolders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && slices.Contains(unstyled, d.Name()) {
				return fs.SkipDir
			}
			if d.IsDir() || !slices.Contains(styled, filepath.Ext(path)) || strings.HasSuffix(path, ".gen.go") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			checkStyle(t, strings.TrimPrefix(path, "../"), text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func checkStyle(t *testing.T, path string, text []byte) {
	t.Helper()
	if !tests.MatchString(path) && !bytes.HasPrefix(text, []byte("// Code generated ")) {
		checkSizes(t, path, text)
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if columns := utf8.RuneCount(line); columns > maxColumns && !longLines.Match(line) {
			t.Errorf("%s:%d: the line has %d columns, more than %d", path, i+1, columns, maxColumns)
		}
	}
	for _, phrase := range avoided.FindAll(commentBreak.ReplaceAll(text, []byte(" ")), -1) {
		t.Errorf("%s: say %q in plainer words", path, phrase)
	}
}

// checkSizes finds files and functions that are too long to be read at once.
func checkSizes(t *testing.T, path string, text []byte) {
	t.Helper()
	if lines := bytes.Count(text, []byte("\n")); lines > max(maxFile, undivided[path]) {
		t.Errorf("%s has %d lines, more than %d: divide it", path, lines, max(maxFile, undivided[path]))
	}
	if filepath.Ext(path) != ".go" {
		return
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := path + " " + f.Name.Name
		lines := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1
		if most := max(maxFunction, undivided[name]); lines > most {
			t.Errorf("%s has %d lines, more than %d: divide it", name, lines, most)
		}
	}
}
