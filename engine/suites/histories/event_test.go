package histories_test

import (
	"slices"
)

// event is one request to one object, and what was answered.
type event struct {
	client int
	object string
	call   int64 // nanoseconds since the test began
	end    int64 // when the answer was there or, without one, when it could no longer be done
	parts  []part
	answer answer
	hidden bool // all that's known is that it may have happened
}

// part is one thing that a request does: one of a transaction's operations, one entity of a query, or all.
type part struct {
	verb   verb
	row    int
	match  int // the write whose ETag the client sends, or anyETag; of a blob, the lease that it sends
	id     int // what it writes; no two parts of all histories write the same
	field  int // which of the properties A and B
	hidden bool
}

type verb int

const (
	insert verb = iota
	replace
	merge
	remove
	get
	// Of blobs.
	write
	read
	acquire
	renew
	change
	release
	breakUp
)

const anyETag = -1

// answer is what a client got.
type answer struct {
	status int // 0 if it got nothing
	failed int // the part that was refused
	seen   any // by a read: a partition or a blob, as far as it was read
}

func (a answer) none() bool    { return a.status == 0 }
func (a answer) refused() bool { return a.status >= 400 }

// reads reports whether an event changes nothing, whatever was answered.
func (e event) reads() bool {
	return !slices.ContainsFunc(e.parts, func(p part) bool { return p.verb != get && p.verb != read })
}

// object says how the objects of one kind behave.
type object interface {
	// start is the state at first, and starts are those with which a story, some of all events, may begin.
	// written is what had been written then.
	start() any
	starts(story, all []event, written map[int]bool) []any
	// apply does a part. It returns the state afterwards and the status of a refusal, 0 if it's done. saw says
	// whether what a read has seen is there.
	apply(state any, p part, seen any) (after any, refusal int, saw bool)
	// ids returns what is in a state or what a read has seen, and rename gives it other IDs.
	ids(seen any) []int
	rename(seen any, id func(int) int) any
	tell(e event, p part) string
	show(state any) string
}

// steps returns the states that an event can lead to. There is none if the answer can't be.
func steps(o object, state any, e event) []any {
	if e.hidden || e.answer.none() {
		after := []any{state}
		if e.reads() {
			return after
		}
		return append(after, every(o, state, e)...)
	}
	states := []any{state}
	for i, p := range e.parts {
		var next []any
		for _, before := range states {
			after, refusal, saw := o.apply(before, p, e.answer.seen)
			expected := 0
			if e.answer.refused() && i == e.answer.failed {
				expected = e.answer.status
			}
			if p.hidden {
				next = append(next, before)
			}
			if refusal == expected && saw || p.hidden && refusal == 0 {
				next = append(next, after)
			}
		}
		states = next
		if e.answer.refused() && i == e.answer.failed {
			break
		}
	}
	if e.answer.refused() && len(states) > 0 {
		return []any{state}
	}
	return states
}

// every returns the states after all parts of a request that wasn't answered.
func every(o object, state any, e event) []any {
	for _, p := range e.parts {
		after, refusal, _ := o.apply(state, p, nil)
		if refusal != 0 {
			return nil
		}
		state = after
	}
	return []any{state}
}
