package render

import (
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// glossarySource is the page of terms: tables with terms in their first column. Guides link to the
// bold ones.
const glossarySource = "docs/glossary.md"

// term is a term to which guides link.
type term struct{ word, address string }

// terms returns the bold terms of the glossary, the longest first, so that "partition scan" matches
// before "partition".
func terms(l *content.Library) []term {
	page := l.BySource(glossarySource)
	if page == nil {
		return nil
	}
	var found []term
	for line := range strings.Lines(page.Body) {
		cell, rest, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		if !ok || rest == "" || !strings.HasPrefix(cell, "**") {
			continue
		}
		cell = strings.ReplaceAll(cell, "**", "")
		found = append(found, term{cell, page.URL() + "#" + markup.ID(cell)})
	}
	slices.SortStableFunc(found, func(a, b term) int { return len(b.word) - len(a.word) })
	return found
}

// nameTerm gives the cell of a term, or of an error code, an id.
func (j *job) nameTerm(cell *extast.TableCell) {
	first := cell.PreviousSibling() == nil && cell.Parent().Kind() == extast.KindTableRow
	if !first || j.Page.Page.Source != glossarySource && j.Page.Page.Source != errorsSource {
		return
	}
	cell.SetAttributeString("id", []byte(markup.ID(markup.Plain(cell, j.Markdown))))
}

// linkTerms links each term of the glossary where the prose of a guide first uses it.
func (j *job) linkTerms(doc *ast.Document) {
	if !j.Kind.IsGuide() {
		return
	}
	left := slices.Clone(j.terms)
	var texts []*ast.Text
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading, *ast.Link, *ast.CodeSpan, *ast.FencedCodeBlock, *extast.Table:
			return ast.WalkSkipChildren, nil
		case *fence.Node:
			if _, ok := n.Content.(fence.Box); !ok {
				return ast.WalkSkipChildren, nil
			}
		case *ast.Text:
			if entering {
				join(n)
				texts = append(texts, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, t := range texts {
		left = j.linkIn(t, left)
	}
}

// join merges a text node with the adjacent ones into which the parser has split it.
func join(t *ast.Text) {
	for !t.SoftLineBreak() && !t.HardLineBreak() {
		next, ok := t.NextSibling().(*ast.Text)
		if !ok || next.Segment.Start != t.Segment.Stop {
			return
		}
		t.Segment.Stop = next.Segment.Stop
		t.SetSoftLineBreak(next.SoftLineBreak())
		t.SetHardLineBreak(next.HardLineBreak())
		t.Parent().RemoveChild(t.Parent(), next)
	}
}

// linkIn links terms in a text node and returns the terms that it didn't find.
func (j *job) linkIn(t *ast.Text, left []term) []term {
	for i, term := range left {
		at := findWord(string(t.Segment.Value(j.Markdown)), term.word)
		if at < 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(left), i, i+1)
		before, link, after := cutText(t, at, len(term.word))
		link.Destination = []byte(term.address)
		parent := t.Parent()
		parent.InsertBefore(parent, t, before)
		parent.InsertBefore(parent, t, link)
		parent.ReplaceChild(parent, t, after)
		return j.linkIn(after, j.linkIn(before, rest))
	}
	return left
}

// cutText splits a text node into the text before a word, the word as a link, and the text after
// it.
func cutText(t *ast.Text, at, length int) (before *ast.Text, link *ast.Link, after *ast.Text) {
	s := t.Segment
	before = ast.NewTextSegment(text.NewSegment(s.Start, s.Start+at))
	link = ast.NewLink()
	link.SetAttributeString("class", []byte("term"))
	link.AppendChild(link, ast.NewTextSegment(text.NewSegment(s.Start+at, s.Start+at+length)))
	after = ast.NewTextSegment(text.NewSegment(s.Start+at+length, s.Stop))
	after.SetSoftLineBreak(t.SoftLineBreak())
	after.SetHardLineBreak(t.HardLineBreak())
	return before, link, after
}

// findWord returns the offset of a whole word in a string, or -1. The string may start with a
// capital.
func findWord(in, word string) int {
	if in != "" && in[0]|0x20 == word[0] {
		in = word[:1] + in[1:]
	}
	for from := 0; from < len(in); {
		at := strings.Index(in[from:], word)
		if at < 0 {
			return -1
		}
		at += from
		if !letterAt(in, at-1) && !letterAt(in, at+len(word)) {
			return at
		}
		from = at + 1
	}
	return -1
}

func letterAt(s string, i int) bool {
	return i >= 0 && i < len(s) && (unicode.IsLetter(rune(s[i])) || unicode.IsDigit(rune(s[i])) || s[i] == '-')
}
