package figure

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
)

// drawSlots draws each entity of a table as a frame with its keys and a slot for each of its
// properties. A request that was refused has one slot more, crossed out. A block of a blob is one frame
// without keys, with a slot for each line.
func drawSlots(c *canvas, f *Figure, s state) string {
	var words []string
	for i, one := range s {
		r := one.ran[len(one.ran)-1]
		var all []entity
		said := ""
		if r.Table == "" {
			all = []entity{linesOf(r.sent)}
			said = "1 block, " + view.Count(len(all[0]), "line", "lines")
		} else {
			all = r.after[f.tables[i]].entities
			if one.notes[0] == "written" {
				all = r.written(all)
			}
			said = entities(len(all)) + ", " + view.Count(slots(all), "property", "properties")
		}
		if r.status >= 400 {
			said = fmt.Sprintf("%d %s", r.status, r.fault)
		}
		if r.Cost.BytesRead > 0 {
			said += ", " + view.Size(r.Cost.BytesRead)
		}
		c.heading(one.label, said)
		c.y += 2
		c.slotsOf(all, r.Table != "", r.status >= 400)
		words = append(words, one.label+": "+said+".")
	}
	c.y -= 10
	return strings.Join(words, " ")
}

// linesOf is a text as an entity with a property for each line.
func linesOf(text []byte) entity {
	e := entity{}
	for i := range bytes.Count(bytes.TrimSpace(text), []byte("\n")) + 1 {
		e[strconv.Itoa(i)] = true
	}
	return e
}

// slots counts the properties.
func slots(all []entity) (n int) {
	for _, e := range all {
		n += len(e.named())
	}
	return n
}

// written keeps the entities that a request wrote.
func (r ran) written(all []entity) []entity {
	return slices.DeleteFunc(slices.Clone(all), func(e entity) bool {
		return !r.wrote(e)
	})
}

// slotsOf draws frames in lines, with small slots if there are many.
func (c *canvas) slotsOf(all []entity, keyed, refusal bool) {
	size, keys := 14, 30
	if slots(all) > 60 {
		size, keys = 7, 0
	}
	if !keyed {
		keys = 0
	}
	x, deepest := 0, 0
	for _, e := range all {
		n := len(e.named())
		each := min(max(1, n), (c.width-8-keys)/size)
		rows := (n + each - 1) / each
		width, height := keys+each*size+7, rows*size+7
		if x+width > c.width {
			x, c.y = 0, c.y+deepest+4
			deepest = 0
		}
		c.box(frame, x+1, c.y+1, width-2, height-2)
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
		x += width + 4
	}
	c.y += deepest + 12
}
