package view

import "strconv"

// Sizes in a strip, in units of its viewBox: cells are squares with sides of cell, every pitch units.
const (
	pitch = 24
	cell  = 20
	inset = (pitch - cell) / 2
	// sliver is the least height of a part of a cell, so that even one entity of many is visible.
	sliver = 8
)

const (
	maxColumns = 40  // cells side by side, which have 6 px each on a page of 320 px
	maxRows    = 4   // of one lane
	sumRows    = 16  // of all lanes, so that a picture fits on a screen
	maxWidth   = 520 // px of a strip
	maxPitch   = 16  // px of a cell, even if there are few
)

// grid is the scale of all lanes in a picture, so that their lengths can be compared.
type grid struct {
	perCell int // entities in one cell
	columns int
}

func gridOf(lanes []lane) grid {
	longest := 1
	for _, l := range lanes {
		longest = max(longest, len(l.states))
	}
	rows := min(maxRows, max(1, sumRows/max(1, len(lanes))))
	g := grid{perCell: roundUp(ceil(longest, rows*maxColumns))}
	cells := ceil(longest, g.perCell)
	g.columns = ceil(cells, ceil(cells, maxColumns))
	return g
}

func ceil(n, d int) int { return (n + d - 1) / d }

// roundUp returns the next round number: 1, 2, 5, 10, 20, 50, …
func roundUp(n int) int {
	for unit := 1; ; unit *= 10 {
		for _, m := range [...]int{1, 2, 5} {
			if m*unit >= n {
				return m * unit
			}
		}
	}
}

// strip draws the cells of a lane with one path for each state, however many entities there are.
func (g grid) strip(l lane) Node {
	var pens [states]pen
	cells := ceil(len(l.states), g.perCell)
	for i := range cells {
		group := l.states[i*g.perCell : min((i+1)*g.perCell, len(l.states))]
		x := inset + i%g.columns*pitch
		bottom := i/g.columns*pitch + inset + cell
		heights := share(group)
		if heights[untouched] > 0 {
			pens[untouched].box(x, bottom, cell)
		}
		for _, s := range [...]state{returned, written, deleted, read} {
			if h := heights[s]; h > 0 {
				pens[s].box(x, bottom, h)
				bottom -= h
			}
		}
		if heights[deleted] > 0 {
			pens[deleted].strike(heights[deleted])
		}
	}
	rows := max(1, ceil(cells, g.columns))
	px := min(maxPitch, maxWidth/g.columns)
	svg := el("svg", "lane-cells").with("aria-hidden", "true").
		with("width", strconv.Itoa(g.columns*px)).with("height", strconv.Itoa(rows*px)).
		with("viewBox", "0 0 "+strconv.Itoa(g.columns*pitch)+" "+strconv.Itoa(rows*pitch))
	for s, p := range pens {
		if len(p.d) > 0 {
			svg.add(el("path", stateNames[s]).with("d", string(p.d)))
		}
	}
	return svg
}

// share divides the height of a cell between the states of its entities.
func share(group []state) (heights [states]int) {
	var counts [states]int
	for _, s := range group {
		counts[s]++
	}
	left := cell
	for _, s := range [...]state{returned, written, deleted, read} {
		if counts[s] > 0 {
			heights[s] = min(left, max(sliver, cell*counts[s]/len(group)))
			left -= heights[s]
		}
	}
	heights[untouched] = counts[untouched]
	if counts[untouched] == 0 {
		heights[last(counts)] += left // what rounding left over
	}
	return heights
}

// last returns the state that is drawn last, at the top of the cell.
func last(counts [states]int) state {
	for _, s := range [...]state{read, deleted, written} {
		if counts[s] > 0 {
			return s
		}
	}
	return returned
}

// pen writes path data with relative moves, so that equal cells are equal text, which compresses to almost
// nothing.
type pen struct {
	d    []byte
	x, y int
}

// box draws a box upwards from its lower left corner, and leaves the pen there.
func (p *pen) box(x, bottom, height int) {
	p.number('m', x-p.x)
	p.number(' ', bottom-p.y)
	p.number('v', -height)
	p.number('h', cell)
	p.number('v', height)
	p.d = append(p.d, 'z')
	p.x, p.y = x, bottom
}

// strike draws a line across the box just drawn.
func (p *pen) strike(height int) {
	p.number('l', cell)
	p.number(' ', -height)
	p.d = append(p.d, 'z')
}

func (p *pen) number(before byte, n int) {
	if before != ' ' || n >= 0 {
		p.d = append(p.d, before)
	}
	p.d = strconv.AppendInt(p.d, int64(n), 10)
}
