package matrix

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// data is the entities of a type, which all designs share.
type data struct {
	count   int
	file    int // how many the file has
	columns []*column
}

// column is a property's values in all entities, and what makes more of them. When a type changes, only the
// columns of the properties that changed are made again.
type column struct {
	*design.Property
	maker  *generate.Generator // of this property alone
	values []table.Value
	groups *groups // nil until they're needed
}

// groups are the entities with the same value of a property.
type groups struct {
	number map[table.Value]int32
	of     []int32   // by entity: the number of its value
	all    [][]int32 // by number: the entities
}

// Size returns how many entities of a type are measured, if at most so many of the most common one are.
func Size(f *design.File, e *design.Entity, most int) int {
	return size(e, min(1, float64(most)/greatest(f)))
}

// greatest returns how many entities the type with most of them has.
func greatest(f *design.File) float64 {
	n := 1
	for _, e := range f.Entities {
		n = max(n, e.Count)
	}
	return float64(n)
}

// size returns how many entities of a type there are at a scale.
func size(e *design.Entity, scale float64) int {
	if e.Fixed && e.Count <= usualMost {
		return max(1, e.Count)
	}
	return max(1, int(float64(e.Count)*scale+.5))
}

// largest returns how many entities there are of the most common of a pattern's types.
func largest(p *design.Pattern, scale float64) (n int) {
	for _, q := range p.Each() {
		n = max(n, size(q.Entity, scale))
	}
	return n
}

// generate makes the entities of all types in a part that aren't there yet.
func (r *run) generate(in *part) error {
	for _, place := range in.places {
		e := place.Entity
		if r.data[e.Name] != nil {
			continue
		}
		d := &data{count: size(e, r.scale), file: e.Count}
		for _, p := range e.Properties {
			c, err := r.column(e, p, d.count)
			if err != nil {
				return err
			}
			d.columns = append(d.columns, c)
		}
		r.data[e.Name] = d
	}
	return nil
}

func (r *run) column(e *design.Entity, p *design.Property, n int) (*column, error) {
	alone := &design.Entity{Name: e.Name, Properties: []*design.Property{p}}
	var key print
	key.text("column")
	key.entity(alone, n, r.file.Seed)
	if old, ok := r.bench.recall(key).(*column); ok {
		return old, nil
	}
	c := &column{Property: p, maker: generate.New(alone, n, r.file.Seed), values: make([]table.Value, n)}
	for from := 0; from < n; from += pause {
		if err := r.progress(0, 0, 1, "making entities of type "+e.Name); err != nil {
			return nil, err
		}
		c.maker.Fill(c.values[from:min(from+pause, n)], 0, from)
	}
	const one = 32 // bytes of a value, without those of its text
	bytes := one
	if p.Values == 0 {
		bytes += len(c.values[0].Text())
	}
	r.bench.keep(key, n*bytes, c)
	return c, nil
}

// own says whether every entity has a value of its own.
func (c *column) own() bool {
	switch {
	case c.Values > 0 || c.Of.Property != nil || c.Kind == table.Boolean || c.Kind == table.Double:
		return false
	case c.Kind == table.Int32 || c.Kind == table.Int64:
		return c.Max <= c.Min && c.Per == nil
	}
	return true
}

// inOrder says whether later entities have later times.
func (c *column) inOrder() bool { return c.own() && c.Kind == table.DateTime && c.Every > 0 }

// sort sorts entities by their values, if these don't come in order.
func (c *column) sort(ids []int32) {
	if c.inOrder() {
		return
	}
	slices.SortStableFunc(ids, func(a, b int32) int {
		order, _ := compile.Compare(c.values[a], c.values[b])
		return order
	})
}

// grouped returns the column's groups.
func (c *column) grouped() *groups {
	if c.groups != nil {
		return c.groups
	}
	g := &groups{number: map[table.Value]int32{}, of: make([]int32, len(c.values))}
	var sizes []int
	number := func(v table.Value) int32 {
		n, ok := g.number[v]
		if !ok {
			n = int32(len(sizes))
			g.number[v], sizes = n, append(sizes, 0)
		}
		sizes[n]++
		return n
	}
	var each, whose []int32 // of a property of several values: those of all entities
	for i, v := range c.values {
		if c.Several == 0 {
			g.of[i] = number(v)
			continue
		}
		for _, text := range design.ValuesOf(v.Text()) {
			each, whose = append(each, number(table.StringValue(text))), append(whose, int32(i))
		}
	}
	room := make([]int32, max(len(each), len(c.values)))
	g.all = make([][]int32, len(sizes))
	for n, size := range sizes {
		g.all[n], room = room[:0:size], room[size:]
	}
	if each == nil {
		each, whose = g.of, sequence(0, len(c.values))
	}
	for k, n := range each {
		g.all[n] = append(g.all[n], whose[k])
	}
	c.groups = g
	return g
}

// column returns the one of a property, or nil.
func (d *data) column(name string) *column {
	for _, c := range d.columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// properties returns the properties of entity number i, which can be one more than those that there are.
func (d *data) properties(i int) []table.Property {
	all := make([]table.Property, len(d.columns))
	for k, c := range d.columns {
		all[k] = table.Property{Name: c.Name, Value: c.value(i)}
	}
	return all
}

func (c *column) value(i int) table.Value {
	if i < len(c.values) {
		return c.values[i]
	}
	return c.maker.Properties(i)[0].Value
}

// value returns a property of entity number i, or none.
func (d *data) value(i int, name string) table.Value {
	if c := d.column(name); c != nil {
		return c.value(i)
	}
	return table.Value{}
}

// sequence returns the numbers from one to before another.
func sequence(from, to int) []int32 {
	ids := make([]int32, to-from)
	for i := range ids {
		ids[i] = int32(from + i)
	}
	return ids
}

// sizes returns for how many bytes each entity is billed, without its key, if it has some of its properties.
func (d *data) sizes(names []string, typed string) []int {
	fixed := 0
	if typed != "" {
		fixed = table.Entity{Properties: []table.Property{
			{Name: compile.TypeName, Value: table.StringValue(typed)}}}.Size() - table.Entity{}.Size()
	}
	all := make([]int, d.count)
	for i := range all {
		all[i] = fixed
	}
	for _, c := range d.columns {
		if !slices.Contains(names, c.Name) {
			continue
		}
		named := table.Entity{Properties: []table.Property{{Name: c.Name}}}.Size() - table.Entity{}.Size()
		for i, v := range c.values {
			all[i] += named + v.Size()
		}
	}
	return all
}

// next returns how many entities there are with the value that one has of a property.
func (d *data) next(p *design.Property, one []table.Property) int64 {
	g := d.column(p.Name).grouped()
	for _, has := range one {
		if n, ok := g.number[has.Value]; ok && has.Name == p.Name {
			return int64(len(g.all[n]))
		}
	}
	return 0
}

// reader returns what finds values of the entity whose number is in i.
func (d *data) reader(i *int) keys.Values {
	return func(name string) table.Value { return d.value(*i, name) }
}
