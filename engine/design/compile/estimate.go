package compile

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// estimate returns how many entities a request reads, by what the file says of the data: all values are as
// common as each other, and no two properties depend on each other.
func (r *reader) estimate(a *asked, top int) float64 {
	if a.parts != nil {
		sum := 0.
		for _, p := range a.parts {
			sum += p.estimate(p.asked, top)
		}
		return sum
	}
	n := r.count()
	if a.kind == design.PointQuery {
		return min(n, 1)
	}
	read, seen := n, []*design.Property{}
	by := a.pk.used
	if a.pk.whole {
		by = append(by[:len(by):len(by)], a.rk.used...)
	}
	for _, p := range by {
		if !has(seen, p) {
			seen = append(seen, p)
			c := find(a.choice.conditions, p)
			if cut := firstPart(r.place.PartitionKey, design.Cut); cut != nil && cut.Property.Name == p.Name &&
				!(a.pk.whole && has(a.rk.used, p)) {
				c = c.rounded(cut.Unit)
			}
			part := spanned(c, n)
			if hash := hashOf(r.place.PartitionKey, p); hash != nil && !(a.pk.whole && has(a.rk.used, p)) {
				part = max(part, 1/float64(hash.Width)) // others have the same hash
			}
			read *= part
		}
	}
	if hash := firstPart(r.place.PartitionKey, design.Hash); hash != nil && a.choice.shard >= 0 {
		read /= float64(hash.Width)
	}
	if top == 0 {
		return read
	}
	return r.untilEnough(a, n, read, float64(top+1), seen)
}

// untilEnough returns how many entities a request reads until enough have come. Some properties bound what it
// reads; the others are tested.
func (r *reader) untilEnough(a *asked, n, read, enough float64, seen []*design.Property) float64 {
	fits, before := 1., 0.
	cut := firstPart(r.place.PartitionKey, design.Cut)
	if cut != nil && !a.pk.whole && has(a.rest, cut.Property) {
		if c := find(a.choice.conditions, cut.Property); c.lo.is() {
			before = n * (share(c.rounded(cut.Unit), n) - share(c, n)) // of the first bucket, before the range begins
		}
	}
	var skewed *condition
	for _, p := range a.rest {
		switch c, hash := find(a.choice.conditions, p), hashOf(r.place.PartitionKey, p); {
		case has(seen, p) && hash != nil:
			fits *= min(1, share(c, n)*float64(hash.Width)) // of those with the same hash
		case has(seen, p) && cut != nil && cut.Property.Name == p.Name && a.pk.whole:
			fits *= share(c, n) / max(share(c.rounded(cut.Unit), n), 1e-9) // of those in the same bucket
		case has(seen, p):
		case p.Skew > 0 && skewed == nil:
			skewed = c
		default:
			fits *= share(c, n)
		}
	}
	if skewed == nil {
		return min(read, before+enough/max(fits, 1e-9))
	}
	return min(read, before+passed(skewed, n, read, enough, fits))
}

// hashOf returns the only part of a key that has a property, if that's a hash.
func hashOf(t design.Template, p *design.Property) (hash *design.Part) {
	for i := range t.Parts {
		if of := t.Parts[i].Property; of == nil || of.Name != p.Name {
			continue
		}
		if t.Parts[i].Format != design.Hash {
			return nil
		}
		hash = &t.Parts[i]
	}
	return hash
}

// passed returns how many of so many entities are read until enough have come that fulfill a condition, and
// others that so many do. A rare value takes longer, and each is asked for as often as entities have it.
func passed(c *condition, n, read, enough, others float64) float64 {
	p := c.property
	values := p.ValuesAmong(n)
	if _, ok := c.single(); !ok || p.Skew == 0 || values == 0 || c.terms[0].Op != design.Equal ||
		c.terms[0].Params[0].Fixed {
		return min(read, enough/max(share(c, n)*others, 1e-9))
	}
	sum, weights := 0., 0.
	for s, like := range generate.Shares(p.Skew, values) {
		weight := s * float64(like)
		sum, weights = sum+weight*min(read, enough/max(s*others, 1e-9)), weights+weight
	}
	return sum / weights
}

// spanned returns which share of n entities is from the least to the greatest of a condition's values. A
// key that is bounded by several has those between them, too.
func spanned(c *condition, n float64) float64 {
	if k := float64(len(c.values)); c.fixed && k > 1 {
		all := distinct(c.property, n)
		return min(1, (k-1)/(k+1)*(all+1)/all+1/all) // on average, if they're anywhere among all values
	}
	return share(c, n)
}

// share returns which share of n entities fulfills a condition.
func share(c *condition, n float64) float64 {
	const unknown, prefixed = 1. / 3, 100
	p := c.property
	switch {
	case c.fixed && p.Skew > 0:
		return min(1, c.skewed(n)*float64(max(1, p.Several)))
	case c.fixed:
		return min(1, float64(len(c.values)*max(1, p.Several))/distinct(p, n))
	case c.prefix != "" && p.Source().Names == nil:
		return min(1, prefixed/distinct(p, n)) // all of a value but two digits
	case c.prefix != "":
		return 1 / distinct(p, n)
	case p.Kind == table.DateTime && p.Every > 0 && n > 0:
		first, last := p.From, p.From+table.Ticks(distinct(p, n))*p.Every
		return overlap(c, float64(first), float64(last), func(v table.Value) float64 { return float64(v.Int()) })
	case p.Per != nil:
		return overlap(c, p.Min+1, p.Min+1+distinct(p, n), func(v table.Value) float64 { return float64(v.Int()) })
	case p.Max > p.Min && p.Kind == table.Double:
		return overlap(c, p.Min, p.Max, table.Value.Float)
	case p.Max > p.Min && p.Kind != table.String:
		return overlap(c, p.Min, p.Max+1, func(v table.Value) float64 { return float64(v.Int()) })
	}
	return unknown
}

// skewed returns which share of n entities has one of the values of a condition: of those that the file
// names, what it says, and of others what's usual, because a value is asked for as often as entities have it.
func (c *condition) skewed(n float64) (sum float64) {
	asked := map[table.Value]bool{}
	for _, t := range c.terms {
		for i, v := range t.Values {
			asked[v] = asked[v] || !t.Params[i].Fixed
		}
	}
	for _, v := range c.values {
		at := slices.Index(c.property.Names, v.Text())
		if named, ok := asked[v]; at >= 0 && (!ok || !named) {
			sum += generate.ShareOf(c.property, at)
		} else {
			sum += generate.Common(c.property, n)
		}
	}
	return min(1, sum)
}

// rounded returns a condition on a time with whole units of it, which is what a PartitionKey can say.
func (c *condition) rounded(u design.Unit) *condition {
	one := *c
	if _, ok := c.single(); ok {
		one.fixed = false
	}
	if one.lo.is() {
		one.lo.value = table.DateTimeValue(keys.Floor(one.lo.value.Ticks(), u))
	}
	if one.hi.is() {
		one.hi.value = table.DateTimeValue(keys.Next(keys.Floor(one.hi.value.Ticks(), u), u) - 1)
	}
	return &one
}

// overlap returns which share of a range is within a condition's bounds.
func overlap(c *condition, from, to float64, number func(table.Value) float64) float64 {
	lo, hi := from, to
	if c.lo.is() {
		lo = max(lo, number(c.lo.value))
	}
	if c.hi.is() {
		hi = min(hi, number(c.hi.value)+1)
	}
	return min(1, max(0, hi-lo)/(to-from))
}

// distinct returns how many values a property has among n entities.
func distinct(p *design.Property, n float64) float64 {
	n = max(n, 1)
	switch {
	case p.Kind == table.Boolean:
		return 2
	case p.Per != nil:
		return max(1, n/distinct(p.Per, n))
	case p.Values > 0:
		return min(n, float64(p.ValuesAmong(n))*rounds(p, n))
	case p.Max > p.Min && p.Kind != table.Double && p.Kind != table.String:
		return min(n, p.Max-p.Min+1)
	}
	return n
}

// rounds returns how often a property gets new values because all combinations of its own are used.
func rounds(p *design.Property, n float64) float64 {
	combinations := 1.
	for _, u := range p.Unique {
		combinations *= float64(u.ValuesAmong(n))
	}
	if p.Unique == nil || p.Unique[len(p.Unique)-1] != p {
		return 1
	}
	return max(1, n/combinations)
}

// Wanted returns how many entities a pattern is about, by what the file says of the data.
func Wanted(p *design.Pattern, params []table.Value) (sum float64) {
	for _, q := range p.Each() {
		sum += wanted(q.Entity, conditionsOf(Bind(q, params)))
	}
	if p.Limit > 0 {
		sum = min(sum, float64(p.Limit))
	}
	return sum
}

func wanted(e *design.Entity, conditions []*condition) float64 {
	n := float64(e.Count)
	wanted, told := n, tellApart(e, conditions)
	if told != nil {
		wanted = 1
	}
	from, to := 0., 1. // of the entities, whose times come in their order
	for _, c := range conditions {
		switch p := c.property; {
		case slices.Contains(told, p):
			wanted *= float64(len(c.values))
		case p.Kind == table.DateTime && p.Every > 0 && p.Values == 0 && !c.fixed:
			low := *c
			low.hi = bound{}
			begin := 1 - share(&low, n)
			from, to = max(from, begin), min(to, begin+share(c, n))
		default:
			wanted *= share(c, n)
		}
	}
	return wanted * max(0, to-from)
}

// tellApart returns the properties that tell the entities of a type apart, if conditions name the values of
// all of them. Each combination is one entity then, however many there are.
func tellApart(e *design.Entity, conditions []*condition) []*design.Property {
	named := func(p *design.Property) bool {
		return slices.ContainsFunc(conditions, func(c *condition) bool { return c.property == p && c.fixed })
	}
	for _, p := range e.Properties {
		all := p.Unique
		if p.Per != nil {
			all = []*design.Property{p.Per, p}
		}
		if all != nil && !slices.ContainsFunc(all, func(p *design.Property) bool { return !named(p) }) {
			return all
		}
	}
	return nil
}
