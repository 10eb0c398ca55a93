package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// sequence is a picture of who says what to whom, in which order: its first line names the actors,
// each other line is an event.
type sequence struct {
	ast.BaseBlock
	actors []string
	events []event
}

// event is one line of a sequence.
type event struct {
	from, to int // actors; -1 for all of them
	act      act
	words    string
}

// act is what happens in an event.
type act uint8

const (
	sends   act = iota // A -> B: words
	answers            // A --> B: words
	loses              // A -x B: words; it does not arrive
	does               // A: words
	crashes            // A !: words
	passes             // ...: words; time
)

// arrows are looked for in this order: one is part of another.
var arrows = []struct {
	sign string
	act  act
}{{"-->", answers}, {"->", sends}, {"-x", loses}}

var kindSequence = ast.NewNodeKind("Sequence")

func (n *sequence) Kind() ast.NodeKind { return kindSequence }

func (n *sequence) IsRaw() bool { return true }

func (n *sequence) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// placeSequence draws a fence.
func (j *job) placeSequence(fence *ast.FencedCodeBlock) {
	n := &sequence{}
	n.SetPos(fence.Pos())
	for i := range fence.Lines().Len() {
		segment := fence.Lines().At(i)
		line := strings.TrimSpace(string(segment.Value(j.source)))
		if line == "" {
			continue
		}
		if err := n.read(line); err != nil {
			j.problemAt(segment.Start, err.Error())
		}
	}
	if len(n.events) == 0 {
		j.problem(fence, "a sequence fence has a line of actors, with commas between them, and a line for each event")
	}
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
}

// read takes in one line.
func (n *sequence) read(line string) error {
	if n.actors == nil {
		for name := range strings.SplitSeq(line, ",") {
			n.actors = append(n.actors, strings.TrimSpace(name))
		}
		return nil
	}
	who, words, found := strings.Cut(line, ":")
	e := event{act: does, words: strings.TrimSpace(words)}
	if !found || e.words == "" {
		return fmt.Errorf("an event of a sequence is who, a colon and what: A -> B: words; this is %q", line)
	}
	who = strings.TrimSpace(who)
	to := who
	for _, a := range arrows {
		if from, target, found := strings.Cut(who, a.sign); found {
			e.act, who, to = a.act, strings.TrimSpace(from), strings.TrimSpace(target)
			break
		}
	}
	if name, found := strings.CutSuffix(who, "!"); found && e.act == does {
		e.act, who = crashes, strings.TrimSpace(name)
		to = who
	}
	if who == "..." {
		e.act, e.from, e.to = passes, -1, -1
		n.events = append(n.events, e)
		return nil
	}
	e.from, e.to = slices.Index(n.actors, who), slices.Index(n.actors, to)
	if e.from < 0 || e.to < 0 {
		return fmt.Errorf("the actors of this sequence are %s; not both of %q and %q", strings.Join(n.actors, ", "), who, to)
	}
	if e.from == e.to && e.act < does {
		e.act = does
	}
	n.events = append(n.events, e)
	return nil
}

// sentence is an event in words.
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

// Measures of the picture, in px.
const (
	seqGap   = 20 // blank beside words
	seqHead  = 28
	seqRow   = 44
	seqLeast = 100 // from one actor to the next
)

// columns are the places of the actors' lines, so far apart that the words between them have room.
func (n *sequence) columns() (at []int, width int) {
	need := make([]int, len(n.actors)) // from the actor before
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
	for i := range n.events { // a step stands in a box about its line, which must not be cut off
		e := &n.events[i]
		if e.act != does && e.act != crashes {
			continue
		}
		half := e.half() + 2 // and the stroke of the box
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

// shown is what stands in the picture: a crash has a sign beside its colour.
func (e event) shown() string {
	if e.act == crashes {
		return "✘ " + e.words
	}
	return e.words
}

// half is half the width of the box of a step.
func (e event) half() int { return textWidth(e.shown())/2 + seqGap/2 }

// textWidth is how wide words are in the widest of common fonts, on average.
func textWidth(s string) int { return utf8.RuneCountInString(s) * 27 / 4 }
