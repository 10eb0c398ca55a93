package render

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"hash/fnv"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/site/entry"
)

// matrixFigure is the matrix of a design fence.
type matrixFigure struct {
	ast.BaseBlock
	matrix *design.Matrix
	text   string
}

var kindMatrix = ast.NewNodeKind("Matrix")

func (n *matrixFigure) Kind() ast.NodeKind { return kindMatrix }

func (n *matrixFigure) IsRaw() bool { return true }

func (n *matrixFigure) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// matrices keeps what was measured by the text of its fence, because it takes a while.
var matrices sync.Map

type measuredDesign struct {
	matrix   *design.Matrix
	problems []command.Problem
}

func measureDesign(text string) measuredDesign {
	if had, ok := matrices.Load(text); ok {
		return had.(measuredDesign)
	}
	var o measuredDesign
	o.matrix, o.problems = command.Measure(text)
	matrices.Store(text, o)
	return o
}

// placeDesign replaces a fence by the matrix of its design. A missed budget or a finding that is an error is
// a problem of the page.
func (j *job) placeDesign(fence *ast.FencedCodeBlock) {
	n := &matrixFigure{text: string(fence.Lines().Value(j.source))}
	n.SetPos(fence.Pos())
	out := measureDesign(n.text)
	n.matrix = out.matrix
	for _, p := range out.problems {
		at := j.line(fence)
		if p.Line > 0 && p.Line <= fence.Lines().Len() {
			at = j.lineAt(fence.Lines().At(p.Line - 1).Start)
		}
		j.problemIn(at, p.Says)
	}
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
}

func (n *matrixFigure) html() []byte {
	b := &builder{}
	if n.matrix == nil {
		return nil
	}
	b.add(`<figure><div class="table" tabindex="0" role="group" aria-label="What each design costs">` +
		"<table>\n<thead><tr>" + `<th scope="col">Question</th>`)
	for _, d := range n.matrix.File.Designs {
		b.add(`<th scope="col">`).text(d.Name).add("</th>")
	}
	b.add("</tr></thead>\n<tbody>\n")
	for i, row := range n.matrix.Cells {
		b.add(`<tr><th scope="row">`).text(n.matrix.File.Patterns[i].Name).add("</th>")
		for k := range row {
			glyph, words, class := row[k].Plan.Kind.Shown()
			b.add(`<td><span class="kind kind-` + class + `"><span class="glyph" aria-hidden="true">` + glyph +
				"</span> " + words + "</span><br><small>").text(costs(&row[k])).add("</small></td>")
		}
		b.add("</tr>\n")
	}
	b.add("</tbody></table></div>\n<figcaption>").text(n.sizes()).add(` <a href="` + openDesign(n.text) +
		`">Open this as a design</a> and try your own keys.</figcaption></figure>` + "\n")
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
func (n *matrixFigure) sizes() string {
	var all []string
	for _, e := range n.matrix.File.Entities {
		all = append(all, design.Number(float64(e.Count))+" entities of type "+e.Name)
	}
	return "Measured with " + strings.Join(all, ", ") + "."
}

// openDesign returns the address at which the workbench opens a text. share/pack-v1.ts reads it.
func openDesign(text string) string {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(text))
	sum := hash.Sum32()
	sum ^= sum >> 24
	packed := bytes.NewBuffer([]byte{byte(sum), byte(sum >> 8), byte(sum >> 16)})
	w, err := flate.NewWriter(packed, flate.BestCompression)
	if err == nil {
		_, _ = w.Write([]byte(text)) // memory can't fail
		_ = w.Close()
	}
	return entry.DesignPath + "#d1." + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// matrixRenderer writes matrices.
type matrixRenderer struct{}

func (matrixRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindMatrix, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(n.(*matrixFigure).html())
		}
		return ast.WalkSkipChildren, nil
	})
}
