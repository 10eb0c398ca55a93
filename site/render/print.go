package render

import (
	"bytes"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/rowkey/rowkey/site/content"
)

// Printed is a page within the whole handbook as one document.
type Printed struct {
	Page    *content.Page
	HTML    template.HTML
	Entries []string // that the page loads beside what all pages load
}

// ID is the page's id in the document.
func (p Printed) ID() string { return p.Page.Slug }

// Print makes the pages of the document, in order, with links among them.
func Print(pages []*content.Page, documents []Document) (all []Printed, err error) {
	ids := map[string]string{} // by address
	for _, p := range pages {
		ids[p.URL()] = p.Slug
	}
	for i, p := range pages {
		body, err := forPrint(string(documents[i].HTML), p.Slug, ids)
		if err != nil {
			return nil, err
		}
		all = append(all, Printed{p, template.HTML(body), documents[i].Entries})
	}
	return all, nil
}

// unprinted are the classes of elements that paper can't use.
var unprinted = map[string]bool{
	"ex-bar": true, "rs-tabs": true, "ex-setup": true, "ex-text": true, "tick": true,
	"fg-other": true,
}

// forPrint changes the HTML of a page so that it can be a part of the document: ids begin with the
// page's, links lead within the document, headings are a level lower, and nothing can be pressed.
func forPrint(body, slug string, ids map[string]string) (string, error) {
	around := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(body), around)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	for _, n := range nodes {
		around.AppendChild(n)
	}
	adapt(around, slug, ids)
	for n := around.FirstChild; n != nil; n = n.NextSibling {
		if err := html.Render(&out, n); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

func adapt(n *html.Node, slug string, ids map[string]string) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		if child.Type == html.ElementNode {
			if dropped(child) {
				n.RemoveChild(child)
			} else {
				adaptElement(child, slug, ids)
				adapt(child, slug, ids)
			}
		}
		child = next
	}
}

// dropped reports whether an element is left out.
func dropped(n *html.Node) bool {
	if n.Data == "button" || n.Data == "fieldset" {
		return true
	}
	for _, a := range n.Attr {
		if a.Key == "class" && !strings.HasPrefix(a.Val, "langs ") {
			for class := range strings.FieldsSeq(a.Val) {
				if unprinted[class] {
					return true
				}
			}
		}
	}
	return false
}

func adaptElement(n *html.Node, slug string, ids map[string]string) {
	switch n.Data {
	case "rk-example": // which the script would bring to life
		n.Data, n.Attr = "section", append(n.Attr, html.Attribute{Key: "class", Val: "printed-example"})
	case "details", "summary": // nobody can open them
		n.Data, n.DataAtom = "div", atom.Div
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
			return a.Key == "name" || a.Key == "open"
		})
	case "h2", "h3", "h4", "h5":
		level, _ := strconv.Atoi(n.Data[1:])
		n.Data = "h" + strconv.Itoa(level+1)
	}
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "id":
			a.Val = slug + "--" + a.Val
		case "href":
			a.Val = within(a.Val, slug, ids)
		case "tabindex":
			a.Key = "data-tabindex"
		}
	}
}

// within is an address in the document in place of one on the site.
func within(address, slug string, ids map[string]string) string {
	path, fragment, has := strings.Cut(address, "#")
	id, ok := ids[path]
	switch {
	case path == "" && has:
		return "#" + slug + "--" + fragment
	case ok && has:
		return "#" + id + "--" + fragment
	case ok:
		return "#" + id
	}
	return address
}
