package render

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// alert is a block quote that begins with [!NOTE] or one of the other four words.
type alert struct {
	ast.BaseBlock
	word string // "Note"
}

var kindAlert = ast.NewNodeKind("Alert")

func (n *alert) Kind() ast.NodeKind { return kindAlert }

func (n *alert) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Word": n.word}, nil)
}

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
	n := &alert{word: word}
	n.SetPos(quote.Pos())
	if !first.HasChildren() {
		quote.RemoveChild(quote, first)
	}
	for quote.HasChildren() {
		n.AppendChild(n, quote.FirstChild())
	}
	quote.Parent().ReplaceChild(quote.Parent(), quote, n)
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

// alertRenderer writes alerts. Each starts with its word, so the colour isn't the only sign.
type alertRenderer struct{}

func (alertRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindAlert, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		word := n.(*alert).word
		if entering {
			name := bytes.ToLower([]byte(word))
			_, _ = w.WriteString(`<div class="alert alert-` + string(name) + `" role="note">` + "\n")
			_, _ = w.WriteString(`<p class="alert-word">` + word + "</p>\n")
		} else {
			_, _ = w.WriteString("</div>\n")
		}
		return ast.WalkContinue, nil
	})
}
