package render

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Sizes on the map, in px.
const (
	mapColumns = 4
	mapBox     = 264 // width of a guide
	mapHeight  = 34
	mapRow     = 46  // the distance from one guide to the next below it
	mapColumn  = 308 // the distance to the next beside it
	mapTitle   = 40  // height of a kind's title
)

// place is a guide on the map.
type place struct {
	page *content.Page
	x, y int // upper left corner
}

// picture is the map: modelling and anti-patterns at the left, patterns in columns beside them, and
// foundations below both.
type picture struct {
	places []place
	titles []title
	width  int
	height int
}

// title is the name of a kind, above its guides.
type title struct {
	words string
	x, y  int
}

func drawMap(groups []content.Group) *picture {
	p := &picture{width: (mapColumns-1)*mapColumn + mapBox}
	of := map[content.Kind][]*content.Page{}
	for _, g := range groups {
		of[g.Kind] = g.Pages
	}
	left := p.put(content.Modelling, of[content.Modelling], area{0, 0, 1})
	left = p.put(content.AntiPattern, of[content.AntiPattern], area{0, left, 1})
	right := p.put(content.Pattern, of[content.Pattern], area{1, 0, mapColumns - 1})
	p.height = p.put(content.Foundation, of[content.Foundation], area{0, max(left, right), mapColumns})
	return p
}

// area is where the guides of a kind go: a number of columns from column on, below y.
type area struct{ column, y, columns int }

// put places guides in reading order, column by column, and returns where they end.
func (p *picture) put(k content.Kind, pages []*content.Page, a area) int {
	if len(pages) == 0 {
		return a.y
	}
	p.titles = append(p.titles, title{k.Title(), a.column * mapColumn, a.y + mapTitle - 14})
	rows := (len(pages) + a.columns - 1) / a.columns
	for i, page := range pages {
		p.places = append(p.places, place{page, (a.column + i/rows) * mapColumn, a.y + mapTitle + i%rows*mapRow})
	}
	return a.y + mapTitle + rows*mapRow
}

// edges returns the path data of the lines from a guide to all guides that it is related to.
func (p *picture) edges(from place) string {
	var b strings.Builder
	for _, to := range p.places {
		if slices.ContainsFunc(from.page.Related, func(r content.Relation) bool { return r.Page == to.page }) {
			edge(&b, from, to)
		}
	}
	return b.String()
}

// edge draws a line between the facing sides of two guides or, within a column, around their right
// side.
func edge(b *strings.Builder, from, to place) {
	const middle, bend = mapHeight / 2, (mapColumn - mapBox) * 2 / 3
	x1, x2 := from.x+mapBox, to.x
	out, in := bend, -bend
	switch {
	case from.x > to.x:
		x1, x2, out, in = from.x, to.x+mapBox, -bend, bend
	case from.x == to.x:
		x2, in = to.x+mapBox, bend
	}
	y1, y2 := from.y+middle, to.y+middle
	fmt.Fprintf(b, "M%d %dC%d %d %d %d %d %d", x1, y1, x1+out, y1, x2+in, y2, x2, y2)
}

// html returns the picture. The lines of a guide show while it is hovered or focused.
func (p *picture) html() template.HTML {
	b := &markup.Builder{}
	b.Add(`<svg class="map" role="group" aria-label="Map of the guides"`)
	fmt.Fprintf(b, ` width="%d" height="%d" viewBox="-2 -2 %d %d">`,
		p.width+mapColumn-mapBox, p.height+4, p.width+mapColumn-mapBox, p.height+4)
	b.Add("\n")
	for _, t := range p.titles {
		b.Add(`<text class="map-kind"`).At(t.x, t.y).Text(t.words).Add("</text>\n")
	}
	for _, at := range p.places {
		b.Add(`<g class="map-guide map-` + string(at.page.Kind) + ` ` + excluded(at.page) + `">`)
		b.Add(`<path class="map-own" d="` + p.edges(at) + `"/>`)
		b.Add(`<a href="`).Text(at.page.URL()).Add(`">`)
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="5"/>`, at.x, at.y, mapBox, mapHeight)
		b.Add("<text").At(at.x+12, at.y+22).Text(at.page.Title).Add("</text></a></g>\n")
	}
	return template.HTML(b.Add("</svg>").String())
}
