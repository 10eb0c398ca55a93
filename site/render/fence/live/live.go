// Package live makes examples of http fences and tables of csv fences.
package live

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Live is one example in the tree of a page: one fence, or several that are sent together.
type Live struct {
	Example   *fence.Example
	Side      string   // its label in a decision, or ""
	InRow     bool     // a row of set-ups has it
	texts     []string // the code of its fences that are shown here
	level     int      // of its heading
	exchanges string   // the address of the page of exchanges
}

// HTTP makes examples of http fences, and Data tables of csv fences, which have the name of theirs.
var (
	HTTP = fence.Kind{Word: "http", Order: fence.First, Place: place}
	Data = fence.Kind{Word: "csv", Named: true, Order: fence.First, Place: place}
)

// place makes an example of a fence, or adds the fence to that before it if both are of one.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	example, text := exampleAt(p, p.LineAt(contentStart(f)))
	if example == nil || text != strings.TrimSuffix(p.Inside(f), "\n") {
		p.Problem(f, "a fence of requests or data can't be inside a list or a quote")
		return nil
	}
	if before, ok := fence.Of[*Live](f.PreviousSibling()); ok && before.Example == example {
		before.texts = append(before.texts, text)
		f.Parent().RemoveChild(f.Parent(), f)
		return nil
	}
	return &Live{
		Example: example, texts: []string{text}, exchanges: p.ExchangesURL(), level: p.Level(f) + 1,
	}
}

// exampleAt returns the example with a fence at a line of the file, and the fence's code.
func exampleAt(p *fence.Page, line int) (*fence.Example, string) {
	for i := range p.Examples {
		for _, f := range p.Examples[i].Fences {
			if f.Line == line {
				return &p.Examples[i], f.Text
			}
		}
	}
	return nil, ""
}

// IsOpen reports whether an example is a request that the page shows.
func (n *Live) IsOpen() bool {
	return !n.Example.Hidden && n.Example.Data == nil && n.Example.Status != ""
}

// QueryKind is the class of an example's kind of query; "" if its last request isn't a query.
func (n *Live) QueryKind() string {
	for class := range strings.FieldsSeq(n.Example.Class) {
		if strings.HasPrefix(class, "kind-") && class != "kind-none" {
			return class
		}
	}
	return ""
}

// contentStart is where the first line of the fence's content begins, or its opening line if it is
// empty.
func contentStart(fence *ast.FencedCodeBlock) int {
	if fence.Lines().Len() == 0 {
		return fence.Pos()
	}
	return fence.Lines().At(0).Start
}

// HTML writes it as the page's script expects it.
func (n *Live) HTML() []byte {
	e := n.Example
	b := &markup.Builder{}
	if e.Data != nil {
		n.data(b)
		return b.Bytes()
	}
	folded := e.Hidden && !n.InRow
	if folded {
		word := "Set-up"
		if e.Aside {
			word = "Also"
		}
		b.Add(`<details class="ex-setup"><summary>`).Add(word + ": ").Text(e.Title).Add("</summary>\n")
	}
	b.Add("<rk-example")
	if e.Name != "" {
		b.Add(` id="`).Text(e.Name).Add(`"`)
	} else {
		b.Add(` data-index="`).Number(e.Index).Add(`"`)
	}
	if e.Status == "" {
		b.Add(" data-variables")
	}
	b.Add(">\n")
	about := n.ask(b)
	if e.Status != "" {
		n.result(b, about)
	}
	b.Add("</rk-example>\n")
	if folded {
		b.Add("</details>\n")
	}
	return b.Bytes()
}

// ask adds what is sent, and returns what the file says above each request.
func (n *Live) ask(b *markup.Builder) (about []string) {
	e := n.Example
	b.Add(`<div class="ex-ask">`)
	switch {
	case n.InRow:
		b.Add(`<p class="ex-title">`).Text(e.Title).Add("</p>\n")
	case !e.Hidden && e.Status != "":
		side := &markup.Builder{}
		if n.Side != "" {
			side.Add(` data-side="`).Text(n.Side).Add(`"`)
		}
		b.Heading(n.level, side.String(), e.Title)
	}
	for i, text := range n.texts {
		for k, p := range script.Parts(text) {
			if k > 0 && p.Title != "" {
				b.Add(`<p class="ex-part">`).Text(p.Title).Add("</p>\n")
			}
			b.Add(`<div class="ex-code" data-fence="`).Number(i)
			b.Add(`"><pre tabindex="0" role="group" aria-label="Request"><code>`)
			b.Tokens(markup.HTTP(p.Request)).Add("</code></pre></div>\n")
			about = append(about, p.About)
		}
	}
	if e.Status != "" {
		title := ""
		if e.Hidden && !n.InRow {
			title = e.Title
		}
		Bar(b, title, e.Status)
	}
	b.Add("</div>\n")
	return about
}

// result adds what came of it in the build.
func (n *Live) result(b *markup.Builder, about []string) {
	if n.Side != "" {
		b.Add(`<details class="ex-more"><summary>What it read and answered</summary>`)
	}
	b.Add(`<div class="ex-result"><div class="`).Text(n.Example.Class).Add(`">`)
	b.Write(n.Example.Result)
	b.Add(`<div class="rs-tabs">`)
	for _, t := range n.Example.Tabs {
		n.tab(b, t)
	}
	Source(b, "request", about)
	b.Add("</div></div></div>")
	if n.Side != "" {
		b.Add("</details>")
	}
	b.Add("\n")
}

// tab adds a folded part of the result. With script, one of them is open at a time. In place of the
// raw HTTP, which is long and seldom read, there's a link, which the script follows when the tab is
// opened.
func (n *Live) tab(b *markup.Builder, t fence.Tab) {
	b.Add(`<details class="`).Text(t.Class).Add(`"`)
	if t.Open {
		b.Add(" open")
	}
	b.Add(">").Write(t.Summary)
	if len(t.Content) > 0 {
		b.Write(t.Content)
	} else {
		b.Add(`<div class="rs-panel"><a class="rs-away" href="`).Text(n.exchanges + "#" + n.Example.Anchor())
		b.Add(`">The request and its response, as sent</a></div>`)
	}
	b.Add("</details>")
}

// Source adds what the file says about each request or part of a program, which the page's script
// needs.
func Source(b *markup.Builder, noun string, about []string) {
	b.Add(`<details class="rs-tab ex-source"><summary>Source</summary><div class="rs-panel">`)
	if strings.Join(about, "") == "" {
		b.Add(`<p class="rs-label">In the file, nothing else is above the `).Add(noun).Add(".</p>")
	}
	for _, text := range about {
		b.Add(`<pre tabindex="0" role="group" aria-label="Lines above the `).Add(noun).Add(`"><code>`)
		b.Text(text).Add("</code></pre>")
	}
	b.Add("</div></details>")
}

// Bar adds the buttons of an example and its outcome in the build. The page's script gives Run the
// title as its name if there is one above; a title that isn't there is given here.
func Bar(b *markup.Builder, title, outcome string) {
	b.Add(`<div class="ex-bar"><button type="button" class="ex-run"`)
	if title != "" {
		b.Add(` aria-label="Run: `).Text(title).Add(`"`)
	}
	b.Add(">Run</button>")
	endBar(b, outcome)
}

// endBar adds what every bar has: the outcome, and the buttons of an editor.
func endBar(b *markup.Builder, outcome string) {
	b.Add(`<p class="ex-status" role="status">`).Text(outcome).Add("</p>")
	b.Add(`<button type="button" class="ex-edit">Edit</button>`)
	b.Add(`<button type="button" class="ex-reset" hidden>Reset</button>`)
	b.Add(`<button type="button" class="ex-copy">Copy</button></div>` + "\n")
}
