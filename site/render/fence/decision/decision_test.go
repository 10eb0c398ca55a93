package decision_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

// pair are the two fences that follow a decision, in which they are examples 0 and 1.
const pair = "```http\n### All\n# @name all\nGET /E\n```\n\n```http\n### Ten\n# @name ten\nGET /T\n```\n"

// compared returns the two examples behind a decision of some lines, and hidden ones at a larger scale.
func compared(lines string) []fence.Example {
	body := decisionOf(lines)
	fences := script.Fences(strings.Repeat("\n", 7) + body)
	scan := view.Kind(plan.PartitionScan)
	cost := func(read, returned, transactions int) trace.Cost {
		return trace.Cost{
			EntitiesRead: read, EntitiesReturned: returned, Transactions: transactions, BytesReturned: 512 * returned,
		}
	}
	all := fence.Measure{Run: "1", Label: scan, Cost: cost(25, 25, 1), Status: 200}
	ten := fence.Measure{Run: "2", Label: view.Kind(plan.Point), Cost: cost(10, 10, 1), Status: 412, Fault: "F"}
	many := fence.Measure{Run: "3", Label: scan, Cost: cost(4320, 4320, 5), Status: 200}
	all.Partitions = []trace.Partition{{PartitionKey: "a", Read: 25, Returned: 25}}
	ten.Partitions = []trace.Partition{
		{PartitionKey: "a", Read: 2}, {PartitionKey: "b", Read: 5, Returned: 4}, {PartitionKey: "c", Read: 3},
	}
	return []fence.Example{
		{Index: 0, Name: "all", Title: "All", Fences: fences[:1], Status: "Done", Class: "result",
			Measures: map[string]fence.Measure{"all": all}},
		{Index: 1, Name: "ten", Title: "Ten", Fences: fences[1:], Status: "Done", Class: "result",
			Measures: map[string]fence.Measure{"ten": ten}},
		{Measures: map[string]fence.Measure{"many": many}, Hidden: true},
	}
}

func decisionOf(lines string) string { return "```decision\n" + lines + "\n```\n\n" + pair }

func TestDecision(t *testing.T) {
	const lines = "wanted: 10\nWithout: all\nWith: ten\nAt 4,320: many -> ten"
	d, err := rendertest.Body(t, decisionOf(lines), compared(lines)...)
	if err != nil {
		t.Fatal(err)
	}
	const cells = `" height="16" preserveAspectRatio="none" viewBox="0 0 600 24">`
	box := func(n int) string { return strings.Repeat("m24 0v20h20v-20z", n) }
	strip := `<svg class="lane-cells" aria-hidden="true" width="400` + cells +
		`<path class="returned" d="m2 2v20h20v-20z` + box(9) + `"/>`
	want := `<section class="decision" id="decision" aria-label="The decision">` + "\n" +
		`<ul class="dc-sides">` + "\n" +
		`<li class="kind-partition-scan"><span class="dc-label">Without</span> <span class="dc-way">` + strip +
		`<path class="read" d="m242 2v20h20v-20z` + box(14) + `"/></svg></span> ` +
		`<span class="dc-sum">25 read → 10 wanted <small>in 1 request</small></span></li>` + "\n" +
		`<li class="kind-point"><span class="dc-label">With</span> <span class="dc-way">` + strip +
		`<path class="untouched" d="m242 2v20h20v-20z` + box(14) + `"/></svg></span> ` +
		`<span class="dc-sum">10 read → 10 wanted <small>2.5× fewer, in 1 request</small></span></li>` +
		"\n</ul>\n" +
		`<div class="dc-more"><div><p class="dc-scale">At 4,320: <strong>10 read instead of 4,320</strong> ` +
		`<small>432× fewer, in 1 request instead of 5</small></p>` +
		`<dl class="dc-facts"><div><dt>Cosmos DB</dt> <dd>C</dd></div></dl></div>` +
		`<button type="button" class="run-both">Run both</button></div>` + "\n" +
		`<div class="dc-pair">` + "\n" +
		`<rk-example id="all">` + "\n" +
		`<div class="ex-ask"><h2 class="ex-title" data-side="Without">All</h2>`
	if got, _, _ := strings.Cut(string(d.HTML), "</h2>"); got+"</h2>" != want {
		t.Errorf("panel (-want +got):\n%s", cmp.Diff(want, got+"</h2>"))
	}
	const end = "</details>\n</rk-example>\n</div>\n</section>\n"
	const more = `<details class="ex-more"><summary>What it read and answered</summary>`
	if !strings.HasSuffix(string(d.HTML), end) || strings.Count(string(d.HTML), more) != 2 {
		t.Errorf("the pair isn't in the panel:\n%s", d.HTML)
	}
	if want := (render.Form{Decided: true, Open: 2}); d.Form != want {
		t.Errorf("form %+v, want %+v", d.Form, want)
	}
}

// TestDecisionLast: what's wanted can be what the first side reads last.
func TestDecisionLast(t *testing.T) {
	const lines = "wanted: the last 10\nA: all\nB: ten"
	d, err := rendertest.Body(t, decisionOf(lines), compared(lines)...)
	if err != nil {
		t.Fatal(err)
	}
	box := func(n int) string { return strings.Repeat("m24 0v20h20v-20z", n) }
	for _, want := range []string{
		`<path class="returned" d="m362 2v20h20v-20z` + box(9) + `"/>` +
			`<path class="read" d="m2 2v20h20v-20z` + box(14),
		`<path class="returned" d="m2 2v20h20v-20z` + box(9) + `"/><path class="untouched" d="m242 2v20h20v-20z`,
	} {
		if !strings.Contains(string(d.HTML), want) {
			t.Errorf("no %s in\n%s", want, d.HTML)
		}
	}
}

// TestDecisionMeasures: what the strips count can be chosen.
func TestDecisionMeasures(t *testing.T) {
	tests := map[string]struct{ lines, want string }{
		"what the second returns is wanted": {
			"A: all\nB: ten",
			"A|25 read → 10 wanted in 1 request|B|10 read → 10 wanted 2.5× fewer, in 1 request|",
		},
		"sums": {
			"A: all + many\nB: ten",
			"A|4,345 read → 10 wanted in 6 requests|B|10 read → 10 wanted 435× fewer, in 1 request|",
		},
		"transactions": {
			"measure: transactions\nwanted: 3\nA: many\nB: ten",
			"A|5 transactions 4,320 read|B|1 transaction 5× fewer, 10 read|",
		},
		"requests": {
			"measure: requests\nA: many\nB: ten",
			"A|5 requests 4,320 read|B|1 request 5× fewer, 10 read|",
		},
		"sent": {
			"measure: sent\nA: all\nB: ten",
			"A|12.5 KB sent in 1 request, 25 read|B|5 KB sent 2.5× less, in 1 request, 10 read|",
		},
		"the busiest partition": {
			"per: partition\nwanted: 4\nA: all\nB: ten",
			"A|25 read in one partition → 4 wanted|B|5 read in one partition → 4 wanted 5× fewer|",
		},
		"the busiest partition of sums": {
			"per: partition\nwanted: 4\nA: all + ten\nB: ten",
			"A|27 read in one partition → 4 wanted|B|5 read in one partition → 4 wanted 5.4× fewer|",
		},
		"status": {
			"measure: status\nA one: all — one is lost\nB: all + ten\nAt 9: all -> ten",
			"A one|one is lost|200 in 1 request, 25 read|B|200, 412 F in 2 requests, 35 read|",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := rendertest.Body(t, decisionOf(test.lines), compared(test.lines)...)
			if err != nil {
				t.Fatal(err)
			}
			sides, _, _ := strings.Cut(string(d.HTML), "</ul>")
			sides = strings.ReplaceAll(sides, "</span>", "</span></td>")
			got := strings.ReplaceAll(strings.ReplaceAll(rendertest.Cells(sides), "| ", "|"), "\n", "")
			if !same(got, test.want) {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// same compares texts without empty cells.
func same(got, want string) bool {
	isBar := func(r rune) bool { return r == '|' }
	return slices.Equal(strings.FieldsFunc(got, isBar), strings.FieldsFunc(want, isBar))
}

// TestDecisionKeys: each side says its keys, or both the same ones.
func TestDecisionKeys(t *testing.T) {
	const sides = "\nA: all\nB: ten\ndearer: each `move`"
	const each = "keys: a | {At} -> {Door} | {n} + Days: {Day} | x"
	tests := map[string]struct{ lines, html, plain string }{
		"each": {
			each + sides,
			`<span class="dc-keys">PartitionKey <code>{Door}</code>, RowKey <code>{n}</code><br>` +
				`Days: PartitionKey <code>{Day}</code>, RowKey <code>x</code></span></li>`,
			"  PartitionKey `{Door}`, RowKey `{n}`; Days: PartitionKey `{Day}`, RowKey `x`\n",
		},
		"both": {
			"keys: {Door} | {At}" + sides,
			`<p class="dc-keys">PartitionKey <code>{Door}</code>, RowKey <code>{At}</code></p>`,
			"- PartitionKey `{Door}`, RowKey `{At}`\n- Costs more: each `move`\n",
		},
	}
	for name, test := range tests {
		d, err := rendertest.Body(t, decisionOf(test.lines), compared(test.lines)...)
		if err != nil {
			t.Fatal(name, err)
		}
		const dearer = "<dt>Costs more</dt> <dd>each <code>move</code></dd>"
		if html := string(d.HTML); !strings.Contains(html, test.html) || !strings.Contains(html, dearer) {
			t.Errorf("%s: %s", name, html)
		}
		if !strings.Contains(d.Plain, test.plain) {
			t.Errorf("%s: %s", name, d.Plain)
		}
	}
}

// The figure is in the panel, between the sides and what else there is to say.
func TestDecisionHasFigure(t *testing.T) {
	const figure = "```figure keys\ncaption: Ten of them.\nAll: all\n```\n\n"
	const lines = "Without: all\nWith: ten"
	body := strings.Replace(decisionOf(lines), pair, figure+pair, 1)
	body = strings.NewReplacer("GET /E", "GET {{host}}/Things", "GET /T", "GET {{host}}/Things").Replace(body)
	examples := compared(lines)
	for i, f := range script.Fences(strings.Repeat("\n", 7) + body) {
		examples[i].Fences = []script.Fence{f}
	}
	d, err := rendertest.Body(t, body, examples...)
	if err != nil {
		t.Fatal(err)
	}
	html := string(d.HTML)
	parts := []string{"</ul>\n<figure class=\"fg\">", "Ten of them.", "dc-more", "dc-pair", "rk-example"}
	for i, part := range parts {
		at := strings.Index(html, part)
		if at < 0 || strings.Count(html, "<figure") != 1 {
			t.Fatalf("no %s, or another figure, in %s", part, html)
		}
		if i > 0 && at < strings.Index(html, parts[i-1]) {
			t.Errorf("%s is before %s", part, parts[i-1])
		}
	}
	if !strings.Contains(d.Plain, "*Ten of them.* All: ") {
		t.Errorf("in words: %s", d.Plain)
	}
}

func TestDecisionRefuses(t *testing.T) {
	tests := map[string]struct{ lines, want string }{
		"no such request": {"A: all\nB: gone", `10: no request with the name "gone" ran on this page`},
		"keys of something else": {
			"keys: x-{n} | {At} -> {n} | {At}\nA: all\nB: ten", `8: A: keys: doesn't make the PartitionKey "a"`,
		},
		"half a key": {
			"keys: {n}\nA: all\nB: ten",
			"9: write the keys of a side as PartitionKey | RowKey, with a + between those of two tables and -> " +
				"between the sides",
		},
		"three sides": {"keys: a | b -> a | b -> a | b\nA: all\nB: ten", "9: keys: has two sides at most"},
		"one side":    {"A: all", "8: a decision compares two sides: two lines of Label: request"},
		"no label": {
			"A: all\nB: ten\njust words",
			"11: write each side of a decision as Label: request, or Label: request + request — words",
		},
		"wanted": {"wanted: many\nA: all\nB: ten", `9: wanted: is how many entities the reader needs, not "many"`},
		"measure": {
			"measure: time\nA: all\nB: ten",
			`9: there is no measure "time"; use read, returned, written, transactions, requests, sent, ` +
				`stored or status`,
		},
		"per partition": {
			"measure: transactions\nper: partition\nA: all\nB: ten",
			"8: per: partition counts entities: use it with measure: read or written",
		},
		"scale": {"A: all\nB: ten\nAt 9: all -> gone", `11: no request with the name "gone" ran on this page`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := rendertest.Body(t, decisionOf(test.lines), compared(test.lines)...)
			if err == nil || err.Error() != rendertest.Page+":"+test.want {
				t.Errorf("got %v, want %s", err, rendertest.Page+":"+test.want)
			}
		})
	}
	const lines = "A: all\nB: ten"
	examples := compared(lines)
	examples[1].Hidden = true
	_, err := rendertest.Body(t, decisionOf(lines), examples...)
	const want = rendertest.Page + ":8: directly after a decision come the two http fences that it compares"
	if err == nil || err.Error() != want {
		t.Errorf("without a pair: got %v, want %s", err, want)
	}
}

// What only pages can draw is written out: decisions and folds.
func TestPlainForm(t *testing.T) {
	const lines = "Without: all\nWith: ten — and safe\nAt 4,320: many -> ten"
	d, err := rendertest.Body(t, decisionOf(lines)+"\n## More {#x .fold}\n\n### A {.fold}\n", compared(lines)...)
	if err != nil {
		t.Fatal(err)
	}
	want := "- **Without**: 25 read → 10 wanted (in 1 request)\n" +
		"- **With**: 10 read → 10 wanted, and safe (2.5× fewer, in 1 request)\n" +
		"- At 4,320: 10 read instead of 4,320 (432× fewer, in 1 request instead of 5)\n\n" + pair +
		"\n## More {#x}\n\n### A\n"
	if diff := cmp.Diff(want, d.Plain); diff != "" {
		t.Errorf("decision (-want +got):\n%s", diff)
	}
}
