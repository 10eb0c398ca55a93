package assets_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	styleComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	selectors    = regexp.MustCompile(`([^{};]+)\{`)
	styleClass   = regexp.MustCompile(`\.([a-zA-Z_][\w-]*)`)
	literal      = regexp.MustCompile("(?s)\"(?:[^\"\\\\\\n]|\\\\.)*\"|`[^`]*`")
	word         = regexp.MustCompile(`[a-zA-Z_][\w-]*`)

	// composed are classes that code puts together, and those of CodeMirror.
	composed = regexp.MustCompile(`^(tk|kind|kind-is|alert|map|no|no-n|n|k|c|lp|cm)-`)
)

// A class that a style sheet names is written somewhere: a rule for one that isn't does nothing.
func TestStyles(t *testing.T) {
	named := map[string]string{} // the file by the class
	written := map[string]bool{}
	root := os.DirFS("../..")
	for _, folder := range []string{"site", "engine/language/view"} {
		err := fs.WalkDir(root, folder, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "test"):
				return fs.SkipDir
			case d.IsDir() || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			file, err := fs.ReadFile(root, name)
			text := string(file)
			switch path.Ext(name) {
			case ".css":
				for _, s := range selectors.FindAllStringSubmatch(styleComment.ReplaceAllString(text, ""), -1) {
					for _, c := range styleClass.FindAllStringSubmatch(s[1], -1) {
						named[c[1]] = name
					}
				}
			case ".tmpl":
				text = "`" + text + "`"
				fallthrough
			case ".go", ".ts":
				for _, l := range literal.FindAllString(text, -1) {
					for _, w := range word.FindAllString(l, -1) {
						written[w] = true
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for class, file := range named {
		if !written[class] && !composed.MatchString(class) {
			t.Errorf("%s: nothing has the class %s", file, class)
		}
	}
	if len(named) < 500 {
		t.Errorf("only %d classes were found", len(named))
	}
}
