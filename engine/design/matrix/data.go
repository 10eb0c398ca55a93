package matrix

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// data is the entities of a type, which all designs share.
type data struct {
	maker *generate.Generator
	all   [][]table.Property
}

// size returns how many entities of a type there are at a scale.
func size(e *design.Entity, scale float64) int { return max(1, int(float64(e.Count)*scale+.5)) }

// prepare makes the data of all types.
func (r *run) prepare() error {
	if r.data != nil {
		return nil
	}
	all := map[string]*data{}
	for _, e := range r.file.Entities {
		n := size(e, r.scale)
		var key print
		key.entity(e, n, r.file.Seed)
		if old, ok := r.bench.recall(string(key)).(*data); ok {
			all[e.Name] = old
			continue
		}
		d := &data{generate.New(e, n, r.file.Seed), make([][]table.Property, n)}
		for i := range d.all {
			if i%pause == 0 {
				if err := r.progress(0, 0, 1, "making entities of type "+e.Name); err != nil {
					return err
				}
			}
			d.all[i] = d.maker.Properties(i)
		}
		bytes := 0
		for _, p := range d.all[0] {
			bytes += 64 + len(p.Value.Text())
		}
		r.bench.keep(string(key), n*bytes, d)
		all[e.Name] = d
	}
	r.data = all
	return nil
}

// wanted counts the entities that a question is about, up to its limit. A write wants what it writes.
func (r *run) wanted(p *design.Pattern, params []table.Value, written float64) float64 {
	if p.Verb != design.Read {
		return written
	}
	key := r.key()
	key.pattern(p)
	for _, v := range params {
		key.value(design.Param{Fixed: true, Value: v})
	}
	if n, ok := r.bench.wanted[string(key)]; ok {
		return n
	}
	fits, wanted := compile.Matches(p, params), 0
	for _, e := range r.data[p.Entity.Name].all {
		if fits(keys.Of(e)) {
			if wanted++; wanted == p.Limit {
				break
			}
		}
	}
	note(&r.bench.wanted, string(key), float64(wanted))
	return float64(wanted)
}
