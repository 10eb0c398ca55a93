package check

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// page is what the checks need to know of one HTML file.
type page struct {
	file     string
	ids      map[string]bool
	links    []string // addresses that the page leads to or loads
	loads    []string // of these, what a browser fetches by itself
	headings int      // level of the last heading
	column   bool     // the heading of a column has begun and has no text yet
	findings []finding
}

// finding is one thing wrong, and the part of the page by which its source line can be found.
type finding struct{ key, message string }

func (p *page) find(key, format string, args ...any) {
	p.findings = append(p.findings, finding{key, fmt.Sprintf(format, args...)})
}

// read takes a page apart and finds what is wrong with it alone.
func read(file string, body []byte) *page {
	p := &page{file: file, ids: map[string]bool{}}
	z := html.NewTokenizer(bytes.NewReader(body))
	inScript := false
	titles := 0
	for {
		switch z.Next() {
		case html.ErrorToken:
			if titles != 1 {
				p.find("", "has %d h1 elements; a page has one", titles)
			}
			return p
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			p.element(t)
			inScript = t.Data == "script"
			if t.Data == "h1" {
				titles++
			}
			p.column = p.column || t.Data == "th"
		case html.EndTagToken:
			if t := z.Token(); t.Data == "th" {
				p.endColumn()
			}
		case html.TextToken:
			p.column = p.column && len(bytes.TrimSpace(z.Raw())) == 0
			if inScript && len(bytes.TrimSpace(z.Raw())) > 0 {
				p.find("", "inline script, which the policy blocks")
			}
			inScript = false
		}
	}
}

func (p *page) element(t html.Token) {
	attributes := map[string]string{}
	for _, a := range t.Attr {
		attributes[a.Key] = a.Val
		if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
			p.find("", "<%s> has the attribute %s, which the policy blocks", t.Data, a.Key)
		}
	}
	if id, ok := attributes["id"]; ok {
		if id == "" || p.ids[id] {
			p.find("#"+id, "id %q is used twice or empty; give the heading an id of its own with {#id}", id)
		}
		p.ids[id] = true
	}
	for _, name := range strings.Fields(attributes["data-opens"]) {
		p.ids[name] = true // the page's script takes it from the address
	}
	switch t.Data {
	case "style":
		p.find("", "inline style sheet, which the policy blocks")
	case "img":
		if _, ok := attributes["alt"]; !ok {
			p.find(attributes["src"], "picture without alt: %s", attributes["src"])
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		p.heading(t.Data, attributes["id"])
	}
	p.address(t.Data, attributes)
}

// endColumn finds a column whose heading has ended without a word.
func (p *page) endColumn() {
	if p.column {
		p.find("", "a column of a table has no heading: say what stands in it")
	}
	p.column = false
}

// heading checks that no level is left out on the way down.
func (p *page) heading(name, id string) {
	level, _ := strconv.Atoi(name[1:])
	if level > p.headings+1 {
		p.find("#"+id, "heading %q is an h%d after an h%d", id, level, p.headings)
	}
	p.headings = level
}

func (p *page) address(element string, attributes map[string]string) {
	if attributes["rel"] == "canonical" { // the page's own address, which nothing follows
		return
	}
	for _, name := range []string{"href", "src"} {
		address, ok := attributes[name]
		if !ok {
			continue
		}
		if strings.TrimSpace(address) == "" || strings.HasPrefix(address, "javascript:") {
			p.find(address, "<%s> with the %s %q", element, name, address)
			continue
		}
		p.links = append(p.links, address)
		if loaded(element, attributes) {
			p.loads = append(p.loads, address)
		}
	}
}

// loaded reports whether a browser fetches what an element names. It fetches a lazy picture only
// when a reader comes near.
func loaded(element string, attributes map[string]string) bool {
	switch element {
	case "script":
		return true
	case "img":
		return attributes["loading"] != "lazy"
	case "link":
		return slices.Contains([]string{"stylesheet", "icon", "modulepreload", "preload"}, attributes["rel"])
	}
	return false
}
