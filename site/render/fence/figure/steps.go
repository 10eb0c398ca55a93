package figure

import (
	"fmt"
	"strings"
)

// drawSteps draws requests below one another with what they leave: the value of a property, or the
// number of entities of each table. The sides are next to each other if there's room.
func drawSteps(c *canvas, f *Figure, s state) string {
	var words []string
	columns := 1
	if c.width > narrow {
		columns = len(s)
	}
	wideAs := (c.width - 24*(columns-1)) / columns
	top, deepest := 0, 0
	for i, one := range s {
		x := i % columns * (wideAs + 24)
		if i%columns == 0 {
			top, deepest = deepest, 0
		}
		c.y = top
		words = append(words, c.side(f, one, x, wideAs))
		deepest = max(deepest, c.y+12)
	}
	c.y = deepest - 12
	return strings.Join(words, " ")
}

func (c *canvas) side(f *Figure, s side, x, width int) string {
	words := s.label + ":"
	c.text(bold, "", x, c.y+13, s.label)
	c.y += line + 4
	left := f.left(s, s.before)
	c.box(frame, x+1, c.y+1, extent(mono, left)+14, 22)
	c.text(mono, "", x+8, c.y+16, left)
	c.y += 24
	for i, r := range s.ran {
		mark, class := fmt.Sprint(r.status), small
		if r.status >= 400 {
			mark, class = mark+" "+r.fault, "fg-x"
		}
		top := c.y
		at := 0
		for _, l := range wrap(r.title, width-24) {
			c.text(plain, "", x+22, c.y+15, l)
			at = extent(plain, l) + 8
			c.y += line
		}
		if at+extent(plain, mark) > width-24 {
			at = 0
			c.y += line
		}
		c.text(class, "", x+22+at, c.y-3, mark)
		c.path(thread, "M%d %dV%d", x+8, top, c.y+1)
		c.path(tip, "M%d %dl-4 -7h8z", x+8, c.y+4)
		c.y += 4
		left = f.left(s, r.after)
		box := frame
		if i == len(s.ran)-1 {
			box = hit
		}
		c.box(box, x+1, c.y+1, extent(mono, left)+14, 22)
		c.text(mono, "", x+8, c.y+16, left)
		c.y += 24
		words += fmt.Sprintf(" %s: %s, then %s.", r.title, mark, left)
	}
	return words
}

// left is what there is after a request.
func (f *Figure) left(s side, after map[string]content) string {
	var all []string
	for _, t := range f.tables {
		c := after[t]
		if property := s.notes[0]; property != "" && len(c.entities) > 0 {
			all = append(all, property+" "+c.entities[0].shown(property))
			continue
		}
		all = append(all, fmt.Sprintf("%d in %s", c.size, t))
	}
	return strings.Join(all, " · ")
}

// wrap divides words into lines that fit.
func wrap(words string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(words) {
		if line != "" && extent(plain, line+" "+word) > width {
			lines = append(lines, line)
			line = word
			continue
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}
