package histories_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// story is a history of few events that can't be, with the state from which it begins; nil if that isn't
// known.
type story struct {
	object
	start  any
	events []event
}

// tell makes a story of shrunk events: from a state in which none of the events can be left out. As long as
// there is no such state, hidden events that wrote what others refer to belong to the story, too. IDs and
// clients get small numbers in the order in which they appear.
func tell(o object, shrunk []event) story {
	for {
		s := story{o, nil, shown(shrunk)}
		for _, start := range o.starts(s.events, shrunk, before(shrunk)) {
			if s.start = start; s.minimal() {
				return s.renumbered()
			}
		}
		if !reveal(o, shrunk) {
			s.start = nil
			return s.renumbered()
		}
	}
}

// shown returns the events and parts that aren't hidden.
func shown(shrunk []event) (events []event) {
	for _, e := range shrunk {
		if !e.hidden {
			e.answer.seen = seenBy(e)
			for i := e.answer.failed - 1; i >= 0; i-- {
				if e.parts[i].hidden {
					e.answer.failed--
				}
			}
			e.parts = slices.DeleteFunc(slices.Clone(e.parts), func(p part) bool { return p.hidden })
			events = append(events, e)
		}
	}
	return events
}

// before returns what had been written when the first of the events that aren't hidden began.
func before(shrunk []event) map[int]bool {
	first, written := int64(math.MaxInt64), map[int]bool{}
	for _, e := range shrunk {
		if !e.hidden {
			first = min(first, e.call)
		}
	}
	for _, e := range shrunk {
		for _, p := range e.parts {
			written[p.id] = e.end < first
		}
	}
	return written
}

// reveal shows the last hidden event that wrote what others refer to, and reports whether there is one.
func reveal(o object, events []event) bool {
	known := referred(o, events)
	for i, e := range slices.Backward(events) {
		if e.hidden && slices.ContainsFunc(e.parts, func(p part) bool { return p.id != 0 && known[p.id] }) {
			events[i].hidden = false
			return true
		}
	}
	return false
}

// minimal reports whether the story can't be, but could without any of its events to which no other refers,
// and whether what it refers to is in it.
func (s story) minimal() bool {
	if !s.whole() || !wrong(s.object, s.start, s.events) {
		return false
	}
	for i := range s.events {
		some := s
		some.events = slices.Delete(slices.Clone(s.events), i, i+1)
		if some.whole() && wrong(s.object, s.start, some.events) {
			return false
		}
	}
	return true
}

// whole reports whether all that events refer to is there at the start or written by one of them.
func (s story) whole() bool {
	there := map[int]bool{0: true, anyETag: true}
	for _, id := range s.ids(s.start) {
		there[id] = true
	}
	for _, e := range s.events {
		for _, p := range e.parts {
			there[p.id] = true
		}
	}
	for id := range referred(s.object, s.events) {
		if !there[id] {
			return false
		}
	}
	return true
}

func (s story) renumbered() story {
	ids, clients := map[int]int{0: 0, anyETag: anyETag}, map[int]int{}
	id := func(id int) int {
		if _, known := ids[id]; !known {
			ids[id] = len(ids) - 1
		}
		return ids[id]
	}
	if s.start != nil {
		s.start = s.rename(s.start, id)
	}
	s.events = mapped(s.object, s.events, id)
	for i, e := range s.events {
		if _, known := clients[e.client]; !known {
			clients[e.client] = len(clients)
		}
		s.events[i].client = clients[e.client]
	}
	return s
}

// String writes the story, one line for each event: who, what, and the answer. Events that were under way at
// the same time have the numbers of the others behind them.
func (s story) String() string {
	var b strings.Builder
	start := "whatever requests before and between these did"
	if s.start != nil {
		start = s.show(s.start)
	}
	fmt.Fprintf(&b, "at first: %s\n", start)
	for i, e := range s.events {
		var whats []string
		for _, p := range e.parts {
			whats = append(whats, s.tell(e, p))
		}
		result := "no answer"
		if !e.answer.none() {
			result = fmt.Sprint(e.answer.status)
		}
		fmt.Fprintf(&b, "%d. %c: %s → %s", i+1, 'A'+rune(e.client), strings.Join(whats, ", "), result)
		var beside []string
		for j, other := range s.events {
			if j != i && other.call <= e.end && e.call <= other.end {
				beside = append(beside, fmt.Sprint(j+1))
			}
		}
		if beside != nil {
			fmt.Fprintf(&b, ", during %s", strings.Join(beside, " and "))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
