package matrix

import (
	"math"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// choice is one choice of a pattern's values. All designs have the same.
type choice struct {
	node
	in     compile.Input
	wanted float64
}

// choices returns a pattern's choices.
func (r *run) choices(i int) ([]choice, error) {
	if all, ok := r.chosen[i]; ok {
		return all, nil
	}
	p := r.pattern(i)
	var key print
	key.text("choices")
	key.number(r.options.Choices)
	for _, e := range p.Entities() {
		key.entity(e, size(e, r.scale), r.file.Seed)
		key.number(e.Count)
	}
	key.pattern(p)
	if p.Verb == design.Update && p.Select == nil {
		for _, d := range r.file.Designs {
			key.places(d.Places) // it changes what isn't in keys
		}
	}
	if old, ok := r.bench.recall(key).([]choice); ok {
		r.chosen[i] = old
		return old, nil
	}
	nodes := r.nodes(p)
	all, bytes := make([]choice, len(nodes)), 0
	for k, n := range nodes {
		if err := r.progress(.5, i, len(r.file.Patterns), "choosing values for "+p.Name); err != nil {
			return nil, err
		}
		in := r.input(p, n, k)
		all[k] = choice{n, in, r.wanted(p, in, n.at)}
		bytes += inputSize(in)
	}
	r.bench.keep(key, bytes, all)
	r.chosen[i] = all
	return all, nil
}

// unfinished is how much of a string a question for what starts with it leaves out: the last digits of values
// that are made, but never more than half of it.
const unfinished = 2

// input makes a choice of the values of one entity, and where a term has several, of others.
func (r *run) input(p *design.Pattern, from node, k int) (in compile.Input) {
	at, d := from.at, r.data[p.Entity.Name]
	in.Params = r.params(p, d, from)
	n := d.count
	switch p.Verb {
	case design.Insert:
		each := max(1, p.Batch)
		in.Entity = d.properties(n + k*each)
		for j := 1; j < each; j++ {
			in.More = append(in.More, d.properties(n+k*each+j))
			count(p.Entity, in.More[j-1], j, func(per *design.Property) (int64, bool) {
				return d.next(per, in.Entity), slices.Contains(p.Same, per.Name)
			})
		}
	case design.Update, design.Delete:
		ids := r.matching(p, in.Params, at)
		if len(ids) > 0 && !slices.Contains(ids, int32(at)) {
			at = int(ids[0])
		}
		ids = slices.DeleteFunc(slices.Clone(ids), func(id int32) bool { return int(id) == at })
		most := table.MaxTransaction
		if p.Limit > 0 {
			most = min(most, p.Limit)
		}
		in.Entity = d.properties(at)
		for _, id := range ids[:min(len(ids), most-1)] {
			in.More = append(in.More, d.properties(int(id)))
		}
		if p.Verb == design.Update {
			in.Changed = r.changes(p, d, at, k)
		}
	}
	for _, w := range p.With {
		beside := r.data[w.Entity.Name]
		all := make([][]table.Property, w.Count)
		for j := range all {
			all[j] = beside.properties(beside.count + k*w.Count + j)
			for i := range all[j] {
				if of := w.Of(all[j][i].Name); of != nil {
					all[j][i].Value = in.Entity[slices.Index(p.Entity.Properties, of)].Value
				}
			}
			count(w.Entity, all[j], j, func(per *design.Property) (int64, bool) {
				return beside.next(per, all[j]), w.Of(per.Name) != nil
			})
		}
		in.With = append(in.With, all)
	}
	return owned(in)
}

// count numbers entity j of those that are written at a time, if its numbers count entities that have the
// same value as all of these.
func count(e *design.Entity, properties []table.Property, j int, next func(*design.Property) (int64, bool)) {
	for i, p := range e.Properties {
		if p.Per == nil {
			continue
		}
		if n, ok := next(p.Per); ok {
			properties[i].Value = table.BitsValue(p.Kind, uint64(int64(p.Min)+n+int64(j)+1))
		}
	}
}

// changes returns the new values of an update.
func (r *run) changes(p *design.Pattern, d *data, at, k int) (all []table.Property) {
	for _, changed := range d.properties(d.count + k) {
		if slices.Contains(p.Select, changed.Name) {
			changed.Value = another(d, changed, at)
			all = append(all, changed)
		} else if p.Select == nil && !r.inKeys(p, changed.Name) && !asks(p, changed.Name) {
			all = append(all, changed)
		}
	}
	return all
}

// params returns the values of the ? of a pattern.
func (r *run) params(p *design.Pattern, d *data, from node) (all []table.Value) {
	at := from.at
	for i := range p.Where {
		t := &p.Where[i]
		for k, param := range t.Params {
			if param.Fixed {
				continue
			}
			v := d.other(t, at, k+opposite(p.Where[:i], t))
			if param.Offset != 0 {
				v = table.DateTimeValue(d.value(at, t.Property.Name).Ticks() + param.Offset)
			}
			if until := across(p.Where, t); until != nil && param.Offset == 0 {
				v = middle(d.value(at, t.Property.Name), d.value(at, until.Property.Name))
			}
			if t.Op == design.Has {
				v = table.StringValue(design.ValuesOf(v.Text())[0])
				if from.value.Kind() != 0 && i == slices.IndexFunc(p.Where, asksOneOfSeveral) {
					v = from.value
				}
			}
			if t.Op == design.Prefix {
				text := []rune(v.Text())
				v = table.StringValue(string(text[:max(len(text)-unfinished, (len(text)+1)/2)]))
			}
			all = append(all, v)
		}
	}
	inOrder(p, all)
	return all
}

// other returns the value of a term's parameter number k: that of an entity, or of one further on, or at a
// tenth of the range from it. A tenth of all times doesn't become longer when there are more entities than
// the file has.
func (d *data) other(t *design.Term, at, k int) table.Value {
	c := d.column(t.Property.Name)
	v := c.value(at)
	const tenth = 0.1
	ranged := t.Op != design.Equal && t.Op != design.OneOf && t.Op != design.NotEqual
	if width := (c.Max - c.Min) * tenth; k > 0 && ranged && width > 0 {
		return moveBy(v, float64(k)*width, c.Max)
	}
	step := k * (min(d.count, d.times(c))/10 + 1)
	switch {
	case at+step < d.count:
		return c.value(at + step)
	case ranged && at >= step:
		return c.value(at - step)
	}
	return c.value((at + step) % d.count)
}

// times returns how many entities the file has, whose times a range is a tenth of.
func (d *data) times(c *column) int {
	if c.inOrder() {
		return d.file
	}
	return d.count
}

// moveBy moves a number up, or down if it would be beyond the greatest.
func moveBy(v table.Value, by, most float64) table.Value {
	if v.Kind() == table.Double {
		if v.Float()+by > most {
			by = -by
		}
		return table.DoubleValue(v.Float() + by)
	}
	n := v.Int() + int64(math.Round(by))
	if float64(n) > most {
		n = v.Int() - int64(math.Round(by))
	}
	return table.BitsValue(v.Kind(), uint64(n))
}

// middle returns the time between two: an entity that has both is then going on.
func middle(a, b table.Value) table.Value {
	return table.DateTimeValue(a.Ticks() + (b.Ticks()-a.Ticks())/2)
}

// below and above are the comparisons that bound a property from one side.
func below(t *design.Term) bool { return t.Op == design.Less || t.Op == design.LessOrEqual }
func above(t *design.Term) bool { return t.Op == design.Greater || t.Op == design.GreaterOrEqual }

// across returns the other term of a question for what goes on at a time: Start < ? and End > ?.
func across(where []design.Term, t *design.Term) *design.Term {
	if t.Property.Kind != table.DateTime || !below(t) && !above(t) {
		return nil
	}
	for i := range where {
		o := &where[i]
		if o.Property.Name != t.Property.Name && o.Property.Kind == table.DateTime && !o.Params[0].Fixed &&
			(below(o) && above(t) || above(o) && below(t)) {
			return o
		}
	}
	return nil
}

// opposite is 1 if a term is the other end of a range: Geohash >= ? and Geohash < ?. It needs another value.
func opposite(before []design.Term, t *design.Term) int {
	for i := range before {
		b := &before[i]
		if b.Property == t.Property && (below(b) && above(t) || above(b) && below(t)) {
			return 1
		}
	}
	return 0
}

// inOrder gives the smaller of two parameters to the lower end of a range.
func inOrder(p *design.Pattern, params []table.Value) {
	at := make([]int, len(p.Where)) // the last parameter of each term; -1: it's fixed
	next := 0
	swap := func(a, b *table.Value) {
		if order, _ := compile.Compare(*a, *b); order > 0 {
			*a, *b = *b, *a
		}
	}
	for i := range p.Where {
		at[i] = -1
		for _, param := range p.Where[i].Params {
			if !param.Fixed {
				at[i] = next
				next++
			}
		}
		if t := &p.Where[i]; t.Op == design.Between && !t.Params[0].Fixed && !t.Params[1].Fixed {
			swap(&params[next-2], &params[next-1])
		}
	}
	for i := range p.Where {
		for j := range p.Where {
			low, high := &p.Where[i], &p.Where[j]
			if low.Property == high.Property && above(low) && below(high) && at[i] >= 0 && at[j] >= 0 {
				swap(&params[at[i]], &params[at[j]])
			}
		}
	}
}

// another returns a value that an entity doesn't have, if one of the next has such a value: an update
// changes something.
func another(d *data, changed table.Property, at int) table.Value {
	const enough = 100
	for k := 0; k < enough && changed.Value == d.value(at, changed.Name); k++ {
		changed.Value = d.value((at+1+k)%d.count, changed.Name)
	}
	return changed.Value
}

// owned returns an input that shares no memory with the type's values, because a result keeps it, and a part
// of a long text keeps all of it.
func owned(in compile.Input) compile.Input {
	own := func(v *table.Value) {
		if v.Text() != "" {
			*v = table.TextValue(v.Kind(), strings.Clone(v.Text()))
		}
	}
	for i := range in.Params {
		own(&in.Params[i])
	}
	for _, all := range entitiesOf(in) {
		for i := range all {
			own(&all[i].Value)
		}
	}
	return in
}

// entitiesOf returns all that an input has.
func entitiesOf(in compile.Input) [][]table.Property {
	all := append([][]table.Property{in.Entity, in.Changed}, in.More...)
	for _, beside := range in.With {
		all = append(all, beside...)
	}
	return all
}

// inputSize returns about how many bytes an input takes.
func inputSize(in compile.Input) (bytes int) {
	const each = 64
	for _, v := range in.Params {
		bytes += each + len(v.Text())
	}
	for _, all := range entitiesOf(in) {
		for i := range all {
			bytes += each + len(all[i].Value.Text())
		}
	}
	return bytes + each
}

// shownValue is a value for people.
func shownValue(v table.Value) string {
	if v.Kind() == table.String {
		return "“" + v.Text() + "”"
	}
	return odata.Text(v)
}

// asks says whether a pattern has a term on a property.
func asks(p *design.Pattern, name string) bool {
	return slices.ContainsFunc(p.Where, func(t design.Term) bool { return t.Property.Name == name })
}

// inKeys says whether a property is in a key of the pattern's type, under any design.
func (r *run) inKeys(p *design.Pattern, name string) bool {
	for _, d := range r.file.Designs {
		has := func(place *design.Place) bool { return place.Part(name) != nil }
		if slices.ContainsFunc(d.PlacesOf(p.Entity), has) {
			return true
		}
	}
	return false
}
