package render

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Sizes on the map, in px. It's as high as a screen of 800 has room for.
const (
	mapColumns = 4
	mapBox     = 250 // width of a guide
	mapHeight  = 28
	mapRow     = 36  // the distance from one guide to the next below it
	mapColumn  = 322 // the distance to the next beside it
	mapTitle   = 26  // height of a title
	mapFill    = 360 // of a column, after which the next one begins
)

// place is a guide on the map.
type place struct {
	page *content.Page
	x, y int // upper left corner
}

// picture is the map: in columns the guides that meet the same need, and below them the foundations.
type picture struct {
	places []place
	titles []title
	height int
}

// title is what the guides below it are for.
type title struct {
	words string
	x, y  int
}

func drawMap(groups []content.Group) *picture {
	p := &picture{}
	var foundations []*content.Page
	meets := map[string][]*content.Page{} // by the need that a guide names first
	for _, g := range groups {
		for _, page := range g.Pages {
			if g.Kind == content.Foundation {
				foundations = append(foundations, page)
			} else {
				need := page.Needs[0]
				meets[need] = append(meets[need], page)
			}
		}
	}
	column, y := 0, 0
	for _, need := range content.Needs {
		pages := meets[need.Word]
		high := mapTitle + len(pages)*mapRow
		if len(pages) == 0 {
			continue
		}
		if y > 0 && y+high > mapFill {
			column, y = column+1, 0
		}
		y = p.put(need.Words, pages, column, y, 1)
	}
	p.height = p.put(content.Foundation.Title(), foundations, 0, p.height, mapColumns)
	return p
}

// put places guides below a title, column by column, and returns where they end.
func (p *picture) put(words string, pages []*content.Page, column, y, columns int) int {
	words = strings.ToUpper(words[:1]) + words[1:]
	p.titles = append(p.titles, title{words, column * mapColumn, y + mapTitle - 8})
	rows := (len(pages) + columns - 1) / columns
	for i, page := range pages {
		p.places = append(p.places,
			place{page, (column + i/rows) * mapColumn, y + mapTitle + i%rows*mapRow})
	}
	end := y + mapTitle + rows*mapRow
	p.height = max(p.height, end)
	return end
}

// html returns the picture. Below the guides are the lines from each to those it leads to, without the
// foundations, to which nearly every guide leads. All lines of a guide show while it is hovered or
// focused. Links are below the guides, too, so that no line crosses a name.
func (p *picture) html() template.HTML {
	b := &markup.Builder{}
	b.Add(`<svg class="map" role="group" aria-label="Map of the guides"`)
	fmt.Fprintf(b, ` viewBox="-3 -1 %d %d">`, mapColumns*mapColumn-mapColumn+mapBox+40, p.height+4)
	b.Add(`<marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">` +
		`<path d="M0 0 8 4 0 8z"/></marker>` + "\n")
	for _, t := range p.titles {
		b.Add(`<text class="map-kind"`).At(t.x, t.y).Text(t.words).Add("</text>\n")
	}
	b.Add(`<g class="map-lines" marker-end="url(#to)">`)
	for _, from := range p.places {
		for d := range strings.SplitSeq(strings.TrimPrefix(p.lines(from, leads), "M"), "M") {
			if d != "" { // each has an end of its own
				b.Add(`<path class="map-line ` + excluded(from.page) + `" d="M` + d + `"/>`)
			}
		}
	}
	b.Add("</g>\n")
	for _, at := range p.places {
		b.Add(`<g class="map-link"><path class="map-own" d="` + p.lines(at, related) + `"/>`)
		b.Add(`<a href="`).Text(at.page.URL()).Add(`" aria-label="`).Text(at.page.Title).Add(`">`)
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="6"/></a></g>`,
			at.x-2, at.y-2, mapBox+4, mapHeight+4)
		b.Add("\n")
	}
	for _, at := range p.places {
		b.Add(`<g class="map-guide map-` + string(at.page.Kind) + ` ` + excluded(at.page) + `" aria-hidden="true">`)
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="4"/>`, at.x, at.y, mapBox, mapHeight)
		b.Add("<text").At(at.x+10, at.y+19).Text(at.page.Title).Add("</text></g>\n")
	}
	return template.HTML(b.Add("</svg>").String())
}

// leads reports whether a guide names another one that isn't a foundation, and isn't one itself.
func leads(from, to *content.Page) bool {
	return from.Kind != content.Foundation && to.Kind != content.Foundation &&
		slices.ContainsFunc(from.Leads(), func(r content.Relation) bool { return r.Page == to })
}

// related reports whether one of two guides names the other.
func related(from, to *content.Page) bool {
	return slices.ContainsFunc(from.Related, func(r content.Relation) bool { return r.Page == to })
}

// lines returns the path data of the lines from a guide to others.
func (p *picture) lines(from place, are func(from, to *content.Page) bool) string {
	var b strings.Builder
	for _, to := range p.places {
		if are(from.page, to.page) {
			line(&b, from, to)
		}
	}
	return b.String()
}

// line draws a line between the facing sides of two guides or, within a column, around their right
// side, the farther the longer it is.
func line(b *strings.Builder, from, to place) {
	const middle, bend = mapHeight / 2, mapColumn - mapBox
	x1, x2 := from.x+mapBox, to.x
	out, in := bend, -bend
	switch {
	case from.x > to.x:
		x1, x2, out, in = from.x, to.x+mapBox, -bend, bend
	case from.x == to.x:
		x2 = to.x + mapBox
		out = min(bend*3/4, 14+max(from.y-to.y, to.y-from.y)/6)
		in = out
	}
	y1, y2 := from.y+middle, to.y+middle
	fmt.Fprintf(b, "M%d %dC%d %d %d %d %d %d", x1, y1, x1+out, y1, x2+in, y2, x2, y2)
}
