package compile_test

import (
	"slices"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// shrink returns a world that still fails and from which nothing can be taken away.
func (w *world) shrink(t *testing.T, fails func(*world) bool) *world {
	if fixed := w.fixed(); fails(fixed.filled(t)) {
		w = fixed
	}
	for again := true; again; {
		again = false
		for _, smaller := range w.smaller() {
			if fails(smaller.filled(t)) {
				w, again = smaller, true
				break
			}
		}
	}
	return w.filled(t)
}

func (w *world) filled(t *testing.T) *world {
	w.fill(t)
	return w
}

// fixed returns the world with the parameters written into the pattern.
func (w *world) fixed() *world {
	out, p, params := *w, *w.asked, w.params
	p.Where = slices.Clone(p.Where)
	for i := range p.Where {
		t := &p.Where[i]
		t.Params = slices.Clone(t.Params)
		for k, param := range t.Params {
			if !param.Fixed {
				t.Params[k] = design.Param{Fixed: true, Value: params[0]}
				params = params[1:]
			}
		}
	}
	if p.Also != nil {
		also := p
		also.Entity, also.Also = p.Also[0].Entity, nil
		p.Also = []*design.Pattern{&also}
	}
	out.asked, out.params = &p, nil
	return &out
}

// smaller returns worlds in each of which one thing is missing.
func (w *world) smaller() (all []*world) {
	add := func(change func(*world)) {
		out, p, d := *w, *w.asked, *w.design
		out.asked, out.design = &p, &d
		change(&out)
		if p.Also != nil { // the same question
			also := p
			also.Entity, also.Also = p.Also[0].Entity, nil
			p.Also = []*design.Pattern{&also}
		}
		all = append(all, &out)
	}
	const half = 2
	for _, n := range []int{len(w.made) / half, 1} {
		for i := 0; n > 0 && i+n <= len(w.made); i += n {
			add(func(o *world) { o.made = slices.Delete(slices.Clone(o.made), i, i+n) })
		}
	}
	if w.asked.Also != nil {
		add(func(o *world) { o.asked.Also = nil })
	}
	for i, place := range w.design.Places[1:] {
		if w.asked.Also != nil && place.Entity.Name == "Other" {
			continue
		}
		add(func(o *world) { o.design.Places = slices.Delete(slices.Clone(o.design.Places), i+1, i+2) })
	}
	if len(w.params) == 0 {
		for i, term := range w.asked.Where {
			add(func(o *world) { o.asked.Where = slices.Delete(slices.Clone(o.asked.Where), i, i+1) })
			for k := 0; term.Op == design.OneOf && len(term.Params) > 1 && k < len(term.Params); k++ {
				add(func(o *world) {
					o.asked.Where = slices.Clone(o.asked.Where)
					o.asked.Where[i].Params = slices.Delete(slices.Clone(term.Params), k, k+1)
				})
			}
		}
	}
	for i, place := range w.design.Places {
		for k, key := range [][]design.Part{place.PartitionKey.Parts, place.RowKey.Parts} {
			for n := range key {
				add(func(o *world) {
					changed := *place
					of := []*design.Template{&changed.PartitionKey, &changed.RowKey}[k]
					of.Parts = slices.Delete(slices.Clone(key), n, n+1)
					o.design.Places = slices.Clone(o.design.Places)
					o.design.Places[i] = &changed
				})
			}
		}
	}
	if p := w.asked; p.Limit > 0 || p.Sort != "" || p.Count || p.Select != nil {
		add(func(o *world) { o.asked.Limit = 0 })
		add(func(o *world) { o.asked.Sort, o.asked.Newest = "", false })
		add(func(o *world) { o.asked.Count = false })
		add(func(o *world) { o.asked.Select = nil })
	}
	return slices.DeleteFunc(all, func(o *world) bool { return o.size() == w.size() })
}

// size counts what can be taken away.
func (w *world) size() (n int) {
	for _, p := range w.design.Places {
		n += 1 + len(p.PartitionKey.Parts) + len(p.RowKey.Parts)
	}
	for _, t := range w.asked.Where {
		n += 1 + len(t.Params)
	}
	for _, is := range []bool{w.asked.Limit > 0, w.asked.Sort != "", w.asked.Count, w.asked.Select != nil,
		w.asked.Also != nil} {
		if is {
			n++
		}
	}
	return n + len(w.made)
}

// TestShrink: of a world that fails because of one entity, one term and one part of a key, little else is
// left, and its text makes the same world.
func TestShrink(t *testing.T) {
	fails := func(w *world) bool {
		entity := slices.ContainsFunc(w.data, func(e []table.Property) bool { return e[0].Value.Int() == 7 })
		term := slices.ContainsFunc(w.asked.Where, func(t design.Term) bool { return t.Property.Name == "At" })
		return entity && term && len(w.design.Places[0].PartitionKey.Parts) > 0
	}
	tried := 0
	for seed := range uint64(200) {
		w := newWorld(t, seed)
		if w.ask(); !fails(w) {
			continue
		}
		tried++
		small := w.shrink(t, fails)
		if len(small.made) != 1 || len(small.asked.Where) != 1 || len(small.design.Places) != 1 ||
			small.asked.Limit+len(small.asked.Sort) > 0 || len(small.design.Places[0].PartitionKey.Parts) != 1 {
			t.Errorf("seed %d: more than needed:\n%s", seed, small.text())
		}
		for _, written := range []*world{small, w.fixed()} {
			again := readWorld(t, written.text())
			if again.text() != written.text() || !fails(again) {
				t.Errorf("seed %d: another world:\n%s\n%s", seed, written.text(), again.text())
			}
		}
	}
	if tried < 10 {
		t.Errorf("only %d worlds were shrunk", tried)
	}
}
