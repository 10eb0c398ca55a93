package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/site/render/markup"
)

// critical marks the items of a list that matter most: it's written in italics behind the item's
// name.
const critical = "Critical."

// nameTick gives the box of a task list the name of its item, which is what the item has in bold.
func (j *job) nameTick(box *extast.TaskCheckBox) {
	name := ""
	for n := box.NextSibling(); n != nil; n = n.NextSibling() {
		e, ok := n.(*ast.Emphasis)
		switch {
		case !ok:
		case e.Level == 2 && name == "":
			name = markup.Plain(e, j.Markdown)
		case e.Level == 1 && markup.Plain(e, j.Markdown) == critical:
			box.SetAttributeString("data-critical", []byte("true"))
			j.doc.Critical++
		}
	}
	if name == "" {
		j.Problem(box, "an item with a box begins with its name in bold: - [ ] **Name.**")
	}
	box.SetAttributeString("name", []byte(name))
	j.doc.Ticks++
	j.Needs("front")
}

// renderTick writes a box. The page's script enables it and remembers whether it is ticked.
func renderTick(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		name := attribute(node, "name")
		b := &markup.Builder{}
		b.Add(`<input type="checkbox" class="tick" disabled value="`).Text(markup.ID(name))
		b.Add(`" aria-label="`).Text(strings.TrimRight(name, ".")).Add(`"`)
		if attribute(node, "data-critical") != "" {
			b.Add(" data-critical")
		}
		_, _ = w.Write(b.Add("> ").Bytes())
	}
	return ast.WalkContinue, nil
}
