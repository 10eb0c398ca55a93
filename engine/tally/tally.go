package tally

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/shape"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Cost is what requests took together.
type Cost struct {
	Requests         int     `json:"requests"`
	EntitiesRead     int     `json:"entitiesRead"`
	EntitiesReturned int     `json:"entitiesReturned"`
	EntitiesWritten  int     `json:"entitiesWritten"`
	Scans            []Query `json:"scans"` // those of a table, or of a range of partitions
}

// Query is what requests took together that differ only in constants.
type Query struct {
	Request          string `json:"request"`  // the dearest of them: GET /Orders()?$filter=Status eq 'open'
	Plan             string `json:"plan"`     // see plan.Kind
	Requests         int    `json:"requests"` // how many of these there were
	EntitiesRead     int    `json:"entitiesRead"`
	EntitiesReturned int    `json:"entitiesReturned"`
	Advice           string `json:"advice,omitempty"` // what would make it cheaper

	kind plan.Kind
	most int // read by one request
}

// A tally tells so many shapes of queries apart, and keeps so many bytes of a request.
const (
	mostShapes  = 1000
	mostRequest = 500
)

// Tally adds up the requests of an account. Its methods are safe for concurrent use.
type Tally struct {
	account string

	mu      sync.Mutex
	cost    Cost
	queries map[string]*Query // by shape
}

// New returns the tally of an account that nobody has asked for anything yet.
func New(account string) *Tally { return &Tally{account: account, queries: map[string]*Query{}} }

// Add adds a request that was answered.
func (t *Tally) Add(r wire.Request, tr *trace.Trace) {
	if r.Method == "OPTIONS" {
		return // a browser asks whether it may send a request; no program does
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cost.Requests++
	t.cost.EntitiesRead += tr.Cost.EntitiesRead
	t.cost.EntitiesReturned += tr.Cost.EntitiesReturned
	t.cost.EntitiesWritten += tr.Cost.EntitiesWritten
	if r.Method == "GET" && tr.Plan.Kind != plan.None {
		t.query(r, tr)
	}
}

func (t *Tally) query(r wire.Request, tr *trace.Trace) {
	name := tr.Plan.Kind.String() + " " + shape.Of(r, tr)
	q := t.queries[name]
	if q == nil && len(t.queries) >= mostShapes {
		name = tr.Plan.Kind.String() // the queries of other shapes, together
		q = t.queries[name]
	}
	if q == nil {
		q = &Query{kind: tr.Plan.Kind, Plan: tr.Plan.Kind.String(), most: -1}
		t.queries[name] = q
	}
	q.Requests++
	q.EntitiesRead += tr.Cost.EntitiesRead
	q.EntitiesReturned += tr.Cost.EntitiesReturned
	if tr.Cost.EntitiesRead > q.most {
		q.most, q.Request, q.Advice = tr.Cost.EntitiesRead, t.shown(r), tr.Plan.Advice
	}
}

// shown writes a request as people read it: without the host, the account, signatures and escapes.
func (t *Tally) shown(r wire.Request) string {
	u := wire.SplitURL(wire.WithoutSignature(r.URL))
	text := r.Method + " " + strings.TrimPrefix(u.Path, "/"+t.account)
	if u.Query != "" {
		text += "?" + strings.ReplaceAll(u.Query, "+", " ")
	}
	if plain, ok := wire.Unescape(text); ok {
		text = plain
	}
	if len(text) > mostRequest {
		text = text[:mostRequest] + "…"
	}
	return strings.ToValidUTF8(strings.Clone(text), "")
}

// Reset begins to count again.
func (t *Tally) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cost, t.queries = Cost{}, map[string]*Query{}
}

// Cost returns what the requests took since the beginning, or since Reset.
func (t *Tally) Cost() Cost {
	t.mu.Lock()
	defer t.mu.Unlock()
	cost := t.cost
	cost.Scans = []Query{}
	for _, q := range t.dearest() {
		if q.kind.Scans() {
			cost.Scans = append(cost.Scans, *q)
		}
	}
	return cost
}

// dearest returns the queries: those that scan first, then those that read most.
func (t *Tally) dearest() (all []*Query) {
	for _, q := range t.queries {
		all = append(all, q)
	}
	rank := func(q *Query) int {
		if q.kind.Scans() {
			return 0
		}
		return 1
	}
	slices.SortFunc(all, func(a, b *Query) int {
		return cmp.Or(rank(a)-rank(b), b.EntitiesRead-a.EntitiesRead, cmp.Compare(a.Request, b.Request))
	})
	return all
}
