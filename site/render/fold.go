package render

import (
	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/markup"
)

// foldClass is what folds a heading: ## More cases {.fold}.
const foldClass = "fold"

// fold is a section that its reader opens, also without script. Its first child is its heading.
type fold struct {
	fence.Box
	examples int // how many open ones are in it
}

// placeFolds puts each heading that folds into a fold, with all up to the next heading of its level
// or a higher one.
func (j *job) placeFolds(doc *ast.Document) {
	var folded []*ast.Heading
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if heading, ok := n.(*ast.Heading); ok && attribute(heading, "class") == foldClass {
			folded = append(folded, heading)
		}
	}
	// From the last on, so that a fold within another is made first.
	for i := len(folded) - 1; i >= 0; i-- {
		heading := folded[i]
		section := []ast.Node{heading}
		for n := heading.NextSibling(); n != nil && !ends(n, heading.Level); n = n.NextSibling() {
			section = append(section, n)
		}
		f := &fold{Box: fence.Box{Open: `<details class="fold"><summary>`, Close: "</details>\n"}}
		_ = ast.Walk(fence.Enclose(f, section...), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if e, ok := fence.Of[*live.Live](n); ok && entering && e.IsOpen() {
				f.examples++
			}
			return ast.WalkContinue, nil
		})
	}
}

// ends reports whether a node is a heading, or the fold of one, at which a section of a level ends.
func ends(n ast.Node, level int) bool {
	if _, ok := fence.Of[*fold](n); ok {
		n = n.FirstChild()
	}
	heading, ok := n.(*ast.Heading)
	return ok && heading.Level <= level
}

// summaryEnd closes the summary after the heading of a fold.
func (n *fold) summaryEnd(b *markup.Builder) {
	if n.examples > 0 {
		words := view.Count(n.examples, "example", "examples")
		b.Add(` <span class="fold-note">`).Add(words).Add("</span>")
	}
	b.Add("</summary>\n")
}
