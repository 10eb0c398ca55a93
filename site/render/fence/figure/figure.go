// Package figure draws the figure of a guide: a figure fence becomes pictures of what requests of the
// page did, drawn when the page is built, in a wide and a narrow form, and in one for each position of
// its handle.
//
//	```figure keys
//	caption: The latest ten are at the end by time, and at the beginning by inverted time.
//	handle: Events | 25, 100, 400 | # % times
//	By time: everything
//	By inverted time: latest
//	```
//
// The word after figure is what it draws, each in a file of its own. A handle has a label, its
// positions and the part of the page's requests and data that changes with it: % stands for the
// position, or %1 and %2 for its words. The position that the page itself has is shown first. Nothing
// that's drawn is written in the fence: the requests run again for each position, on the engine that
// runs the page's examples.
package figure

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Figure is the figure of a guide. The decision that it follows shows it.
type Figure struct {
	name    string // of the radio buttons of its handle
	caption string // Markdown
	kind    drawer
	handle  handle
	asked   []asked
	states  []state  // one for each position of the handle
	usual   int      // the state of the page itself
	writes  string   // the side whose last partition takes what is written now
	tables  []string // to look at after each request
	follows bool     // requests are followed by those of further pages
}

// asked is a line of the fence: what is drawn of which requests.
type asked struct {
	label string
	names []string
	notes []string // what a kind wants to know beside the requests
}

// drawer draws a state, and says the same in words.
type drawer func(c *canvas, f *Figure, s state) string

var drawers = map[string]drawer{
	"columns": drawColumns, "cut": drawCut, "fan": drawFan, "grid": drawGrid, "keys": drawKeys,
	"link": drawLink, "pages": drawPages, "steps": drawSteps, "slots": drawSlots,
}

// Widths of the two forms, in px.
const (
	wide   = 636
	narrow = 320
)

// Kind makes the pictures of figure fences.
var Kind = fence.Kind{Word: "figure", Named: true, Entry: "figures", Place: place}

func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	_, word, _ := strings.Cut(fence.Info(f, p.Markdown), " ")
	n := &Figure{name: "figure-" + p.Slug, kind: drawers[word]}
	if n.kind == nil {
		p.Problem(f, fmt.Sprintf("there is no figure %q", word))
		return nil
	}
	if !p.Each(f, n.read) {
		return nil
	}
	if n.caption == "" || len(n.asked) == 0 {
		p.Problem(f, "a figure has a caption: and a line Label: request for each thing that it compares")
		return nil
	}
	n.follows = word == "pages"
	if err := n.run(p.Source, p.Text); err != nil {
		p.Problem(f, err.Error())
		return nil
	}
	return n
}

var askedLine = regexp.MustCompile(`^(.+?): ([\w +]+?)((?: \| .+)?)$`)

func (n *Figure) read(line string) (err error) {
	name, value, _ := strings.Cut(line, ": ")
	switch {
	case line == "":
	case name == "caption":
		n.caption = value
	case name == "handle":
		n.handle, err = readHandle(value)
	case name == "tables":
		n.tables = strings.Split(value, ", ")
	case name == "writes":
		n.writes = value
	default:
		parts := askedLine.FindStringSubmatch(line)
		if parts == nil {
			return errors.New("write a line of a figure as Label: request, or Label: request + request | note")
		}
		a := asked{label: parts[1]}
		for one := range strings.SplitSeq(parts[2], "+") {
			a.names = append(a.names, strings.TrimSpace(one))
		}
		for one := range strings.SplitSeq(strings.TrimPrefix(parts[3], " | "), " | ") {
			a.notes = append(a.notes, one)
		}
		if _, target, ok := strings.Cut(a.notes[0], " -> "); ok {
			n.tables = append(n.tables, target)
		}
		n.asked = append(n.asked, a)
	}
	return err
}

// HTML is the pictures, the caption, and the handle.
func (n *Figure) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<figure class="fg">` + "\n")
	if len(n.states) > 1 {
		b.Add(`<fieldset class="fg-handle"><legend>`).Text(n.handle.label).Add(`</legend> `)
		for i, p := range n.handle.positions {
			b.Add(`<label><input type="radio" name="`).Text(n.name).Add(`"`)
			if i == n.usual {
				b.Add(` checked`)
			}
			b.Add(`><span>`).Text(p[0]).Add(`</span></label>`)
		}
		b.Add("</fieldset>\n")
	}
	b.Add(`<div class="fg-states" aria-live="polite">`)
	for i, s := range n.states {
		class := "fg-state"
		if i != n.usual {
			class += " fg-other"
		}
		b.Add(`<div class="`).Add(class).Add(`">`)
		one, words := n.draw(s, wide)
		other, same := n.draw(s, narrow)
		b.Add(one.svg("fg-wide", words)).Add(other.svg("fg-narrow", same)).Add("</div>")
	}
	b.Add("</div>\n<figcaption>").Add(string(markup.Inline(n.caption))).Add("</figcaption>\n</figure>\n")
	return b.Bytes()
}

// SVG is the picture that a page shows first, in its wide form.
func (n *Figure) SVG() string {
	one, words := n.draw(n.states[n.usual], wide)
	return one.svg("fg-wide", words)
}

func (n *Figure) draw(s state, width int) (*canvas, string) {
	c := newCanvas(width)
	return c, n.kind(c, n, s)
}

// Plain is the figure in words.
func (n *Figure) Plain() string {
	_, words := n.draw(n.states[n.usual], wide)
	return "*" + n.caption + "* " + words + "\n"
}
