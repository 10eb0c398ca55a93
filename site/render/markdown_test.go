package render_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// pageA is the page whose body the tests write.
const pageA = "patterns/a/guide.md"

// library returns a library with two guides, a document and a glossary.
func library(t *testing.T, body string) (fstest.MapFS, *content.Library) {
	t.Helper()
	front := func(slug string) string {
		return "---\n{slug: " + slug + ",\ntitle: T " + slug +
			",\nkind: modelling, order: 1, need: N,\nsummary: S,\ncosmos: C}\n---\n"
	}
	repository := fstest.MapFS{
		pageA:                 {Data: []byte(front("a") + body)},
		"patterns/b/guide.md": {Data: []byte(front("b"))},
		"docs/glossary.md": {Data: []byte("---\ntitle: G\nslug: glossary\nkind: reference\nsummary: S\n---\n" +
			"| word | meaning |\n|---|---|\n| **entity** | E |\n| page | P |\n" +
			"| **partition** | P |\n| **partition scan** | S |\n")},
		"docs/d.md":        {Data: []byte("---\ntitle: D\nslug: d\nsummary: S\n---\n")},
		"engine/engine.go": {},
	}
	l, err := content.Load(repository)
	if err != nil {
		t.Fatal(err)
	}
	return repository, l
}

func renderBody(t *testing.T, body string, examples ...render.Example) (render.Document, error) {
	t.Helper()
	repository, l := library(t, body)
	return render.NewMarkdown(repository, l).Render(l.BySource(pageA), examples)
}

func TestMarkdown(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		"headings": {
			"## What it *costs*\n\n### `or` {#what-or-does}\n",
			`<h2 id="what-it-costs"><a href="#what-it-costs">What it <em>costs</em></a></h2>` + "\n" +
				`<h3 id="what-or-does"><a href="#what-or-does"><code>or</code></a></h3>` + "\n",
		},
		"heading of other letters": {
			"## Clé de partition\n",
			`<h2 id="clé-de-partition"><a href="#clé-de-partition">Clé de partition</a></h2>` + "\n",
		},
		"links": {
			"[b](../b/guide.md#cost) [d](../../docs/d.md) [here](#x) [code](../../engine/engine.go) [out](https://a.example/?b)\n",
			`<p><a href="/guides/b/#cost">b</a> <a href="/docs/d/">d</a> <a href="#x">here</a> ` +
				`<a href="https://github.com/rowkey/rowkey/blob/main/engine/engine.go">code</a> ` +
				`<a href="https://a.example/?b">out</a></p>` + "\n",
		},
		"alert": {
			"> [!TIP]\n> Pad *numbers*.\n>\n> Always.\n",
			"<div class=\"alert alert-tip\" role=\"note\">\n<p class=\"alert-word\">Tip</p>\n" +
				"<p>Pad <em>numbers</em>.</p>\n<p>Always.</p>\n</div>\n",
		},
		"alert whose text is a paragraph of its own": {
			"> [!NOTE]\n>\n> Text.\n",
			"<div class=\"alert alert-note\" role=\"note\">\n<p class=\"alert-word\">Note</p>\n<p>Text.</p>\n</div>\n",
		},
		"quote": {"> Text.\n", "<blockquote>\n<p>Text.</p>\n</blockquote>\n"},
		"table": {
			"| a | n |\n|---|--:|\n| x | 1 |\n",
			`<div class="table" tabindex="0" role="group" aria-label="Table"><table>` + "\n" +
				"<thead>\n<tr>\n<th>a</th>\n<th class=\"num\">n</th>\n</tr>\n</thead>\n" +
				"<tbody>\n<tr>\n<td>x</td>\n<td class=\"num\">1</td>\n</tr>\n</tbody>\n</table></div>\n",
		},
		"code": {
			"```go\n// c\nx := \"s\" + 1\n```\n",
			`<pre class="code" tabindex="0" role="group" aria-label="Code: go"><code>` +
				`<span class="tk-c">// c</span>` + "\nx := <span class=\"tk-s\">&quot;s&quot;</span> + " +
				`<span class="tk-l">1</span>` + "\n</code></pre>\n",
		},
		"text": {
			"```text\n<b>\n```\n\n    indented\n",
			`<pre class="code" tabindex="0" role="group" aria-label="Text"><code>&lt;b&gt;` + "\n</code></pre>\n" +
				`<pre class="code" tabindex="0" role="group" aria-label="Text"><code>indented` + "\n</code></pre>\n",
		},
		"an unknown language is plain": {
			"```klingon\nqapla'\n```\n",
			`<pre class="code" tabindex="0" role="group" aria-label="Code: klingon"><code>` +
				"qapla'\n</code></pre>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := renderBody(t, test.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(d.HTML)); diff != "" {
				t.Errorf("HTML (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMarkdownRefuses(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		"title":      {"# T\n", ":8: the title of a page is in its front matter; headings begin at ##"},
		"attribute":  {"\n## T {.x}\n", ":9: a heading can have only the attributes {#id} and {.fold}"},
		"HTML block": {"a\n\n<div>x</div>\n", ":10: a page can't contain HTML"},
		"HTML in a line": {
			"a <b>x</b>\n", ":8: a page can't contain HTML\n" + pageA + ":8: a page can't contain HTML",
		},
		"image": {"![x](x.png)\n", ":8: a page can't contain images: pictures are drawn from examples"},
		"alert": {
			"> [!HINT]\n> x\n",
			":8: unknown alert [!HINT]; use [!NOTE], [!TIP], [!IMPORTANT], [!WARNING] or [!CAUTION], " +
				"alone on the line",
		},
		"dead link":    {"a\n[x](../c/guide.md)\n", ":9: link to a file that does not exist: patterns/c/guide.md"},
		"link outside": {"[x](../../../x)\n", ":8: link leaves the repository: ../../../x"},
		"link to address": {
			"[x](/guides/b/)\n",
			":8: link to a file, relative to this one, so that it works in the repository too: /guides/b/",
		},
		"unsafe link": {"[x](http://a.example/)\n", ":8: links outside the site begin with https://: http://a.example/"},
		"stray fence": {
			"- a\n\n  ```http\n  GET /\n  ```\n", ":10: a fence of requests or data can't be inside a list or a quote",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := renderBody(t, test.body)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(pageA+test.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDocumentKnowsWhatStandsInIt(t *testing.T) {
	d, err := renderBody(t, "## One\n\n[b](../b/guide.md#x)\n\n### Two {#second}\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []render.Heading{{Level: 2, ID: "one", Text: "One"}, {Level: 3, ID: "second", Text: "Two"}}
	if diff := cmp.Diff(want, d.Headings); diff != "" {
		t.Errorf("headings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"#one": 8, "/guides/b/#x": 10, "#second": 12}, d.Lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// example returns the fences of a body as one example, as the build would pass it.
func example(body string, e render.Example) render.Example {
	e.Fences = script.Fences(strings.Repeat("\n", 7) + body)
	return e
}

// TestData: a fence of data is a table, with the text it comes from folded below it.
func TestData(t *testing.T) {
	const text = "PartitionKey,RowKey,Age:Int32,Note\nSales,<1>,34,\n\"A,B\",2,,\"\"\n" +
		"# 1200 times\nHR,{{$index}},1,x\n"
	body := "```csv Employees\n" + text + "```\n"
	fences := script.Fences(strings.Repeat("\n", 7) + body)
	parsed := script.ParseFences("a.md", fences)
	if len(parsed.Errors) > 0 {
		t.Fatal(parsed.Errors[0])
	}
	d, err := renderBody(t, body, render.Example{
		Index: 2, Name: "Employees", Title: "Employees", Data: parsed.Examples[0].Data, Fences: fences,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<rk-example id="Employees" data-table="Employees">`,
		`<h2 class="ex-title">Employees</h2>`,
		`<p class="ex-status" role="status">1,202 entities</p>`,
		`<th scope="col">Age <span class="rs-type">Int32</span></th>`,
		`<tr><th scope="row">Sales</th><th scope="row">&lt;1&gt;</th><td class="num">34</td><td></td></tr>`,
		`<tr><th scope="row">A,B</th><th scope="row">2</th><td></td><td class="null">&quot;&quot;</td></tr>`,
		`<tr><th scope="row">HR</th><th scope="row">2</th><td class="num">1</td><td>x</td></tr>` +
			`<tr class="rs-times"><td colspan="4">… and 1,197 more like these</td></tr></tbody>`,
		"<summary>As text</summary>",
		"<code>PartitionKey,RowKey,Age:Int32,Note\nSales,&lt;1&gt;,34,\n",
	} {
		if !strings.Contains(string(d.HTML), want) {
			t.Errorf("no %s in\n%s", want, d.HTML)
		}
	}
}

func TestExamples(t *testing.T) {
	const bar = `<div class="ex-bar">` +
		`<button type="button" class="ex-run">Run</button>` +
		`<p class="ex-status" role="status">Range query · read 4</p>` +
		`<button type="button" class="ex-edit">Edit</button>` +
		`<button type="button" class="ex-reset" hidden>Reset</button>` +
		`<button type="button" class="ex-copy">Copy</button></div>` + "\n</div>\n"
	const fence = "```http\n### Open <orders>\n# @name open\nGET /Orders\n```\n"
	const opening = `<rk-example id="open">` + "\n" + `<div class="ex-ask">`
	const heading = `<h2 class="ex-title">Open &lt;orders&gt;</h2>` + "\n"
	named := strings.Replace(bar, `"ex-run"`, `"ex-run" aria-label="Run: Open &lt;orders&gt;"`, 1)
	code := func(fence string) string {
		return `<div class="ex-code" data-fence="` + fence + `">` +
			`<pre tabindex="0" role="group" aria-label="Request"><code>` +
			`<span class="tk-m">GET</span> /Orders</code></pre></div>` + "\n"
	}
	const about = `<pre tabindex="0" role="group" aria-label="Lines above the request">` +
		"<code>### Open &lt;orders&gt;\n# @name open</code></pre>"
	result := func(tabs string, about ...string) string {
		return `<div class="ex-result"><div class="result kind-range"><p>R</p><div class="rs-tabs">` + tabs +
			`<details class="rs-tab ex-source"><summary>Source</summary><div class="rs-panel">` +
			strings.Join(about, "") +
			`</div></details></div></div></div>` + "\n</rk-example>\n"
	}
	run := render.Example{
		Index: 3, Name: "open", Title: "Open <orders>", Status: "Range query · read 4",
		Class: "result kind-range", Result: []byte("<p>R</p>"),
	}
	hidden := run
	hidden.Hidden = true
	aside := hidden
	aside.Aside = true
	tabbed := run
	tabbed.Tabs = []render.Tab{
		{Class: "rs-tab tab-why", Summary: []byte("<summary>Why</summary>"), Content: []byte("<p>W</p>"),
			Open: true},
		{Class: "rs-tab tab-http", Summary: []byte("<summary>HTTP</summary>")},
	}
	tests := map[string]struct {
		body    string
		example render.Example
		want    string
	}{
		"one fence": {fence, run, opening + heading + code("0") + bar + result("", about)},
		"two fences of one example": {
			fence + "\n" + fence, run,
			opening + heading + code("0") + code("1") + bar + result("", about, about),
		},
		"two requests in a fence": {
			"```http\n### Open <orders>\n# @name open\nGET /Orders\n\n### Again\nGET /Orders\n```\n", run,
			opening + heading + code("0") + `<p class="ex-part">Again</p>` + "\n" + code("0") + bar +
				result("", about, strings.Replace(about, "### Open &lt;orders&gt;\n# @name open", "### Again", 1)),
		},
		"with tabs, and raw HTTP elsewhere": {
			fence, tabbed,
			opening + heading + code("0") + bar +
				result(`<details class="rs-tab tab-why" open><summary>Why</summary><p>W</p></details>`+
					`<details class="rs-tab tab-http"><summary>HTTP</summary><div class="rs-panel">`+
					`<a class="rs-away" href="/guides/a/http/#open">The request and its response, as sent</a></div>`+
					`</details>`, about),
		},
		"set-up": {
			fence, hidden,
			`<details class="ex-setup"><summary>Set-up: Open &lt;orders&gt;</summary>` + "\n" +
				opening + code("0") + named + result("", about) + "</details>\n",
		},
		"folded away, and no set-up": {
			fence, aside,
			`<details class="ex-setup"><summary>Also: Open &lt;orders&gt;</summary>` + "\n" +
				opening + code("0") + named + result("", about) + "</details>\n",
		},
		"variables": {
			"```http\n@a = 'b'\n```\n", render.Example{Title: "Variables"},
			`<rk-example data-index="0" data-variables>` + "\n" +
				`<div class="ex-ask"><div class="ex-code" data-fence="0">` +
				`<pre tabindex="0" role="group" aria-label="Request"><code>` +
				`<span class="tk-v">@a</span> = 'b'</code></pre></div>` + "\n</div>\n</rk-example>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := renderBody(t, test.body, example(test.body, test.example))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(d.HTML)); diff != "" {
				t.Errorf("HTML (-want +got):\n%s", diff)
			}
		})
	}
}
