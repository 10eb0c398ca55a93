package histories_test

import (
	"fmt"
	"slices"
	"strings"
)

// rows is how many entities a partition can have.
const rows = 3

// entity is what is stored under a row: who wrote it, whose ETag it has, and its two properties. 0 is none,
// and the zero entity isn't there.
type entity struct {
	writer int
	fields [2]int
}

// partition is the state of a partition, and what a read has seen.
type partition [rows]entity

// partitions are the partitions of tables.
type partitions struct{}

func (partitions) start() any { return partition{} }

func (partitions) apply(state any, p part, seen any) (any, int, bool) {
	s := state.(partition)
	e := &s[p.row]
	there := e.writer != 0
	saw := true
	switch {
	case p.verb == get:
		if was, ok := seen.(partition); ok {
			saw = was[p.row] == *e
		}
		return s, 0, saw
	case p.verb == insert && there:
		return s, 409, true
	case p.match != 0 && !there:
		return s, 404, true
	case p.match > 0 && p.match != e.writer:
		return s, 412, true
	}
	if p.verb != merge {
		*e = entity{}
	}
	if p.verb != remove {
		e.writer, e.fields[p.field] = p.id, p.id
	}
	return s, 0, true
}

func (partitions) ids(seen any) (ids []int) {
	s, _ := seen.(partition)
	for _, e := range s {
		ids = append(ids, e.writer, e.fields[0], e.fields[1])
	}
	return ids
}

func (partitions) rename(seen any, id func(int) int) any {
	s, ok := seen.(partition)
	if !ok {
		return seen
	}
	for i := range s {
		s[i] = entity{id(s[i].writer), [2]int{id(s[i].fields[0]), id(s[i].fields[1])}}
	}
	return s
}

// starts returns the partitions in which each row isn't there, is as the first event needs it that refers to
// something written before, or is something to which no event refers.
func (partitions) starts(story, all []event, written map[int]bool) []any {
	known := map[int]entity{}
	for _, e := range all {
		seen, _ := e.answer.seen.(partition)
		for _, p := range e.parts {
			if _, ok := known[p.id]; !ok {
				fields := [2]int{}
				fields[p.field] = p.id
				known[p.id] = entity{p.id, fields}
			}
			if p.verb == get {
				known[seen[p.row].writer] = seen[p.row]
			}
		}
	}
	var needed [rows]entity
	for _, e := range story {
		seen, _ := e.answer.seen.(partition)
		for _, p := range e.parts {
			for _, id := range []int{p.match, seen[p.row].writer} {
				if needed[p.row].writer == 0 && written[id] {
					needed[p.row] = known[id]
				}
			}
		}
	}
	starts := []any{partition{}}
	for row := range rows {
		for _, s := range slices.Clone(starts) {
			s := s.(partition)
			s[row] = entity{junk, [2]int{junk}}
			if needed[row].writer != 0 {
				s[row] = needed[row]
			}
			starts = append(starts, s)
		}
	}
	return starts
}

func (e entity) String() string {
	if e.writer == 0 {
		return "not there"
	}
	text := "written by " + fmt.Sprint(e.writer)
	for i, name := range []string{"A", "B"} {
		if e.fields[i] != 0 {
			text += fmt.Sprintf(", %s %d", name, e.fields[i])
		}
	}
	return text
}

func (partitions) show(state any) string {
	var there []string
	for row, e := range state.(partition) {
		if e.writer != 0 {
			there = append(there, fmt.Sprintf("row %d %v", row, e))
		}
	}
	if there == nil {
		return "empty"
	}
	return strings.Join(there, "; ")
}

var verbs = map[verb]string{
	insert: "insert", replace: "replace", merge: "merge", remove: "delete", get: "get",
	write: "put", read: "get",
	acquire: "acquire", renew: "renew", change: "change", release: "release", breakUp: "break",
}

func (partitions) tell(e event, p part) string {
	text := fmt.Sprintf("%s row %d", verbs[p.verb], p.row)
	if p.verb == get {
		if seen, ok := e.answer.seen.(partition); ok {
			text += " (" + seen[p.row].String() + ")"
		}
		return text
	}
	if p.verb != remove {
		text += fmt.Sprintf(" with %s %d", []string{"A", "B"}[p.field], p.id)
	}
	switch {
	case p.match == anyETag:
		text += " if it's there"
	case p.match > 0:
		text += fmt.Sprintf(" if it's still %d", p.match)
	}
	return text
}
