package matrix

import (
	"cmp"
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/table"
)

// node is an entity from which a pattern has its values, and how often it's asked with these.
type node struct {
	at     int
	weight float64
	alone  bool        // all that are asked like it are in its weight, and no others
	group  int         // of those that it's chosen from
	value  table.Value // of several that the entity has, the one that's asked for
}

// How many choices of values a pattern has: fewer if each means looking at many entities.
const (
	fewNodes   = 24
	looked     = 2_000_000 // entities, for all choices together
	surely     = 3         // the values with the most entities are always chosen
	goldenStep = 0.6180339887498949
)

// nodes chooses the entities from which a pattern has its values. Each entity that fulfills the pattern's
// fixed terms is asked for as often as any other, so a value is asked for as often as there are entities that
// have it. In place of all of them, some are chosen: they're sorted by how many have the same values, and of
// each stretch there's one.
func (r *run) nodes(p *design.Pattern) []node {
	d := r.data[p.Entity.Name]
	fixed := *p
	fixed.Where = slices.DeleteFunc(slices.Clone(p.Where), func(t design.Term) bool {
		return slices.ContainsFunc(t.Params, func(param design.Param) bool { return !param.Fixed || param.Now })
	})
	asked := slices.ContainsFunc(p.Where, func(t design.Term) bool {
		return slices.ContainsFunc(t.Params, func(param design.Param) bool { return !param.Fixed })
	})
	if !asked && p.Verb == design.Read {
		return []node{{weight: 1, alone: true}}
	}
	ids := sequence(0, d.count)
	if len(fixed.Where) > 0 {
		ids = r.matching(&fixed, nil, -1)
	}
	if len(ids) == 0 {
		ids = sequence(0, d.count)
	}
	most := min(d.most(p), r.options.Choices)
	if most == 1 {
		return []node{{at: int(ids[len(ids)/2]), weight: 1}}
	}
	if i := slices.IndexFunc(p.Where, asksOneOfSeveral); i >= 0 {
		return d.several(p.Where[i].Property, ids, most)
	}
	return d.chosen(ids, d.alike(p, ids), most)
}

func asksOneOfSeveral(t design.Term) bool { return t.Op == design.Has && !t.Params[0].Fixed }

// several chooses entities by one of the values that they have of a property: each of these is asked for as
// often as there are entities that have it.
func (d *data) several(p *design.Property, ids []int32, most int) (all []node) {
	g := d.column(p.Name).grouped()
	type having struct {
		value table.Value
		ids   []int32
	}
	asked := make([]bool, d.count)
	for _, id := range ids {
		asked[id] = true
	}
	values := make([]having, len(g.all))
	for v, n := range g.number {
		values[n] = having{v, slices.DeleteFunc(slices.Clone(g.all[n]), func(id int32) bool { return !asked[id] })}
	}
	slices.SortStableFunc(values, func(a, b having) int { return cmp.Compare(len(b.ids), len(a.ids)) })
	var groups [][]int32
	for _, v := range values {
		groups = append(groups, v.ids)
	}
	for _, n := range d.chosen(ids, groups, most) {
		n.value = values[n.group].value
		all = append(all, n)
	}
	return all
}

// most returns how many choices a pattern has.
func (d *data) most(p *design.Pattern) int {
	narrow := d.count
	for _, t := range p.Where {
		if c := d.column(t.Property.Name); t.Op == design.Equal || t.Op == design.OneOf || t.Op == design.Has {
			if narrow = min(narrow, 1); !c.own() {
				narrow = max(narrow, d.count/max(1, len(c.grouped().all)))
			}
		} else if c.inOrder() {
			narrow /= 2
		}
	}
	return min(mostNodes, max(fewNodes, looked/max(1, narrow)))
}

// alike groups entities by the values of the terms that say what they're equal to.
func (d *data) alike(p *design.Pattern, ids []int32) (all [][]int32) {
	of, own := make([]int32, len(ids)), false
	number := int32(1)
	for _, t := range p.Where {
		if t.Op != design.Equal && t.Op != design.OneOf || t.Params[0].Fixed {
			continue
		}
		c := d.column(t.Property.Name)
		if c.own() {
			own = true
			continue
		}
		g, seen := c.grouped(), map[[2]int32]int32{}
		for i, id := range ids {
			both := [2]int32{of[i], g.of[id]}
			n, ok := seen[both]
			if !ok {
				n = int32(len(seen))
				seen[both] = n
			}
			of[i] = n
		}
		number = int32(len(seen))
	}
	if own && number == 1 {
		return nil
	}
	all = make([][]int32, number)
	for i, n := range of {
		all[n] = append(all[n], ids[i])
	}
	slices.SortStableFunc(all, func(a, b []int32) int { return cmp.Compare(len(b), len(a)) })
	if i := slices.IndexFunc(p.Where, asksOneSide); i >= 0 {
		c := d.column(p.Where[i].Property.Name)
		for _, g := range all {
			c.sort(g)
		}
	}
	return all
}

// asksOneSide reports whether a term bounds a property by a value of an entity, so that of a stretch of
// entities in its order each is asked for as often.
func asksOneSide(t design.Term) bool { return !t.Params[0].Fixed && (below(&t) || above(&t)) }

// chosen chooses so many entities of groups that are sorted by size. Without groups, each is one of its own.
func (d *data) chosen(ids []int32, groups [][]int32, most int) (all []node) {
	total, fraction := float64(len(ids)), 0.
	if groups != nil {
		total = 0
		for _, g := range groups {
			total += float64(len(g))
		}
	}
	if groups == nil {
		n := min(most, len(ids))
		for k := range n {
			at := int((float64(k) + .5) / float64(n) * total)
			all = append(all, node{at: int(ids[at]), weight: 1 / float64(n), alone: n == len(ids)})
		}
		return all
	}
	before, pending := 0., 0.
	for i, g := range groups {
		share := float64(len(g)) / total
		n := int(math.Floor((before+share)*float64(most))) - int(math.Floor(before*float64(most)))
		if i < surely || i == len(groups)-1 {
			n = max(n, 1)
		}
		before += share
		if n == 0 {
			pending += share
			continue
		}
		weight := (share + pending) / float64(n)
		fraction += goldenStep
		fraction -= math.Floor(fraction)
		for k := range n {
			at := (float64(k) + fraction) / float64(n) * float64(len(g))
			all = append(all,
				node{at: int(g[min(int(at), len(g)-1)]), weight: weight, alone: pending == 0, group: i})
		}
		pending = 0
	}
	return all
}

// said says which values a choice has, for those that it says exactly.
func said(p *design.Pattern, params []table.Value) (text string) {
	for _, t := range compile.Bind(p, params) {
		if t.Op != design.Equal || t.Params[0].Fixed {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += t.Property.Name + " " + shownValue(t.Values[0])
	}
	return text
}
