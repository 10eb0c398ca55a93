package matrix

import (
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
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
	file    *design.File
	design  *design.Design
	options Options
	scale   float64
	account *account.Account
	data    *data
	lost    int // entities that have no valid key, or one that another has
}

func newBench(d *data, j int, o Options) (*bench, error) {
	b := &bench{file: d.file, design: d.file.Designs[j], options: o, scale: d.scale, data: d}
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

func (b *bench) fill(tx *store.Tx) error {
	stamp := table.TicksOf(time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC))
	tx.Stamp(stamp)
	for _, place := range b.design.Places {
		if err := tx.PutTable(store.Table{Name: place.Table, Created: stamp}); err != nil {
			return err
		}
	}
	for _, e := range b.file.Entities {
		for i, properties := range b.data.entities[e.Name] {
			const pause = 1024
			if i%pause == 0 && b.options.Cancel != nil && b.options.Cancel() {
				return ErrCanceled
			}
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
	partitions map[string]bool // that were touched; not all if there is more than one
}

// enough is how many entities a pattern reads before its figures count as an average.
const enough = 40_000

// run runs a pattern with a few choices of parameters, and computes what it costs at a larger scale.
func (b *bench) run(i int, scale float64) result {
	p := b.file.Patterns[i]
	n := size(p.Entity, b.scale)
	out := result{partitions: map[string]bool{}}
	var sum design.Figures
	tries, measured := 0, 0.
	for try := range b.options.Tries {
		if measured > enough {
			break // another choice of parameters would say the same, for as much work
		}
		tries++
		in := b.input(p, n, i*b.options.Tries+try)
		plan := compile.Compile(b.sized(p, b.scale), b.design, in)
		if try == 0 {
			out.plan = plan
		}
		got := b.measure(plan, out.partitions)
		measured += got.Read
		got.Wanted = b.data.wanted(i, try, in.Params, got.Written)
		if scale > b.scale {
			larger := b.sized(p, scale)
			grows := growth(b.sized(p, b.scale), larger, in.Params)
			got = extrapolate(got, plan, compile.Compile(larger, b.design, in), grows, p.Limit)
		}
		add(&sum, got)
	}
	sum = over(sum, float64(tries))
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
				if len(partitions) > 1 {
					break
				}
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
