package render

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// html returns the picture and, below it, the same events in words.
func (n *sequence) html() []byte {
	at, width := n.columns()
	b := &builder{}
	b.add(`<figure class="sequence">`)
	b.add(`<div class="table" tabindex="0" role="group" aria-label="Sequence, as a picture">`)
	height := n.height()
	const svg = `<svg aria-hidden="true" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d">`
	fmt.Fprintf(b, svg, width, height)
	for i, name := range n.actors {
		b.add(`<text class="sq-actor"`).at(at[i], seqHead-12).text(name).add("</text>")
	}
	b.add(`<path class="sq-life" d="`)
	for _, x := range at {
		fmt.Fprintf(b, "M%d %dV%d", x, seqHead, height)
	}
	b.add(`"/>`)
	y := seqHead
	for _, e := range n.events {
		n.draw(b, e, at, y)
		y += seqRow
	}
	b.add("</svg></div>\n<ol class=\"sq-words\">\n")
	for _, e := range n.events {
		b.add("<li>").text(n.sentence(e)).add("</li>\n")
	}
	return b.add("</ol></figure>\n").Bytes()
}

func (n *sequence) height() int {
	return seqHead + seqGap/2 + seqRow*len(n.events)
}

// draw draws one event below y.
func (n *sequence) draw(b *builder, e event, at []int, y int) {
	switch e.act {
	case passes:
		middle := (at[0] + at[len(at)-1]) / 2
		half := textWidth(e.words)/2 + seqGap/2
		fmt.Fprintf(b, `<path class="sq-back" d="M%d %dh%dv%dh-%dz"/>`, middle-half, y+10, 2*half, 22, 2*half)
		b.add(`<text class="sq-time"`).at(middle, y+26).text("⋮ " + e.words).add("</text>")
	case does, crashes:
		class := "sq-step"
		if e.act == crashes {
			class = "sq-step sq-crash"
		}
		half, x := e.half(), at[e.from]
		fmt.Fprintf(b, `<path class="%s" d="M%d %dh%dv%dh-%dz"/>`, class, x-half, y+10, 2*half, 24, 2*half)
		b.add(`<text`).at(x, y+26).text(e.shown()).add("</text>")
	default:
		n.arrow(b, e, at, y+seqRow-10)
	}
}

// arrow draws a message at y, with its words above it.
func (n *sequence) arrow(b *builder, e event, at []int, y int) {
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
	b.add(`<text`).at((from+to)/2, y-8).text(e.words).add("</text>")
}

// at adds the position of a text element and closes its start tag.
func (b *builder) at(x, y int) *builder {
	fmt.Fprintf(b, ` x="%d" y="%d">`, x, y)
	return b
}

// sequenceRenderer writes sequences.
type sequenceRenderer struct{}

func (sequenceRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindSequence, renderSequence)
}

func renderSequence(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.Write(n.(*sequence).html())
	}
	return ast.WalkSkipChildren, nil
}
