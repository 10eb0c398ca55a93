package live_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

// example returns the fences of a body as one example, as the build would pass it.
func example(body string, e fence.Example) fence.Example {
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
	d, err := rendertest.Body(t, body, fence.Example{
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
	const open = "```http\n### Open <orders>\n# @name open\nGET /Orders\n```\n"
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
	run := fence.Example{
		Index: 3, Name: "open", Title: "Open <orders>", Status: "Range query · read 4",
		Class: "result kind-range", Result: []byte("<p>R</p>"),
	}
	hidden := run
	hidden.Hidden = true
	aside := hidden
	aside.Aside = true
	tabbed := run
	tabbed.Tabs = []fence.Tab{
		{Class: "rs-tab tab-why", Summary: []byte("<summary>Why</summary>"), Content: []byte("<p>W</p>"),
			Open: true},
		{Class: "rs-tab tab-http", Summary: []byte("<summary>HTTP</summary>")},
	}
	tests := map[string]struct {
		body    string
		example fence.Example
		want    string
	}{
		"one fence": {open, run, opening + heading + code("0") + bar + result("", about)},
		"two fences of one example": {
			open + "\n" + open, run,
			opening + heading + code("0") + code("1") + bar + result("", about, about),
		},
		"two requests in a fence": {
			"```http\n### Open <orders>\n# @name open\nGET /Orders\n\n### Again\nGET /Orders\n```\n", run,
			opening + heading + code("0") + `<p class="ex-part">Again</p>` + "\n" + code("0") + bar +
				result("", about, strings.Replace(about, "### Open &lt;orders&gt;\n# @name open", "### Again", 1)),
		},
		"with tabs, and raw HTTP elsewhere": {
			open, tabbed,
			opening + heading + code("0") + bar +
				result(`<details class="rs-tab tab-why" open><summary>Why</summary><p>W</p></details>`+
					`<details class="rs-tab tab-http"><summary>HTTP</summary><div class="rs-panel">`+
					`<a class="rs-away" href="/guides/a/http/#open">The request and its response, as sent</a></div>`+
					`</details>`, about),
		},
		"set-up": {
			open, hidden,
			`<details class="ex-setup"><summary>Set-up: Open &lt;orders&gt;</summary>` + "\n" +
				opening + code("0") + named + result("", about) + "</details>\n",
		},
		"folded away, and no set-up": {
			open, aside,
			`<details class="ex-setup"><summary>Also: Open &lt;orders&gt;</summary>` + "\n" +
				opening + code("0") + named + result("", about) + "</details>\n",
		},
		"variables": {
			"```http\n@a = 'b'\n```\n", fence.Example{Title: "Variables"},
			`<rk-example data-index="0" data-variables>` + "\n" +
				`<div class="ex-ask"><div class="ex-code" data-fence="0">` +
				`<pre tabindex="0" role="group" aria-label="Request"><code>` +
				`<span class="tk-v">@a</span> = 'b'</code></pre></div>` + "\n</div>\n</rk-example>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := rendertest.Body(t, test.body, example(test.body, test.example))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(d.HTML)); diff != "" {
				t.Errorf("HTML (-want +got):\n%s", diff)
			}
		})
	}
}
