package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/rowkey/rowkey/site/render/fence"
)

// alertWords are by how a block quote that is an alert begins.
var alertWords = map[string]string{
	"[!NOTE]":      "Note",
	"[!TIP]":       "Tip",
	"[!IMPORTANT]": "Important",
	"[!WARNING]":   "Warning",
	"[!CAUTION]":   "Caution",
}

// placeAlert replaces a block quote by an alert if its first line asks for one.
func (j *job) placeAlert(quote *ast.Blockquote) {
	first, ok := quote.FirstChild().(*ast.Paragraph)
	if !ok {
		return
	}
	marker := first.Lines().At(0)
	line := strings.TrimSpace(string(marker.Value(j.Markdown)))
	if !strings.HasPrefix(line, "[!") {
		return
	}
	word, known := alertWords[line]
	if !known {
		j.Problem(first, "unknown alert "+line+"; use [!NOTE], [!TIP], [!IMPORTANT], "+
			"[!WARNING] or [!CAUTION], alone on the line")
		return
	}
	removeLine(first, marker)
	j.Needs("figures")
	// Each starts with its word, so the colour isn't the only sign.
	n := fence.Enclose(fence.Box{
		Open: `<div class="alert alert-` + strings.ToLower(word) + `" role="note">` + "\n" +
			`<p class="alert-word">` + word + "</p>\n",
		Close: "</div>\n",
	}, quote)
	if !first.HasChildren() {
		quote.RemoveChild(quote, first)
	}
	for quote.HasChildren() {
		n.AppendChild(n, quote.FirstChild())
	}
	n.RemoveChild(n, quote)
}

// removeLine removes the inline text of a line from a paragraph.
func removeLine(p *ast.Paragraph, line text.Segment) {
	for child := p.FirstChild(); child != nil; {
		t, ok := child.(*ast.Text)
		if !ok || t.Segment.Start >= line.Stop {
			return
		}
		child = child.NextSibling()
		p.RemoveChild(p, t)
	}
}
