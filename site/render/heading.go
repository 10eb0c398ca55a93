package render

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/ask"
	"github.com/rowkey/rowkey/site/render/fence/decision"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Heading is one entry of a page's table of contents: a heading, or an example below one.
type Heading struct {
	Level int
	ID    string
	Text  string
	Kind  string // the class that gives an example the sign of its kind of query
}

// headingIDs derives the id of a heading without one from its text. Equal headings get equal ids,
// and site/check then asks for an explicit id. A number would change when a heading is added above.
type headingIDs struct{}

func (headingIDs) Generate(value []byte, _ ast.NodeKind) []byte {
	return []byte(markup.ID(string(value)))
}

func (headingIDs) Put([]byte) {}

// noteHeading adds a heading to the table of contents and checks its level and attributes.
func (j *job) noteHeading(n *ast.Heading) {
	if n.Level == 1 {
		j.Problem(n, "the title of a page is in its front matter; headings begin at ##")
	}
	h := Heading{Level: n.Level, Text: markup.Plain(n, j.Markdown)}
	for _, a := range n.Attributes() {
		value, ok := a.Value.([]byte)
		switch {
		case string(a.Name) == "id" && ok:
			h.ID = string(value)
		case string(a.Name) == "class" && ok && string(value) == foldClass:
		default:
			j.Problem(n, "a heading can have only the attributes {#id} and {.fold}")
		}
	}
	if h.ID == relatedID && j.Kind.IsGuide() {
		j.Problem(n, "the section Related is made from the front matter: write slug: reason there")
	}
	j.Lines["#"+h.ID] = j.LineOf(n)
	j.headings[n] = h
}

// Contents have two levels: sections, and what is in them.
const (
	contentsSection = 2
	contentsPart    = 3
)

// contents lists the sections of a page. A guide with a decision also lists its open examples, each
// with the sign of its kind of query. What is folded is only its heading.
func (j *job) contents(doc *ast.Document) {
	add := func(h Heading) { j.doc.Headings = append(j.doc.Headings, h) }
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if h := j.headings[n]; h.Level <= contentsPart {
				add(h)
			}
		case *fence.Node:
			if _, ok := n.Content.(*fold); ok {
				if h := j.headings[n.FirstChild().(*ast.Heading)]; h.Level <= contentsPart {
					add(h)
				}
			}
			if _, ok := n.Content.(*decision.Decision); ok {
				add(Heading{Level: contentsSection, ID: decision.ID, Text: "The decision"})
			}
			if e, ok := n.Content.(*live.Live); ok && j.decided() && e.IsOpen() && e.Example.Name != "" {
				kind := e.QueryKind()
				if q, ok := fence.Of[*ask.Ask](n.PreviousSibling()); ok && q.Predicts() {
					kind = "" // it would give the answer away
				}
				add(Heading{contentsPart, e.Example.Name, e.Example.Title, kind})
			}
		}
	}
	if len(j.Page.Page.Related) > 0 {
		add(Heading{Level: contentsSection, ID: relatedID, Text: "Related"})
	}
}

// decided reports whether the page has a decision.
func (j *job) decided() bool { return len(fence.Placed[*decision.Decision](j.Page)) > 0 }

// attribute returns an attribute of a node, or "".
func attribute(n ast.Node, name string) string {
	value, _ := n.AttributeString(name)
	text, _ := value.([]byte)
	return string(text)
}

// renderHeading writes a heading that links to itself, so that readers can share its address.
func renderHeading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Heading)
	id := attribute(n, "id")
	b := &markup.Builder{}
	if f, ok := fence.Of[*fold](n.Parent()); ok && n.PreviousSibling() == nil {
		// It opens the fold, so it can't be a link.
		if entering {
			b.Add("<h").Number(n.Level).Add(` id="`).Text(id).Add(`">`)
		} else {
			b.Add("</h").Number(n.Level).Add(">")
			f.summaryEnd(b)
		}
	} else if entering {
		b.Add("<h").Number(n.Level).Add(` id="`).Text(id)
		b.Add(`"><a href="#`).Text(id).Add(`">`)
	} else {
		b.Add("</a></h").Number(n.Level).Add(">\n")
	}
	_, _ = w.Write(b.Bytes())
	return ast.WalkContinue, nil
}
