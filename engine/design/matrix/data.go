package matrix

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// data is the entities of a type, which all designs share.
type data struct {
	count   int
	columns []*column
	stored  []stored
}

// stored is the entities in a form.
type stored struct {
	form     compile.Form
	contents []store.Content
}

// column is a property's values in all entities, and what makes more of them. When a type changes, only the
// columns of the properties that changed are made again.
type column struct {
	name   string
	maker  *generate.Generator // of this property alone
	values []table.Value
}

// size returns how many entities of a type there are at a scale.
func size(e *design.Entity, scale float64) int { return max(1, int(float64(e.Count)*scale+.5)) }

// largest returns how many entities there are of the most common of a pattern's types.
func largest(p *design.Pattern, scale float64) (n int) {
	for _, q := range p.Each() {
		n = max(n, size(q.Entity, scale))
	}
	return n
}

// dataOf returns the data of a type.
func (r *run) dataOf(e *design.Entity) (*data, error) {
	if d := r.data[e.Name]; d != nil {
		return d, nil
	}
	d := &data{count: size(e, r.scale)}
	for _, p := range e.Properties {
		c, err := r.column(e, p, d.count)
		if err != nil {
			return nil, err
		}
		d.columns = append(d.columns, c)
	}
	r.data[e.Name] = d
	return d, nil
}

func (r *run) column(e *design.Entity, p *design.Property, n int) (*column, error) {
	alone := &design.Entity{Name: e.Name, Properties: []*design.Property{p}}
	var key print
	key.text("column")
	key.entity(alone, n, r.file.Seed)
	if old, ok := r.bench.recall(key).(*column); ok {
		return old, nil
	}
	c := &column{p.Name, generate.New(alone, n, r.file.Seed), make([]table.Value, n)}
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

// properties appends the properties of entity number i, which can be one more than those that are stored.
func (d *data) properties(to []table.Property, i int) []table.Property {
	for _, c := range d.columns {
		v := table.Property{Name: c.name}
		if i < d.count {
			v.Value = c.values[i]
		} else {
			v.Value = c.maker.Properties(i)[0].Value
		}
		to = append(to, v)
	}
	return to
}

// contents returns what is stored of all entities besides their keys. Most places store the same.
func (d *data) contents(f compile.Form) []store.Content {
	for _, s := range d.stored {
		if s.form.Type == f.Type && slices.Equal(s.form.Names, f.Names) {
			return s.contents
		}
	}
	all, room := make([]store.Content, d.count), []table.Property(nil)
	var made store.Contents
	for i := range all {
		room = d.properties(room[:0], i)
		n := len(room)
		room = f.Append(room, room)
		all[i] = made.Of(room[n:])
	}
	d.stored = append(d.stored, stored{f, all})
	return all
}

// value returns a property of entity number i, or none.
func (d *data) value(i int, name string) table.Value {
	for _, c := range d.columns {
		if c.name == name {
			return c.values[i]
		}
	}
	return table.Value{}
}

// wanted counts the entities that a question is about, up to its limit. A write is about those that it's told
// to write, without their copies.
func (r *run) wanted(p *design.Pattern, params []table.Value) (float64, error) {
	if p.Verb != design.Read {
		return float64(max(1, p.Batch)), nil
	}
	sum := 0.
	for _, q := range p.Each() {
		n, err := r.matching(q, params)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	if p.Limit > 0 {
		sum = min(sum, float64(p.Limit))
	}
	return sum, nil
}

// matching counts the entities of a type that a question is about, up to its limit.
func (r *run) matching(p *design.Pattern, params []table.Value) (float64, error) {
	d, err := r.dataOf(p.Entity)
	if err != nil {
		return 0, err
	}
	var key print
	key.text("wanted")
	key.entity(p.Entity, d.count, r.file.Seed)
	key.pattern(p)
	for _, v := range params {
		key.value(design.Param{Fixed: true, Value: v})
	}
	if n, ok := r.bench.recall(key).(float64); ok {
		return n, nil
	}
	fits, wanted, i := compile.Matches(p, params), 0, 0
	values := func(name string) table.Value { return d.value(i, name) }
	for ; i < d.count; i++ {
		if fits(values) {
			if wanted++; wanted == p.Limit {
				break
			}
		}
	}
	const word = 8
	r.bench.keep(key, word, float64(wanted))
	return float64(wanted), nil
}
