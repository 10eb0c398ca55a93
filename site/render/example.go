package render

import (
	"html/template"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Example is what a page shows of one example, apart from the code of its fences.
type Example struct {
	Index  int    // its position among the examples of the file, from 0
	Name   string // the element's id; or ""
	Title  string
	Fences []script.Fence
	Hidden bool        // it is folded on the page
	Aside  bool        // its last request reads or is refused, so it isn't labelled Set-up
	Data   *data.Table // of a fence of data, which doesn't run
	Status string      // in words; "" for a fence that only defines variables
	Class  string      // of the result, which says the kind of query
	Result []byte      // HTML of what is always visible of the result
	Tabs   []Tab       // its folded parts

	// Measures are what its requests cost, by their names.
	Measures map[string]Measure

	// Exchange is the raw HTTP as HTML. It is on a page of its own, to which the result links.
	Exchange []byte
}

// Tab is a part of a result that a page folds away unless it's open.
type Tab struct {
	Class   string
	Summary []byte // HTML
	Content []byte // HTML; the raw HTTP has none, because it's on a page of its own
	Open    bool
}

// Raw returns the raw HTTP for templates.
func (e Example) Raw() template.HTML { return template.HTML(e.Exchange) }

// Anchor is the example's id on the page of exchanges.
func (e Example) Anchor() string {
	if e.Name != "" {
		return e.Name
	}
	return "example-" + strconv.Itoa(e.Index)
}

// live is one example in the tree of a page: one fence, or several that are sent together.
type live struct {
	ast.BaseBlock
	example   *Example
	texts     []string // the code of its fences that are shown here
	level     int      // of its heading
	side      string   // its label in a decision, or ""
	inRow     bool     // a row of set-ups has it
	exchanges string   // the address of the page of exchanges
}

var kindLive = ast.NewNodeKind("Live")

func (n *live) Kind() ast.NodeKind { return kindLive }

func (n *live) IsRaw() bool { return true }

func (n *live) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Title": n.example.Title}, nil)
}

// placeExamples replaces the http fences by their examples.
func (j *job) placeExamples(fences []*ast.FencedCodeBlock) {
	for _, fence := range fences {
		line := j.page.Line + strings.Count(string(j.source[:contentStart(fence)]), "\n")
		example, text := j.exampleAt(line)
		if example == nil || text != strings.TrimSuffix(string(fence.Lines().Value(j.source)), "\n") {
			j.problem(fence, "a fence of requests or data can't be inside a list or a quote")
			continue
		}
		parent := fence.Parent()
		if before, ok := fence.PreviousSibling().(*live); ok && before.example == example {
			before.texts = append(before.texts, text)
			parent.RemoveChild(parent, fence)
			continue
		}
		n := &live{
			example: example, texts: []string{text}, exchanges: j.page.ExchangesURL(), level: j.levels[fence] + 1,
		}
		n.SetPos(fence.Pos())
		parent.ReplaceChild(parent, fence, n)
	}
}

// contentStart is where the first line of the fence's content begins, or its opening line if it is
// empty.
func contentStart(fence *ast.FencedCodeBlock) int {
	if fence.Lines().Len() == 0 {
		return fence.Pos()
	}
	return fence.Lines().At(0).Start
}

// exampleAt returns the example with a fence at a line of the file, and the fence's code.
func (j *job) exampleAt(line int) (*Example, string) {
	for i := range j.examples {
		for _, f := range j.examples[i].Fences {
			if f.Line == line {
				return &j.examples[i], f.Text
			}
		}
	}
	return nil, ""
}

// exampleRenderer writes examples as the page's script expects them.
type exampleRenderer struct{}

func (exampleRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindLive, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(n.(*live).html())
		}
		return ast.WalkSkipChildren, nil
	})
}

func (n *live) html() []byte {
	e := n.example
	b := &builder{}
	if e.Data != nil {
		n.data(b)
		return b.Bytes()
	}
	if e.Hidden && !n.inRow {
		word := "Set-up"
		if e.Aside {
			word = "Also"
		}
		b.add(`<details class="ex-setup"><summary>`).add(word + ": ").text(e.Title).add("</summary>\n")
	}
	b.add("<rk-example")
	if e.Name != "" {
		b.add(` id="`).text(e.Name).add(`"`)
	} else {
		b.add(` data-index="`).number(e.Index).add(`"`)
	}
	if e.Status == "" {
		b.add(" data-variables")
	}
	b.add(">\n" + `<div class="ex-ask">`)
	switch {
	case n.inRow:
		b.add(`<p class="ex-title">`).text(e.Title).add("</p>\n")
	case !e.Hidden && e.Status != "":
		b.heading(n.level, n.side, e.Title)
	}
	var about []string
	for i, text := range n.texts {
		for k, p := range script.Parts(text) {
			if k > 0 && p.Title != "" {
				b.add(`<p class="ex-part">`).text(p.Title).add("</p>\n")
			}
			b.add(`<div class="ex-code" data-fence="`).number(i)
			b.add(`"><pre tabindex="0" role="group" aria-label="Request"><code>`)
			b.tokens(HTTP(p.Request)).add("</code></pre></div>\n")
			about = append(about, p.About)
		}
	}
	if e.Status != "" {
		title := ""
		if e.Hidden && !n.inRow {
			title = e.Title
		}
		b.bar(title, e.Status)
	}
	b.add("</div>\n")
	if e.Status != "" {
		if n.side != "" {
			b.add(`<details class="ex-more"><summary>What it read and answered</summary>`)
		}
		b.add(`<div class="ex-result"><div class="`).text(e.Class).add(`">`)
		b.Write(e.Result)
		b.add(`<div class="rs-tabs">`)
		for _, t := range e.Tabs {
			n.tab(b, t)
		}
		b.source("request", about)
		b.add("</div></div></div>")
		if n.side != "" {
			b.add("</details>")
		}
		b.add("\n")
	}
	b.add("</rk-example>\n")
	if e.Hidden && !n.inRow {
		b.add("</details>\n")
	}
	return b.Bytes()
}

// tab adds a folded part of the result. With script, one of them is open at a time. In place of the raw HTTP,
// which is long and seldom read, there's a link, which the script follows when the tab is opened.
func (n *live) tab(b *builder, t Tab) {
	b.add(`<details class="`).text(t.Class).add(`"`)
	if t.Open {
		b.add(" open")
	}
	b.add(">").Write(t.Summary)
	if len(t.Content) > 0 {
		b.Write(t.Content)
	} else {
		b.add(`<div class="rs-panel"><a class="rs-away" href="`).text(n.exchanges + "#" + n.example.Anchor())
		b.add(`">The request and its response, as sent</a></div>`)
	}
	b.add("</details>")
}

// source adds what the file says about each request or part of a program, which the page's script needs.
func (b *builder) source(noun string, about []string) {
	b.add(`<details class="rs-tab ex-source"><summary>Source</summary><div class="rs-panel">`)
	if strings.Join(about, "") == "" {
		b.add(`<p class="rs-label">In the file, nothing else is above the `).add(noun).add(".</p>")
	}
	for _, text := range about {
		b.add(`<pre tabindex="0" role="group" aria-label="Lines above the `).add(noun).add(`"><code>`)
		b.text(text).add("</code></pre>")
	}
	b.add("</div></details>")
}

// heading adds the title of an example, and the side of a decision on which it is, if on any.
func (b *builder) heading(level int, side, text string) {
	tag := "h" + strconv.Itoa(min(level, 6))
	b.add("<" + tag + ` class="ex-title"`)
	if side != "" {
		b.add(` data-side="`).text(side).add(`"`)
	}
	b.add(">").text(text).add("</" + tag + ">\n")
}

// bar adds the buttons of an example and its outcome in the build. The page's script gives Run the title as
// its name if there is one above; a title that isn't there is given here.
func (b *builder) bar(title, outcome string) {
	b.add(`<div class="ex-bar"><button type="button" class="ex-run"`)
	if title != "" {
		b.add(` aria-label="Run: `).text(title).add(`"`)
	}
	b.add(">Run</button>")
	b.add(`<p class="ex-status" role="status">`).text(outcome).add("</p>")
	b.add(`<button type="button" class="ex-edit">Edit</button>`)
	b.add(`<button type="button" class="ex-reset" hidden>Reset</button>`)
	b.add(`<button type="button" class="ex-copy">Copy</button></div>` + "\n")
}
