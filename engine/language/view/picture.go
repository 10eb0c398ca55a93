package view

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/trace"
)

const (
	maxLanes   = 12 // partitions drawn
	maxKeys    = 40 // entities drawn with their RowKeys, in all
	maxLaneKey = 12 // and in one lane
	maxKeyText = 32 // characters of such a RowKey
)

// Picture draws the table as lanes, one for each partition, in key order. It is the zero Node if there is
// nothing to draw: no trace, an empty table, or a request that failed before it touched anything.
func Picture(tr *trace.Trace, layout trace.Layout) Node {
	all := lanesOf(layout, tr)
	if tr == nil || len(all) == 0 || tr.Fault != nil && !slices.ContainsFunc(all, lane.touched) {
		return Node{}
	}
	return figure(all, layout, legend(all))
}

// Lanes draws a table that nothing has happened to.
func Lanes(layout trace.Layout) Node {
	drawn := figure(lanesOf(layout, nil), layout, Node{})
	for _, part := range drawn.Children[1:] {
		shorten := []Node{part} // how many partitions are left out
		if part.Tag == "ol" {
			shorten = nil
			for _, l := range part.Children {
				shorten = append(shorten, l.Children[len(l.Children)-1]) // how many entities are in this one
			}
		}
		for _, words := range shorten {
			words.Children[0].Text, _, _ = strings.Cut(words.Children[0].Text, ",")
		}
	}
	return drawn
}

// figure draws lanes of a table.
func figure(all []lane, layout trace.Layout, legend Node) Node {
	kept, rest := choose(all, maxLanes)
	grid := gridOf(kept)
	named := len(rest) == 0 && fits(kept)
	list := el("ol", "lanes-list")
	for _, l := range kept {
		cells := Node{}
		if named {
			cells = l.keys()
		} else {
			cells = grid.strip(l)
		}
		list.add(el("li", l.class(), textEl("code", "lane-key", keyText(l.key)), cells, l.label()))
	}
	words := el("figcaption", "", title(layout), legend)
	if !named && grid.perCell > 1 {
		words.add(textEl("p", "lanes-scale", "1 cell = "+number(grid.perCell)+" entities, filled to their share"))
	}
	return el("figure", "lanes", words, list, left(rest))
}

// fits reports whether there are so few entities that each can show its RowKey.
func fits(lanes []lane) bool {
	sum := 0
	for _, l := range lanes {
		if len(l.rowKeys) > maxLaneKey {
			return false
		}
		sum += len(l.rowKeys)
		for _, key := range l.rowKeys {
			if utf8.RuneCountInString(key) > maxKeyText {
				return false
			}
		}
	}
	return sum <= maxKeys
}

func (l lane) class() string {
	class := "lane"
	if l.touched() {
		class += " is-touched"
	}
	if l.gap {
		class += " is-gap"
	}
	return class
}

// keys draws the entities of a lane as boxes that contain their RowKeys.
func (l lane) keys() Node {
	list := el("ol", "lane-keys")
	for i, key := range l.rowKeys {
		item := textEl("li", "cell "+stateNames[l.states[i]], keyText(key))
		if l.states[i] != untouched {
			item.add(unseen(" " + stateNames[l.states[i]]))
		}
		list.add(item)
	}
	return list
}

// label says what the cells of a lane show. A line can break only between the number of entities and what
// happened to them.
func (l lane) label() Node {
	happened := "not touched"
	if parts := acts(l.sum, l.gone()); len(parts) > 0 {
		happened = strings.Join(parts, ", ")
	}
	stored := entities(len(l.rowKeys) - l.gone())
	return textEl("span", "lane-count", unbroken(stored+",")+" "+unbroken(happened))
}

func unbroken(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") }

// acts says what happened in a partition. gone is how many of the entities written were deleted.
func acts(p trace.Partition, gone int) []string {
	var parts []string
	for _, part := range [...]struct {
		word string
		n    int
	}{{"read ", p.Read}, {"returned ", p.Returned}, {"written ", p.Written - gone}, {"deleted ", gone}} {
		if part.n > 0 {
			parts = append(parts, part.word+number(part.n))
		}
	}
	return parts
}

func title(layout trace.Layout) Node {
	words := " in key order: " + entities(total(layout)) + " in " + partitions(len(layout.Partitions))
	return el("p", "lanes-title", textEl("code", "", layout.Table), text(words))
}

// total counts the entities of a table.
func total(layout trace.Layout) int {
	n := 0
	for _, p := range layout.Partitions {
		n += len(p.RowKeys)
	}
	return n
}

// legend explains each kind of cell that there is.
func legend(lanes []lane) Node {
	var counts [states]int
	for _, l := range lanes {
		for _, s := range l.states {
			counts[s]++
		}
	}
	list := el("ul", "lanes-legend")
	for _, s := range [...]state{returned, read, written, deleted, untouched} {
		if counts[s] > 0 {
			list.add(el("li", "", decoration("cell "+stateNames[s], ""), text(legendWords[s])))
		}
	}
	return list
}

var legendWords = [states]string{
	untouched: "not touched",
	read:      "read, not returned",
	returned:  "returned",
	written:   "written",
	deleted:   "deleted",
}

// left sums up the partitions that didn't fit.
func left(rest []lane) Node {
	if len(rest) == 0 {
		return Node{}
	}
	stored, touched, gone := 0, 0, 0
	var sum trace.Partition
	for _, l := range rest {
		if l.touched() {
			touched++
		}
		stored += len(l.rowKeys) - l.gone()
		gone += l.gone()
		sum.Read += l.sum.Read
		sum.Returned += l.sum.Returned
		sum.Written += l.sum.Written
	}
	words := "and " + Count(len(rest), "more partition", "more partitions") + " with " + entities(stored)
	if touched == 0 {
		return textEl("p", "lanes-rest", words+", not touched")
	}
	words += ", " + number(touched) + " of them touched: " + strings.Join(acts(sum, gone), ", ")
	return textEl("p", "lanes-rest", words)
}
