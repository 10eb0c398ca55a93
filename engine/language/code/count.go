package code

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/helper"
)

// count is a whole number that grows with the rounds of a loop: {{$index…}} or {{$pad $index… N}}.
type count struct {
	steps []helper.Step // what is done with the number of the round
	width int           // the fewest digits, with zeros in front
}

// countOf returns the count that an expression stands for, if it's one.
func countOf(expression string) (c count, ok bool) {
	words := strings.Fields(expression)
	if len(words) == 3 && words[0] == "$pad" {
		if n, err := strconv.ParseUint(words[2], 10, 16); err == nil {
			c.width, words = int(n), words[1:2]
		}
	}
	if len(words) != 1 || !helper.IsIndex(words[0]) {
		return c, false
	}
	c.steps, ok = helper.Steps(words[0])
	return c, ok
}

// at returns the value in one round.
func (c count) at(round int) string {
	n := strconv.Itoa(helper.Apply(c.steps, round))
	return strings.Repeat("0", max(0, c.width-len(n))) + n
}

// formula writes the count as arithmetic on a variable. Texts that begin with op- have the
// operators that a language writes in its own way.
func (c count) formula(variable string, in syntax) string {
	for _, s := range c.steps {
		text, ok := in["op-"+string(s.Operator)]
		if !ok {
			text = "$a " + string(s.Operator) + " $n"
		}
		variable = fill(text, pairs("a", variable, "n", strconv.Itoa(s.By)))
	}
	return variable
}

// The marks of counts begin at one place. A mark that isn't inside the quotes of a JSON document is
// quoted with the last private character before it, so that the document stays one.
const (
	firstMark = '\ue000'
	bareMark  = '\uf8ff'
)

func isMark(r rune) bool { return r >= firstMark && r <= bareMark }

func hasMark(text string) bool { return strings.ContainsFunc(text, isMark) }

// counts is what marks stand for: the first is firstMark.
type counts []count

// mark returns the mark of a count.
func (all *counts) mark(c count) string {
	i := slices.IndexFunc(*all, func(other count) bool {
		return other.width == c.width && slices.Equal(other.steps, c.steps)
	})
	if i < 0 {
		i = len(*all)
		*all = append(*all, c)
	}
	return string(firstMark + rune(i))
}

// piece is a piece of a text: as it is, or a count.
type piece struct {
	text  string
	count *count
}

// pieces cuts a text at its marks.
func (all counts) pieces(text string) (found []piece) {
	for _, r := range text {
		i := int(r - firstMark)
		switch {
		case i >= 0 && i < len(all):
			found = append(found, piece{count: &all[i]})
		case len(found) > 0 && found[len(found)-1].count == nil:
			found[len(found)-1].text += string(r)
		default:
			found = append(found, piece{text: string(r)})
		}
	}
	return found
}

// only returns the count that a text is, or nil.
func (all counts) only(text string) *count {
	if p := all.pieces(text); len(p) == 1 {
		return p[0].count
	}
	return nil
}

// plain reports whether a text has no count in it.
func (all counts) plain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r >= firstMark && int(r-firstMark) < len(all)
	})
}
