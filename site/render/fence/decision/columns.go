package decision

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/render/markup"
)

// columns draws a column for each partition, filled by what it took of the most that any of those compared
// took, and empty above.
type columns struct {
	partitions []trace.Partition
	most       int
}

// columnHeight is how high a column is, in units of the viewBox.
const columnHeight = 2*stripHeight - 2*stripInset

func (c columns) draw(b *markup.Builder) {
	var filled, empty string
	for i, p := range c.partitions {
		x := i*stripPitch + stripInset
		top := stripInset + columnHeight - max(sliver, columnHeight*(p.Read+p.Written)/c.most)
		filled += rectangle(x, top, stripInset+columnHeight)
		if top > stripInset {
			empty += rectangle(x, stripInset, top)
		}
	}
	width := len(c.partitions)
	b.Add(`<svg class="lane-cells dc-columns" aria-hidden="true" width="`).Number(width * 16)
	b.Add(`" height="32" preserveAspectRatio="none" viewBox="0 0 `).Number(width * stripPitch).Add(" ")
	b.Number(2 * stripHeight).Add(`"><path class="returned" d="`).Add(filled).Add(`"/>`)
	if empty != "" {
		b.Add(`<path class="untouched" d="`).Add(empty).Add(`"/>`)
	}
	b.Add("</svg>")
}

// rectangle is one of a column's width, from its top to its bottom.
func rectangle(x, top, bottom int) string {
	width := strconv.Itoa(stripPitch - 2*stripInset)
	return "M" + strconv.Itoa(x) + " " + strconv.Itoa(top) + "h" + width + "v" + strconv.Itoa(bottom-top) +
		"h-" + width + "z"
}
