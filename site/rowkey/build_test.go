//go:build !nosite

package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// testBuilder builds what ./build.sh test builds.
func testBuilder() builder {
	b := newBuilder("../..", "https://rowkey.example", func(string) {})
	b.quick = true
	return b
}

// The site of this repository builds, stays within its budgets, and comes out the same every time: as in the
// folder that ROWKEY_DIST names, if there is one, or as in a second build. Its examples run only once
// here; the tests of the pages run them again.
func TestBuild(t *testing.T) {
	b := testBuilder()
	first, err := b.build()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range first.budget {
		if l.Over() {
			t.Errorf("over budget: %+v", l)
		}
	}
	second := builtElsewhere(t, b)
	if len(first.files) != len(second) {
		t.Errorf("%d files, then %d", len(first.files), len(second))
	}
	for name, body := range first.files {
		if !bytes.Equal(body, second[name]) {
			t.Errorf("%s differs from one build to the next", name)
		}
	}
	for _, name := range []string{
		"index.html", "404.html", "guides/query-kinds/index.html", "robots.txt", "sitemap.xml",
	} {
		if first.files[name] == nil || first.files[name+".br"] == nil || first.files[name+".gz"] == nil {
			t.Errorf("%s or a compressed form of it is missing", name)
		}
	}
}

// builtElsewhere returns the files of another build than that of b.
func builtElsewhere(t *testing.T, b builder) map[string][]byte {
	t.Helper()
	folder := os.Getenv("ROWKEY_DIST")
	if folder == "" {
		again := testBuilder()
		again.runner = b.runner
		second, err := again.build()
		if err != nil {
			t.Fatal(err)
		}
		return second.files
	}
	files := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestExamplesThatFailAreErrors(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"an expectation": {
			"a\n\n```http\n# @expect status == 201\nGET {{host}}/Tables\n```\n",
			"x.md:4: expected status == 201, got 200",
		},
		"a script": {"```http\n# @ref gone\nGET {{host}}/Tables\n```\n", "x.md:2: "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := newExampleRunner().run("x.md", test.text)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// Line numbers are up to date even when the results of a page's examples come from the cache.
func TestRunnerRemembersResultsNotLines(t *testing.T) {
	const text = "```http\n# @name tables\nGET {{host}}/Tables\n```\n"
	r := newExampleRunner()
	first, err := r.run("x.md", text)
	if err != nil {
		t.Fatal(err)
	}
	second, err := r.run("x.md", "Prose.\n\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	if first[0].Fences[0].Line != 2 || second[0].Fences[0].Line != 4 {
		t.Errorf("lines %d and %d", first[0].Fences[0].Line, second[0].Fences[0].Line)
	}
	if &first[0].Tabs[0] != &second[0].Tabs[0] {
		t.Error("the example ran again")
	}
	third, err := r.run("x.md", strings.Replace(text, "Tables", "Tables()", 1))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(first[0].Exchange, third[0].Exchange) {
		t.Error("another example has the same result")
	}
}

func TestWriteReplacesOnlyWhatABuildWrote(t *testing.T) {
	folder := t.TempDir()
	files := map[string][]byte{"a/b.txt": []byte("1"), "c.txt": []byte("1"), "_headers": []byte("2")}
	out := filepath.Join(folder, "dist")
	if err := write(out, files, false); err != nil {
		t.Fatal(err)
	}
	delete(files, "a/b.txt")
	delete(files, "c.txt")
	if err := write(out, files, true); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(out); err != nil || len(left) != 2 || left[1].Name() != "a" {
		t.Errorf("kept: %v, %v", left, err)
	}
	if err := write(out, files, false); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(out)
	if err != nil || len(left) != 1 || left[0].Name() != "_headers" {
		t.Errorf("left: %v, %v", left, err)
	}
	precious := filepath.Join(folder, "precious")
	if err := os.WriteFile(precious, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := write(folder, files, false); err == nil {
		t.Error("a folder of other files was replaced")
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}

func TestTreeSeesChanges(t *testing.T) {
	root := t.TempDir()
	put := func(name string, age time.Duration) {
		t.Helper()
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	put("docs/a.md", time.Hour)
	put("site/x.go", time.Hour)
	tree := newChanges(func() map[string]stamp { return look(root) })
	if got := tree.changed(); got != nil {
		t.Errorf("nothing changed, got %v", got)
	}
	put("docs/a.md", time.Minute)
	put("docs/new.md", time.Minute)
	put("docs/.a.md.swp", 0)
	put("site/ui/node_modules/x.js", 0)
	put("site/x_test.go", 0)
	put("README.md", 0)
	if err := os.Remove(filepath.Join(root, "site/x.go")); err != nil {
		t.Fatal(err)
	}
	got := tree.changed()
	if diff := cmp.Diff([]string{"docs/a.md", "docs/new.md", "site/x.go"}, got); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	if !anyGo(got) || anyGo(got[:2]) {
		t.Error("Go files are not told from others")
	}
}
