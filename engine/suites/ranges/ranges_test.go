package ranges

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var seeds = flag.Int("ranges.seeds", 8, "how many simulations to run")

// fact is what was last acknowledged of a key, and when. Another write may be on its way.
type fact struct {
	value int
	acked time.Duration
	busy  bool
}

// instance is one of the Worker, with its copy of the map.
type instance struct {
	*world
	copy atlas
}

// do has the object of a key answer, as often as it takes.
func (i *instance) do(key string, serve func(*object) reply, done func(reply)) {
	tries := 0
	var try func()
	try = func() {
		if tries++; tries > 200 {
			i.broken("nobody answers for " + key)
		}
		i.tries = max(i.tries, tries)
		o := i.copy.find(key).owner
		i.send(func() {
			r := reply{elsewhere: true}
			if o.asked++; o.owns(key) || i.flaw == trustsCopies {
				r = serve(o)
			}
			i.send(func() {
				switch {
				case r.elsewhere:
					i.stale++
					i.send(func() {
						news := i.atlas
						i.send(func() { i.copy = news; try() })
					})
				case r.later:
					i.held++
					i.after(20*time.Millisecond, try)
				default:
					i.requests++
					done(r)
				}
			})
		})
	}
	try()
}

// client works on keys of its own until the end: at first it mostly inserts, later it mostly deletes.
func (i *instance) client(n int, end time.Duration) {
	if i.now > end {
		return
	}
	next := func() { i.after(time.Duration(i.IntN(40))*time.Millisecond, func() { i.client(n, end) }) }
	at := i.IntN(200)
	if i.IntN(4) == 0 {
		at = 100 + i.IntN(4) // much goes to few partitions
	}
	key := fmt.Sprintf("%03d-%02d", at, n)
	f := i.facts[key]
	if f == nil {
		f = &fact{}
		i.facts[key] = f
	}
	if i.IntN(4) == 0 {
		i.do(key, func(o *object) reply { return reply{value: o.rows[key]} }, func(r reply) {
			if r.value != f.value {
				i.broken(fmt.Sprintf("%s is %d, acknowledged was %d", key, r.value, f.value))
			}
			next()
		})
		return
	}
	i.writes++
	value := i.writes
	if inserts := i.now < end/3; inserts == (i.IntN(8) == 0) {
		value = 0
	}
	f.busy = true
	i.do(key, func(o *object) reply { return o.write(key, value) }, func(reply) {
		*f = fact{value, i.now, false}
		next()
	})
}

// query reads all pages. What nobody changed meanwhile is there once, and nothing else of it.
func (i *instance) query(end time.Duration) {
	begin, found := i.now, map[string]int{}
	var page func(from string)
	page = func(from string) {
		i.do(from, func(o *object) reply { return o.page(from) }, func(r reply) {
			i.pages++
			for key, value := range r.rows {
				if _, twice := found[key]; twice {
					i.broken(key + " is on two pages")
				}
				found[key] = value
			}
			if r.next < last {
				page(r.next)
				return
			}
			i.queries++
			for key, f := range i.facts {
				if !f.busy && f.acked < begin && found[key] != f.value {
					i.broken(fmt.Sprintf("a query has %d for %s, acknowledged was %d", found[key], key, f.value))
				}
			}
			if i.now < end {
				i.query(end)
			}
		})
	}
	page("")
}

// simulate runs 90 seconds of 40 clients and two queries by eight instances.
func simulate(seed uint64, flaw flaw) *world {
	w := &world{Rand: rand.New(rand.NewPCG(seed, 0)), flaw: flaw, facts: map[string]*fact{}}
	w.objects = []*object{{w: w, to: last, rows: map[string]int{}}}
	w.atlas = atlas{{owner: w.objects[0]}}
	const end = 90 * time.Second
	var instances []*instance
	for range 8 {
		instances = append(instances, &instance{w, w.atlas})
	}
	for n := range 40 {
		instances[n%8].client(n, end)
	}
	for n := range 2 {
		instances[n].query(end)
	}
	var second func()
	second = func() {
		have := 0
		for _, o := range slices.Clone(w.objects) {
			if o.from < o.to {
				have++
			}
			o.look()
		}
		w.ranges = max(w.ranges, have)
		for range 4 {
			w.after(time.Duration(w.IntN(200))*time.Millisecond, w.endOne)
		}
		if w.now < end {
			w.after(time.Second, second)
		}
	}
	second()
	w.run()
	w.settled()
	return w
}

// endOne ends an object, if possible in the middle of a move.
func (w *world) endOne() {
	from := slices.DeleteFunc(slices.Clone(w.objects), (*object).idle)
	if len(from) == 0 {
		from = w.objects
	} else {
		w.midway++
	}
	from[w.IntN(len(from))].end()
}

// settled checks what is so once all messages have arrived.
func (w *world) settled() {
	if w.problem != "" {
		return
	}
	w.disjoint()
	all := map[string]int{}
	at := ""
	for at < last {
		o := w.atlas.find(at).owner
		if !o.owns(at) || !o.idle() {
			w.broken("the map is wrong about " + at)
			return
		}
		maps.Copy(all, o.rows)
		at = o.to
	}
	for key, f := range w.facts {
		if all[key] != f.value {
			w.broken(fmt.Sprintf("%s is %d, acknowledged was %d", key, all[key], f.value))
		}
	}
}

// TestRanges: no acknowledged write is lost, no key has two owners, no answer is stale, and queries have
// everything once, while ranges split and merge and their objects end.
func TestRanges(t *testing.T) {
	for seed := range uint64(*seeds) {
		w := simulate(seed, none)
		if w.problem != "" {
			t.Fatalf("seed %d, after %s: %s", seed, w.now, w.problem)
		}
		if w.splits < 20 || w.merges < 5 || w.stale < 100 || w.held < 10 || w.midway < 50 || w.queries < 10 {
			t.Errorf("seed %d proves little: %+v", seed, w.counts)
		}
		t.Logf("seed %d: %+v", seed, w.counts)
	}
}

// TestFlaws: every mistake in the protocol is noticed.
func TestFlaws(t *testing.T) {
	for _, flaw := range []flaw{takesEarly, neverHolds, trustsCopies, forgets} {
		problem := ""
		for seed := uint64(0); seed < 20 && problem == ""; seed++ {
			problem = simulate(seed, flaw).problem
		}
		if problem == "" {
			t.Errorf("nothing notices flaw %d", flaw)
		}
		t.Logf("flaw %d: %s", flaw, problem)
	}
}
