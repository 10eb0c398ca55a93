package render

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/markup"
)

// foldClass is what folds a heading: ## More cases {.fold}.
const foldClass = "fold"

// fold is a section that its reader opens. Its first child is its heading.
type fold struct {
	ast.BaseBlock
	examples int // how many open ones are in it
}

var kindFold = ast.NewNodeKind("Fold")

func (n *fold) Kind() ast.NodeKind { return kindFold }

func (n *fold) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// placeFolds puts each heading that folds into a fold, with all up to the next heading of its level
// or a higher one.
func (j *job) placeFolds(doc *ast.Document) {
	var folded []*ast.Heading
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if heading, ok := n.(*ast.Heading); ok && isFolded(heading) {
			folded = append(folded, heading)
		}
	}
	// From the last on, so that a fold within another is made first.
	for i := len(folded) - 1; i >= 0; i-- {
		heading := folded[i]
		n := &fold{}
		n.SetPos(heading.Pos())
		doc.InsertBefore(doc, heading, n)
		for next := ast.Node(heading); next != nil; {
			following := next.NextSibling()
			n.AppendChild(n, next)
			if next = following; ends(next, heading.Level) {
				break
			}
		}
		_ = ast.Walk(n, func(in ast.Node, entering bool) (ast.WalkStatus, error) {
			if e, ok := fence.Of[*live.Live](in); ok && entering && e.IsOpen() {
				n.examples++
			}
			return ast.WalkContinue, nil
		})
	}
}

// ends reports whether a node is a heading, or the fold of one, at which a section of a level ends.
func ends(n ast.Node, level int) bool {
	if f, ok := n.(*fold); ok {
		n = f.FirstChild()
	}
	heading, ok := n.(*ast.Heading)
	return ok && heading.Level <= level
}

func isFolded(heading *ast.Heading) bool {
	class, _ := heading.AttributeString("class")
	value, _ := class.([]byte)
	return string(value) == foldClass
}

// foldRenderer writes folds. Without script they open, too.
type foldRenderer struct{}

func (foldRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindFold, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString(`<details class="fold"><summary>`)
		} else {
			_, _ = w.WriteString("</details>\n")
		}
		return ast.WalkContinue, nil
	})
}

// summaryEnd closes the summary after the heading of a fold.
func (n *fold) summaryEnd(b *markup.Builder) {
	if n.examples > 0 {
		words := markup.Count(n.examples, "example", "examples")
		b.Add(` <span class="fold-note">`).Add(words).Add("</span>")
	}
	b.Add("</summary>\n")
}
