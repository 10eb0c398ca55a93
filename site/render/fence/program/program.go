// Package program shows js fences: JavaScript examples that run in the page.
package program

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Program is a JavaScript example in the tree of a page. It runs in the reader's browser and, for
// ./build.sh bake, in Node. Here it is only shown, with what it printed in Node.
type Program struct {
	index     int // its position among the JavaScript examples of the page
	text      string
	level     int // of its heading
	output    content.Output
	exchanges string // the address of the page of exchanges, which shows its requests
}

// Kind shows js fences of guides as examples. Elsewhere they are code.
var Kind = fence.Kind{Word: "js", Place: place}

// place makes an example of a fence.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	if !p.Kind.IsGuide() {
		return nil
	}
	text := strings.TrimSuffix(p.Inside(f), "\n")
	n := &Program{index: len(fence.Placed[*Program](p)), level: p.Level(f) + 1, text: text}
	if n.index < len(p.Outputs) {
		n.output = p.Outputs[n.index]
	}
	switch {
	case f.Parent().Kind() != ast.KindDocument:
		p.Problem(f, "a js fence can't be inside a list or a quote")
	case programTitle(n.text) == "":
		p.Problem(f, "a js example must begin with a comment that says what it does")
	case !n.output.IsOf(n.text):
		p.Problem(f, "output.json is missing or older than this example; run ./build.sh bake")
	}
	n.exchanges = p.ExchangesURL()
	if len(n.output.Requests) > 0 {
		shown, err := requests(n.output.Requests)
		if err != nil {
			p.Problem(f, "output.json can't be read; run ./build.sh bake: "+err.Error())
		}
		p.Shown = append(p.Shown, fence.Example{
			Name: n.anchor(), Title: programTitle(n.text), Exchange: shown,
		})
	}
	p.Live++
	if name := programName(n.text); name != "" {
		p.Lines["#"+name] = p.LineOf(f) + 1
	}
	return n
}

// programTitle returns the comment on the first line of a program, or "".
func programTitle(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	title, ok := strings.CutPrefix(first, "// ")
	if !ok || strings.HasPrefix(title, "@") {
		return ""
	}
	return title
}

// playMark divides a program: what follows isn't for readers to paste, but runs it here.
const playMark = "// @play"

// programParts divides a program into its title and directives, what a reader pastes, and what runs
// it here. Line breaks between them belong to none.
func programParts(text string) (about, code, play string) {
	code, play, _ = strings.Cut(text, "\n"+playMark+"\n")
	lines := strings.SplitAfter(code, "\n")
	n := 1 // the title
	for n < len(lines) && (strings.HasPrefix(lines[n], "// @") || strings.TrimSpace(lines[n]) == "") {
		n++
	}
	about = strings.TrimSuffix(strings.Join(lines[:n], ""), "\n")
	return about, strings.TrimRight(strings.Join(lines[n:], ""), "\n"), strings.TrimRight(play, "\n")
}

var nameComment = regexp.MustCompile(`(?m)^\s*//\s*@name\s+(\w+)\s*$`)

// programName returns the name from a program's @name comment, or "".
func programName(text string) string {
	if found := nameComment.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ""
}

// anchor is the id of its requests on the page of exchanges.
func (n *Program) anchor() string {
	if name := programName(n.text); name != "" {
		return name
	}
	return "js-" + strconv.Itoa(n.index)
}

// requests writes the views of an example's requests as HTML.
func requests(trees []json.RawMessage) ([]byte, error) {
	var html []byte
	for _, tree := range trees {
		n, err := view.ParseJSON(tree)
		if err != nil {
			return nil, err
		}
		html = n.AppendHTML(html)
	}
	return html, nil
}

// linked adds a program in which the import of recipes.js leads to how to get that, and to run the
// program.
func linked(b *markup.Builder, code []markup.Token) *markup.Builder {
	for i, t := range code {
		if t.Text == `"./recipes.js"` {
			const link = `<a class="tk-s" href="/docs/recipes/#run">`
			return b.Tokens(code[:i]).Add(link).Text(t.Text).Add("</a>").Tokens(code[i+1:])
		}
	}
	return b.Tokens(code)
}

// HTML writes it as the page's script expects it.
func (n *Program) HTML() []byte {
	b := &markup.Builder{}
	b.Add("<rk-example")
	if name := programName(n.text); name != "" {
		b.Add(` id="`).Text(name).Add(`"`)
	} else {
		b.Add(` data-index="js-`).Number(n.index).Add(`"`)
	}
	b.Add(" data-js>\n")
	b.Heading(n.level, "", programTitle(n.text))
	about, code, play := programParts(n.text)
	b.Add(`<div class="ex-code"><pre tabindex="0" role="group" aria-label="JavaScript"><code>`)
	linked(b, markup.JavaScript(code)).Add("</code></pre></div>\n")
	abouts := []string{about}
	if play != "" {
		b.Add(`<details class="ex-play"><summary>What runs it here</summary><div class="ex-code">`)
		b.Add(`<pre tabindex="0" role="group" aria-label="JavaScript that runs it"><code>`)
		b.Tokens(markup.JavaScript(play)).Add("</code></pre></div></details>\n")
		abouts = append(abouts, playMark)
	}
	live.Bar(b, "", n.output.Summary)
	b.Add(`<div class="ex-result"><div class="result">`)
	if len(n.output.Lines) > 0 {
		b.Add(`<pre class="rs-output" tabindex="0" role="group" aria-label="Output">`)
		b.Text(strings.Join(n.output.Lines, "\n")).Add("</pre>")
	} else {
		b.Add(`<p class="rs-brief">Nothing was printed.</p>`)
	}
	b.Add(`<div class="rs-tabs">`)
	if len(n.output.Requests) > 0 {
		b.Add(`<details class="rs-tab tab-requests"><summary>Requests <span class="rs-note">`)
		shown := strconv.Itoa(len(n.output.Requests))
		b.Add(shown)
		if sent, _, _ := strings.Cut(n.output.Summary, " "); sent != shown {
			b.Add(" of ").Text(sent)
		}
		b.Add(`</span></summary><div class="rs-panel"><a class="rs-away" href="`)
		b.Text(n.exchanges + "#" + n.anchor()).Add(`">What each request read and wrote</a></div></details>`)
	}
	live.Source(b, "program", abouts)
	b.Add("</div></div></div>\n</rk-example>\n")
	return b.Bytes()
}
