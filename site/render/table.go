package render

import (
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// alignByClass aligns a cell with a class, because the policy forbids style attributes.
func alignByClass(cell *extast.TableCell) {
	if cell.Alignment == extast.AlignRight {
		cell.SetAttributeString("class", []byte("num"))
	}
	cell.Alignment = extast.AlignNone
}

// renderTable puts a table into a box that scrolls on its own, also by keyboard.
func renderTable(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(`<div class="table" tabindex="0" role="group" aria-label="Table"><table>` + "\n")
	} else {
		_, _ = w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}
