package figure

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
)

// drawKeys draws the entities of tables in the order of their keys, and what was read of them: with
// their RowKeys if these fit, else as ticks in a box for each partition.
func drawKeys(c *canvas, f *Figure, s state) string {
	var words []string
	for _, one := range s {
		all := one.tables()
		c.heading(one.label, one.cost())
		for _, t := range all {
			c.tableName(t, all)
			if t.namable(c.width) {
				c.named(t)
				c.backward(t, one.ran[0].filter)
			} else {
				c.ticks(t, one.label == f.writes)
				if len(all) == 1 {
					c.lens(t)
				}
			}
			c.y += 10
		}
		words = append(words, one.inWords(all))
	}
	c.y -= 10
	return strings.Join(words, " ")
}

// tableName writes which of several tables follows.
func (c *canvas) tableName(t table, all []table) {
	if len(all) > 1 {
		c.text(small, "", 0, c.y+13, t.name)
		c.y += line
	}
}

func (s side) inWords(all []table) string {
	var parts []string
	for _, t := range all {
		part := fmt.Sprintf("%s has %s in %s in the order of keys", t.name, entities(t.size()),
			view.Count(len(t.lanes), "partition", "partitions"))
		var ranges []string
		for _, l := range t.lanes {
			for _, r := range l.spans() {
				if len(ranges) == 6 {
					break
				}
				ranges = append(ranges, l.words(r))
			}
		}
		if ranges != nil {
			part += "; touched: " + strings.Join(ranges, ", ")
		}
		parts = append(parts, part)
	}
	return s.label + ": " + s.cost() + ". " + strings.Join(parts, ". ") + "."
}

func (l lane) words(r span) string {
	first, last := l.cells[r.from].rowKey, l.cells[r.to].rowKey
	if r.from == r.to {
		return l.key + " " + first
	}
	return l.key + " " + first + " to " + last
}

func entities(n int) string { return view.Count(n, "entity", "entities") }

// namable reports whether the RowKeys fit into a few lines.
func (t table) namable(width int) bool {
	each := 1
	if width == narrow {
		each = 2
	}
	return t.size() <= 16 && len(t.lanes) <= 4 && t.rows(width) <= len(t.lanes)*each
}

// pitchOf is the width of a box with a RowKey, and how many are in a line.
func (t table) pitchOf(width int) (pitch, each int) {
	longest := 1
	for _, l := range t.lanes {
		for _, one := range l.cells {
			longest = max(longest, extent(mono, one.rowKey))
		}
	}
	pitch = min(longest+14, width)
	return pitch, max(1, width/pitch)
}

func (t table) rows(width int) (n int) {
	_, each := t.pitchOf(width)
	for _, l := range t.lanes {
		n += (len(l.cells) + each - 1) / each
	}
	return n
}

// named draws boxes with RowKeys, line by line, beside or below the PartitionKey. A range is a line
// under its boxes.
func (c *canvas) named(t table) {
	const height = 22
	left := 0
	for _, l := range t.lanes {
		left = max(left, extent(mono, l.key)+12)
	}
	pitch, _ := t.pitchOf(c.width)
	longest := 0
	for _, l := range t.lanes {
		longest = max(longest, len(l.cells))
	}
	above := left+pitch*longest > c.width
	if above {
		left = 0
	}
	each := max(1, (c.width-left)/pitch)
	for _, l := range t.lanes {
		key := l.key
		if above {
			key = fit(key, c.width)
		}
		c.text(mono+" "+small, "", 0, c.y+15, key)
		if above {
			c.y += line + 2
		}
		for i, one := range l.cells {
			x, y := left+i%each*pitch, c.y+i/each*(height+7)
			c.box(one.class, x+1, y+1, pitch-4, height-2)
			c.text(mono, "middle", x+pitch/2-1, y+15, fit(one.rowKey, pitch-6))
			if one.class != free {
				end := pitch - 3
				if i+1 < len(l.cells) && l.cells[i+1].class != free && (i+1)%each != 0 {
					end = pitch
				}
				c.path(bracket, "M%d %dh%d", x, y+height+2, end)
			}
		}
		c.y += (len(l.cells) + each - 1) / each * (height + 7)
	}
}

// lens draws a few touched entities of one partition once more, with their RowKeys and a neighbour on
// either side.
func (c *canvas) lens(t table) {
	for _, l := range t.lanes {
		spans := l.spans()
		if len(t.lanes) > 1 || len(spans) != 1 || spans[0].to-spans[0].from > 5 {
			return
		}
		near := lane{l.key, l.cells[max(0, spans[0].from-1):min(len(l.cells), spans[0].to+2)]}
		c.y += 4
		c.named(table{t.name, []lane{near}})
	}
}

// between reads the ends of a range of RowKeys from a filter.
var between = regexp.MustCompile(`RowKey ge '([^']*)' and RowKey l[et] '([^']*)'`)

// backward draws a range whose end is before its beginning: an arrow from where it would begin to
// where it ends.
func (c *canvas) backward(t table, filter string) {
	ends := between.FindStringSubmatch(filter)
	if ends == nil || ends[1] <= ends[2] || len(t.lanes) != 1 {
		return
	}
	pitch, _ := t.pitchOf(c.width)
	left := extent(mono, t.lanes[0].key) + 12
	x := [2]int{left, left}
	for i, one := range t.lanes[0].cells {
		for k := range x {
			if one.rowKey <= ends[k+1] {
				x[k] = left + i*pitch + pitch/2
			}
		}
	}
	c.path(refused, "M%d %dv10H%dv-4", x[0], c.y-6, x[1])
	c.path(refused, "M%d %dl4 6m-4 -6l-4 6", x[1], c.y-5)
	c.text("fg-x", "", left, c.y+19, "The range ends before it begins.")
	c.y += 22
}
