package control

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// rule is a rule in force. Its conditions were checked.
type rule struct {
	protocol.FaultRule
	wait   table.Ticks
	random *rand.Rand
	met    map[uint64]bool // the requests so far, if it's for each once
}

// most is how many different requests a rule for each once tells apart.
const most = 100_000

// counts counts a request that fulfills the rule's conditions, and reports whether the fault is to be done to
// it.
func (r *rule) counts(s subject, req wire.Request) bool {
	if !r.about(s) {
		return false
	}
	r.Matched++
	chosen := r.Nth == 0 || r.Matched == r.Nth
	if r.Rate > 0 {
		chosen = r.random.Float64() < r.Rate && chosen
	}
	if r.Each != "" {
		chosen = r.first(req) && chosen
	}
	return chosen && (r.Times == 0 || r.Applied < r.Times)
}

// about reports whether the rule is for what a request asks for.
func (r *rule) about(s subject) bool {
	is := func(wanted, found string) bool { return wanted == "" || wanted == found }
	return is(r.Account, s.account) && is(r.Service, nouns[s.service]) && is(r.Operation, s.operation) &&
		(r.Table == "" || wire.EqualFold(r.Table, s.resource)) &&
		is(cmp.Or(r.Queue, r.Container), s.resource) && is(r.Blob, s.blob) &&
		(r.PartitionKey == "" && r.RowKey == "" || slices.ContainsFunc(s.entities, func(k table.Key) bool {
			return is(r.PartitionKey, k.PartitionKey) && is(r.RowKey, k.RowKey)
		}))
}

// first reports whether no request before was the same: in method, URL and body.
func (r *rule) first(req wire.Request) bool {
	sum := fnv.New64a()
	for _, part := range append([]string{req.Method, "\n", req.URL, "\n", string(req.Body)}, req.Segments...) {
		_, _ = sum.Write([]byte(part))
	}
	hash := sum.Sum64()
	if r.met[hash] || len(r.met) == most {
		return false
	}
	r.met[hash] = true
	return true
}

func (r *rule) effect() effect {
	return effect{
		fault: r.Fault, wait: r.wait, retryAfter: r.RetryAfter,
		hint: "The control interface's rule " + r.ID + " did this: " + r.Fault + ".",
	}
}
