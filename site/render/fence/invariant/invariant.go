// Package invariant shows invariant fences: what must be true after the programs before it have run, whatever
// happened to their requests.
package invariant

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// how is the part of a document that says how the tests try a program.
const how = "/docs/recipes/#held"

// invariant is a script whose expectations are true after the programs.
type invariant struct{ text string }

// Kind shows invariants. The tests run the programs and then the invariant: patterns/faults_test.go.
var Kind = fence.Kind{Word: "invariant", Place: place}

// place reads a fence that has requests with titles and expectations.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &invariant{strings.TrimSpace(p.Inside(f))}
	s := script.Parse("invariant.http", n.text)
	for _, err := range s.Errors {
		p.Problem(f, err.Error())
	}
	if !strings.HasPrefix(n.text, "### ") || !strings.Contains(n.text, "\n# @expect ") {
		p.Problem(f, "an invariant begins with ### and what is true, and has an # @expect")
	}
	return n
}

// HTML writes it folded, because it's for readers who ask.
func (n *invariant) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<details class="ex-play"><summary>What must hold afterwards</summary>` + "\n")
	b.Add(`<pre class="code" tabindex="0" role="group" aria-label="What must hold afterwards"><code>`)
	b.Tokens(markup.HTTP(n.text)).Add("\n</code></pre>\n<p>")
	b.Add(`<a href="` + how + `">Tests check this</a> after each program, except in C#, has lost answers, been `)
	return b.Add("killed, and run twice at once.</p>\n</details>\n").Bytes()
}
