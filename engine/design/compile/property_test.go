package compile_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestAgainstBruteForce compares what the requests of generated patterns return, under generated designs and
// with generated data, with an answer that's found by looking at every entity.
//
// ROWKEY_TRIPLES says how many; ROWKEY_SEED runs one world again.
func TestAgainstBruteForce(t *testing.T) {
	triples, first, perWorld := 20_000, uint64(0), 20
	if n, err := strconv.Atoi(os.Getenv("ROWKEY_TRIPLES")); err == nil {
		triples = n
	}
	if n, err := strconv.ParseUint(os.Getenv("ROWKEY_SEED"), 10, 64); err == nil {
		first, triples = n, perWorld
	}
	kinds := map[design.Kind]int{}
	for seed := first; seed < first+uint64(triples/perWorld); seed++ {
		w := newWorld(t, seed)
		for range perWorld {
			kinds[w.try(t)]++
			if t.Failed() {
				t.Fatalf("ROWKEY_SEED=%d runs this again", seed)
			}
		}
	}
	for k := design.PointQuery; k <= design.TableScan; k++ {
		if triples >= 10_000 && kinds[k] < 100 {
			t.Errorf("only %d plans are of kind %d: %v", kinds[k], k, kinds)
		}
	}
	t.Log(kinds)
}

// world is a design with data, and an account that is filled with them.
type world struct {
	*rand.Rand
	seed    uint64
	entity  *design.Entity
	design  *design.Design
	data    [][]table.Property
	account *account.Account
}

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{Rand: rand.New(rand.NewPCG(seed, 1)), seed: seed}
	w.entity = &design.Entity{Name: "Thing", Count: 30, Properties: []*design.Property{
		{Name: "Id", Kind: table.Int32}, {Name: "A", Kind: table.String, Values: 6},
		{Name: "B", Kind: table.String, Values: 6}, {Name: "N", Kind: table.Int64, Values: 12, Max: 12},
		{Name: "At", Kind: table.DateTime, Every: 36e9, From: start},
		{Name: "D", Kind: table.Double, Values: 4}, {Name: "Yes", Kind: table.Boolean},
	}}
	w.design = &design.Design{Name: "one", Places: []*design.Place{w.place(w.entity, "")}}
	if w.IntN(3) == 0 {
		c := w.place(w.entity, "copy")
		if w.IntN(2) == 0 {
			c.Only = []string{"Id", "A"}
		}
		w.design.Places = append(w.design.Places, c)
	}
	other := &design.Entity{Name: "Other", Properties: w.entity.Properties}
	if w.IntN(4) == 0 {
		w.design.Places = append(w.design.Places, w.place(other, ""))
	}
	shared := w.IntN(2) == 0
	for i, p := range w.design.Places {
		p.Table = "T" + strconv.Itoa(i)
		if prefix := w.IntN(3); shared {
			p.Table = "Shared"
			if prefix > 0 {
				p.RowKey.Parts = append([]design.Part{{Literal: fmt.Sprint("k", i, "-")}}, p.RowKey.Parts...)
			} else if w.IntN(2) == 0 {
				p.PartitionKey.Parts = append([]design.Part{{Literal: fmt.Sprint("p", i)}}, p.PartitionKey.Parts...)
			}
		}
	}
	w.fill(t)
	return w
}

const start = table.Ticks(639032544000000000) // 2026-01-06

func (w *world) value(p *design.Property) table.Value {
	texts := []string{"a", "A", "a_", "a!", "ab", "", "b_1", "\uFFFF", "\U0001F600", "a~"}
	switch p.Kind {
	case table.String:
		return table.StringValue(texts[w.IntN(len(texts))])
	case table.Int64:
		return table.Int64Value(int64(w.IntN(13)) - int64(w.IntN(30)/29))
	case table.Int32:
		return table.Int32Value(int32(w.IntN(30)))
	case table.Double:
		return table.DoubleValue([]float64{-1.5, 0, 0.25, 10}[w.IntN(4)])
	case table.Boolean:
		return table.BooleanValue(w.IntN(2) == 0)
	}
	at := start + table.Ticks(w.IntN(60))*36e9*6 // six hours apart, for 15 days
	if w.IntN(3) == 0 {
		at += table.Ticks(w.IntN(3)) - 1
	}
	return table.DateTimeValue(at)
}

// place chooses keys. Every RowKey has the Id at some place, so that the keys are different.
func (w *world) place(e *design.Entity, name string) *design.Place {
	p := &design.Place{Entity: e, Copy: name}
	for range 1 + w.IntN(2) {
		p.PartitionKey.Parts = append(p.PartitionKey.Parts, w.part(e)...)
	}
	if w.IntN(8) == 0 {
		p.PartitionKey.Parts = []design.Part{{Literal: "all"}}
	}
	for range w.IntN(3) {
		p.RowKey.Parts = append(p.RowKey.Parts, w.part(e)...)
	}
	id := design.Part{Property: e.Properties[0], Format: design.Padded, Width: 3}
	if at := w.IntN(3); at < 2 {
		p.RowKey.Parts = append(p.RowKey.Parts, design.Part{Literal: "_"}, id)
	} else {
		p.RowKey.Parts = append([]design.Part{id}, p.RowKey.Parts...)
	}
	return p
}

func (w *world) part(e *design.Entity) []design.Part {
	p := design.Part{Property: e.Properties[1+w.IntN(len(e.Properties)-1)]}
	switch p.Property.Kind {
	case table.String:
		p.Format = []design.Format{design.Plain, design.Plain, design.Lower, design.Hash}[w.IntN(4)]
	case table.Int64:
		p.Format = []design.Format{design.Plain, design.Padded, design.Padded, design.Hash}[w.IntN(4)]
	case table.DateTime:
		p.Format = []design.Format{design.Plain, design.ISO, design.Inverted, design.Cut, design.Cut}[w.IntN(5)]
		p.Unit = []design.Unit{design.Hour, design.Day, design.Day, design.Month}[w.IntN(4)]
	}
	if p.Format == design.Hash || p.Format == design.Padded {
		p.Width = 2 + w.IntN(3)
	}
	if w.IntN(2) == 0 {
		return []design.Part{p, {Literal: "_"}}
	}
	return []design.Part{p}
}

func (w *world) fill(t *testing.T) {
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.account = account.Open(s, enginetest.Options())
	err = s.Update(func(tx *store.Tx) error {
		for _, p := range w.design.Places {
			if err := tx.PutTable(store.Table{Name: p.Table}); err != nil {
				return err
			}
		}
	next:
		for id := range 30 {
			var properties []table.Property
			for _, p := range w.entity.Properties {
				properties = append(properties, table.Property{Name: p.Name, Value: w.value(p)})
			}
			properties[0].Value = table.Int32Value(int32(id))
			var all []table.Entity
			for _, p := range w.design.Places {
				e, err := compile.Entity(w.design, p, properties)
				if err != nil {
					continue next
				}
				all = append(all, e)
			}
			for i, e := range all {
				if _, found, err := tx.Get(w.design.Places[i].Table, e.Key); found || err != nil {
					continue next // two places of a table have the same key
				}
				for j := range i {
					same := w.design.Places[i].Table == w.design.Places[j].Table
					if same && e.Key == all[j].Key {
						continue next
					}
				}
			}
			for i, e := range all {
				if _, err := tx.Add(w.design.Places[i].Table, e); err != nil {
					return err
				}
			}
			w.data = append(w.data, properties)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// pattern chooses a question and its parameters, often with values that are in the data.
func (w *world) pattern() (*design.Pattern, []table.Value) {
	p := &design.Pattern{Name: "ask", Entity: w.entity}
	var params []table.Value
	like := w.IntN(len(w.data) + 1)
	value := func(of *design.Property) table.Value {
		if like < len(w.data) && w.IntN(4) > 0 {
			for _, v := range w.data[like] {
				if v.Name == of.Name {
					return v.Value
				}
			}
		}
		return w.value(of)
	}
	var inKeys []*design.Property // a third of the patterns has a term for each of these
	if w.IntN(3) == 0 {
		place := w.design.Places[0]
		for _, part := range slices.Concat(place.PartitionKey.Parts, place.RowKey.Parts) {
			if part.Property != nil {
				inKeys = append(inKeys, part.Property)
			}
		}
	}
	for range w.IntN(4) + len(inKeys) {
		of := w.entity.Properties[w.IntN(len(w.entity.Properties))]
		if len(inKeys) > 0 {
			of, inKeys = inKeys[0], inKeys[1:]
		}
		ops := []design.Op{design.Equal, design.Equal, design.Equal, design.NotEqual, design.Less,
			design.LessOrEqual, design.Greater, design.GreaterOrEqual, design.Between, design.OneOf}
		switch of.Kind {
		case table.DateTime:
			ops = append(ops, design.InUnit, design.InUnit, design.InUnit, design.Between)
		case table.String:
			ops = append(ops, design.Prefix, design.Prefix)
		case table.Boolean:
			ops = []design.Op{design.Equal, design.NotEqual}
		}
		term := design.Term{Property: of, Op: ops[w.IntN(len(ops))], Unit: design.Unit(2 + w.IntN(5))}
		if term.Op != design.InUnit {
			term.Unit = design.NoUnit
		}
		n := 1
		if term.Op == design.Between {
			n = 2
		} else if term.Op == design.OneOf {
			n = 1 + w.IntN(4)
			if w.IntN(8) == 0 {
				n = 20
			}
		}
		for range n {
			param := design.Param{Value: value(of)}
			if param.Fixed = w.IntN(3) == 0; !param.Fixed {
				params = append(params, param.Value)
				param.Value = table.Value{}
			}
			term.Params = append(term.Params, param)
		}
		p.Where = append(p.Where, term)
	}
	if w.IntN(2) == 0 {
		p.Limit = 1 + w.IntN(6)
	}
	switch w.IntN(6) {
	case 0, 1, 2:
		p.Sort = w.entity.Properties[w.IntN(6)].Name
		if w.IntN(2) == 0 {
			p.Sort = "At"
		}
		p.Newest = w.IntN(2) == 0
	case 3:
		p.Count = true
	}
	if w.IntN(2) == 0 && !p.Count {
		p.Select = []string{"Id"}
	}
	return p, params
}

// answer is what came of a plan.
type answer struct {
	ids   []int
	count int
}

// run sends the requests of a plan and does what is left for the client.
func (w *world) run(t *testing.T, p *design.Pattern, params []table.Value, plan design.Plan) answer {
	var got []int
	count := 0
	for _, r := range plan.Requests {
		if plan.Work.Drop { // this client knows entities by their Id
			r.Path = strings.Replace(r.Path, "$select=RowKey", "$select=Id,RowKey", 1)
		}
		ids, n := w.send(t, r)
		got, count = append(got, ids...), count+n
	}
	if plan.Work.Drop {
		got = slices.DeleteFunc(got, func(id int) bool { return !w.fits(p, params, w.of(id)) })
		count = len(got)
	}
	if plan.Work.Sort || plan.Work.Merge {
		w.sort(p, got)
	}
	if plan.Work.Trim {
		got, count = got[:min(len(got), p.Limit)], min(count, p.Limit)
	}
	return answer{got, count}
}

// send follows a request's pages.
func (w *world) send(t *testing.T, r design.Request) (ids []int, count int) {
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
			return nil, 0
		}
		if response.Status != 200 {
			t.Fatalf("ROWKEY_SEED=%d: %s: %d %s", w.seed, r.Path, response.Status, response.Body)
		}
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
			return ids, count
		}
		path = r.Path + "&NextPartitionKey=" + pk
		if rk, ok := response.Headers.Lookup("x-ms-continuation-NextRowKey"); ok {
			path += "&NextRowKey=" + rk
		}
	}
}

func (w *world) of(id int) []table.Property {
	for _, e := range w.data {
		if e[0].Value.Int() == int64(id) {
			return e
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

// try compares one pattern's answers, and returns the kind of its plan.
func (w *world) try(t *testing.T) design.Kind {
	p, params := w.pattern()
	plan := compile.Compile(p, w.design, compile.Input{Params: params})
	if plan.Place == nil {
		t.Fatalf("no plan")
	}
	got := w.run(t, p, params, plan)
	var want []int
	for _, e := range w.data {
		if w.fits(p, params, e) {
			want = append(want, int(e[0].Value.Int()))
		}
	}
	total := len(want)
	if p.Limit > 0 {
		total = min(total, p.Limit)
	}
	why := ""
	switch {
	case p.Count && got.count != total:
		why = fmt.Sprintf("counted %d of %d", got.count, total)
	case p.Count:
	case len(got.ids) != total:
		why = "another number"
	default:
		why = w.compare(p, got.ids, want)
	}
	if plan.Kind == design.TableScan && w.bounded(p, plan) {
		why = "a table scan, and the PartitionKey has a bound"
	}
	if why != "" {
		t.Errorf("%s: got %v, want %v\npattern %+v %v\n%s", why, got, want, p, params, w.show(plan))
	}
	return plan.Kind
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

// bounded says whether the first part of the PartitionKey is a whole property with an equality, or a time
// with a range.
func (w *world) bounded(p *design.Pattern, plan design.Plan) bool {
	for _, part := range plan.Place.PartitionKey.Parts {
		if part.Property == nil {
			continue
		}
		for _, term := range p.Where {
			if term.Property != part.Property {
				continue
			}
			if term.Op == design.Equal || term.Op == design.OneOf && len(term.Params) < 5 ||
				term.Op == design.InUnit || part.Property.Kind == table.DateTime && term.Op != design.NotEqual {
				return true
			}
		}
		return false
	}
	return false
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
	text += fmt.Sprintf("kind %d, work %+v, %s\n", plan.Kind, plan.Work, strings.Join(plan.Steps, " "))
	for _, r := range plan.Requests {
		text += fmt.Sprintf("%s top %d: %s\n", r.Path, r.Top, r.Filter)
	}
	return text
}
