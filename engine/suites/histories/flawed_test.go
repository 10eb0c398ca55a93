package histories_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// flawed is an endpoint that runs in steps, on the model itself, with something wrong. A seed decides which
// of its clients goes on at each step, so that the same seed makes the same history.
type flawed struct {
	*rand.Rand
	flaw  string
	state partition
	old   partition // the state before the last write
	time  int64
	drawn int
	known [rows]int // the last writer that a client saw
	done  []event
}

// underway is a request of a client, and how many of its parts have been done.
type underway struct {
	event
	parts int
}

func (f *flawed) run(requests int) []event {
	current := make([]*underway, 3)
	for len(f.done) < requests {
		f.time++
		client := f.IntN(len(current))
		u := current[client]
		switch {
		case u == nil:
			e := draw(f.Rand, false, &f.drawn, f.known)
			e.client, e.call = client, f.time
			current[client] = &underway{event: e}
		case u.answer.none():
			f.step(u)
		default:
			u.end = f.time
			f.done = append(f.done, u.event)
			current[client] = nil
		}
	}
	for _, u := range current {
		if u != nil {
			u.end, u.answer = f.time, answer{} // nobody waits for its answer any more
			f.done = append(f.done, u.event)
		}
	}
	return f.done
}

// step does what is to be done of a request, which is all of it except in a half-written transaction.
func (f *flawed) step(u *underway) {
	before := f.state
	if u.reads() {
		from := f.state
		if f.flaw == "stale read" && f.IntN(8) == 0 {
			from = f.old
		}
		u.answer = answer{status: 200, seen: from}
		for row, e := range from {
			f.known[row] = e.writer
		}
		return
	}
	state := f.state
	if u.parts > 0 {
		state = f.state // the first half is there already
	}
	for i, p := range u.event.parts[u.parts:] {
		if f.flaw == "lost update" && p.match > 0 && f.state[p.row].writer != 0 {
			p.match = anyETag
		}
		after, refusal, _ := partitions{}.apply(state, p, nil)
		if refusal != 0 {
			u.answer = answer{status: refusal, failed: u.parts + i}
			return
		}
		state = after.(partition)
		if f.flaw == "dirty read" && len(u.event.parts) > 1 && u.parts == 0 && f.can(u.event.parts) {
			f.state, u.parts = state, 1
			return
		}
	}
	u.answer = answer{status: 204}
	f.old, f.state = before, state
}

// can reports whether all parts of a transaction succeed.
func (f *flawed) can(parts []part) bool {
	return every(partitions{}, f.state, event{parts: parts}) != nil
}

var update = flag.Bool("histories.update", false, "write what TestFlaws finds to testdata")

// TestFlaws: what endpoints do wrong is found, and shortened to what shows it. testdata has the stories, with
// the links that open them.
func TestFlaws(t *testing.T) {
	seeds := map[string]uint64{"none": 0, "lost update": 7, "dirty read": 0, "stale read": 6}
	for flaw, told := range seeds {
		found := 0
		for seed := range uint64(10) {
			f := &flawed{Rand: rand.New(rand.NewPCG(seed, 0)), flaw: flaw}
			events := f.run(60)
			if !wrong(partitions{}, partition{}, events) {
				continue
			}
			if found++; seed == told {
				s := tell(partitions{}, shrink(partitions{}, events))
				golden(t, flaw, s.String()+s.link()+"\n")
			}
		}
		if flaw == "none" && found > 0 || flaw != "none" && found < 5 {
			t.Errorf("%s: found with %d of 10 seeds", flaw, found)
		}
	}
}

// golden compares a text with the file of a name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s%v", name, got, want, err)
	}
}

// TestTwoLeases: a history of a blob is checked and told, too.
func TestTwoLeases(t *testing.T) {
	ok := answer{status: 201}
	events := []event{
		{client: 1, call: 1, end: 2, parts: []part{{verb: write, id: 1}}, answer: ok},
		{client: 1, call: 3, end: 6, parts: []part{{verb: acquire, id: 2}}, answer: ok},
		{client: 2, call: 4, end: 7, parts: []part{{verb: acquire, id: 3}}, answer: ok},
		{client: 3, call: 8, end: 9, parts: []part{{verb: read}}, answer: answer{200, 0, sight{1, "leased"}}},
	}
	right := slices.Clone(events)
	right[2].answer.status = 409
	if wrong(blobs{}, blob{}, right) || !wrong(blobs{}, blob{}, events) {
		t.Error("only one of the two clients can have the lease")
	}
	want := "at first: content 0, available\n1. A: acquire 1 → 201, during 2\n2. B: acquire 2 → 201, during 1\n"
	if got := tell(blobs{}, shrink(blobs{}, events)).String(); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}
