package fence

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/kept"
)

// Page is a page while its Markdown becomes HTML: what its fences know of it, and what they say
// about it.
type Page struct {
	*content.Page
	Library    *content.Library
	Repository fs.FS       // for what the page shows or links to
	Loads      kept.Folder // for the results of simulated loads
	Markdown   []byte      // its body
	Examples   []Example
	Unplayed   bool // loads are only read: simulating one takes about half a second

	Live     int            // how many examples can run
	Shown    []Example      // those whose raw HTTP is on the page of exchanges
	Lines    map[string]int // the source line of each link target and each "#id"
	Entries  []string       // what it loads beside what all pages load, as rows of the table of entries
	Pictures map[string][]byte

	placed   map[int]Content // by the line of the fence in the body, from 0
	order    []Content
	problems []*content.Problem
}

// PageKey is where the context of goldmark's parser has the page.
var PageKey = parser.NewContextKey()

// put replaces a fence.
func (p *Page) put(f *ast.FencedCodeBlock, c Content) {
	n := &Node{Content: c}
	n.SetPos(f.Pos())
	if p.placed == nil {
		p.placed = map[int]Content{}
	}
	p.placed[p.LineOf(f)-p.Line] = c
	p.order = append(p.order, c)
	if c, ok := c.(interface{ Take(ast.Node) }); ok {
		c.Take(n)
	}
	f.Parent().ReplaceChild(f.Parent(), f, n)
}

// PlacedAt returns what took the place of the fence that began in a line of the body, from 0.
func (p *Page) PlacedAt(line int) Content { return p.placed[line] }

// Placed returns all of a type that has been placed so far.
func Placed[T Content](p *Page) (all []T) {
	for _, c := range p.order {
		if c, ok := c.(T); ok {
			all = append(all, c)
		}
	}
	return all
}

// Needs adds a row of the table of entries that the page loads.
func (p *Page) Needs(entry string) {
	if entry != "" && !slices.Contains(p.Entries, entry) {
		p.Entries = append(p.Entries, entry)
	}
}

// Picture adds a file that the page loads.
func (p *Page) Picture(name string, body []byte) {
	if p.Pictures == nil {
		p.Pictures = map[string][]byte{}
	}
	p.Pictures[name] = body
}

// Level returns the level of the heading above a node, or 1.
func (p *Page) Level(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		for before := n.PreviousSibling(); before != nil; before = before.PreviousSibling() {
			if h, ok := before.(*ast.Heading); ok {
				return h.Level
			}
		}
	}
	return 1
}

// Inside returns what is in a fence.
func (p *Page) Inside(f *ast.FencedCodeBlock) string { return string(f.Lines().Value(p.Markdown)) }

// Each calls read with each line of a fence, without the space around it, and reports whether no
// line is an error.
func (p *Page) Each(f *ast.FencedCodeBlock, read func(line string) error) bool {
	ok := true
	for i := range f.Lines().Len() {
		segment := f.Lines().At(i)
		if err := read(strings.TrimSpace(string(segment.Value(p.Markdown)))); err != nil {
			p.ProblemIn(p.LineAt(segment.Start), err.Error())
			ok = false
		}
	}
	return ok
}

// LineOf returns the line of a node in the page's file.
func (p *Page) LineOf(n ast.Node) int {
	for n != nil && n.Pos() < 0 {
		n = n.Parent()
	}
	if n == nil {
		return p.Line
	}
	return p.LineAt(n.Pos())
}

// LineAt returns the line of an offset of the body.
func (p *Page) LineAt(offset int) int {
	return p.Line + bytes.Count(p.Markdown[:offset], []byte("\n"))
}

// LineIn returns the line of the page's file that is a line of a fence, from 1, or that of the
// fence itself.
func (p *Page) LineIn(f *ast.FencedCodeBlock, line int) int {
	if line <= 0 || line > f.Lines().Len() {
		return p.LineOf(f)
	}
	return p.LineAt(f.Lines().At(line - 1).Start)
}

// Problem adds a problem at a node.
func (p *Page) Problem(n ast.Node, message string) { p.ProblemIn(p.LineOf(n), message) }

// ProblemIn adds a problem in a line of the page's file.
func (p *Page) ProblemIn(line int, message string) {
	p.problems = append(p.problems, &content.Problem{File: p.Source, Line: line, Message: message})
}

// Problems returns all problems, in the order of their lines.
func (p *Page) Problems() error {
	slices.SortStableFunc(p.problems, func(a, b *content.Problem) int { return a.Line - b.Line })
	all := make([]error, len(p.problems))
	for i, one := range p.problems {
		all[i] = one
	}
	return errors.Join(all...)
}
