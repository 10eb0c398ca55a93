// Package fence is what a kind of fence is made of. Each kind has a folder beside this file and a
// row in site/render/fences.go: a Kind, which is an extension of goldmark, puts a Content into the
// page in place of each fence of its word. The style of what it draws is in the same folder, in a
// file named like the style sheet of site/ui/styles that has it.
//
// A kind knows its page by Page, and no other kind unless it is built on one, as the decision is on
// examples.
package fence

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Content is what stands in a page in place of a fence. It may also have a method
//
//	Plain() string // the same as Markdown, if that isn't the fence itself
//	End() []byte   // HTML after its children, if it has any
type Content interface {
	HTML() []byte
}

// Kind is a kind of fence.
type Kind struct {
	Word  string // after the backquotes
	Named bool   // a name follows the word
	Entry string // the row of the table of entries that its pages load, if every page needn't
	Order Order

	// Place returns what takes the fence's place, or nil to leave it as it is.
	Place func(p *Page, f *ast.FencedCodeBlock) Content
}

// Order is when a kind takes its place among the others.
type Order int

// The kinds are placed in this order, and within it in that of their rows.
const (
	Usual  Order = 0
	First  Order = -10 // others look at it
	Around Order = +10 // it takes what follows it into itself, when links and alerts have been placed
)

// Priorities of goldmark's transformers.
const (
	Notes   = 100 // what a page notes before fences are placed
	usual   = 200
	Blocks  = 205 // between the usual fences and those around others
	Outline = 300 // when all fences are placed
)

// Extend adds the kind to a goldmark.
func (k Kind) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithASTTransformers(util.Prioritized(k, usual+int(k.Order))))
}

// Transform places the fences of the kind.
func (k Kind) Transform(doc *ast.Document, _ text.Reader, pc parser.Context) {
	p := pc.Get(PageKey).(*Page)
	var fences []*ast.FencedCodeBlock
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f, ok := n.(*ast.FencedCodeBlock); ok && entering && k.is(Info(f, p.Markdown)) {
			fences = append(fences, f)
		}
		return ast.WalkContinue, nil
	})
	for _, f := range fences { // nodes can only be replaced after the walk
		if content := k.Place(p, f); content != nil {
			p.put(f, content)
			p.Needs(k.Entry)
		}
	}
}

func (k Kind) is(info string) bool {
	return info == k.Word || k.Named && strings.HasPrefix(info, k.Word+" ")
}

// Info returns the whole info string of a fence. Editors recognise an example only if it is exactly
// http or js.
func Info(n *ast.FencedCodeBlock, source []byte) string {
	if n.Info == nil {
		return ""
	}
	return strings.TrimSpace(string(n.Info.Segment.Value(source)))
}

// Node has a content in the tree of a page.
type Node struct {
	ast.BaseBlock
	Content
}

var kindNode = ast.NewNodeKind("Fence")

// Kind says that it's a fence.
func (n *Node) Kind() ast.NodeKind { return kindNode }

// IsRaw says that its text isn't Markdown.
func (n *Node) IsRaw() bool { return true }

// Dump writes it for people who debug.
func (n *Node) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// Renderer writes contents.
type Renderer struct{}

// RegisterFuncs registers it for what stands in place of fences.
func (Renderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindNode, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		content := n.(*Node).Content
		if entering {
			_, _ = w.Write(content.HTML())
		} else if c, ok := content.(interface{ End() []byte }); ok {
			_, _ = w.Write(c.End())
		}
		return ast.WalkContinue, nil
	})
}

// Box is a content that is only around others.
type Box struct{ Open, Close string }

// HTML is what comes before the others.
func (b Box) HTML() []byte { return []byte(b.Open) }

// End is what comes after them.
func (b Box) End() []byte { return []byte(b.Close) }

// Enclose puts adjacent nodes into a content, which takes their place.
func Enclose(c Content, nodes ...ast.Node) *Node {
	n := &Node{Content: c}
	n.SetPos(nodes[0].Pos())
	parent := nodes[0].Parent()
	parent.InsertBefore(parent, nodes[0], n)
	for _, one := range nodes {
		n.AppendChild(n, one)
	}
	return n
}

// Of returns the content of a type that a node has, if it has one.
func Of[T Content](n ast.Node) (content T, ok bool) {
	if n, is := n.(*Node); is {
		content, ok = n.Content.(T)
	}
	return content, ok
}
