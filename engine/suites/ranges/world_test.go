package ranges

import (
	"math/rand/v2"
	"slices"
	"time"
)

// world is one simulation: objects, their map, and messages between them, which overtake one another.
type world struct {
	*rand.Rand
	now     time.Duration
	events  []event // by time
	objects []*object
	atlas   atlas
	flaw    flaw
	facts   map[string]*fact
	problem string // the first promise that was broken
	counts
}

// counts are what happened.
type counts struct {
	writes, requests int // begun; answered
	stale, held      int // sent to an object without the key; put off
	splits, merges   int
	ends, midway     int // of objects; those in the middle of a move
	queries, pages   int
	ranges, tries    int           // the most there were, and that a request needed
	unowned          time.Duration // the longest that nobody had a range
}

// flaw is a mistake in the protocol, which the test has to notice.
type flaw int

const (
	none         flaw = iota
	takesEarly        // a range is taken before its old owner has given it up
	neverHolds        // writes go on while a range is copied
	trustsCopies      // an object answers for every key that it's asked for
	forgets           // an object that has given up a range, and ends, tells nobody
)

type event struct {
	at  time.Duration
	run func()
}

// after runs something when some time has passed.
func (w *world) after(d time.Duration, run func()) {
	at, _ := slices.BinarySearchFunc(w.events, w.now+d+1, func(e event, at time.Duration) int {
		return int(e.at - at)
	})
	w.events = slices.Insert(w.events, at, event{w.now + d, run})
}

// send delivers a message after 1 to 40 ms.
func (w *world) send(run func()) { w.after(time.Millisecond*time.Duration(1+w.IntN(40)), run) }

// run runs the simulation until nothing is left to do or a promise is broken.
func (w *world) run() {
	for len(w.events) > 0 && w.problem == "" {
		e := w.events[0]
		w.events, w.now = w.events[1:], e.at
		e.run()
	}
}

func (w *world) broken(what string) {
	if w.problem == "" {
		w.problem = what
	}
}

// atlas is the map, in an object of its own: which object has the keys from a key to the next entry's.
type atlas []entry

type entry struct {
	from  string
	owner *object
	epoch int // counts the owners of these keys, because messages about them overtake one another
}

// find returns the entry of a key.
func (a atlas) find(key string) entry {
	at := len(a) - 1
	for a[at].from > key {
		at--
	}
	return a[at]
}

// with returns the map after a range got another owner. Older news change nothing.
func (a atlas) with(m move) atlas {
	var all atlas
	add := func(from string, e entry) {
		if from >= m.lo && from < m.hi && m.epoch > e.epoch {
			e.owner, e.epoch = m.to, m.epoch
		}
		e.from = from
		if n := len(all); n == 0 || all[n-1].owner != e.owner || all[n-1].epoch != e.epoch {
			all = append(all, e)
		}
	}
	for i, e := range a {
		end := last
		if i+1 < len(a) {
			end = a[i+1].from
		}
		add(e.from, e)
		for _, cut := range []string{m.lo, m.hi} {
			if e.from < cut && cut < end {
				add(cut, e)
			}
		}
	}
	return all
}
