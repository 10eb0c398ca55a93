package partition

import "github.com/rowkey/rowkey/engine/table"

// Gates are the model's gates for requests as they come, rather than for a load that is simulated: one for
// each account and one for each partition, as if each partition were alone in its range.
type Gates struct {
	assume     Assumptions
	random     random
	accounts   map[string]*liveGate
	partitions map[string]*liveGate
	now        int64 // in ticks of the model
}

// Verdict says what Gates do with a request.
type Verdict uint8

// What becomes of a request.
const (
	Passed Verdict = iota
	OverAccount
	OverPartition
)

// maxGates is how many partitions are told apart before those that rest are forgotten.
const maxGates = 10_000

// NewGates returns gates that have saved up as much as they can.
func NewGates(a Assumptions, seed uint64) *Gates {
	return &Gates{
		assume: a, random: random{seed}, accounts: map[string]*liveGate{}, partitions: map[string]*liveGate{},
	}
}

// Admit says whether a request passes that comes at a time. The partition is "" if that isn't known.
func (g *Gates) Admit(now table.Ticks, account, partition string, entities int) Verdict {
	g.now = int64(now / (tick / 100))
	whole := g.gate(g.accounts, account, g.assume.AccountCap)
	if !whole.admit(1, &g.random) {
		return OverAccount
	}
	if partition != "" {
		part := g.gate(g.partitions, account+"\x00"+partition, g.assume.PartitionCap)
		if !part.admit(float64(entities), &g.random) {
			return OverPartition
		}
		part.taken += float64(entities)
	}
	whole.taken++
	return Passed
}

// Charge counts entities that a request has read in a partition, after it passed.
func (g *Gates) Charge(account, partition string, entities int) {
	part := g.gate(g.partitions, account+"\x00"+partition, g.assume.PartitionCap)
	part.seen += float64(entities)
	part.taken += float64(entities)
}

// gate returns a gate in its turn at the present time.
func (g *Gates) gate(among map[string]*liveGate, name string, perSecond float64) *liveGate {
	found := among[name]
	if found == nil {
		if len(among) >= maxGates {
			g.forget(among)
		}
		found = &liveGate{turned: g.now, perTick: perSecond * tick / 1e9, most: perSecond * g.assume.BurstTime}
		found.saved = found.most
		among[name] = found
	}
	found.advance(g.now)
	return found
}

// forget drops gates that have saved up everything again. A new one is the same.
func (g *Gates) forget(among map[string]*liveGate) {
	for name, gate := range among {
		if gate.advance(g.now); gate.saved >= gate.most && gate.seen == 0 {
			delete(among, name)
		}
	}
}

// liveGate is a gate that turns when it's looked at.
type liveGate struct {
	gate
	turned        int64
	perTick, most float64
}

// advance turns the gate up to a tick. The tick of a clock that was set back is a new one.
func (g *liveGate) advance(now int64) {
	ticks := now - g.turned
	if ticks == 0 {
		return
	}
	g.turned = now
	g.turn(g.perTick, g.most)
	if ticks > 1 {
		g.saved = min(g.saved+g.perTick*float64(ticks-1), g.most)
		g.refuse = 0
	}
}

// admit reports whether a request may pass. Within a tick no more passes than was saved up: time may stand
// still.
func (g *liveGate) admit(weight float64, r *random) bool {
	within := g.saved+g.perTick > g.taken
	return g.open(weight, r) && within
}
