package render

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// Heading is one entry of a page's table of contents: a heading, or an example below one.
type Heading struct {
	Level int
	ID    string
	Text  string
	Kind  string // the class that gives an example the sign of its kind of query
}

// headingIDs derives the id of a heading without one from its text. Equal headings get equal ids, and
// site/check then asks for an explicit id. A number would change when a heading is added above.
type headingIDs struct{}

func (headingIDs) Generate(value []byte, _ ast.NodeKind) []byte {
	var id strings.Builder
	gap := false
	for _, r := range strings.ToLower(string(value)) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			gap = true
			continue
		}
		if gap && id.Len() > 0 {
			id.WriteByte('-')
		}
		gap = false
		id.WriteRune(r)
	}
	return []byte(id.String())
}

func (headingIDs) Put([]byte) {}

// noteHeading adds a heading to the table of contents and checks its level and attributes.
func (j *job) noteHeading(n *ast.Heading) {
	if n.Level == 1 {
		j.problem(n, "the title of a page is in its front matter; headings begin at ##")
	}
	h := Heading{Level: n.Level, Text: plainText(n, j.source)}
	for _, a := range n.Attributes() {
		value, ok := a.Value.([]byte)
		switch {
		case string(a.Name) == "id" && ok:
			h.ID = string(value)
		case string(a.Name) == "class" && ok && string(value) == foldClass:
		default:
			j.problem(n, "a heading can have only the attributes {#id} and {.fold}")
		}
	}
	if h.ID == relatedID && j.page.Kind.IsGuide() {
		j.problem(n, "the section Related is made from the front matter: write slug: reason there")
	}
	j.doc.Lines["#"+h.ID] = j.line(n)
	j.headings[n] = h
}

// Contents have two levels: sections, and what is in them.
const (
	contentsSection = 2
	contentsPart    = 3
)

// decisionID is the id of a guide's panel.
const decisionID = "decision"

// contents lists the sections of a page. A guide with a decision also lists its open examples, each with the
// sign of its kind of query. What is folded is only its heading.
func (j *job) contents(doc *ast.Document) {
	add := func(h Heading) { j.doc.Headings = append(j.doc.Headings, h) }
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if h := j.headings[n]; h.Level <= contentsPart {
				add(h)
			}
		case *fold:
			if h := j.headings[n.FirstChild().(*ast.Heading)]; h.Level <= contentsPart {
				add(h)
			}
		case *decision:
			add(Heading{Level: contentsSection, ID: decisionID, Text: "The decision"})
		case *live:
			if j.decision != nil && n.isOpen() && n.example.Name != "" {
				add(Heading{contentsPart, n.example.Name, n.example.Title, n.kind()})
			}
		}
	}
	if len(j.page.Related) > 0 {
		add(Heading{Level: contentsSection, ID: relatedID, Text: "Related"})
	}
}

// kind is the class of an example's kind of query; "" if its last request isn't a query.
func (n *live) kind() string {
	for class := range strings.FieldsSeq(n.example.Class) {
		if strings.HasPrefix(class, "kind-") && class != "kind-none" {
			return class
		}
	}
	return ""
}

// plainText returns the text of a node without markup.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				b.Write(n.Segment.Value(source))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			case *ast.String:
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// headingRenderer writes headings that link to themselves, so that readers can share their addresses.
type headingRenderer struct{}

func (headingRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, renderHeading)
}

func renderHeading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Heading)
	id, _ := n.AttributeString("id")
	value, _ := id.([]byte)
	b := &builder{}
	if f, ok := n.Parent().(*fold); ok && n.PreviousSibling() == nil {
		// It opens the fold, so it can't be a link.
		if entering {
			b.add("<h").number(n.Level).add(` id="`).text(string(value)).add(`">`)
		} else {
			b.add("</h").number(n.Level).add(">")
			f.summaryEnd(b)
		}
	} else if entering {
		b.add("<h").number(n.Level).add(` id="`).text(string(value))
		b.add(`"><a href="#`).text(string(value)).add(`">`)
	} else {
		b.add("</a></h").number(n.Level).add(">\n")
	}
	_, _ = w.Write(b.Bytes())
	return ast.WalkContinue, nil
}
