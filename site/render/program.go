package render

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/content"
)

// program is a JavaScript example in the tree of a page. It runs in the reader's browser and, for
// ./build.sh bake, in Node. Here it is only shown, with what it printed in Node.
type program struct {
	ast.BaseBlock
	index     int // its position among the JavaScript examples of the page
	text      string
	level     int // of its heading
	output    content.Output
	exchanges string // the address of the page of exchanges, which shows its requests
}

var kindProgram = ast.NewNodeKind("Program")

func (n *program) Kind() ast.NodeKind { return kindProgram }

func (n *program) IsRaw() bool { return true }

func (n *program) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Title": programTitle(n.text)}, nil)
}

// placeProgram replaces a js fence of a guide by its example.
func (j *job) placeProgram(fence *ast.FencedCodeBlock) {
	text := strings.TrimSuffix(string(fence.Lines().Value(j.source)), "\n")
	n := &program{index: j.programs, level: j.levels[fence] + 1, text: text}
	if n.index < len(j.page.Outputs) {
		n.output = j.page.Outputs[n.index]
	}
	switch {
	case fence.Parent().Kind() != ast.KindDocument:
		j.problem(fence, "a js fence can't be inside a list or a quote")
	case programTitle(n.text) == "":
		j.problem(fence, "a js example must begin with a comment that says what it does")
	case !n.output.IsOf(n.text):
		j.problem(fence, "output.json is missing or older than this example; run ./build.sh bake")
	}
	n.exchanges = j.page.ExchangesURL()
	if len(n.output.Requests) > 0 {
		shown, err := requests(n.output.Requests)
		if err != nil {
			j.problem(fence, "output.json can't be read; run ./build.sh bake: "+err.Error())
		}
		j.doc.Shown = append(j.doc.Shown, Example{Name: n.anchor(), Title: programTitle(n.text), Exchange: shown})
	}
	n.SetPos(fence.Pos())
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
	j.programs++
	j.doc.Examples++
	if name := programName(n.text); name != "" {
		j.doc.Lines["#"+name] = j.line(n) + 1
	}
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

// programParts divides a program into its title and directives, what a reader pastes, and what runs it here.
// Line breaks between them belong to none.
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

// programRenderer writes JavaScript examples as the page's script expects them.
type programRenderer struct{}

func (programRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindProgram, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(n.(*program).html())
		}
		return ast.WalkSkipChildren, nil
	})
}

// anchor is the id of its requests on the page of exchanges.
func (n *program) anchor() string {
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

// imports adds a program in which the import of recipes.js leads to how to get that, and to run the program.
func (b *builder) imports(code []Token) *builder {
	for i, t := range code {
		if t.Text == `"./recipes.js"` {
			const link = `<a class="tk-s" href="/docs/recipes/#run">`
			return b.tokens(code[:i]).add(link).text(t.Text).add("</a>").tokens(code[i+1:])
		}
	}
	return b.tokens(code)
}

func (n *program) html() []byte {
	b := &builder{}
	b.add("<rk-example")
	if name := programName(n.text); name != "" {
		b.add(` id="`).text(name).add(`"`)
	} else {
		b.add(` data-index="js-`).number(n.index).add(`"`)
	}
	b.add(" data-js>\n")
	b.heading(n.level, "", programTitle(n.text))
	about, code, play := programParts(n.text)
	b.add(`<div class="ex-code"><pre tabindex="0" role="group" aria-label="JavaScript"><code>`)
	b.imports(JavaScript(code)).add("</code></pre></div>\n")
	abouts := []string{about}
	if play != "" {
		b.add(`<details class="ex-play"><summary>What runs it here</summary><div class="ex-code">`)
		b.add(`<pre tabindex="0" role="group" aria-label="JavaScript that runs it"><code>`)
		b.tokens(JavaScript(play)).add("</code></pre></div></details>\n")
		abouts = append(abouts, playMark)
	}
	b.bar("", n.output.Summary)
	b.add(`<div class="ex-result"><div class="result">`)
	if len(n.output.Lines) > 0 {
		b.add(`<pre class="rs-output" tabindex="0" role="group" aria-label="Output">`)
		b.text(strings.Join(n.output.Lines, "\n")).add("</pre>")
	} else {
		b.add(`<p class="rs-brief">Nothing was printed.</p>`)
	}
	b.add(`<div class="rs-tabs">`)
	if len(n.output.Requests) > 0 {
		b.add(`<details class="rs-tab tab-requests"><summary>Requests <span class="rs-note">`)
		shown := strconv.Itoa(len(n.output.Requests))
		b.add(shown)
		if sent, _, _ := strings.Cut(n.output.Summary, " "); sent != shown {
			b.add(" of ").text(sent)
		}
		b.add(`</span></summary><div class="rs-panel"><a class="rs-away" href="`)
		b.text(n.exchanges + "#" + n.anchor()).add(`">What each request read and wrote</a></div></details>`)
	}
	b.source("program", abouts)
	b.add("</div></div></div>\n</rk-example>\n")
	return b.Bytes()
}
