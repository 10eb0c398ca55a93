package sequence

import (
	"fmt"

	"github.com/rowkey/rowkey/site/render/markup"
)

// HTML returns the picture and, below it, the same events in words, each beside a piece of a narrow picture.
func (n *sequence) HTML() []byte {
	at, width := n.columns()
	b := &markup.Builder{}
	b.Add(`<figure class="sequence">`)
	b.Add(`<div class="table" tabindex="0" role="group" aria-label="Sequence, as a picture">`)
	height := n.height()
	const svg = `<svg aria-hidden="true" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d">`
	fmt.Fprintf(b, svg, width, height)
	for i, name := range n.actors {
		b.Add(`<text class="sq-actor"`).At(at[i], seqHead-12).Text(name).Add("</text>")
	}
	b.Add(`<path class="sq-life" d="`)
	for _, x := range at {
		fmt.Fprintf(b, "M%d %dV%d", x, seqHead, height)
	}
	b.Add(`"/>`)
	y := seqHead
	for _, e := range n.events {
		n.draw(b, e, at, y)
		y += seqRow
	}
	b.Add("</svg></div>\n<ol class=\"sq-words\">\n")
	for i, name := range n.actors {
		b.Add(`<li aria-hidden="true">`)
		n.piece(b, event{from: i, to: i})
		b.Add("<b>").Text(name).Add("</b></li>\n")
	}
	for _, e := range n.events {
		b.Add("<li>")
		n.piece(b, e)
		b.Text(n.sentence(e)).Add("</li>\n")
	}
	return b.Add("</ol></figure>\n").Bytes()
}

func (n *sequence) height() int {
	return seqHead + seqGap/2 + seqRow*len(n.events)
}

// draw draws one event below y.
func (n *sequence) draw(b *markup.Builder, e event, at []int, y int) {
	switch e.act {
	case passes:
		middle := (at[0] + at[len(at)-1]) / 2
		half := textWidth(e.words)/2 + seqGap/2
		fmt.Fprintf(b, `<path class="sq-back" d="M%d %dh%dv%dh-%dz"/>`, middle-half, y+10, 2*half, 22, 2*half)
		b.Add(`<text class="sq-time"`).At(middle, y+26).Text("⋮ " + e.words).Add("</text>")
	case does, crashes:
		class := "sq-step"
		if e.act == crashes {
			class = "sq-step sq-crash"
		}
		half, x := e.half(), at[e.from]
		fmt.Fprintf(b, `<path class="%s" d="M%d %dh%dv%dh-%dz"/>`, class, x-half, y+10, 2*half, 24, 2*half)
		b.Add(`<text`).At(x, y+26).Text(e.shown()).Add("</text>")
	default:
		arrow(b, e, at, y+seqRow-10)
		b.Add(`<text`).At((at[e.from]+at[e.to])/2, y+seqRow-18).Text(e.words).Add("</text>")
	}
}

// piece draws an event between lines that are as close as a phone needs them. They go on to the next
// piece, however many lines the words take. A message to oneself, as of a name, is a dot.
func (n *sequence) piece(b *markup.Builder, e event) {
	const pitch, middle, long = 16, 12, 400
	width := pitch * len(n.actors)
	const svg = `<svg aria-hidden="true" width="%d" height="24" overflow="visible"><path class="sq-life" d="`
	fmt.Fprintf(b, svg, width)
	at := make([]int, len(n.actors))
	for i := range at {
		at[i] = pitch/2 + pitch*i
		fmt.Fprintf(b, "M%d 0V%d", at[i], long)
	}
	b.Add(`"/>`)
	switch {
	case e.act == passes:
	case e.act <= loses && e.from != e.to:
		arrow(b, e, at, middle)
	default:
		class := "sq-step"
		if e.act == crashes {
			class = "sq-step sq-crash"
		}
		fmt.Fprintf(b, `<path class="%s" d="M%d %dh8v8h-8z"/>`, class, at[e.from]-4, middle-4)
	}
	b.Add("</svg>")
}

// arrow draws a message at y.
func arrow(b *markup.Builder, e event, at []int, y int) {
	from, to := at[e.from], at[e.to]
	side := 1
	if to < from {
		side = -1
	}
	class := "sq-send"
	if e.act == answers {
		class = "sq-send sq-answer"
	}
	end := to - 2*side
	if e.act == loses {
		end = from + (to-from)*2/3
	}
	fmt.Fprintf(b, `<path class="%s" d="M%d %dH%d"/>`, class, from, y, end)
	if e.act == loses {
		fmt.Fprintf(b, `<path class="sq-lost" d="M%d %dl10 10m0 -10l-10 10"/>`, end-5, y-5)
	} else {
		fmt.Fprintf(b, `<path class="sq-tip" d="M%d %dl%d -5v10z"/>`, end, y, -9*side)
	}
}
