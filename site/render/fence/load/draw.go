package load

import (
	"fmt"
	"strconv"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/partition"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Sizes of the picture of a load, in px. It fits a phone.
const (
	loadWidth  = 340
	loadHeight = 228
	loadLeft   = 30
	loadTop    = 2
	loadWide   = 300 // of the map
	loadHigh   = 160
)

// loadStyle has colours of tokens.css. The picture is a document of its own, to which browsers pass
// on the colour scheme of the page's root. It has the page's background, for those that don't.
// Levels differ in lightness, and refusals are hatched as well.
const loadStyle = `.z{fill:#fff}text{font:11px system-ui,sans-serif;fill:#57606e}` +
	`.g{fill:#f5f7fa;stroke:#d5dae2}.l0{fill:#dfe6f7}.l1{fill:#b3c3ec}.l2{fill:#8099dc}.l3{fill:#4d66bd}` +
	`.l4{fill:#1f2f8c}.s{fill:#ffc98f}.m{fill:#8c1c2e}.k{fill:none;stroke:#6b3000;stroke-width:1.2}` +
	`.w{fill:none;stroke:#fff;stroke-width:1.1}.p{fill:none;stroke:#1b1f27;stroke-dasharray:1 2}` +
	`.q{fill:#1b1f27;stroke:#fff;stroke-width:.6}.o{fill:#fff;stroke:#1b1f27}` +
	`@media(prefers-color-scheme:dark){.z{fill:#12151b}text{fill:#a4adbb}` +
	`.g{fill:#1a1f27;stroke:#303845}` +
	`.l0{fill:#243049}.l1{fill:#304674}.l2{fill:#4467ae}.l3{fill:#6d97e8}.l4{fill:#b5d0ff}` +
	`.s{fill:#7a4a17}.m{fill:#f25c86}.k{stroke:#ffc98f}.w{stroke:#1a1f27}.p{stroke:#e7eaf0}` +
	`.q{fill:#e7eaf0;stroke:#12151b}.o{fill:#12151b;stroke:#e7eaf0}}`

// loadHatches fill the cells in which some or most is refused.
const loadHatches = `<pattern id="s" width="5" height="5" patternUnits="userSpaceOnUse">` +
	`<path class="s" d="M0 0h5v5H0z"/><path class="k" d="M0 5L5 0"/></pattern>` +
	`<pattern id="m" width="5" height="5" patternUnits="userSpaceOnUse">` +
	`<path class="m" d="M0 0h5v5H0z"/><path class="w" d="M0 5L5 0M0 0L5 5"/></pattern>`

// From which share on a cell counts as refused, and as refused for the most part.
const (
	loadSome = 0.02
	loadMost = 0.5
)

// loadLevels are the parts of a partition's cap at which a cell gets the next level. Round rates
// don't fall on them, or chance would make cells flicker.
var loadLevels = []float64{0, 0.04, 0.2, 0.6, 0.9}

// Fills of cells, by index: the levels, then what is refused.
var loadFills = []string{
	`class="l0"`, `class="l1"`, `class="l2"`, `class="l3"`, `class="l4"`, `fill="url(#s)"`, `fill="url(#m)"`,
}

const (
	fillSome = 5
	fillMost = 6
)

// drawLoad returns the heat map of a result as a picture of its own.
func drawLoad(r *partition.Result) []byte {
	b := &markup.Builder{}
	b.Add(`<svg xmlns="http://www.w3.org/2000/svg" `)
	fmt.Fprintf(b, `width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d">`, loadWidth, loadHeight)
	b.Add("<title>").Text(loadAlt(r)).Add("</title><style>" + loadStyle + "</style>" + loadHatches)
	fmt.Fprintf(b, `<path class="z" d="M0 0h%dv%dH0z"/>`, loadWidth, loadHeight)
	b.Add(`<text x="-162" y="20" transform="rotate(-90)">PartitionKeys in order →</text>`)
	fmt.Fprintf(b, `<path class="g" d="M%d.5 %d.5h%[3]dv%[4]dh-%[3]dz"/>`,
		loadLeft-1, loadTop-1, loadWide+1, loadHigh+1)
	met := drawCells(b, r)
	drawChanges(b, r)
	drawTimes(b, r)
	drawLegend(b, r, met)
	return b.Add("</svg>\n").Bytes()
}

// loadSubtitle says what is on the table: how much, on how many keys, and which figure it makes.
func loadSubtitle(r *partition.Result) string {
	rate, most := 0.0, 0.0
	for _, l := range r.Loads {
		if most += l.Rate * float64(l.Entities); l.Until == 0 {
			rate += l.Rate * float64(l.Entities)
		}
	}
	rates := view.Number(int(rate))
	if most > rate {
		rates += "–" + view.Number(int(most))
	}
	keys := view.Number(r.Slots) + " PartitionKeys"
	if r.Slots == 1 {
		keys = "one PartitionKey"
	}
	return rates + " entities/s on " + keys + ": " + r.Shape().Names()
}

// drawCells draws the cells, those of one row with the same fill as one, and returns which fills
// there are.
func drawCells(b *markup.Builder, r *partition.Result) (met [7]bool) {
	var paths [7]markup.Builder
	for row := range r.Rows {
		top, bottom := loadHigh*row/r.Rows, loadHigh*(row+1)/r.Rows
		for column := 0; column < r.Columns; {
			fill, end := cellFill(r, row, column), column+1
			for end < r.Columns && cellFill(r, row, end) == fill {
				end++
			}
			if fill >= 0 {
				met[fill] = true
				left, right := loadWide*column/r.Columns, loadWide*end/r.Columns
				fmt.Fprintf(&paths[fill], "M%d %dh%dv%dh-%dz", left, top, right-left, bottom-top, right-left)
			}
			column = end
		}
	}
	fmt.Fprintf(b, `<g transform="translate(%d %d)" shape-rendering="crispEdges">`, loadLeft, loadTop)
	for i := range paths {
		if met[i] {
			fmt.Fprintf(b, `<path %s d="%s"/>`, loadFills[i], paths[i].String())
		}
	}
	b.Add("</g>")
	return met
}

// cellFill returns the fill of a cell, or -1 if nothing was sent there.
func cellFill(r *partition.Result, row, column int) int {
	c := r.Cell(row, column)
	offered := c.Served + c.Refused
	switch {
	case offered == 0:
		return -1
	case c.Refused >= loadMost*offered:
		return fillMost
	case c.Refused >= loadSome*offered:
		return fillSome
	}
	level := 0
	for i, part := range loadLevels {
		if offered/r.Step() >= part*r.Assume.PartitionCap {
			level = i
		}
	}
	return level
}

// drawChanges draws a line from each split on, because it's where a range ends from then on, and a
// ring for each move.
func drawChanges(b *markup.Builder, r *partition.Result) {
	place := func(c partition.Change) (x, y int) {
		return loadLeft + int(c.At*loadWide/float64(r.Seconds)), loadTop + c.Slot*loadHigh/r.Slots
	}
	for _, c := range r.Splits {
		x, y := place(c)
		fmt.Fprintf(b, `<path class="p" d="M%d %d.5H%d"/>`, x, y, loadLeft+loadWide)
	}
	for _, c := range r.Splits {
		x, y := place(c)
		fmt.Fprintf(b, `<path class="q" d="M%d %dl7 4-7 4z"/>`, x-3, y-4)
	}
	for _, c := range r.Moves {
		x, y := place(c)
		fmt.Fprintf(b, `<circle class="o" cx="%d" cy="%d" r="2.5"/>`, x+9, min(y+5, loadTop+loadHigh-3))
	}
}

// drawTimes draws the axis of time.
func drawTimes(b *markup.Builder, r *partition.Result) {
	for i, anchor := range []string{"start", "middle", "end"} {
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="%s">`, loadLeft+loadWide*i/2, loadTop+loadHigh+14, anchor)
		b.Text(loadTime(float64(r.Seconds) * float64(i) / 2)).Add("</text>")
	}
}

// drawLegend explains the fills and signs that the picture has.
func drawLegend(b *markup.Builder, r *partition.Result, met [7]bool) {
	const y, step = loadTop + loadHigh + 24, 44
	for i := range loadLevels {
		fmt.Fprintf(b, `<path %s d="M%d %dh%dv8h-%dz"/>`, loadFills[i], loadLeft+i*step, y, step, step)
		fmt.Fprintf(b, `<text x="%d" y="%d">`, loadLeft+i*step, y+19)
		b.Text(view.Number(int(loadLevels[i] * r.Assume.PartitionCap))).Add("</text>")
	}
	fmt.Fprintf(b, `<text x="%d" y="%d">entities/s</text>`, loadLeft+len(loadLevels)*step+6, y+8)
	x := loadLeft
	const line = y + 30
	word := func(words string, width int) {
		fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`, x+14, line+9, words)
		x += width
	}
	if met[fillSome] {
		fmt.Fprintf(b, `<path %s d="M%d %dh10v10h-10z"/>`, loadFills[fillSome], x, line)
		word("some refused", 94)
	}
	if met[fillMost] {
		fmt.Fprintf(b, `<path %s d="M%d %dh10v10h-10z"/>`, loadFills[fillMost], x, line)
		word("most refused", 96)
	}
	if len(r.Splits) > 0 {
		fmt.Fprintf(b, `<path class="q" d="M%d %dl7 4-7 4z"/>`, x+2, line+1)
		word("split", 50)
	}
	if len(r.Moves) > 0 {
		fmt.Fprintf(b, `<circle class="o" cx="%d" cy="%d" r="2.5"/>`, x+6, line+5)
		word("move", 0)
	}
}

// loadTime writes seconds as an axis does.
func loadTime(seconds float64) string {
	switch n := int(seconds + 0.5); {
	case n == 0:
		return "0"
	case n >= 7200 && n%1800 == 0:
		return loadNumber(seconds/3600) + " h"
	case n >= 120 && n%30 == 0:
		return loadNumber(seconds/60) + " min"
	default:
		return strconv.Itoa(n) + " s"
	}
}

// loadNumber writes a number with commas, or a fraction as it is.
func loadNumber(x float64) string {
	if x == float64(int(x)) {
		return view.Number(int(x))
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
