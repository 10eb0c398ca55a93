package view

import "strconv"

// Measures of a strip, in units of its viewBox: a cell is a square of side cell, one each pitch.
const (
	pitch = 24
	cell  = 20
	inset = (pitch - cell) / 2
	// sliver is the least height of a part of a cell, so that one entity of many can be seen.
	sliver = 8
)

const (
	maxColumns = 40  // cells side by side: still 6 px each where a page is 320 px wide
	maxRows    = 4   // of one lane
	sumRows    = 16  // of all lanes, so that a picture stays lower than a page
	maxWidth   = 520 // px of a strip
	maxPitch   = 16  // px of a cell, however few there are
)

// grid is the scale that all lanes of a picture share, so that their lengths compare.
type grid struct {
	perCell int // entities that one cell stands for
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

// roundUp returns the next number that is easy to reckon with: 1, 2, 5, 10, 20, 50, …
func roundUp(n int) int {
	for unit := 1; ; unit *= 10 {
		for _, m := range [...]int{1, 2, 5} {
			if m*unit >= n {
				return m * unit
			}
		}
	}
}

// strip draws the cells of one lane: one path for each state, whatever the number of entities.
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

// share divides the height of a cell among the states of its entities.
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

// last returns the state that is drawn last of those present, uppermost in the cell.
func last(counts [states]int) state {
	for _, s := range [...]state{read, deleted, written} {
		if counts[s] > 0 {
			return s
		}
	}
	return returned
}

// pen writes path data with relative moves, in which equal cells are equal text and so cost a
// compressed page next to nothing.
type pen struct {
	d    []byte
	x, y int
}

// box draws a box upwards from its lower left corner, where the pen then stands.
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
