package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

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
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := rendertest.Body(t, test.body)
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
			"a <b>x</b>\n", ":8: a page can't contain HTML\n" + rendertest.Page + ":8: a page can't contain HTML",
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
			_, err := rendertest.Body(t, test.body)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(rendertest.Page+test.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDocumentKnowsWhatStandsInIt(t *testing.T) {
	d, err := rendertest.Body(t, "## One\n\n[b](../b/guide.md#x)\n\n### Two {#second}\n")
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

// A fence that is mistyped is the only problem of its page, since what else is wrong follows from it.
func TestUnknownFences(t *testing.T) {
	for word, want := range map[string]string{
		"htp": "unknown fence htp; did you mean http?", "cvs": "unknown fence cvs; did you mean csv?",
		"klingon": "unknown fence klingon: it's no kind of fence and no language; ```text is for the rest",
	} {
		body := "a\n\n  ```" + word + " T\nGET /\n  ```\n\n```compare\nA: gone\n```\n```yaml\na: b\n```\n"
		_, err := rendertest.Body(t, body)
		if got := rendertest.Problem(err); got != rendertest.Page+":10: "+want {
			t.Errorf("%s: got %s, want %s", word, got, want)
		}
	}
}
