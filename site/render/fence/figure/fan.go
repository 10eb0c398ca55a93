package figure

import (
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
)

// drawFan draws the client, an arrow for each request, and where it leads: to a partition, or to a
// bracket along all those that it reads. Partitions are below one another, with their entities.
func drawFan(c *canvas, _ *Figure, s state) string {
	const gap = 28
	each, top, bottom := c.width, c.y, c.y
	if c.width == wide {
		each = (c.width - gap*(len(s)-1)) / len(s)
	}
	var words []string
	for i, one := range s {
		x := 0
		if each < c.width {
			x, c.y = i*(each+gap), top
		}
		c.fan(one, x, each)
		bottom = max(bottom, c.y)
		c.y += 10
		words = append(words, fmt.Sprintf("%s: %s.", one.label, one.reached()))
	}
	c.y = bottom
	return strings.Join(words, " ")
}

func (c *canvas) fan(s side, x, width int) {
	const client, way, pitch, height = 46, 52, 16, 13
	c.text(bold, "", x, c.y+13, s.label)
	c.text(small, "", x, c.y+13+line, s.cost())
	c.y += 2*line + 6
	t := s.tables()[0]
	left, most := 0, 1
	for _, l := range t.lanes {
		left, most = max(left, extent(mono, l.key)), max(most, len(l.cells))
	}
	keys := x + client + way + 6
	left += keys + 6
	for i, l := range t.lanes {
		y := c.y + i*pitch
		c.text(mono, "", keys, y+height-2, l.key)
		c.lane(l, left, left+(x+width-left)*len(l.cells)/most, y, height, max(1, most*3/(x+width-left)))
	}
	high := len(t.lanes) * pitch
	middle := c.y + high/2
	c.box(frame, x+1, middle-11, client-1, 22)
	c.text(plain, "middle", x+client/2, middle+4, "client")
	for _, r := range s.ran {
		first, last := r.reaches()
		from, end := c.y+first*pitch, c.y+last*pitch+height
		to := x + client + way
		if first < last {
			c.path(bracket, "M%d %dV%d", to, from, end)
			to -= 3
		}
		bend := x + client + way/2
		y := (from + end) / 2
		c.path(thread, "M%d %dC%d %d %d %d %d %d", x+client, middle, bend, middle, bend, y, to-6, y)
		c.path(tip, "M%d %dl-7 -4v8z", to, y)
	}
	c.y += high
}

// reaches are the first and the last partition that a request touched, by their places.
func (r ran) reaches() (first, last int) {
	t := table{r.Table, lanesOf(r.layout)}
	for _, touch := range r.Touched {
		t.mark(touch)
	}
	first = -1
	for i, l := range t.lanes {
		if l.spans() == nil {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	return max(first, 0), last
}

// reached says how far the requests reach.
func (s side) reached() string {
	var all []string
	for _, r := range s.ran {
		first, last := r.reaches()
		all = append(all, view.Count(last-first+1, "partition", "partitions"))
	}
	return s.cost() + "; to " + strings.Join(all, ", ")
}
