package compile

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// waysEach is how many ways there are of each kind: with all times, with each bucket, with each shard, with
// each value that there can be, with each of both, and with each value in the RowKey.
const waysEach = 6

// ways returns the ways to split a question into requests, by the keys of its place: always as many. One that
// they don't allow is nil, or an earlier one. Of the others than the one that's asked for, most are nil.
func (r *reader) ways(only int) (all [][]choice) {
	for k, of := range [][]design.Template{
		nil, {r.place.PartitionKey}, {r.place.PartitionKey, r.place.RowKey},
	} {
		if only != anyWay && only/waysEach != k {
			all = append(all, make([][]choice, waysEach)...)
			continue
		}
		t := r.place.PartitionKey
		choices := splitValues([]choice{{conditions: r.conditions, shard: -1}}, of)
		if k > 0 && only == anyWay && len(choices) == len(all[len(all)-waysEach]) { // these keys split no more
			again := slices.Clone(all[len(all)-waysEach:])
			if k == 1 {
				again[waysEach-1] = splitNames(again[1], r.place.RowKey)
			}
			all = append(all, again...)
			continue
		}
		cut := choices
		if times := splitTimes(choices, t, float64(r.pattern.Entity.Count)); times != nil {
			cut = times
		}
		shards := splitHash(cut, t)
		if shards == nil { // too many with each bucket: a range of these then
			shards = splitHash(choices, t)
		}
		both := splitNames(shards, t)
		if len(both) == len(shards) {
			both = nil
		}
		var rows []choice
		if of != nil {
			rows = splitNames(cut, r.place.RowKey)
		}
		all = append(all, choices, cut, shards, splitNames(cut, t), both, rows)
	}
	return all
}

// splitValues makes a choice of each value of the properties in some templates, or none if these are too
// many.
func splitValues(choices []choice, templates []design.Template) []choice {
	for _, t := range templates {
		for _, p := range t.Parts {
			if p.Property == nil {
				continue
			}
			var next []choice
			for _, c := range choices {
				about := find(c.conditions, p.Property)
				if about == nil || len(about.values) < 2 {
					next = append(next, c)
					continue
				}
				for _, v := range about.values {
					one := *about
					one.values, one.lo, one.hi = []table.Value{v}, bound{value: v}, bound{value: v}
					next = append(next, c.with(&one))
				}
			}
			if choices = next; len(choices) > MaxRequests {
				return nil
			}
		}
	}
	return choices
}

// with returns the choice with another condition for its property.
func (c choice) with(one *condition) choice {
	c.conditions = slices.Clone(c.conditions)
	for i, old := range c.conditions {
		if old.property.Name == one.property.Name {
			c.conditions[i] = one
		}
	}
	return c
}

// mostBuckets is how many buckets of time are asked for, each with a request: a year of days.
const mostBuckets = 366

// splitTimes makes a choice of each bucket of the first cut time of a template, for conditions that have an
// end. The other one is that of the data. It returns none if there's no such time or too many buckets.
func splitTimes(choices []choice, t design.Template, n float64) (split []choice) {
	part := firstPart(t, design.Cut)
	if part == nil {
		return nil
	}
	buckets := 0
	for _, c := range choices {
		about := find(c.conditions, part.Property)
		if about == nil || about.fixed || about.none || !about.lo.is() && !about.hi.is() ||
			part.Property.Every == 0 && (!about.lo.is() || !about.hi.is()) {
			return nil
		}
		for at, last := about.bounds(part.Unit, n); at <= last; at = keys.Next(at, part.Unit) {
			if buckets++; buckets > mostBuckets {
				return nil
			}
		}
	}
	if buckets == 0 {
		return nil
	}
	split = make([]choice, 0, buckets)
	for _, c := range choices {
		about := find(c.conditions, part.Property)
		at, last := about.bounds(part.Unit, n)
		for next := at; at <= last; at = next {
			next = keys.Next(at, part.Unit)
			one := *about
			one.lo = bound{value: table.DateTimeValue(at)}
			one.hi = bound{value: table.DateTimeValue(min(last, next-1))}
			split = append(split, c.with(&one))
		}
	}
	return split
}

// bounds returns the first and the last time of a condition. An end that it doesn't have is that of the first
// or last bucket of the file's data.
func (c *condition) bounds(u design.Unit, n float64) (first, last table.Ticks) {
	if c.lo.is() {
		first = c.lo.value.Ticks()
	} else {
		first = keys.Floor(c.property.From, u)
	}
	if c.hi.is() {
		return first, c.hi.value.Ticks()
	}
	return first, keys.Next(now(c.property, n), u) - 1
}

// splitHash makes a choice of each value of the first hash of a template whose property isn't fixed, or none
// if there's no such hash or too many values.
func splitHash(choices []choice, t design.Template) (split []choice) {
	for _, p := range t.Parts {
		if p.Property == nil || p.Format != design.Hash || len(choices) == 0 {
			continue
		}
		if _, fixed := find(choices[0].conditions, p.Property).single(); fixed {
			continue
		}
		if p.Width*len(choices) > MaxRequests {
			return nil
		}
		for _, c := range choices {
			for n := range p.Width {
				c.shard, c.guessed = n, true
				split = append(split, c)
			}
		}
		return split
	}
	return nil
}

// splitNames makes a choice of each value of the properties in a template that no term fixes, if the file
// says all that there can be. It returns none if there are no such properties or too many values.
func splitNames(choices []choice, t design.Template) (split []choice) {
	split = choices
	for _, p := range t.Parts {
		if p.Property == nil || p.Format == design.Hash || len(split) == 0 {
			continue
		}
		about := find(split[0].conditions, p.Property)
		if about == nil {
			about = &condition{property: p.Property}
		} else if about.fixed {
			continue
		}
		var next []choice
		for _, v := range namesOf(p.Property) {
			if slices.ContainsFunc(about.terms, func(t Term) bool { return !t.Holds(v) }) {
				continue
			}
			one := *about
			one.fixed, one.values, one.lo, one.hi = true, []table.Value{v}, bound{value: v}, bound{value: v}
			for _, c := range split {
				if c.guessed = true; about.terms != nil {
					c = c.with(&one)
				} else {
					c.conditions = append(slices.Clone(c.conditions), &one)
				}
				next = append(next, c)
			}
		}
		if len(next) > MaxRequests {
			return nil
		}
		if next != nil {
			split = next
		}
	}
	if len(split) == 0 || !split[0].guessed {
		return nil
	}
	return split
}

// namesOf returns all values of a property, or none if there are others than the file says, or too many.
func namesOf(p *design.Property) (all []table.Value) {
	if p.Kind == table.Boolean {
		return []table.Value{table.BooleanValue(false), table.BooleanValue(true)}
	}
	for _, name := range p.Names {
		all = append(all, table.StringValue(name))
	}
	many := p.Max - p.Min + 1
	each := p.Kind == table.Int32 || p.Kind == table.Int64
	each = each && (p.Values == 0 || float64(p.Values) == many) && p.Of.Property == nil && p.Per == nil
	getsMore := p.Unique != nil && p.Unique[len(p.Unique)-1].Name == p.Name // when all combinations are used
	if each && !getsMore && many > 1 && many <= MaxRequests {
		for n := range int64(many) {
			all = append(all, table.BitsValue(p.Kind, uint64(int64(p.Min)+n)))
		}
	}
	return all
}

func firstPart(t design.Template, f design.Format) *design.Part {
	return t.Find(func(p *design.Part) bool { return p.Format == f })
}
