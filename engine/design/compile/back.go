package compile

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// How many buckets of time a question for the newest may need, by what the file says of the data, and how
// many are asked for one after another before one request asks for all that are older.
const (
	fewBuckets  = 5
	mostBuckets = 12
)

// back plans to ask for the newest in a place whose PartitionKey has their bucket of time: first in that of
// now, which is when the file's data end, then in those before it, until enough have come. ok is false if the
// keys don't allow it, or if it's likely to take many requests.
func (r *reader) back() (plan design.Plan, ok bool) {
	p, part := r.pattern, firstPart(r.place.PartitionKey, design.Cut)
	if part == nil || part.Property.Name != p.Sort || part.Property.Every == 0 || !p.Newest || p.Also != nil ||
		p.Limit == 0 || p.Limit > table.MaxPage {
		return plan, false
	}
	of := part.Property
	about := find(r.conditions, of)
	if about == nil {
		about = &condition{property: of}
	} else if about.fixed || about.none {
		return plan, false
	}
	oldest := of.From
	at := oldest + table.Ticks(distinct(of, float64(p.Entity.Count)))*of.Every
	if about.lo.is() {
		oldest = max(oldest, about.lo.value.Ticks())
	}
	if about.hi.is() {
		at = min(at, about.hi.value.Ticks())
	}
	b := &reader{pattern: p, place: r.place, apart: r.apart, conditions: r.conditions, backwards: true}
	var all []*asked
	for ; len(all) < mostBuckets && at >= oldest; at = keys.Floor(at, part.Unit) - 1 {
		a := b.askFrom(about, keys.Floor(at, part.Unit), keys.Next(keys.Floor(at, part.Unit), part.Unit)-1)
		if !a.pk.whole || a.drops {
			return plan, false
		}
		if a.sorted = b.ordered(a.choice, a); !a.empty {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return plan, false
	}
	if plan = b.plan(all); !b.expect(&plan, all) {
		return plan, false
	}
	if at >= oldest {
		rest := b.askFrom(about, 0, at)
		work := plan.Work
		work.Sort = true
		plan.Requests = append(plan.Requests, b.request(rest, 0, work))
	}
	return plan, true
}

// askFrom asks for a range of a time, as far as a condition has it.
func (r *reader) askFrom(about *condition, from, to table.Ticks) *asked {
	one := *about
	if from > 0 && (!one.lo.is() || one.lo.value.Ticks() < from) {
		one.lo = bound{value: table.DateTimeValue(from)}
	}
	if !one.hi.is() || one.hi.value.Ticks() > to {
		one.hi = bound{value: table.DateTimeValue(to)}
	}
	whole := choice{conditions: r.conditions, shard: -1}
	c := whole.with(&one)
	if find(r.conditions, one.property) == nil {
		c.conditions = append(c.conditions, &one)
	}
	if a := r.askBy(c, whole); a.pk.whole && has(a.pk.covered, one.property) {
		return a
	}
	return r.ask(c)
}

// expect says how many buckets it takes and what is read in them, by what the file says of the data. It
// returns false if these are too many, or most of the table.
func (r *reader) expect(plan *design.Plan, all []*asked) bool {
	n, found := float64(r.pattern.Entity.Count), 0.
	plan.Estimate = 0
	for _, a := range all {
		plan.Sends++
		plan.Estimate += r.estimate(a, plan.Requests[0].Top)
		fits := n
		for _, c := range a.choice.conditions {
			fits *= share(c, n)
		}
		if found += fits; found >= float64(plan.Until) {
			break
		}
	}
	if plan.Sends == 1 && len(all) > 1 {
		plan.Kind-- // it's one of several only if the first has too few
	}
	return plan.Sends <= fewBuckets && plan.Estimate < n/2
}
