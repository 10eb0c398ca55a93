package render

import (
	"html/template"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/engine/language/script"
)

// Example is what a page shows of one example, apart from the code of its fences.
type Example struct {
	Index  int    // its position among the examples of the file, from 0
	Name   string // the element's id; or ""
	Title  string
	Fences []script.Fence
	Hidden bool   // it is folded on the page
	Aside  bool   // its last request reads or is refused, so it isn't labelled Set-up
	Status string // in words; "" for a fence that only defines variables
	Result []byte // HTML

	// Measures are what its requests cost, by their names.
	Measures map[string]Measure

	// Exchange is the raw HTTP as HTML. It is on a page of its own, to which the result links.
	Exchange []byte
}

// ExchangeClass is the class of the part of a result that shows the raw HTTP.
const ExchangeClass = "rs-http"

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
			j.problem(fence, "an http fence can't be inside a list or a quote")
			continue
		}
		parent := fence.Parent()
		if before, ok := fence.PreviousSibling().(*live); ok && before.example == example {
			before.texts = append(before.texts, text)
			parent.RemoveChild(parent, fence)
			continue
		}
		n := &live{example: example, texts: []string{text}, exchanges: j.page.ExchangesURL()}
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
	if e.Hidden {
		word := "Set-up"
		if e.Aside {
			word = "Also"
		}
		b.add(`<details class="ex-setup"><summary>`).add(word + ": ").text(e.Title).add("</summary>\n")
	}
	b.add("<rk-example")
	if e.Name != "" {
		b.add(` id="`).text(e.Name).add(`"`)
	}
	b.add(` data-index="`).number(e.Index).add(`"`)
	if e.Status == "" {
		b.add(" data-variables")
	}
	b.add(">\n")
	if !strings.HasPrefix(n.texts[0], "###") {
		b.add(`<div class="ex-head"><span class="ex-title">`).text(e.Title).add("</span></div>\n")
	}
	for _, text := range n.texts {
		b.add(`<div class="ex-code"><pre tabindex="0" role="group" aria-label="Request"><code>`)
		b.tokens(HTTP(text)).add("</code></pre></div>\n")
	}
	if e.Status != "" {
		b.bar(strings.TrimPrefix(e.Status, "Done: "))
		b.add(`<div class="ex-result">`)
		b.Write(e.Result)
		if len(e.Exchange) > 0 {
			b.add(`<a class="` + ExchangeClass + `" href="`).text(n.exchanges + "#" + e.Anchor())
			b.add(`">HTTP request and response</a>`)
		}
		b.add("</div>\n")
	}
	b.add("</rk-example>\n")
	if e.Hidden {
		b.add("</details>\n")
	}
	return b.Bytes()
}

// bar adds the buttons of an example and its outcome in the build.
func (b *builder) bar(outcome string) {
	b.add(`<div class="ex-bar"><button type="button" class="ex-run">Run</button>`)
	b.add(`<button type="button" class="ex-reset" disabled>Reset</button>`)
	b.add(`<button type="button" class="ex-copy">Copy</button>`)
	b.add(`<p class="ex-status" role="status">From the build: `).text(outcome).add("</p></div>\n")
}
