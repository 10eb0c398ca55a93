// Package sequence draws sequence fences: messages between actors.
package sequence

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/site/render/fence"
)

// sequence is a picture of messages between actors. The first line of its fence names the actors;
// every other line is an event.
type sequence struct {
	actors []string
	events []event
}

// event is one line of a sequence.
type event struct {
	from, to int // indexes of actors; -1 for all of them
	act      act
	words    string
}

// act is what happens in an event.
type act uint8

const (
	sends   act = iota // A -> B: words
	answers            // A --> B: words
	loses              // A -x B: words; the message is lost
	does               // A: words
	crashes            // A !: words
	passes             // ...: words; time passes
)

// arrows are tried in this order, because one contains another.
var arrows = []struct {
	sign string
	act  act
}{{"-->", answers}, {"->", sends}, {"-x", loses}}

// Kind draws sequence fences.
var Kind = fence.Kind{Word: "sequence", Entry: "figures", Place: place}

// place makes the picture of a fence.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &sequence{}
	read := p.Each(f, func(line string) error {
		if line == "" {
			return nil
		}
		return n.read(line)
	})
	if read && len(n.events) == 0 {
		p.Problem(f, "a sequence fence needs a line of actors, separated by commas, "+
			"and a line for each event")
	}
	return n
}

// read parses one line.
func (n *sequence) read(line string) error {
	if n.actors == nil {
		for name := range strings.SplitSeq(line, ",") {
			n.actors = append(n.actors, strings.TrimSpace(name))
		}
		return nil
	}
	actor, words, found := strings.Cut(line, ":")
	e := event{act: does, words: strings.TrimSpace(words)}
	if !found || e.words == "" {
		return fmt.Errorf("write an event of a sequence as A -> B: words, not %q", line)
	}
	actor = strings.TrimSpace(actor)
	to := actor
	for _, a := range arrows {
		if from, target, found := strings.Cut(actor, a.sign); found {
			e.act, actor, to = a.act, strings.TrimSpace(from), strings.TrimSpace(target)
			break
		}
	}
	if name, found := strings.CutSuffix(actor, "!"); found && e.act == does {
		e.act, actor = crashes, strings.TrimSpace(name)
		to = actor
	}
	if actor == "..." {
		e.act, e.from, e.to = passes, -1, -1
		n.events = append(n.events, e)
		return nil
	}
	e.from, e.to = slices.Index(n.actors, actor), slices.Index(n.actors, to)
	if e.from < 0 || e.to < 0 {
		return fmt.Errorf("%q and %q must be actors of this sequence, which are %s",
			actor, to, strings.Join(n.actors, ", "))
	}
	if e.from == e.to && e.act < does {
		e.act = does
	}
	n.events = append(n.events, e)
	return nil
}

// sentence returns an event in words.
func (n *sequence) sentence(e event) string {
	switch e.act {
	case sends:
		return n.actors[e.from] + " to " + n.actors[e.to] + ": " + e.words
	case answers:
		return n.actors[e.from] + " answers " + n.actors[e.to] + ": " + e.words
	case loses:
		return n.actors[e.from] + " to " + n.actors[e.to] + ", which does not arrive: " + e.words
	case crashes:
		return n.actors[e.from] + " crashes: " + e.words
	case does:
		return n.actors[e.from] + ": " + e.words
	}
	return "Then: " + e.words
}

// Sizes in the picture, in px.
const (
	seqGap   = 20 // space beside words
	seqHead  = 28
	seqRow   = 44
	seqLeast = 100 // between neighbouring actors
)

// columns returns the positions of the actors' lines, far enough apart for the words between them.
func (n *sequence) columns() (at []int, width int) {
	need := make([]int, len(n.actors)) // the distance from the previous actor
	for i, name := range n.actors {
		need[i] = max(need[i], seqLeast)
		half := textWidth(name)/2 + seqGap/2
		if i == 0 {
			need[0] = half
			continue
		}
		need[i] = max(need[i], half+textWidth(n.actors[i-1])/2+seqGap/2)
	}
	for _, e := range n.events {
		if e.act > loses {
			continue
		}
		left, right := min(e.from, e.to), max(e.from, e.to)
		each := (textWidth(e.words) + seqGap) / (right - left)
		for i := left + 1; i <= right; i++ {
			need[i] = max(need[i], each)
		}
	}
	x := 0
	at = make([]int, len(n.actors))
	for i := range at {
		x += need[i]
		at[i] = x
	}
	width = x + textWidth(n.actors[len(n.actors)-1])/2 + seqGap/2
	for i := range n.events { // a step is in a box around its line, which must not be cut off
		e := &n.events[i]
		if e.act != does && e.act != crashes {
			continue
		}
		half := e.half() + 2 // with the stroke of the box
		if short := half - at[e.from]; short > 0 {
			for i := range at {
				at[i] += short
			}
			width += short
		}
		width = max(width, at[e.from]+half)
	}
	return at, width
}

// shown returns the words in the picture. A crash also has a symbol, so its colour isn't the only
// sign.
func (e event) shown() string {
	if e.act == crashes {
		return "✘ " + e.words
	}
	return e.words
}

// half returns half the width of a step's box.
func (e event) half() int { return textWidth(e.shown())/2 + seqGap/2 }

// textWidth estimates the width of words in the widest of the common fonts.
func textWidth(s string) int { return utf8.RuneCountInString(s) * 27 / 4 }
