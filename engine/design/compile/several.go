package compile

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// several returns the plan of a question for several types: requests for all of them at once where they share
// a table, if these read no more than requests for each type.
func several(p *design.Pattern, d *design.Design, in Input) design.Plan {
	const rounded = 1 + 1e-9 // the estimates are sums in different orders
	best := separate(p, d, in.Params)
	if in.Way != nil && !in.Way.Together {
		return best
	}
	for _, place := range d.PlacesOf(p.Entity) {
		one := together(p, d, place, in.Params)
		if one.Place != nil && len(one.Requests) < len(best.Requests) && one.Estimate <= best.Estimate*rounded {
			best, best.Way = one, design.Way{Together: true}
		}
	}
	return best
}

// separate plans requests for each type.
func separate(p *design.Pattern, d *design.Design, params []table.Value) (sum design.Plan) {
	for _, q := range p.Each() {
		one := *q
		one.Also = p.Also // so that it's asked for once
		if p.Sort != "" && q.Select != nil && !slices.Contains(q.Select, p.Sort) {
			one.Select = append(one.Select[:len(one.Select):len(one.Select)], p.Sort)
		}
		plan := read(&one, d, Input{Params: params})
		if alone := one; p.Limit == 0 && sum.Follow.Place == nil {
			alone.Also = nil
			if by := read(&alone, d, Input{Params: params}); by.Follow.Place != nil {
				plan, sum.Follow = by, by.Follow
			}
		}
		if sum.Place == nil {
			sum.Place = plan.Place
		}
		for _, step := range plan.Steps {
			sum.Steps = append(sum.Steps, q.Entity.Name+": "+step)
		}
		sum.Kind = max(sum.Kind, plan.Kind)
		sum.Requests = append(sum.Requests, plan.Requests...)
		sum.Estimate += plan.Estimate
		sum.Work.Drop = sum.Work.Drop || plan.Work.Drop
		sum.Work.Sort = sum.Work.Sort || plan.Work.Sort
		if sum.Missing == "" {
			sum.Missing, sum.MissingIn = plan.Missing, plan.MissingIn
		}
	}
	sum.Kind = plural(sum.Kind, len(sum.Requests))
	sum.Parallel = len(sum.Requests) > 1
	sum.Work.Merge = p.Sort != "" && !sum.Work.Sort
	sum.Work.Trim, sum.Work.Count = p.Limit > 0, p.Count
	(&reader{pattern: p}).client(&sum)
	return sum
}

// together returns the best plan for a place of the first type and places of the others in the same table, or
// none.
func together(
	p *design.Pattern, d *design.Design, first *design.Place, params []table.Value,
) (best design.Plan) {
	all, places := readersIn(p, d, first, params)
	if all == nil {
		return best
	}
	u := union(p, d, first, all, places)
	if u == nil {
		return best
	}
	others := slices.DeleteFunc(slices.Clone(d.Places), func(place *design.Place) bool {
		return !wire.EqualFold(place.Table, first.Table) || slices.Contains(places, place)
	})
	ways := make([][][]choice, len(all))
	for i, r := range all {
		ways[i] = r.ways(anyWay)
	}
	for k, first := range ways[0] {
		if asked, ok := u.unite(all, ways, k, others); ok {
			plan := u.plan(asked)
			if (!first[0].guessed || !u.idle(plan, best)) && (best.Place == nil || better(plan, best)) {
				best = plan
			}
		}
	}
	return best
}

// readersIn returns a reader for each type, of places in the same table, or none if a type isn't there or is
// asked for otherwise.
func readersIn(
	p *design.Pattern, d *design.Design, first *design.Place, params []table.Value,
) (all []*reader, places []*design.Place) {
	for _, q := range p.Each() {
		conditions := conditionsOf(Bind(q, params))
		i := slices.IndexFunc(d.Places, func(place *design.Place) bool {
			return sameType(place.Entity, q.Entity) && wire.EqualFold(place.Table, first.Table) &&
				place.When == nil && place.Each() == nil && (len(all) > 0 || place == first) &&
				missing(place, q, conditions) == ""
		})
		if i < 0 {
			return nil, nil
		}
		places = append(places, d.Places[i])
		all = append(all, &reader{pattern: q, place: d.Places[i], conditions: conditions})
		if !all[0].asksAlike(all[len(all)-1]) {
			return nil, nil
		}
	}
	return all, places
}

// union returns a reader for all types at once, or nil if they're told from others in different ways.
func union(
	p *design.Pattern, d *design.Design, first *design.Place, all []*reader, places []*design.Place,
) *reader {
	one := *p
	u := &reader{pattern: &one, place: first}
	tell := table.RowKey // by which the client tells the types apart
	for i, r := range all {
		r.apart = apartOf(d, r.place, places...)
		if i > 0 && r.apart.by != u.apart.by {
			return nil
		}
		u.apart.by, u.apart.names = r.apart.by, append(u.apart.names, r.apart.names...)
		if apartOf(d, r.place).by == TypeName {
			tell = TypeName
		}
	}
	if p.Select == nil {
		return u
	}
	one.Select = []string{tell}
	for _, r := range all {
		for _, name := range r.pattern.Select {
			if !slices.Contains(one.Select, name) {
				one.Select = append(one.Select, name)
			}
		}
	}
	return u
}

// asksAlike says whether the terms of two types are on the same properties in the same order, whatever their
// names.
func (r *reader) asksAlike(other *reader) bool {
	for i := range r.pattern.Where {
		a := find(r.conditions, r.pattern.Where[i].Property)
		b := find(other.conditions, other.pattern.Where[i].Property)
		if slices.Index(r.conditions, a) != slices.Index(other.conditions, b) {
			return false
		}
	}
	return true
}

// unite makes a request for all types of each choice in a way. ok is false if they aren't together there.
func (u *reader) unite(
	all []*reader, ways [][][]choice, way int, others []*design.Place,
) (out []*asked, ok bool) {
	for n := range ways[0][way] {
		a := new(asked)
		for i, r := range all {
			if len(ways[i][way]) != len(ways[0][way]) {
				return nil, false
			}
			if len(ways[i][way][n].conditions) > len(r.conditions) {
				return nil, false // a value is guessed, which only this type may have
			}
			one := r.ask(ways[i][way][n])
			one.sorted = r.ordered(one.choice, one)
			if !one.empty {
				a.parts = append(a.parts, part{r, one})
			}
		}
		if len(a.parts) == 0 {
			continue
		}
		if !u.join(a, others) {
			return nil, false
		}
		out = append(out, a)
	}
	return out, len(out) > 0
}

// join makes one request of its parts. It returns false if these aren't in the same partitions, or if between
// them are others of which only the RowKey tells.
func (u *reader) join(a *asked, others []*design.Place) bool {
	first := &a.parts[0]
	a.choice, a.pk, a.rk = first.choice, first.pk, first.rk.ranged()
	same, narrow, inOrder, shared := true, true, true, first.rk.text
	for i := range a.parts {
		p := &a.parts[i]
		if !p.pk.equal(&a.pk) {
			return false
		}
		a.pk.covered = first.common(a.pk.covered, p, p.pk.covered)
		a.rk.covered = first.common(a.rk.covered, p, p.rk.covered)
		a.rk.within.Include(p.rk.ranged().within)
		same = same && p.rk.equal(&first.rk)
		narrow = narrow && p.rk.narrow
		inOrder = inOrder && p.sorted && p.alike(first)
		for !strings.HasPrefix(p.rk.text, shared) {
			shared = shared[:len(shared)-1]
		}
	}
	a.sorted = u.pattern.Sort == "" || inOrder && a.pk.whole
	if a.rk.narrow = narrow; same {
		a.rk.whole = first.rk.whole
	} else {
		a.rk.covered, a.rk.why = nil, nil
		for i := range a.parts {
			a.parts[i].widen(shared)
		}
	}
	if u.apart.by == table.RowKey {
		for _, place := range others {
			if !a.rk.without(literalOf(place.RowKey)) {
				return false
			}
		}
	}
	a.pk.why = append(a.pk.why[:len(a.pk.why):len(a.pk.why)],
		"Entities of the types "+design.List(u.pattern.Types())+" are together there: one request gets them.")
	u.settle(a)
	return !a.mixed()
}

// mixed says whether something that the keys don't cover has another name in another type: one $filter can't
// ask for both.
func (a *asked) mixed() bool {
	for i, c := range a.choice.conditions {
		uneven := func(t Term) bool { return t.Op == design.NotEqual && !c.fixed }
		if !has(a.rest, c.property) && !slices.ContainsFunc(c.terms, uneven) {
			continue
		}
		for _, p := range a.parts {
			if p.conditions[i].property.Name != c.property.Name {
				return true
			}
		}
	}
	return false
}

// alike says whether what varies first in the RowKey is in the same place and format as in another part.
func (p *part) alike(q *part) bool {
	i, k := p.rk.next, q.rk.next
	a, b := p.place.RowKey.Parts, q.place.RowKey.Parts
	return p.rk.text == q.rk.text && i < len(a) && k < len(b) && a[i].Format == b[k].Format &&
		a[i].Width == b[k].Width && a[i].Unit == b[k].Unit && a[i].Property.Kind != table.String
}

// widen leaves of the properties that bound the RowKey those whose value is in a text.
func (p *part) widen(text string) {
	var used []*design.Property
	for i, property := range p.rk.used {
		if p.rk.ends[i] <= len(text) {
			used = append(used, property)
		}
	}
	if len(used) < len(p.rk.used) {
		p.kind, p.rk.used = design.PartitionScan, used
	}
}

// common returns those of a part's properties that are among another's, of which names can differ.
func (p *part) common(all []*design.Property, q *part, others []*design.Property) (both []*design.Property) {
	for i, c := range p.conditions {
		if has(all, c.property) && has(others, q.conditions[i].property) {
			both = append(both, c.property)
		}
	}
	return both
}
