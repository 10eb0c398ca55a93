package histories_test

import (
	"slices"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// patience is how long deciding about the history of one object may take.
const patience = time.Minute

// decide says whether there is an order of events that explains all their answers, from a state.
func decide(o object, start any, events []event) porcupine.CheckResult {
	model := porcupine.NondeterministicModel{
		Init: func() []any { return []any{start} },
		Step: func(state, input, _ any) []any { return steps(o, state, input.(event)) },
	}
	operations := make([]porcupine.Operation, len(events))
	for i, e := range events {
		operations[i] = porcupine.Operation{ClientId: e.client, Input: e, Call: e.call, Return: e.end}
	}
	return porcupine.CheckOperationsTimeout(model.ToModel(), operations, patience)
}

func wrong(o object, start any, events []event) bool {
	return decide(o, start, events) == porcupine.Illegal
}

// shrink returns the fewest of the events that can't be, whatever of the others happened.
//
// An event that is left out isn't deleted, which could make a right history wrong: without an insert, whoever
// reads what it wrote reads what nobody wrote. It's hidden: it may have happened or not.
func shrink(o object, events []event) []event {
	events = cut(o, events)
	fails := func(tried []event) bool { return wrong(o, o.start(), blurred(o, tried)) }
	for i, e := range events {
		events[i].hidden = e.answer.none()
	}
	for n := len(events) / 2; n > 0; n /= 2 {
		for at := len(events) - n; at >= 0; at -= n {
			tried := slices.Clone(events)
			for i := range n {
				tried[at+i].hidden = true
			}
			if fails(tried) {
				events = tried
			}
		}
	}
	for i, e := range events {
		for j := range e.parts {
			if e.hidden || len(e.parts) == 1 || e.answer.refused() && j == e.answer.failed {
				continue
			}
			tried := slices.Clone(events)
			tried[i].parts = slices.Clone(events[i].parts)
			if tried[i].parts[j].hidden = true; fails(tried) {
				events = tried
			}
		}
	}
	return events
}

// cut returns the events until the first moment at which they can't be. What was under way then has no
// answer.
func cut(o object, events []event) []event {
	events = slices.Clone(events)
	slices.SortFunc(events, func(a, b event) int { return int(a.end - b.end) })
	until := func(n int) (some []event) {
		for i, e := range events {
			switch {
			case i <= n:
				some = append(some, e)
			case e.call <= events[n].end:
				e.end, e.answer = events[n].end, answer{}
				some = append(some, e)
			}
		}
		return some
	}
	n := sort.Search(len(events)-1, func(n int) bool { return wrong(o, o.start(), until(n)) })
	some := until(n)
	slices.SortStableFunc(some, func(a, b event) int { return int(a.call - b.call) })
	return some
}

// junk is written by hidden events to which no other refers.
const junk = -2

// blurred makes the same of everything that hidden events write and that no other refers to, so that there
// are few states.
func blurred(o object, events []event) []event {
	known := referred(o, events)
	id := func(id int) int {
		if id > 0 && !known[id] {
			return junk
		}
		return id
	}
	return mapped(o, events, id)
}

// mapped gives events other IDs.
func mapped(o object, events []event, id func(int) int) []event {
	events = slices.Clone(events)
	for i, e := range events {
		parts := slices.Clone(e.parts)
		for j, p := range parts {
			parts[j].id, parts[j].match = id(p.id), id(p.match)
		}
		events[i].parts, events[i].answer.seen = parts, o.rename(e.answer.seen, id)
	}
	return events
}

// referred returns what events that aren't hidden read, write or compare with.
func referred(o object, events []event) map[int]bool {
	known := map[int]bool{}
	for _, e := range events {
		if e.hidden {
			continue
		}
		for _, p := range e.parts {
			if !p.hidden {
				known[p.id], known[p.match] = true, true
			}
		}
		for _, id := range o.ids(seenBy(e)) {
			known[id] = true
		}
	}
	return known
}

// seenBy returns what a read has seen, without rows that are hidden.
func seenBy(e event) any {
	seen, ok := e.answer.seen.(partition)
	if !ok {
		return e.answer.seen
	}
	for _, p := range e.parts {
		if p.hidden {
			seen[p.row] = entity{}
		}
	}
	return seen
}
