package matrix

import (
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const base = "http://127.0.0.1:10002/devstoreaccount1"

// bench is an account that is filled for one design.
type bench struct {
	file     *design.File
	design   *design.Design
	options  Options
	scale    float64
	account  *account.Account
	entities map[string]*generate.Generator
	lost     int // entities that have no valid key, or one that another has
}

func newBench(f *design.File, j int, scale float64, o Options) (*bench, error) {
	b := &bench{file: f, design: f.Designs[j], options: o, scale: scale,
		entities: map[string]*generate.Generator{}}
	s, err := store.Open(store.Options{})
	if err != nil {
		return nil, err
	}
	now := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	b.account = account.Open(s, account.Options{
		Name:     "devstoreaccount1",
		Services: []service.Service{tables.Service()},
		Clock:    func() time.Time { now = now.Add(time.Second); return now },
		NewID:    func() string { return "00000000-0000-4000-8000-000000000000" },
	})
	if err := s.Update(b.fill); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bench) close() { _ = b.account.Close() } // an account in memory can't fail to close

// size returns how many entities of a type there are at a scale.
func size(e *design.Entity, scale float64) int { return max(1, int(float64(e.Count)*scale+.5)) }

func (b *bench) fill(tx *store.Tx) error {
	stamp := table.TicksOf(time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC))
	tx.Stamp(stamp)
	for _, place := range b.design.Places {
		if err := tx.PutTable(store.Table{Name: place.Table, Created: stamp}); err != nil {
			return err
		}
	}
	for _, e := range b.file.Entities {
		n := size(e, b.scale)
		g := generate.New(e, n, b.file.Seed)
		b.entities[e.Name] = g
		for i := range n {
			const pause = 1024
			if i%pause == 0 && b.options.Cancel != nil && b.options.Cancel() {
				return ErrCanceled
			}
			properties := g.Properties(i)
			for _, place := range b.design.Places {
				if place.Entity.Name != e.Name {
					continue
				}
				stored, err := compile.Entity(b.design, place, properties)
				stored.Timestamp = stamp
				fresh := false
				if err == nil {
					if fresh, err = tx.Add(place.Table, stored); err != nil {
						return err
					}
				}
				if !fresh {
					b.lost++
				}
			}
		}
	}
	return nil
}

// result is what a pattern cost.
type result struct {
	plan       design.Plan
	figures    design.Figures
	partitions map[string]bool // all that were touched
}

// run runs a pattern with a few choices of parameters, and computes what it costs at a larger scale.
func (b *bench) run(i int, scale float64) result {
	p := b.file.Patterns[i]
	n := size(p.Entity, b.scale)
	out := result{partitions: map[string]bool{}}
	var sum design.Figures
	for try := range b.options.Tries {
		in := b.input(p, n, i*b.options.Tries+try)
		plan := compile.Compile(b.sized(p, b.scale), b.design, in)
		if try == 0 {
			out.plan = plan
		}
		got := b.measure(plan, out.partitions)
		got.Wanted = b.wanted(p, in.Params, n, got.Written)
		if scale > b.scale {
			larger := b.sized(p, scale)
			grows := growth(b.sized(p, b.scale), larger, in.Params)
			got = extrapolate(got, plan, compile.Compile(larger, b.design, in), grows, p.Limit)
		}
		add(&sum, got)
	}
	sum = over(sum, float64(b.options.Tries))
	sum.Scale, sum.Computed = size(p.Entity, scale), scale > b.scale
	out.figures = sum
	return out
}

// sized returns a pattern of a type with as many entities as there are at a scale.
func (b *bench) sized(p *design.Pattern, scale float64) *design.Pattern {
	q, e := *p, *p.Entity
	e.Count = size(p.Entity, scale)
	q.Entity = &e
	return &q
}

// measure sends the requests of a plan.
func (b *bench) measure(plan design.Plan, partitions map[string]bool) (f design.Figures) {
	for _, r := range plan.Requests {
		path, left := r.Path, r.Top
		for {
			response, tr := b.send(r, path)
			f.Requests++
			f.Read += float64(tr.Cost.EntitiesRead)
			f.Returned += float64(tr.Cost.EntitiesReturned)
			f.Transactions += float64(tr.Cost.Transactions)
			f.Bytes += float64(tr.Cost.BytesReturned)
			f.Written += float64(tr.Cost.EntitiesWritten)
			for _, touched := range tr.Partitions {
				partitions[touched.PartitionKey] = true
			}
			pk, more := response.Headers.Lookup("x-ms-continuation-NextPartitionKey")
			if left -= tr.Cost.EntitiesReturned; !more || r.Top > 0 && left <= 0 {
				break
			}
			separator := "&"
			if !strings.Contains(r.Path, "?") {
				separator = "?"
			}
			path = r.Path + separator + "NextPartitionKey=" + pk
			if rk, ok := response.Headers.Lookup("x-ms-continuation-NextRowKey"); ok {
				path += "&NextRowKey=" + rk
			}
		}
	}
	return f
}

func (b *bench) send(r design.Request, path string) (wire.Response, trace.Trace) {
	req := wire.Request{Method: r.Method, URL: base + "/" + path,
		Body: []byte(strings.ReplaceAll(r.Body, compile.Host, base))}
	for _, h := range r.Headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Headers.Add(name, value)
	}
	return b.account.Do(grant.Table, req)
}

// wanted counts the entities that a question is about, up to its limit. A write wants what it writes.
func (b *bench) wanted(p *design.Pattern, params []table.Value, n int, written float64) float64 {
	if p.Verb != design.Read {
		return written
	}
	fits, wanted := compile.Matches(p, params), 0
	g := b.entities[p.Entity.Name]
	for i := range n {
		if fits(keys.Of(g.Properties(i))) {
			if wanted++; wanted == p.Limit {
				break
			}
		}
	}
	return float64(wanted)
}
