package ranges

import (
	"maps"
	"slices"
	"time"
)

// last is after every key.
const last = "\xff"

// When an object splits, and when two merge.
const (
	mostRows  = 200
	mostAsked = 100 // in a second
	fewRows   = 70  // together
	mostPage  = 100
)

// object has the keys of one range. What it says about itself counts, whatever copies of the map say. All but
// the last three fields are in its storage.
type object struct {
	w        *world
	from, to string
	epoch    int
	rows     map[string]int
	giving   *move          // what it's about to give away
	gave     *move          // what it has given away, and somebody doesn't know
	taking   *move          // what it's about to take
	draft    map[string]int // the rows of that

	life  int  // how often it has ended
	held  bool // writes to what it gives wait
	asked int  // in this second
}

// move is a range that goes from one object to another.
type move struct {
	lo, hi string
	by, to *object
	whole  bool // nothing is left of the first one
	epoch  int
	since  time.Duration // it was given up
	off    bool          // the first one has ended, and the other knows that
}

func (m *move) has(key string) bool { return m != nil && m.lo <= key && key < m.hi }

func (o *object) owns(key string) bool { return o.from <= key && key < o.to }

func (o *object) idle() bool { return o.giving == nil && o.gave == nil && o.taking == nil }

// ask sends a message and runs the rest when the answer is there, unless this object has ended meanwhile.
// Then the message may have arrived or not.
func (o *object) ask(handle func() bool, rest func(bool)) {
	life := o.life
	o.w.send(func() {
		if o.life != life && o.w.IntN(2) == 0 {
			return
		}
		answer := handle()
		o.w.send(func() {
			if o.life == life {
				rest(answer)
			}
		})
	})
}

// look gives away half of the range if it's large or busy, or all of it if little is left.
func (o *object) look() {
	busy := len(o.rows) > mostRows || o.asked > mostAsked && len(o.rows) > 1
	o.asked = 0
	switch {
	case o.from == o.to || !o.idle():
	case busy:
		keys := slices.Sorted(maps.Keys(o.rows))
		fresh := &object{w: o.w, rows: map[string]int{}}
		o.w.objects = append(o.w.objects, fresh)
		o.give(&move{lo: keys[len(keys)/2], hi: o.to, to: fresh})
	case o.from > "" && len(o.rows) < fewRows:
		below := o.w.atlas.find(o.from[:len(o.from)-1]).owner // may be old news, and then it refuses
		o.give(&move{lo: o.from, hi: o.to, to: below, whole: true})
	}
}

// give hands a range to another object, if that takes it.
func (o *object) give(m *move) {
	m.by, m.epoch, o.giving = o, o.epoch+1, m
	rows := len(o.rows)
	o.ask(func() bool { return m.to.accept(m, rows) }, func(yes bool) {
		if !yes {
			o.giving = nil
			return
		}
		o.held = o.w.flaw != neverHolds
		copied := maps.Clone(o.rows)
		maps.DeleteFunc(copied, func(key string, _ int) bool { return !m.has(key) })
		o.ask(func() bool { m.to.draft = copied; return true }, func(bool) { o.commit(m) })
	})
}

// accept says whether this object takes a range: it's new, or it has what is below and both are small.
func (o *object) accept(m *move, rows int) bool {
	if m.off || !o.idle() || m.whole && (o.to != m.lo || o.from == o.to || len(o.rows)+rows > fewRows) {
		return false
	}
	m.epoch = max(m.epoch, o.epoch+1)
	o.taking = m
	return true
}

// commit gives the range up, in one transaction with the note that somebody has to be told.
func (o *object) commit(m *move) {
	if o.w.flaw == takesEarly {
		m.to.take(m)
	}
	if o.to = m.lo; m.whole {
		o.w.merges++
	} else {
		o.w.splits++
	}
	maps.DeleteFunc(o.rows, func(key string, _ int) bool { return m.has(key) })
	m.since = o.w.now
	o.giving, o.gave, o.held = nil, m, false
	o.tell()
}

// tell tells the new owner, and then the map, until both know.
func (o *object) tell() {
	m := o.gave
	o.ask(func() bool { return m.to.take(m) }, func(bool) {
		o.ask(func() bool { o.w.atlas = o.w.atlas.with(*m); return true }, func(bool) { o.gave = nil })
	})
}

// take makes a range this object's own, once.
func (o *object) take(m *move) bool {
	if o.taking == m {
		if o.from == o.to {
			o.from = m.lo
		}
		o.to, o.epoch = m.hi, m.epoch
		maps.Copy(o.rows, o.draft)
		o.taking = nil
		o.w.unowned = max(o.w.unowned, o.w.now-m.since)
		o.w.disjoint()
	}
	return true
}

// end ends the object, as the platform does at any time. It goes on with what it has in its storage.
func (o *object) end() {
	o.life++
	o.held, o.asked = false, 0
	o.w.ends++
	switch m := o.giving; {
	case m != nil:
		o.ask(func() bool {
			if m.off = true; m.to.taking == m {
				m.to.taking = nil
			}
			return true
		}, func(bool) { o.giving = nil })
	case o.gave != nil && o.w.flaw == forgets:
		o.gave = nil
	case o.gave != nil:
		o.tell()
	}
}

// reply is an object's answer. Its value is 0 for an entity that isn't there.
type reply struct {
	elsewhere, later bool
	value            int
	rows             map[string]int
	next             string
}

func (o *object) write(key string, value int) reply {
	if o.held && o.giving.has(key) {
		return reply{later: true}
	}
	if o.rows[key] = value; value == 0 {
		delete(o.rows, key)
	}
	return reply{}
}

// page returns some rows from a key on, and where the next page begins: at the latest, in the next range.
func (o *object) page(from string) reply {
	r := reply{rows: map[string]int{}, next: o.to}
	for _, key := range slices.Sorted(maps.Keys(o.rows)) {
		switch {
		case key < from:
		case len(r.rows) == mostPage:
			r.next = key
			return r
		default:
			r.rows[key] = o.rows[key]
		}
	}
	return r
}

// disjoint checks that no key has two owners.
func (w *world) disjoint() {
	for i, a := range w.objects {
		for _, b := range w.objects[:i] {
			if from := max(a.from, b.from); from < min(a.to, b.to) {
				w.broken("two objects own " + from)
			}
		}
	}
}
