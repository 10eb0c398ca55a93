package decision

import (
	"strconv"

	"github.com/rowkey/rowkey/site/render/markup"
)

// The scale of a strip, in units of its viewBox.
const (
	stripCells  = 40 // at most, side by side
	stripPitch  = 24
	stripInset  = 2
	stripHeight = 24
	sliver      = 4 // the least width of a part of a cell, so that one entity of many is visible
)

// strip draws how much a request took of the most that any of those compared took: first what was wanted,
// then the rest, which is waste, or the other way round. Its cells look like those of a partition lane.
type strip struct {
	wanted, all int  // all includes wanted
	most        int  // the length of the longest strip
	last        bool // what was wanted comes last
}

func (s strip) draw(b *markup.Builder) {
	perCell := cellSize(s.most)
	cells := max(1, (s.most+perCell-1)/perCell)
	var wanted, waste, rest pen
	first, second, border := &wanted, &waste, s.wanted
	if s.last {
		first, second, border = &waste, &wanted, s.all-s.wanted
	}
	for i := range cells {
		from, to := i*perCell, min((i+1)*perCell, s.most)
		x := i*stripPitch + stripInset
		width := stripPitch - 2*stripInset
		ends := [...]int{min(border, s.all), s.all, to}
		for k, p := range []*pen{first, second, &rest} {
			if share := part(from, to, ends[k], width); share > 0 {
				p.box(x, share)
				x, width = x+share, width-share
			}
			from = max(from, min(to, ends[k]))
		}
	}
	b.Add(`<svg class="lane-cells" aria-hidden="true" width="`).Number(cells * 16)
	b.Add(`" height="16" preserveAspectRatio="none" viewBox="0 0 `).Number(cells * stripPitch).Add(" ")
	b.Number(stripHeight).Add(`">`)
	for _, p := range []struct{ class, d string }{
		{"returned", wanted.d}, {"read", waste.d}, {"untouched", rest.d},
	} {
		if p.d != "" {
			b.Add(`<path class="`).Add(p.class).Add(`" d="`).Add(p.d).Add(`"/>`)
		}
	}
	b.Add("</svg>")
}

// part is how much of a cell's remaining width goes to what reaches from from to end.
func part(from, to, end, width int) int {
	if end <= from || from >= to {
		return 0
	}
	if end >= to {
		return width
	}
	return min(width-1, max(sliver, width*(end-from)/(to-from)))
}

// cellSize is the round number that a cell stands for: 1, 2, 5, 10, 20, 50, …
func cellSize(most int) int {
	for unit := 1; ; unit *= 10 {
		for _, m := range [...]int{1, 2, 5} {
			if m*unit*stripCells >= most {
				return m * unit
			}
		}
	}
}

// pen writes boxes with relative moves, so that equal cells are equal text, which compresses well.
type pen struct {
	d string
	x int // where it is
}

func (p *pen) box(x, width int) {
	height := strconv.Itoa(stripHeight - 2*stripInset)
	if p.d == "" {
		p.d = "m" + strconv.Itoa(x) + " " + strconv.Itoa(stripInset)
	} else {
		p.d += "m" + strconv.Itoa(x-p.x) + " 0"
	}
	p.d += "v" + height + "h" + strconv.Itoa(width) + "v-" + height + "z"
	p.x = x
}
