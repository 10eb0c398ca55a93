package compile

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// MaxRequests is how many requests a plan can send instead of one that reads more.
const MaxRequests = 100

// maxComparisons is how many comparisons the service documents for a $filter. Beyond it, the client does the
// rest.
const maxComparisons = 15

// read returns the best plan of a pattern's question for a type, or that of a way.
func read(p *design.Pattern, d *design.Design, in Input) (best design.Plan) {
	conditions := conditionsOf(Bind(p, in.Params))
	readerOf := func(i int) *reader {
		r := &reader{pattern: p, place: d.Places[i], apart: apartOf(d, d.Places[i]), conditions: conditions}
		r.among()
		return r
	}
	if way := in.Way; way != nil && way.Place < len(d.Places) && sameType(d.Places[way.Place].Entity, p.Entity) {
		if plan, ok := readerOf(way.Place).by(*way, d); ok {
			return plan
		}
	}
	var incomplete, follows []design.Plan
	for i, place := range d.Places {
		if !sameType(place.Entity, p.Entity) {
			continue
		}
		r := readerOf(i)
		if r.partial {
			continue
		}
		plan := r.best(anyWay)
		if plan.Place == nil {
			continue
		}
		if by, ok := r.stepwise(anyWay); ok && better(by, plan) {
			plan = by
		}
		plan.Way.Place = i
		if plan.Missing = missing(place, p, r.conditions); plan.Missing != "" {
			incomplete = append(incomplete, plan)
			if by, ok := r.follow(d, anyWay); ok && p.Also == nil {
				by.Way.Place = i
				follows = append(follows, by)
			}
		} else if best.Place == nil || better(plan, best) {
			best = plan
		}
	}
	for _, plan := range follows {
		if better(plan, best) {
			best = plan
		}
	}
	for _, plan := range incomplete {
		if best.Place == plan.Place {
			continue
		}
		if best.Missing == "" && best.Follow.Place == nil && better(plan, best) {
			best.Missing, best.MissingIn = plan.Missing, plan.Place.Copy
		}
		best.Steps = append(best.Steps, "The copy "+plan.Place.Copy+" has no "+plan.Missing+", so it isn't read.")
	}
	return best
}

// by plans in a way. ok is false if these values don't allow it.
func (r *reader) by(way design.Way, d *design.Design) (plan design.Plan, ok bool) {
	switch {
	case r.partial:
	case way.Follow:
		plan, ok = r.follow(d, way.Split)
	case missing(r.place, r.pattern, r.conditions) != "":
	case way.Walk:
		plan, ok = r.stepwise(way.Split)
	default:
		plan = r.best(way.Split)
		ok = plan.Place != nil
	}
	plan.Way.Place = way.Place
	return plan, ok
}

func sameType(a, b *design.Entity) bool { return a == b || a.Name == b.Name }

// missing names the properties that a pattern needs and a copy doesn't have: "Body and no Tries".
func missing(place *design.Place, p *design.Pattern, conditions []*condition) string {
	needs := p.Select
	if p.Select == nil && !p.Count {
		for _, property := range p.Entity.Properties {
			needs = append(needs[:len(needs):len(needs)], property.Name)
		}
	}
	for _, c := range conditions {
		if c.property != place.Each() {
			needs = append(needs[:len(needs):len(needs)], c.property.Name)
		}
	}
	var all []string
	for _, name := range append(needs[:len(needs):len(needs)], p.Sort) {
		known := name == "" || table.IsSystemProperty(name) || slices.Contains(all, name)
		if !known && !place.Stores(name) {
			all = append(all, name)
		}
	}
	return strings.Join(all, " and no ")
}

// better compares plans. A point query is the best, and a table scan the worst: it costs more with every
// entity that anyone adds. Between them counts what they cost, and their kind only if that's equal.
func better(a, b design.Plan) bool {
	best, worst := min(a.Kind, b.Kind), max(a.Kind, b.Kind)
	if best != worst && (best == design.PointQuery || worst == design.TableScan) {
		return a.Kind == best
	}
	if x, y := Cost(&a), Cost(&b); x != y {
		return x < y
	}
	return a.Kind < b.Kind
}

// reader plans to read a place.
type reader struct {
	pattern    *design.Pattern
	place      *design.Place
	apart      apart
	conditions []*condition
	part       float64 // of the type's entities are in the place; 0: all
	partial    bool    // what the question is about can be elsewhere
	stepping   bool    // its requests are for buckets of time, one round after another, until enough have come
}

// plan makes a plan of requests.
func (r *reader) plan(all []*asked) (plan design.Plan) {
	p := r.pattern
	plan = design.Plan{Place: r.place, Parallel: len(all) > 1 && !r.stepping}
	if r.stepping {
		plan.Until = p.Limit
	}
	ordered, rejects, drops := true, false, false
	for _, a := range all {
		ordered = ordered && a.sorted
		rejects = rejects || a.rejects
		drops = drops || a.drops
		plan.Kind = max(plan.Kind, a.kind)
	}
	top := 0
	if ordered && !drops && p.Limit > 0 && p.Limit <= table.MaxPage {
		top = p.Limit
	}
	if plan.Kind == design.PartitionScan && top > 0 && !rejects {
		plan.Kind = design.RangeQuery // it ends after $top entities
	}
	plan.Kind = plural(plan.Kind, len(all))
	plan.Work = design.Work{
		Drop:  drops,
		Sort:  p.Sort != "" && !ordered,
		Merge: p.Sort != "" && ordered && plan.Parallel,
		Trim:  p.Limit > 0 && (top == 0 || len(all) > 1),
		Count: p.Count,
	}
	for _, a := range all {
		plan.Requests = append(plan.Requests, r.request(a, top, plan.Work))
		plan.Estimate += r.estimate(a, top)
	}
	r.explain(&plan, all, top)
	return plan
}

// plural returns the kind of several requests of a kind.
func plural(k design.Kind, n int) design.Kind {
	if n > 1 && (k == design.PointQuery || k == design.RangeQuery || k == design.PartitionScan) {
		return k + 1
	}
	return k
}

// asked is a choice as a request: what the keys say, and what is left for the $filter.
type asked struct {
	kind    design.Kind
	pk, rk  span
	empty   bool
	sorted  bool     // the answer comes in the order that's wanted
	keys    []string // terms on keys
	left    []string // terms on properties
	rejects bool     // these can leave out much of what the keys let through
	drops   bool     // there are more than a $filter can have
	rest    []*design.Property
	choice  choice
	parts   []part // of a request for several types
}

// part is what a request for several types asks of one of them.
type part struct {
	*reader
	*asked
}

// ask puts a choice into the keys of the place.
func (r *reader) ask(c choice) *asked { return r.askBy(c, c) }

// askBy puts a choice into the PartitionKey of the place, and another one, which says less, into the RowKey.
func (r *reader) askBy(c, row choice) *asked {
	a := &asked{choice: c}
	a.pk, a.rk = c.walk(table.PartitionKey, r.place.PartitionKey), row.walk(table.RowKey, r.place.RowKey)
	a.empty = a.pk.empty || a.rk.empty
	for _, one := range c.conditions {
		a.empty = a.empty || one.none
	}
	r.settle(a)
	return a
}

// settle says which kind of request the keys allow, and what they leave for the $filter.
func (r *reader) settle(a *asked) {
	covered := a.pk.covered
	beside := func(s *span) bool { return r.apart.by == TypeName && !s.whole && s.text != "" }
	byPartition := a.pk.whole || a.pk.narrow || r.apart.by == table.PartitionKey || beside(&a.pk)
	byRow := r.apart.by == table.RowKey || beside(&a.rk)
	switch {
	case a.pk.whole && a.rk.whole:
		a.kind, byRow = design.PointQuery, true
	case a.pk.whole && (a.rk.narrow || byRow):
		a.kind, byRow = design.RangeQuery, true
	case a.pk.whole:
		a.kind = design.PartitionScan
	case byPartition:
		a.kind = design.PartitionRangeScan
	default:
		a.kind = design.TableScan
	}
	if byPartition {
		a.keys = a.pk.filter(a.keys)
	}
	if byRow {
		a.keys = a.rk.filter(a.keys)
		covered = slices.Concat(covered, a.rk.covered)
	}
	if a.rejects = r.apart.by == TypeName; a.rejects {
		a.left = append(a.left, r.apart.filter())
	}
	count := len(a.keys) + max(len(a.left), len(r.apart.names))
	for _, one := range a.choice.conditions {
		if has(covered, one.property) {
			// What a range leaves is only what isn't one.
			for _, t := range one.terms {
				if t.Op == design.NotEqual && !one.fixed {
					a.left, a.rejects = append(a.left, t.filter()), true
				}
			}
			continue
		}
		a.rest = append(a.rest, one.property)
		if one.property.Several > 0 {
			a.rejects, a.drops = true, true // no $filter looks into a list
			continue
		}
		_, known := one.single()
		a.rejects = a.rejects || !known || !has(a.pk.used, one.property)
		for _, text := range residual(one) {
			if n := 1 + strings.Count(text, " or "); count+n > maxComparisons && n > 1 {
				a.drops = true
			} else {
				a.left = append(a.left, text)
				count += n
			}
		}
	}
}

func has(all []*design.Property, p *design.Property) bool {
	return slices.ContainsFunc(all, func(q *design.Property) bool { return q.Name == p.Name })
}

// apartBy says whether a string keeps its order in a key although another part follows it: all strings are
// equally long, or what follows is a separator below all that a longer one goes on with.
func apartBy(part, next design.Part) bool {
	const most = 100
	names := part.Property.Source().Names
	if part.Property.Even || names == nil || len(names) > most {
		return part.Property.Even
	}
	for i, a := range names {
		for _, b := range names[i+1:] {
			if (table.CompareText(a, b) < 0) != (table.CompareText(a+next.Literal, b+next.Literal) < 0) {
				return false
			}
		}
	}
	return next.Property == nil || !slices.ContainsFunc(names, func(a string) bool {
		return slices.ContainsFunc(names, func(b string) bool { return a != b && strings.HasPrefix(b, a) })
	})
}

// ordered says whether the answer to a request comes in the order that the pattern wants: the first parts
// that vary have to be of its property, in a format that keeps the order, or reverses it for the newest.
func (r *reader) ordered(c choice, a *asked) bool {
	p := r.pattern
	if p.Sort == "" || a.kind == design.PointQuery {
		return true
	}
	if _, ok := find(c.conditions, &design.Property{Name: p.Sort}).single(); ok {
		return true
	}
	want := keys.Kept
	if p.Newest {
		want = keys.Reversed
	}
	for i, t := range []design.Template{r.place.PartitionKey, r.place.RowKey} {
		next := [...]int{a.pk.next, a.rk.next}[i]
		for n := next; n < len(t.Parts); n++ {
			part := t.Parts[n]
			if part.Property == nil {
				continue
			}
			nature, last := keys.NatureOf(part), n == len(t.Parts)-1
			if _, ok := find(c.conditions, part.Property).single(); ok {
				continue // the same text in all of the answer
			}
			switch {
			case part.Property.Name != p.Sort:
				return false
			case nature.Order == keys.Cut && !p.Newest:
				continue
			default:
				return nature.Order == want && nature.Injective &&
					(nature.Decodable || last || apartBy(part, t.Parts[n+1]))
			}
		}
	}
	return false
}
