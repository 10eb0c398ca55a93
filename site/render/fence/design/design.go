// Package design measures design fences: what each question costs under each choice of keys.
package design

import (
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// figure is the matrix of a design fence.
type figure struct {
	matrix *design.Matrix
	text   string
}

// matrices keeps what was measured by the text of its fence, because it takes a while.
var matrices sync.Map

func measure(text string) (*design.Matrix, []command.Problem) {
	measured, _ := matrices.LoadOrStore(text, sync.OnceValues(func() (*design.Matrix, []command.Problem) {
		return command.Measure(text)
	}))
	return measured.(func() (*design.Matrix, []command.Problem))()
}

// Kind measures design fences.
var Kind = fence.Kind{Word: "design", Place: place}

// place measures the design of a fence. A missed budget or a finding that is an error is a problem
// of the page.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &figure{text: p.Inside(f)}
	var problems []command.Problem
	n.matrix, problems = measure(n.text)
	for _, problem := range problems {
		p.ProblemIn(p.LineIn(f, problem.Line), problem.Says)
	}
	return n
}

// HTML writes the matrix.
func (n *figure) HTML() []byte {
	b := &markup.Builder{}
	if n.matrix == nil {
		return nil
	}
	b.Add(`<figure><div class="table" tabindex="0" role="group" aria-label="What each design costs">` +
		"<table>\n<thead><tr>" + `<th scope="col">Question</th>`)
	for _, d := range n.matrix.File.Designs {
		b.Add(`<th scope="col">`).Text(d.Name).Add("</th>")
	}
	b.Add("</tr></thead>\n<tbody>\n")
	for i, row := range n.matrix.Cells {
		b.Add(`<tr><th scope="row">`).Text(n.matrix.File.Patterns[i].Name).Add("</th>")
		for k := range row {
			glyph, words, class := row[k].Plan.Kind.Shown()
			b.Add(`<td><span class="kind kind-` + class + `"><span class="glyph" aria-hidden="true">` + glyph +
				"</span> " + words + "</span><br><small>").Text(costs(&row[k])).Add("</small></td>")
		}
		b.Add("</tr>\n")
	}
	b.Add("</tbody></table></div>\n<figcaption>").Text(n.sizes()).Add(` <a href="` +
		entry.Link(entry.DesignPath+"#d1.", n.text) + `">Open this as a design</a> ` +
		"and try your own keys.</figcaption></figure>\n")
	return b.Bytes()
}

// costs says what a cell costs once.
func costs(c *design.Cell) string {
	f := &c.Figures
	says := "reads " + design.Number(f.Read) + " for " + design.Number(f.Wanted)
	if c.Pattern.Verb != design.Read {
		says = "writes " + design.Number(f.Written)
	}
	if f.Requests > 1 {
		says += ", " + design.Number(f.Requests) + " requests"
	}
	return says
}

// sizes says with how much data the matrix was measured.
func (n *figure) sizes() string {
	var all []string
	for _, e := range n.matrix.File.Entities {
		all = append(all, design.Number(float64(e.Count))+" entities of type "+e.Name)
	}
	return "Measured with " + strings.Join(all, ", ") + "."
}
