package compile

import (
	"math"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// stepwise plans to ask for what comes first in the order of a time, in a place whose PartitionKey has its
// bucket: first in the bucket in which the order begins, then in the next, until enough have come. The newest
// begin now, which is when the file's data end. If the PartitionKey has a hash or named values, too, or the
// RowKey has these, each bucket has a request for each of these at once. ok is false if the keys don't allow
// it, or if it's likely to cost more than a scan.
func (r *reader) stepwise(only int) (best design.Plan, ok bool) {
	for i, each := range r.shards() {
		if only != anyWay && i != only {
			continue
		}
		if plan, fits := r.walk(each); fits && (!ok || better(plan, best)) {
			best, ok = plan, true
			best.Way.Split = i
		}
	}
	return best, ok
}

// walk plans stepwise, with a request for each of some choices in a bucket.
func (r *reader) walk(each []choice) (plan design.Plan, ok bool) {
	p, part := r.pattern, firstPart(r.place.PartitionKey, design.Cut)
	if part == nil || part.Property.Name != p.Sort || part.Property.Every == 0 || p.Also != nil ||
		p.Limit == 0 || p.Limit > table.MaxPage {
		return plan, false
	}
	about := find(r.conditions, part.Property)
	if about == nil {
		about = &condition{property: part.Property}
	} else if about.fixed || about.none {
		return plan, false
	}
	stepping := *r
	stepping.stepping = true
	s := &steps{reader: &stepping, unit: part.Unit, about: about, each: each}
	s.first, s.last = about.ends(float64(p.Entity.Count)) // of all of the type
	if s.each == nil || !s.likely() {
		return plan, false
	}
	plan = s.plan(s.all)
	plan.Way.Walk = true
	plan.Round, plan.Sends, plan.Estimate = len(s.each), s.sends, s.read
	plan.Work.Merge = plan.Round > 1 && !plan.Work.Sort
	plan.Client = nil
	r.client(&plan)
	if plan.Sends <= float64(plan.Round) && len(s.all) > plan.Round && plan.Round == 1 {
		plan.Kind-- // it's one of several only if the first has too few
	}
	work := plan.Work
	work.Sort = true
	rest := s.rest()
	for _, a := range rest {
		plan.Requests = append(plan.Requests, s.request(a, 0, work))
	}
	return plan, r.each(s.all) && r.each(rest)
}

// ends returns the first and the last time that a condition allows, as far as the file's data go.
func (c *condition) ends(n float64) (first, last table.Ticks) {
	of := c.property
	first, last = of.From, now(of, n)
	if c.lo.is() {
		first = max(first, c.lo.value.Ticks())
	}
	if c.hi.is() {
		last = min(last, c.hi.value.Ticks())
	}
	return first, last
}

// now returns when the file's data end: after the last of so many entities.
func now(p *design.Property, n float64) table.Ticks {
	return min(p.From+table.Ticks(distinct(p, n)*float64(p.Every)), table.MaxTicks)
}

// shards returns a choice for each PartitionKey that there is in a bucket of time, or none if these are too
// many, and a choice for each value at the beginning of their RowKeys.
func (r *reader) shards() [2][]choice {
	t := r.place.PartitionKey
	choices := splitValues([]choice{{conditions: r.conditions, shard: -1}}, []design.Template{t})
	if each := splitHash(choices, t); each != nil {
		choices = each
	}
	if each := splitNames(choices, t); each != nil {
		choices = each
	}
	return [...][]choice{choices, splitNames(choices, r.place.RowKey)}
}

// steps are requests for one bucket of time after another.
type steps struct {
	*reader
	unit        design.Unit
	about       *condition // of the time
	first, last table.Ticks
	each        []choice // of a bucket's partitions
	all         []*asked

	sends float64 // how many requests it's likely to take
	read  float64 // how many entities these are likely to read
}

// likely asks for each bucket until enough are likely to have come, and for some more. It returns false if
// that's more than there can be, or than all are worth.
func (s *steps) likely() bool {
	n, found := s.count(), 0.
	const surely = 4 // standard deviations
	limit := float64(s.pattern.Limit)
	enough := limit + surely*math.Sqrt(limit+1) + surely // few are more uncertain still
	values := s.values(n)
	enough /= values[len(values)-1].share
	for s.first <= s.last && found < enough && len(s.all)+len(s.each) <= MaxRequests {
		at := s.first
		if s.pattern.Newest {
			at = s.last
		}
		from, next := keys.Floor(at, s.unit), keys.Next(at, s.unit)
		if s.pattern.Newest {
			s.last = from - 1
		} else {
			s.first = next
		}
		round, fits := s.round(from, next-1, n)
		if round == nil {
			return false
		}
		s.all = append(s.all, round...)
		s.send(round, s.top(round), values.lacking(limit, found))
		found += fits
	}
	s.send(s.rest(), 0, values.lacking(limit, found))
	const few = 5
	worth := s.sends <= few && s.read < n/2 || Costs(s.read, s.sends) < Costs(n, n/table.MaxPage)
	return worth && len(s.all) > 0 && (found >= limit || s.first > s.last)
}

// send counts requests that are sent with a probability.
func (s *steps) send(all []*asked, top int, probability float64) {
	for _, a := range all {
		if probability > 0 {
			s.sends, s.read = s.sends+probability, s.read+probability*s.estimate(a, top)
		}
	}
}

// values are those that are asked for, the most common first: how often each is, and what share of the
// entities has it, compared with the mean.
type values []struct{ asked, share float64 }

// values returns those of the first condition with a skew.
func (s *steps) values(n float64) (all values) {
	for _, c := range s.conditions {
		p := c.property
		if _, ok := c.single(); !ok || p.Skew == 0 || c.terms == nil || c.terms[0].Params[0].Fixed {
			continue
		}
		mean := generate.Common(p, n)
		for share, like := range generate.Shares(p.Skew, p.ValuesAmong(n)) {
			all = append(all, struct{ asked, share float64 }{share * float64(like), share / mean})
		}
		return all
	}
	return values{{1, 1}}
}

// lacking returns for which part of the questions fewer than a limit have been found, where so many have been
// on average.
func (v values) lacking(limit, found float64) (sum float64) {
	for _, one := range v {
		if found*one.share < limit {
			sum += one.asked
		}
	}
	return sum
}

// round asks for a bucket, and says how many entities there are likely to be in it. It returns nil if the
// keys don't say the bucket.
func (s *steps) round(from, to table.Ticks, n float64) (all []*asked, fits float64) {
	for _, c := range s.each {
		a := s.askFrom(c, s.about, from, to)
		if !a.pk.whole || a.drops || a.empty && len(s.each) > 1 {
			return nil, 0
		}
		a.sorted = s.ordered(a.choice, a)
		all = append(all, a)
	}
	for _, a := range all {
		one := n
		for _, c := range a.choice.conditions {
			one *= share(c, n)
		}
		if a.choice.shard >= 0 {
			one /= float64(firstPart(s.place.PartitionKey, design.Hash).Width)
		}
		fits += one
	}
	return all, fits
}

// top is how many entities are asked for at most: all if they aren't in order.
func (s *steps) top(round []*asked) int {
	for _, a := range round {
		if !a.sorted {
			return 0
		}
	}
	return s.pattern.Limit
}

// rest asks for what is in no bucket.
func (s *steps) rest() (all []*asked) {
	if s.first > s.last {
		return nil
	}
	from, to := s.first, table.MaxTicks
	if s.pattern.Newest {
		from, to = 0, s.last
	}
	for _, c := range s.each {
		a := s.askFrom(c, s.about, from, to)
		if n := len(all); n == 0 || !all[n-1].pk.equal(&a.pk) {
			all = append(all, a)
		}
	}
	return all
}

// askFrom asks for a range of a time, as far as a condition has it.
func (r *reader) askFrom(whole choice, about *condition, from, to table.Ticks) *asked {
	one := *about
	if from > 0 && (!one.lo.is() || one.lo.value.Ticks() < from) {
		one.lo = bound{value: table.DateTimeValue(from)}
	}
	if to < table.MaxTicks && (!one.hi.is() || one.hi.value.Ticks() > to) {
		one.hi = bound{value: table.DateTimeValue(to)}
	}
	c := whole.with(&one)
	if find(whole.conditions, one.property) == nil {
		c.conditions = append(c.conditions, &one)
	}
	if a := r.askBy(c, whole); a.pk.whole && has(a.pk.covered, one.property) {
		return a
	}
	return r.ask(c)
}
