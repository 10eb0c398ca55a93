package compile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestWritesAgainstModel inserts an entity into generated designs, changes it and deletes it, with what's
// written beside it, and compares what's stored with the rows that all entities should have.
func TestWritesAgainstModel(t *testing.T) {
	beside, several, moved, done := 0, 0, 0, 0
	for seed := range uint64(600) {
		w := newWorld(t, seed)
		e, with := w.made[0], w.beside()
		e = slices.Clone(e)
		const fresh = 31
		e[0].Value = table.Int32Value(fresh)
		in := compile.Input{Entity: e}
		insert := &design.Pattern{Verb: design.Insert, Entity: w.entity, With: with}
		for i := range with {
			var all [][]table.Property
			for j := range with[i].Count {
				other := as(w.other, w.made[1+j])
				other[0].Value = table.Int32Value(int32(others + fresh + j))
				other[1].Value = e[1].Value
				all = append(all, other)
			}
			in.With = append(in.With, all)
		}
		want, _ := w.expected(map[string]bool{}, w.data, nil)
		before := len(want)
		want, ok := w.expected(want, [][]table.Property{e}, in.With)
		if !ok {
			continue // a key isn't valid, or is another's
		}
		w.write(t, insert, in)
		w.compareStored(t, want)
		// Only the entity itself is changed and deleted.
		in.With, in.Changed = nil, nil
		changed := slices.Clone(e)
		for _, k := range w.Perm(len(e) - 1)[:1+w.IntN(3)] {
			changed[k+1].Value = w.value(w.entity.Properties[k+1])
			in.Changed = append(in.Changed, changed[k+1])
		}
		known := []design.Param{{Fixed: true, Value: e[0].Value}}
		id := design.Term{Property: w.entity.Properties[0], Params: known}
		update := &design.Pattern{Verb: design.Update, Entity: w.entity, Where: []design.Term{id}}
		old, now := map[string]bool{}, map[string]bool{}
		_, wasOK := w.rows(old, w.entity, e)
		if _, ok := w.rows(now, w.entity, changed); !ok || !wasOK || w.meets(want, old, now) {
			continue
		}
		w.write(t, update, in)
		for k := range old {
			delete(want, k)
			if !now[k] {
				moved++
			}
		}
		for k := range now {
			want[k] = true
		}
		w.compareStored(t, want)
		in.Entity, in.Changed = changed, nil
		w.write(t, &design.Pattern{Verb: design.Delete, Entity: w.entity, Where: []design.Term{id}}, in)
		for k := range now {
			delete(want, k)
		}
		w.compareStored(t, want)
		if with != nil {
			beside++
		} else if len(want) != before {
			t.Fatalf("seed %d: %d rows are left of %d", seed, len(want), before)
		}
		if slices.ContainsFunc(w.design.Places, func(p *design.Place) bool { return p.Each() != nil }) {
			several++
		}
		done++
	}
	if done < 300 || beside < 30 || several < 15 || moved < 100 {
		t.Errorf("only %d worlds, %d with others, %d with several rows, %d rows "+
			"moved", done, beside, several, moved)
	}
}

// beside returns what's written beside an entity, if the second type refers to it.
func (w *world) beside() []*design.With {
	if w.other == nil || w.other.Properties[1].Of.Property == nil {
		return nil
	}
	return []*design.With{{Entity: w.other, Count: 2, Refers: []design.Reference{
		{Property: w.other.Properties[1], Of: w.entity.Properties[1]}}}}
}

// rows adds the keys of an entity's rows in all places of its type. ok is false if one isn't valid, or is
// there twice.
func (w *world) rows(
	to map[string]bool, e *design.Entity, properties []table.Property,
) (map[string]bool, bool) {
	for _, place := range w.design.Places {
		if place.Entity != e {
			continue
		}
		rows, err := compile.Rows(w.design, place, properties)
		if err != nil {
			return to, false
		}
		for _, r := range rows {
			k := place.Table + "|" + r.Key.PartitionKey + "|" + r.Key.RowKey
			if to[k] {
				return to, false
			}
			to[k] = true
		}
	}
	return to, true
}

// expected adds the rows of entities of the first type, each with its like of the second if the world has
// that, and of what's written beside.
func (w *world) expected(
	to map[string]bool, entities [][]table.Property, beside [][][]table.Property,
) (map[string]bool, bool) {
	for _, e := range entities {
		if _, ok := w.rows(to, w.entity, e); !ok {
			return to, false
		}
		if w.other != nil && beside == nil && e[0].Value.Int() < 31 {
			if _, ok := w.rows(to, w.other, as(w.other, e)); !ok {
				return to, false
			}
		}
	}
	for _, all := range beside {
		for _, e := range all {
			if _, ok := w.rows(to, w.other, e); !ok {
				return to, false
			}
		}
	}
	return to, true
}

// meets says whether a new row has the key of one that stays.
func (w *world) meets(stored, old, now map[string]bool) bool {
	for k := range now {
		if stored[k] && !old[k] {
			return true
		}
	}
	return false
}

// write sends the requests of a plan that write.
func (w *world) write(t *testing.T, p *design.Pattern, in compile.Input) {
	t.Helper()
	for _, r := range compile.Compile(p, w.design, in).Requests {
		if r.Method == "GET" {
			continue
		}
		req := wire.Request{Method: r.Method, URL: enginetest.Base + "/" + r.Path,
			Body: []byte(strings.ReplaceAll(r.Body, compile.Host, enginetest.Base))}
		for _, h := range r.Headers {
			name, value, _ := strings.Cut(h, ": ")
			req.Headers.Add(name, value)
		}
		response, _ := w.account.Do(grant.Table, req)
		if response.Status >= 300 || strings.Contains(string(response.Body), "HTTP/1.1 4") {
			t.Fatalf("seed %d: %s %s: %d %s", w.seed, r.Method, r.Path, response.Status, response.Body)
		}
	}
}

// compareStored compares the keys of all tables.
func (w *world) compareStored(t *testing.T, want map[string]bool) {
	t.Helper()
	var got []string
	var seen []string
	for _, p := range w.design.Places {
		if slices.Contains(seen, p.Table) {
			continue
		}
		seen = append(seen, p.Table)
		for _, lane := range w.account.Layout(p.Table).Partitions {
			for _, row := range lane.RowKeys {
				got = append(got, p.Table+"|"+lane.PartitionKey+"|"+row)
			}
		}
	}
	for _, k := range got {
		if !want[k] {
			t.Errorf("seed %d: %s is left", w.seed, k)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("seed %d: %d rows, want %d", w.seed, len(got), len(want))
	}
}
