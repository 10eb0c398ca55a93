package check_test

import (
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/check"
	"github.com/rowkey/rowkey/site/entry"
)

func TestPages(t *testing.T) {
	tests := map[string]struct {
		body string
		want string
	}{
		"nothing wrong": {
			`<h1>T</h1><h2 id="a"><a href="#a">A</a></h2><p><a href="/">home</a> <a href="https://learn.microsoft.com/">docs</a>` +
				`<img src="/x.svg" alt=""><script src="/a/main.js"></script><a href="/#top">top</a>` +
				`<link rel="canonical" href="http://127.0.0.1:8080/guides/a/">`, "",
		},
		"anchor that the page's script opens": {`<h1>T</h1><p data-opens="b c"></p><a href="#b">B</a>` +
			`<a href="#c">C</a>`, ""},
		"dead link": {`<h1>T</h1><a href="/gone/">x</a>`, "guide.md:7: link to /gone/, where nothing stands"},
		"dead anchor": {`<h1>T</h1><a href="#gone">x</a>`,
			`guide.md: link to #gone, but guides/a/index.html has no id "gone"`},
		"other anchor": {`<h1>T</h1><a href="/#gone">x</a>`,
			`guide.md: link to /#gone, but index.html has no id "gone"`},
		"anchor in data": {`<h1>T</h1><a href="/x.svg#a">x</a>`,
			`guide.md: link to /x.svg#a, but x.svg has no id "a"`},
		"not https": {`<h1>T</h1><a href="http://a/">x</a>`, "guide.md: address is not https: http://a/"},
		"id twice": {
			`<h1>T</h1><p id="a"><p id="a">`,
			`guide.md:9: id "a" is used twice or empty; give the heading an id of its own with {#id}`,
		},
		"level left out": {`<h1>T</h1><h3 id="a">A</h3>`, `guide.md:9: heading "a" is an h3 after an h1`},
		"no title":       {`<p>`, "guide.md: has 0 h1 elements; a page has one"},
		"no words":       {`<h1>T</h1><img src="/x.svg">`, "guide.md: picture without alt: /x.svg"},
		"no heading": {
			`<h1>T</h1><table><tr><th>A</th><th> <b> </b></th></tr></table>`,
			"guide.md: a column of a table has no heading: say what stands in it",
		},
		"inline script": {`<h1>T</h1><script>alert(1)</script>`,
			"guide.md: inline script, which the policy blocks"},
		"inline style": {`<h1>T</h1><style>p{}</style>`,
			"guide.md: inline style sheet, which the policy blocks"},
		"style attribute": {`<h1 style="x">T</h1>`,
			"guide.md: <h1> has the attribute style, which the policy blocks"},
		"event attribute": {`<h1 onclick="x">T</h1>`,
			"guide.md: <h1> has the attribute onclick, which the policy blocks"},
		"script in a link": {`<h1>T</h1><a href="javascript:x">x</a>`,
			`guide.md: <a> with the href "javascript:x"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files := map[string][]byte{
				"index.html":          []byte(`<h1 id="top">Home</h1>`),
				"guides/a/index.html": []byte(test.body),
				"x.svg":               []byte("<svg/>"),
				"a/main.js":           nil,
			}
			got := ""
			err := check.Pages(files, map[string]check.Source{
				"guides/a/index.html": {File: "guide.md", Lines: map[string]int{"/gone/": 7, "#a": 9}},
			})
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPagesWithoutSourceAreNamedThemselves(t *testing.T) {
	err := check.Pages(map[string][]byte{"404.html": []byte("<p>")}, nil)
	if got, want := err.Error(), "404.html: has 0 h1 elements; a page has one"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBudget(t *testing.T) {
	page := `<link rel="stylesheet" href="/a/site.css"><link rel="canonical" href="/guides/a/">` +
		`<script src="/a/theme.js"></script><script type="module" src="/a/main.js"></script>` +
		`<a href="/guides/b/">b</a><link rel="next" href="/guides/b/"><img src="/x.svg" alt="">` +
		`<img src="/later.svg" alt="" loading="lazy">`
	files := map[string][]byte{
		"guides/a/index.html":    []byte(page),
		"guides/a/index.html.br": make([]byte, 1000),
		"guides/b/index.html":    []byte(page),
		"guides/b/index.html.br": make([]byte, 40_000),
		"docs/d/index.html":      []byte(page),
		"docs/d/index.html.br":   make([]byte, 99_999),
		"a/site.css.br":          make([]byte, 300),
		"a/theme.js.br":          make([]byte, 20),
		"a/main.js.br":           make([]byte, 5000),
		"a/editor.js.br":         make([]byte, 70),
		"a/engine.wasm.gz":       make([]byte, 600),
		"a/full.wasm.gz":         make([]byte, 700),
		"a/worker.js.br":         make([]byte, 60),
		"a/design.wasm.gz":       make([]byte, 800),
		"a/design.js.br":         make([]byte, 90),
		"a/frame/index.html.br":  make([]byte, 50),
		"a/storage.js.br":        make([]byte, 80),
		"embed.js.br":            make([]byte, 2500),
		"embed/index.html.br":    make([]byte, 400),
		"a/shared.js.br":         make([]byte, 30),
	}
	parts := map[string][]string{
		"live": {"a/editor.js"}, "engine": {"a/engine.wasm", "a/worker.js"},
		"full": {"a/full.wasm", "a/worker.js"}, "frame": {"a/frame/index.html"}, "storage": {"a/storage.js"},
		"bench": {"a/design.wasm", "a/worker.js"}, "design": {"a/design.js"}, "host": {"embed.js"},
		"embed": {"embed/index.html", "a/shared.js"},
	}
	for name := range files {
		of := strings.TrimSuffix(name, path.Ext(name))
		want := strings.HasSuffix(name, ".br") && !strings.HasPrefix(name, "docs/")
		if name != of+".html" && check.Measures(of) != want {
			t.Errorf("that %s counts is %t", name, !want)
		}
	}
	lines := check.Budget(files, func(name string) []string { return parts[name] })
	want := []check.Line{
		{"guide page, median", 45_320, 23 << 10, "B"},
		{"guide page, worst", 45_320, 35 << 10, "B"},
		{"guide page, scripts", 5020, 4 << 10, "B"},
		{"guide page, style sheet", 300, 7_200, "B"},
		{"guide page, requests", 5, 6, ""},
		{"home page", 0, 20 << 10, "B"},
		{"type face", 0, 40 << 10, "B"},
		{"index of the search", 0, 130_000, "B"},
	}
	weights := map[string]int{
		"live": 70, "engine": 660, "full": 760, "bench": 860, "frame": 50, "storage": 80, "host": 2500,
		"embed": 430, "design": 90,
	}
	for _, e := range entry.All {
		if e.Limit > 0 {
			want = append(want, check.Line{What: e.What, Value: weights[e.Name], Limit: e.Limit, Unit: "B"})
		}
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	wrong := strings.Split(check.Within(lines).Error(), "\n")
	if diff := cmp.Diff([]string{
		"over budget: guide page, median: 45320, at most 23552",
		"over budget: guide page, worst: 45320, at most 35840",
		"over budget: guide page, scripts: 5020, at most 4096",
	}, wrong); diff != "" {
		t.Errorf("broken budgets (-want +got):\n%s", diff)
	}
	if table := check.Table(lines[3:4]); table != "  ✔ guide page, style sheet                300 of    7200 "+
		"B\n" {
		t.Errorf("table line %q", table)
	}
}
