package matrix

import (
	"errors"
	"strings"

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

// session is an account to which the requests of a pattern are sent.
type session struct {
	account  *account.Account
	watching bool
	lanes    []design.Lane // of what was watched
}

// openAccount opens an account with the contents of a store.
func openAccount(s *store.Store) session {
	const second = 10_000_000
	now := began
	return session{account: account.Open(s, account.Options{
		Name:     "devstoreaccount1",
		Services: []service.Service{tables.Service()},
		Clock:    func() table.Ticks { now += second; return now },
		NewID:    func() string { return "00000000-0000-4000-8000-000000000000" },
	})}
}

// tried runs a try on a store, and then gives the store the contents that it had.
func tried(s *store.Store, try func() error) error {
	m, err := s.Mark()
	if err != nil {
		return err
	}
	err = try()
	if undone := errors.Join(s.Back(m), s.Drop(m)); err == nil {
		err = undone
	}
	return err
}

// measure sends the requests of a plan, as far as they're needed, and those for what it follows. Before each
// page it asks whether to go on.
func (b *session) measure(plan *design.Plan, goOn func() error) (f design.Figures, err error) {
	for _, r := range plan.Requests {
		if plan.Until > 0 && f.Returned >= float64(plan.Until) {
			break
		}
		follow := plan.Follow.Place != nil && r.Method == "GET"
		err := b.pages(r, &f, goOn, func(body []byte) error {
			if !follow {
				return nil
			}
			for _, next := range compile.Followed(plan, body) {
				if err := b.pages(next, &f, goOn, func([]byte) error { return nil }); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

// pages sends a request and those for its further pages, adds what they cost, and hands on the answers.
func (b *session) pages(
	r design.Request, f *design.Figures, goOn func() error, came func(body []byte) error,
) error {
	path, left := r.Path, r.Top
	for {
		if err := goOn(); err != nil {
			return err
		}
		response, tr := b.send(r, path)
		if b.watching {
			b.watch(&tr)
		}
		f.Requests++
		f.Read += float64(tr.Cost.EntitiesRead)
		f.Returned += float64(tr.Cost.EntitiesReturned)
		f.Transactions += float64(tr.Cost.Transactions)
		f.Bytes += float64(tr.Cost.BytesReturned)
		f.Written += float64(tr.Cost.EntitiesWritten)
		if response.Status == 200 {
			if err := came(response.Body); err != nil {
				return err
			}
		}
		pk, more := response.Headers.Lookup("x-ms-continuation-NextPartitionKey")
		if left -= tr.Cost.EntitiesReturned; !more || r.Top > 0 && left <= 0 {
			return nil
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

// watch adds what a request did in each partition.
func (b *session) watch(tr *trace.Trace) {
	for _, p := range tr.Partitions {
		at := b.lane(tr.Table, p.PartitionKey)
		if at == nil {
			break
		}
		at.Read += p.Read
		at.Returned += p.Returned
		at.Written += p.Written
	}
	var at *design.Lane
	for _, t := range tr.Touched {
		if at == nil || at.PartitionKey != t.Key.PartitionKey {
			if at = b.lane(tr.Table, t.Key.PartitionKey); at == nil {
				return
			}
		}
		if at.First == "" && at.Last == "" || table.CompareText(t.Key.RowKey, at.First) < 0 {
			at.First = t.Key.RowKey
		}
		if table.CompareText(t.Last, at.Last) > 0 {
			at.Last = t.Last
		}
	}
}

// lane returns the lane of a partition, or nil if there are enough.
func (b *session) lane(tbl, partition string) *design.Lane {
	for i := range b.lanes {
		if l := &b.lanes[i]; l.PartitionKey == partition && wire.EqualFold(l.Table, tbl) {
			return l
		}
	}
	if len(b.lanes) == design.MostLanes {
		return nil
	}
	b.lanes = append(b.lanes, design.Lane{Table: tbl, PartitionKey: partition})
	return &b.lanes[len(b.lanes)-1]
}

func (b *session) send(r design.Request, path string) (wire.Response, trace.Trace) {
	req := wire.Request{Method: r.Method, URL: base + "/" + path,
		Body: []byte(strings.ReplaceAll(r.Body, compile.Host, base))}
	for _, h := range r.Headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Headers.Add(name, value)
	}
	return b.account.Do(grant.Table, req)
}
