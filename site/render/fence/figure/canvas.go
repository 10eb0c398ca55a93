package figure

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/site/render/markup"
)

// canvas is a picture under way. Shapes of a class are one path, so a picture of a thousand entities
// is a handful of elements.
type canvas struct {
	width, y int // y is how far down it's drawn
	paths    map[string]*strings.Builder
	boxes    map[string][2]int // where the newest box of a class begins
	classes  []string          // in the order in which they're drawn
	words    markup.Builder
}

// Classes of shapes.
const (
	hit     = "fg-hit"     // an entity that was returned, or written
	waste   = "fg-waste"   // one that was read for nothing
	free    = "fg-free"    // one that wasn't read
	frame   = "fg-frame"   // around entities
	shade   = "fg-shade"   // keys and Timestamp
	thread  = "fg-thread"  // a link or a request
	tip     = "fg-tip"     // its end
	bracket = "fg-bracket" // along a range
	refused = "fg-refused" // what the service refused
)

// Classes of texts: letters combine.
const (
	plain = ""
	mono  = "fg-k"
	bold  = "fg-b"
	small = "fg-m" // in a muted colour
)

// line is the height of a line of text.
const line = 18

func newCanvas(width int) *canvas {
	return &canvas{width: width, paths: map[string]*strings.Builder{}, boxes: map[string][2]int{}}
}

// path adds to the path of a class.
func (c *canvas) path(class, format string, values ...any) {
	if strings.HasPrefix(format, "M") {
		delete(c.boxes, class)
	}
	d := c.paths[class]
	if d == nil {
		d = &strings.Builder{}
		c.paths[class] = d
		c.classes = append(c.classes, class)
	}
	fmt.Fprintf(d, format, values...)
}

// box draws a rectangle. It begins where the one before is left, so that equal ones in a row are equal
// text, which compresses well.
func (c *canvas) box(class string, x, y, width, height int) {
	if at, ok := c.boxes[class]; ok {
		c.path(class, "m%d %dh%dv%dh-%dz", x-at[0], y-at[1], width, height, width)
	} else {
		c.path(class, "M%d %dh%dv%dh-%dz", x, y, width, height, width)
	}
	c.boxes[class] = [2]int{x, y}
}

// arrow draws a line from one point to another, down or to the right, with a tip.
func (c *canvas) arrow(x, y, toX, toY int) {
	c.path(thread, "M%d %dL%d %d", x, y, toX, toY)
	if toY > y {
		c.path(tip, "M%d %dl-4 -7h8z", toX, toY)
	} else {
		c.path(tip, "M%d %dl-7 -4v8z", toX, toY)
	}
}

// text writes words from x on, or up to it if anchor is "end", or around it if that's "middle".
func (c *canvas) text(class, anchor string, x, y int, words string) {
	if words == "" {
		return
	}
	c.words.Add("<text")
	if class != plain {
		c.words.Add(` class="`).Add(class).Add(`"`)
	}
	if anchor != "" {
		c.words.Add(` text-anchor="`).Add(anchor).Add(`"`)
	}
	c.words.At(x, y).Text(words).Add("</text>")
}

// heading writes what follows, with what it took at the right end.
func (c *canvas) heading(label, took string) {
	c.text(bold, "", 0, c.y+13, label)
	c.text(small, "end", c.width, c.y+13, took)
	c.y += line
}

// svg is the picture, with words for those who don't see it.
func (c *canvas) svg(class, words string) string {
	b := &markup.Builder{}
	b.Add(`<svg class="`).Add(class).Add(`" role="img" aria-label="`).Text(words)
	b.Add(`" width="`).Number(c.width).Add(`" height="`).Number(c.y)
	b.Add(`" viewBox="0 0 `).Number(c.width).Add(" ").Number(c.y).Add(`">`)
	for _, class := range c.classes {
		b.Add(`<path class="`).Add(class).Add(`" d="`).Add(c.paths[class].String()).Add(`"/>`)
	}
	return b.Add(c.words.String()).Add("</svg>").String()
}

// extent estimates the width of words in px, in the widest of the common fonts.
func extent(class, words string) int {
	n := utf8.RuneCountInString(words)
	if class == mono {
		return n*73/10 + 1
	}
	return n * 27 / 4
}

// fit shortens a key so that it's no wider than some px: keys of a table differ at their ends, and
// begin alike.
func fit(words string, width int) string {
	letters := []rune(words)
	most := max(3, (width-1)*10/73)
	if len(letters) <= most {
		return words
	}
	tail := (most - 1) * 2 / 3
	return string(letters[:most-1-tail]) + "…" + string(letters[len(letters)-tail:])
}
