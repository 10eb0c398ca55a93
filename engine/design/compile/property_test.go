package compile_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestAgainstBruteForce compares what the requests of generated patterns return, under generated designs and
// with generated data, with an answer that's found by looking at every entity.
//
// ROWKEY_TRIPLES says how many. One that fails is shrunk and printed as a design file, with its data in
// comments, which ROWKEY_DESIGN=FILE runs again.
func TestAgainstBruteForce(t *testing.T) {
	if file := os.Getenv("ROWKEY_DESIGN"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, why := readWorld(t, string(text)).check(t); why != "" {
			t.Error(why)
		}
		return
	}
	const perWorld = 20
	triples := 20_000
	if n, err := strconv.Atoi(os.Getenv("ROWKEY_TRIPLES")); err == nil {
		triples = n
	}
	kinds, together, renamed, followed, backwards, guessed := map[design.Kind]int{}, 0, 0, 0, 0, 0
	partial, each := 0, 0
	for seed := range uint64(triples / perWorld) {
		w := newWorld(t, seed)
		for range perWorld {
			w.ask()
			plan, why := w.check(t)
			if why != "" {
				small := w.shrink(t, func(w *world) bool { _, why := w.check(t); return why != "" })
				_, why = small.check(t)
				t.Fatalf("%s\n\nThis runs it again, with ROWKEY_DESIGN=FILE:\n\n%s", why, small.text())
			}
			if kinds[plan.Kind]++; plan.Follow.Place != nil {
				followed++
			}
			if plan.Until > 0 {
				backwards++
			}
			if plan.Place.When != nil {
				partial++
			}
			if plan.Place.Each() != nil {
				each++
			}
			if strings.Contains(strings.Join(plan.Steps, " "), "which is in PartitionKey: one request for each") {
				guessed++
			}
			if w.asked.Also != nil && strings.Contains(strings.Join(plan.Steps, " "), "together") {
				if together++; slices.ContainsFunc(w.asked.Also[0].Where, func(t design.Term) bool {
					return t.Property.Name == other
				}) {
					renamed++
				}
			}
		}
	}
	for k := design.PointQuery; k <= design.TableScan; k++ {
		if triples >= 10_000 && kinds[k] < 100 {
			t.Errorf("only %d plans are of kind %d: %v", kinds[k], k, kinds)
		}
	}
	if triples >= 10_000 && (together < 300 || renamed < 20) {
		t.Errorf("only %d plans ask for two types at once, %d of them by two names", together, renamed)
	}
	if triples >= 10_000 && guessed < 100 {
		t.Errorf("only %d plans ask for each value that the file names", guessed)
	}
	if triples >= 10_000 && backwards < 20 {
		t.Errorf("only %d plans ask for one bucket of time after another", backwards)
	}
	if triples >= 10_000 && followed < 15 {
		t.Errorf("only %d plans follow the keys in a copy", followed)
	}
	if triples >= 10_000 && partial < 50 {
		t.Errorf("only %d plans read a copy of some entities", partial)
	}
	if triples >= 10_000 && each < 100 {
		t.Errorf("only %d plans read a copy with a row for each value", each)
	}
	t.Log(each, kinds, together, renamed, followed, backwards, guessed)
}

// answer is what came of a plan.
type answer struct {
	ids   []int
	count int
}

// run sends the requests of a plan and does what is left for the client.
func (w *world) run(t *testing.T, p *design.Pattern, params []table.Value, plan design.Plan) answer {
	var got []int
	var index [][]byte
	count := 0
	if plan.Work.Drop {
		plan.Follow.Select = strings.Replace(plan.Follow.Select, "RowKey", "Id,RowKey", 1)
	}
	last := false // it was sent, and gets what's older than all buckets
	for i, r := range plan.Requests {
		if plan.Until > 0 && i%plan.Round == 0 && len(got) >= plan.Until {
			break
		}
		last = last || plan.Until > 0 && i > 0
		if plan.Work.Drop { // this client knows entities by their Id
			r.Path = strings.Replace(r.Path, "$select=RowKey", "$select=Id,RowKey", 1)
		}
		ids, n, bodies := w.send(t, r)
		if plan.Follows(&r) {
			ids, n, index = nil, 0, append(index, bodies...) // what the copy knows is only the way
		}
		got, count = append(got, ids...), count+n
	}
	for _, next := range w.followed(p, &plan, index) {
		read, one, _ := w.send(t, next)
		if one != 1 {
			t.Fatalf("%s: %d entities", next.Path, one)
		}
		got, count = append(got, read...), count+1
	}
	if plan.Work.Drop {
		got = slices.DeleteFunc(got, func(id int) bool {
			return !slices.ContainsFunc(p.Each(), func(q *design.Pattern) bool {
				return (q.Entity == w.entity) == (id < others) && w.fits(q, params, w.of(id))
			})
		})
		count = len(got)
	}
	if plan.Work.Sort || plan.Work.Merge || last {
		w.sort(p, got)
	}
	if plan.Work.Trim {
		got, count = got[:min(len(got), p.Limit)], min(count, p.Limit)
	}
	return answer{got, count}
}

// send follows a request's pages.
func (w *world) send(t *testing.T, r design.Request) (ids []int, count int, bodies [][]byte) {
	path := r.Path
	for {
		req := wire.Request{Method: r.Method, URL: enginetest.Base + "/" + path}
		for _, h := range r.Headers {
			name, value, _ := strings.Cut(h, ": ")
			req.Headers.Add(name, value)
		}
		response, _ := w.account.Do(grant.Table, req)
		var body struct {
			Value []struct{ Id *int }
			Id    *int
		}
		if err := json.Unmarshal(response.Body, &body); err != nil {
			t.Fatalf("%s: %v", response.Body, err)
		}
		if response.Status == 404 && !strings.Contains(r.Path, "()") {
			return nil, 0, nil
		}
		if response.Status != 200 {
			t.Fatalf("ROWKEY_SEED=%d: %s: %d %s", w.seed, r.Path, response.Status, response.Body)
		}
		bodies = append(bodies, response.Body)
		if !strings.Contains(r.Path, "()") {
			body.Value = append(body.Value, struct{ Id *int }{body.Id})
		}
		for _, e := range body.Value {
			if e.Id != nil {
				ids = append(ids, *e.Id)
			}
			count++
		}
		pk, more := response.Headers.Lookup("x-ms-continuation-NextPartitionKey")
		if !more || r.Top > 0 && count >= r.Top {
			return ids, count, bodies
		}
		path = r.Path + "&NextPartitionKey=" + pk
		if rk, ok := response.Headers.Lookup("x-ms-continuation-NextRowKey"); ok {
			path += "&NextRowKey=" + rk
		}
	}
}

func (w *world) of(id int) []table.Property {
	for _, e := range w.data {
		switch int64(id) {
		case e[0].Value.Int():
			return e
		case e[0].Value.Int() + others:
			return as(w.other, e)
		}
	}
	return make([]table.Property, len(w.entity.Properties))
}

func property(e []table.Property, name string) table.Value {
	for _, p := range e {
		if p.Name == name {
			return p.Value
		}
	}
	return table.Value{}
}

// fits is the plain meaning of a pattern's terms, which are only of types in the data.
func (w *world) fits(p *design.Pattern, params []table.Value, e []table.Property) bool {
	for _, term := range p.Where {
		var values []table.Value
		for _, param := range term.Params {
			if v := param.Value; param.Fixed {
				values = append(values, v)
			} else {
				values, params = append(values, params[0]), params[1:]
			}
		}
		v := property(e, term.Property.Name)
		order := func(i int) int { n, _ := compile.Compare(v, values[i]); return n }
		ok := true
		switch term.Op {
		case design.Equal:
			ok = order(0) == 0
		case design.NotEqual:
			ok = order(0) != 0
		case design.Less:
			ok = order(0) < 0
		case design.LessOrEqual:
			ok = order(0) <= 0
		case design.Greater:
			ok = order(0) > 0
		case design.GreaterOrEqual:
			ok = order(0) >= 0
		case design.Between:
			ok = order(0) >= 0 && order(1) <= 0
		case design.InUnit:
			n := map[design.Unit]int{design.Minute: 16, design.Hour: 13, design.Day: 10, design.Month: 7,
				design.Year: 4}[term.Unit]
			ok = v.Ticks().Full()[:n] == values[0].Ticks().Full()[:n]
		case design.Prefix:
			ok = strings.HasPrefix(v.Text(), values[0].Text())
		case design.Has:
			ok = slices.Contains(strings.Split(v.Text(), ","), values[0].Text())
		case design.OneOf:
			ok = false
			for i := range values {
				ok = ok || order(i) == 0
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

func (w *world) sort(p *design.Pattern, ids []int) {
	slices.SortStableFunc(ids, func(a, b int) int {
		n, _ := compile.Compare(property(w.of(a), p.Sort), property(w.of(b), p.Sort))
		if p.Newest {
			n = -n
		}
		return n
	})
}

// check compares the answers to the pattern, and returns its plan and what is wrong.
func (w *world) check(t *testing.T) (plan design.Plan, why string) {
	p, params := w.asked, w.params
	plan = compile.Compile(p, w.design, compile.Input{Params: params})
	if plan.Place == nil {
		t.Fatalf("no plan")
	}
	got := w.run(t, p, params, plan)
	var want []int
	for _, q := range p.Each() {
		for _, e := range w.data {
			if e = as(q.Entity, e); w.fits(q, params, e) {
				want = append(want, int(e[0].Value.Int()))
			}
		}
	}
	total := len(want)
	if p.Limit > 0 {
		total = min(total, p.Limit)
	}
	switch {
	case p.Count && got.count != total:
		why = fmt.Sprintf("counted %d of %d", got.count, total)
	case p.Count:
	case len(got.ids) != total:
		why = "another number"
	default:
		why = w.compare(p, got.ids, want)
	}
	least := min(w.least(plan.Place), w.least(w.design.Places[0]))
	if plan.Kind == design.TableScan && least < plan.Kind && p.Also == nil {
		why = fmt.Sprintf("a table scan, and kind %d is possible", least)
	}
	if why != "" {
		why = fmt.Sprintf("%s: got %v, want %v\n%s", why, got, want, w.show(plan))
	}
	return plan, why
}

// compare says what is wrong with an answer of the right length. Among entities with equal values any can be
// the last.
func (w *world) compare(p *design.Pattern, got, want []int) string {
	for i, id := range got {
		if !slices.Contains(want, id) || slices.Contains(got[:i], id) {
			return fmt.Sprintf("entity %d", id)
		}
	}
	if p.Sort == "" {
		return ""
	}
	w.sort(p, want)
	for i := range got {
		a, b := property(w.of(got[i]), p.Sort), property(w.of(want[i]), p.Sort)
		if n, _ := compile.Compare(a, b); n != 0 {
			return fmt.Sprintf("the order at %d", i)
		}
	}
	return ""
}

// least returns a kind of plan that the keys of a place surely allow, by rules of its own: how the first
// parts of the PartitionKey and the RowKey are known.
func (w *world) least(place *design.Place) design.Kind {
	partition, whole := w.known(place.PartitionKey)
	if !partition {
		return design.TableScan
	}
	row, all := w.known(place.RowKey)
	switch {
	case whole && all:
		return design.PointQueries
	case whole && row:
		return design.RangeQueries
	}
	return design.PartitionScans
}

// known says whether the first property of a key is bounded, and whether all are fixed to one value.
func (w *world) known(key design.Template) (first, whole bool) {
	seen := 0
	whole = true
	for _, part := range key.Parts {
		if part.Property == nil {
			continue
		}
		fixed, bounded := w.bounded(part)
		if seen++; seen == 1 {
			first = fixed || bounded && len(w.asked.Where) < 3 // with more, there can be too many requests
		}
		whole = whole && fixed
	}
	return first || seen == 0, whole
}

// bounded says whether a term fixes a part of a key, or bounds it.
func (w *world) bounded(part design.Part) (fixed, bounded bool) {
	params := w.params
	for _, term := range w.asked.Where {
		var values []table.Value
		for _, param := range term.Params {
			if v := param.Value; param.Fixed {
				values = append(values, v)
			} else {
				values, params = append(values, params[0]), params[1:]
			}
		}
		if term.Property != part.Property {
			continue
		}
		ordered := term.Op != design.NotEqual && term.Op != design.OneOf
		switch {
		case term.Op == design.Equal:
			fixed = true
		case term.Op == design.OneOf:
			bounded = bounded || len(values) < 5
		case part.Format == design.Hash:
		case term.Property.Kind == table.DateTime:
			bounded = bounded || ordered
		case part.Format == design.Padded:
			outside := func(v table.Value) bool { return v.Int() < 0 || v.Int() > 99 }
			bounded = bounded || ordered && !slices.ContainsFunc(values, outside)
		case term.Op == design.Prefix && part.Format == design.Plain:
			bounded = bounded || values[0].Text() != "" && values[0].Text() != "\uFFFF"
		}
	}
	return fixed, bounded
}

func (w *world) show(plan design.Plan) (text string) {
	for _, p := range w.design.Places {
		text += p.Entity.Name + " " + p.Copy + " in " + p.Table + " " + fmt.Sprint(p.Only)
		for _, parts := range [][]design.Part{p.PartitionKey.Parts, p.RowKey.Parts} {
			text += " |"
			for _, part := range parts {
				if part.Property == nil {
					text += " " + strconv.Quote(part.Literal)
				} else {
					text += fmt.Sprintf(" {%s:%d %d %d}", part.Property.Name, part.Format, part.Width, part.Unit)
				}
			}
		}
		text += "\n"
	}
	text += fmt.Sprintf("pattern %+v %v\nkind %d, work %+v, %s\n", w.asked, w.params, plan.Kind, plan.Work,
		strings.Join(plan.Steps, " "))
	for _, r := range plan.Requests {
		text += fmt.Sprintf("%s top %d: %s\n", r.Path, r.Top, r.Filter)
	}
	return text
}
