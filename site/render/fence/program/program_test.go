package program_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

const program = "```js\n// The <first>\n// @name first\nf();\n```\n"

// TestRecipesImported: a reader who pastes a program finds what it imports.
func TestRecipesImported(t *testing.T) {
	const text = "// Two\n// @name two\nimport { isStatus } from \"./recipes.js\";\nf(isStatus);"
	sum := sha256.Sum256([]byte(text))
	of := content.Output{Of: hex.EncodeToString(sum[:])[:12], Summary: "1 request"}
	d, err := renderPrograms(t, "```js\n"+text+"\n```\n", of)
	const want = `from</span> <a class="tk-s" href="/docs/recipes/#run">&quot;./recipes.js&quot;</a>;`
	if err != nil || !strings.Contains(string(d.HTML), want) {
		t.Errorf("%v\n%s\nwant: %s", err, d.HTML, want)
	}
}

// renderPrograms renders a guide with given outputs of its examples.
func renderPrograms(t *testing.T, body string, outputs ...content.Output) (render.Document, error) {
	t.Helper()
	repository, l := rendertest.Library(t, body)
	page := l.BySource(rendertest.Page)
	page.Outputs = outputs
	return render.NewMarkdown(repository, l).Render(page, nil)
}

func TestPrograms(t *testing.T) {
	const code = `<h2 class="ex-title">The &lt;first&gt;</h2>` + "\n" +
		`<div class="ex-code"><pre tabindex="0" role="group" aria-label="JavaScript"><code>` +
		`<span class="tk-n">f</span>();</code></pre></div>` + "\n"
	const source = `<details class="rs-tab ex-source"><summary>Source</summary>` +
		`<div class="rs-panel">` +
		`<pre tabindex="0" role="group" aria-label="Lines above the program"><code>// The &lt;first&gt;` + "\n" +
		`// @name first</code></pre></div></details>`
	const bar = `<div class="ex-bar"><button type="button" class="ex-run">` +
		`Run</button><p class="ex-status" role="status">1 request</p>` +
		`<button type="button" class="ex-edit">Edit</button>` +
		`<button type="button" class="ex-reset" hidden>Reset</button>` +
		`<button type="button" class="ex-copy">Copy</button></div>` + "\n"
	of := content.Output{Of: "eadc48c06367", Summary: "1 request"}
	for _, test := range []struct {
		name   string
		lines  []string
		result string
	}{
		{
			"printed", []string{"a <b>", "c"},
			`<pre class="rs-output" tabindex="0" role="group" aria-label="Output">a &lt;b&gt;` + "\nc</pre>",
		},
		{"silent", nil, `<p class="rs-brief">Nothing was printed.</p>`},
		{
			"with requests", []string{"a"},
			`<pre class="rs-output" tabindex="0" role="group" aria-label="Output">a</pre>` +
				`<details class="rs-tab tab-requests"><summary>Requests ` +
				`<span class="rs-note">1</span></summary><div class="rs-panel"><a class="rs-away" ` +
				`href="/guides/a/http/#first">What each request read and wrote</a></div></details>`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			of.Lines, of.Requests = test.lines, nil
			if test.name == "with requests" {
				of.Requests = []json.RawMessage{json.RawMessage(`["details",{},["summary",{},"<Read>"]]`)}
			}
			d, err := renderPrograms(t, program, of)
			if err != nil {
				t.Fatal(err)
			}
			want := `<rk-example id="first" data-js>` + "\n" + code + bar +
				`<div class="ex-result"><div class="result">` +
				strings.Replace(test.result+source+"</div>", "<details", `<div class="rs-tabs"><details`, 1) +
				"</div></div>\n</rk-example>\n"
			if diff := cmp.Diff(want, string(d.HTML)); diff != "" {
				t.Errorf("HTML (-want +got):\n%s", diff)
			}
			if d.Examples != 1 {
				t.Errorf("%d examples, want 1", d.Examples)
			}
		})
	}
}

// TestProgramOfManyRequests: only the first requests are shown, and the tab says of how many.
func TestProgramOfManyRequests(t *testing.T) {
	of := content.Output{Of: "eadc48c06367", Summary: "1,200 requests, 0 entities read"}
	of.Requests = []json.RawMessage{json.RawMessage(`["details",{},["summary",{},"Read"]]`)}
	d, err := renderPrograms(t, program, of)
	const want = `Requests <span class="rs-note">1 of 1,200</span>`
	if err != nil || !strings.Contains(string(d.HTML), want) {
		t.Errorf("%v\n%s\nwant: %s", err, d.HTML, want)
	}
}

// TestProgramInTwoParts: what runs a program here is folded, and what it says to the build is elsewhere.
func TestProgramInTwoParts(t *testing.T) {
	const text = "// Two parts\n// @ref events\n\nf();\n\n// @play\ng();"
	hash := sha256.Sum256([]byte(text))
	d, err := renderPrograms(t, "```js\n"+text+"\n```\n", content.Output{Of: hex.EncodeToString(hash[:6])})
	if err != nil {
		t.Fatal(err)
	}
	const want = `<div class="ex-code"><pre tabindex="0" role="group" aria-label="JavaScript"><code>` +
		`<span class="tk-n">f</span>();</code></pre></div>` + "\n" +
		`<details class="ex-play"><summary>What runs it here</summary><div class="ex-code">` +
		`<pre tabindex="0" role="group" aria-label="JavaScript that runs it"><code>` +
		`<span class="tk-n">g</span>();</code></pre></div></details>` + "\n"
	const above = `<code>// Two parts` + "\n// @ref events\n</code></pre>" +
		`<pre tabindex="0" role="group" aria-label="Lines above the program"><code>// @play</code></pre>`
	for _, part := range []string{want, above} {
		if !strings.Contains(string(d.HTML), part) {
			t.Errorf("no %s in\n%s", part, d.HTML)
		}
	}
}

func TestProgramsRefused(t *testing.T) {
	const bake = "output.json is missing or older than this example; run ./build.sh bake"
	for _, test := range []struct{ name, body, want string }{
		{"not baked", program, bake},
		{"without a title", "```js\nf();\n```\n", "a js example must begin with a comment that says what it does"},
		{"in a list", "- a\n\n  ```js\n  // A\n  ```\n", "a js fence can't be inside a list or a quote"},
	} {
		if _, err := renderPrograms(t, test.body); err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
	if _, err := renderPrograms(t, "```javascript\nf();\n```\n"); err != nil {
		t.Errorf("code that is only to be read: %v", err)
	}
}
