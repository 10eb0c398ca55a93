package assets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/rowkey/rowkey/site/assets"
)

// What is bundled is in the notices with its licence, and isn't passed on without one.
func TestNotices(t *testing.T) {
	root := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("site/assets/fonts/OFL.txt", "Of the fonts\n")
	put("go/LICENSE", "Of Go\n")
	for _, name := range []string{"a", "@s/b", "unused"} {
		folder := "site/ui/node_modules/" + name + "/"
		put(folder+"package.json", `{"name": "`+name+`", "version": "1.2.3", "module": "x.js"}`)
		put(folder+"x.js", "export const x = '"+name+"';")
		put(folder+"LICENSE.md", "Of those\r\n")
	}
	put("site/ui/main.ts", "import {x} from 'a';\nimport {x as y} from '@s/b';\n"+
		"import {x as z} from 'unused';\nconsole.log(x, y);")
	bundled := func() (*assets.Notices, []api.Message) {
		n := assets.NewNotices(root, assets.Engines{Works: map[string]string{"Go": filepath.Join(root, "go")}})
		o := assets.Source{Root: root, Notices: n}.Options()
		o.EntryPoints = []string{"site/ui/main.ts"}
		return n, api.Build(o).Errors
	}
	n, problems := bundled()
	if len(problems) > 0 {
		t.Fatal(problems[0].Text)
	}
	text, err := n.Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"Atkinson Hyperlegible Next and Mono\n====", "Of the fonts\n", "Go\n====", "Of Go\n",
		"@s/b 1.2.3\na 1.2.3\n====", "\n\nOf those\n",
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if strings.Contains(string(text), "unused") {
		t.Error("a package of which nothing is bundled is there, too")
	}
	if err := os.Remove(filepath.Join(root, "site/ui/node_modules/a/LICENSE.md")); err != nil {
		t.Fatal(err)
	}
	n, _ = bundled()
	const lacking = "a 1.2.3: it has no file with a licence"
	if _, err := n.Text(); err == nil || !strings.Contains(err.Error(), lacking) {
		t.Errorf("a package without a licence: %v", err)
	}
}
