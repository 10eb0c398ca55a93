package figure

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
)

// drawCut draws a document, as long as it has bytes, and below it the entities that it's cut into. The
// fence names the property that has the bytes.
func drawCut(c *canvas, _ *Figure, s state) string {
	var words []string
	for _, one := range s {
		total, most := 0, 0
		var pieces []entity
		sizes := map[string]int{}
		for _, e := range entitiesOf(one.ran[0].answer) {
			data, _ := base64.StdEncoding.DecodeString(e.key(one.notes[0]))
			pieces = append(pieces, e)
			sizes[e.key("RowKey")] = len(data)
			total += len(data)
			most = max(most, len(data))
		}
		c.heading(one.label, view.Number(total)+" bytes")
		c.y += 4
		c.cutInto(pieces, sizes, total)
		const said = "%s: %s bytes in %s."
		words = append(words, fmt.Sprintf(said, one.label, view.Number(total), entities(len(pieces))))
	}
	return strings.Join(words, " ")
}

func (c *canvas) cutInto(pieces []entity, sizes map[string]int, total int) {
	const bar, row = 26, 26
	top, x := c.y, 1
	c.box(hit, 1, top, c.width-2, bar)
	y := top + bar + 16
	for _, e := range pieces {
		key := e.key("RowKey")
		n := sizes[key]
		w := n * (c.width - 2) / max(1, total)
		if n > 0 {
			if x > 1 {
				c.path(refused, "M%d %dv%d", x, top-4, bar+8)
			}
			c.path(thread, "M%d %dV%d", x+w/2, top+bar+1, y)
			c.box(hit, x, y, max(2, w-3), row)
			if room := w - 10; extent(plain, view.Number(n)) <= room {
				c.text(plain, "middle", x+w/2, y+row/2+5, view.Number(n))
			}
			x += w
			continue
		}
		c.y = y + row
		c.labels(pieces, sizes, total)
		c.box(frame, 1, c.y+1, c.width-2, row)
		said := key
		for _, name := range []string{"Chunks", "Bytes", "Peak"} {
			if v := e.shown(name); v != "" {
				said += " · " + name + " " + v
			}
		}
		c.text(mono, "", 8, c.y+row/2+5, fit(said, c.width-16))
		c.y += row + 4
	}
}

// labels writes the keys of the pieces below them, one below another where they'd touch.
func (c *canvas) labels(pieces []entity, sizes map[string]int, total int) {
	x, end, row := 1, -100, 0
	deepest := 0
	for _, e := range pieces {
		key := e.key("RowKey")
		if sizes[key] == 0 {
			continue
		}
		w := sizes[key] * (c.width - 2) / max(1, total)
		long := extent(mono, key)
		from := min(x, c.width-long)
		if from < end+8 {
			row++
		} else {
			row = 0
		}
		deepest = max(deepest, row)
		c.text(mono, "", from, c.y+15+row*line, key)
		end = from + long
		x += w
	}
	c.y += (deepest+1)*line + 6
}
