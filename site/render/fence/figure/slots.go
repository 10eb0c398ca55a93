package figure

import (
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
)

// drawSlots draws each entity of a table as a frame with a slot for each of its properties. A request
// that was refused has one slot more, crossed out.
func drawSlots(c *canvas, f *Figure, s state) string {
	var words []string
	for i, one := range s {
		r := one.ran[0]
		all := r.after[f.tables[i]].entities
		c.text(bold, "", 0, c.y+13, one.label)
		most, properties := 0, 0
		for _, e := range all {
			most = max(most, len(e.named()))
			properties += len(e.named())
		}
		said := entities(len(all)) + ", " + view.Count(properties, "property", "properties")
		if r.status >= 400 {
			said = fmt.Sprintf("%d %s", r.status, r.fault)
		} else if r.status == 200 {
			said += ", " + view.Size(r.Cost.BytesRead)
		}
		c.text(small, "end", c.width, c.y+13, said)
		c.y += line + 2
		c.slotsOf(all, most, r.status >= 400)
		words = append(words, fmt.Sprintf("%s: %s, %s.", one.label, said,
			view.Count(len(all), "entity", "entities")))
	}
	c.y -= 10
	return strings.Join(words, " ")
}

// slotsOf draws frames in lines: one below another if they have many slots.
func (c *canvas) slotsOf(all []entity, most int, refusal bool) {
	size, keys := 14, 30
	if most > 60 {
		size, keys = 7, 0
	}
	x, deepest := 0, 0
	for _, e := range all {
		n := len(e.named())
		each := min(max(1, n), (c.width-8-keys)/size)
		rows := (n + each - 1) / each
		wideAs, height := keys+each*size+7, rows*size+7
		if x+wideAs > c.width {
			x, c.y = 0, c.y+deepest+4
			deepest = 0
		}
		c.box(frame, x+1, c.y+1, wideAs-2, height-2)
		if keys > 0 {
			c.box(shade, x+4, c.y+4, keys-4, height-9)
		}
		for k := range n {
			c.box(hit, x+keys+4+k%each*size, c.y+4+k/each*size, size-2, size-2)
		}
		if refusal {
			left, top := x+keys+4+n%each*size, c.y+4+n/each*size
			if n%each == 0 {
				top += 4
			}
			c.path(refused, "M%d %dl9 9m0 -9l-9 9", left, top)
			height += size
		}
		deepest = max(deepest, height)
		x += wideAs + 4
	}
	c.y += deepest + 12
}
