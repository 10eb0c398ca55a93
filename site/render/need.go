package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/content"
)

// Needs are the choices of the map.
func (layout) Needs() []content.Need { return content.Needs }

// Kinds are the kinds of guides.
func (l layout) Kinds() (kinds []content.Kind) {
	for _, g := range l.Groups {
		kinds = append(kinds, g.Kind)
	}
	return kinds
}

// Rows are the guides in the order of the map's list: patterns first, because they're what most
// readers need.
func (l layout) Rows() []*content.Page {
	pages := (&content.Library{Groups: l.Groups}).Pages()
	slices.SortStableFunc(pages, func(a, b *content.Page) int {
		return rank(a.Kind) - rank(b.Kind)
	})
	return pages
}

func rank(k content.Kind) int {
	return slices.Index([]content.Kind{
		content.Pattern, content.Modelling, content.AntiPattern, content.Foundation,
	}, k)
}

// excluded returns a class for each choice of the map that leaves a guide out. A style sheet does
// the rest.
func excluded(p *content.Page) string {
	classes := []string{"kind-is-" + string(p.Kind)}
	for i, n := range content.Needs {
		if !slices.Contains(p.Needs, n.Word) {
			classes = append(classes, fmt.Sprintf("no-n-%d", i))
		}
	}
	return strings.Join(classes, " ")
}
