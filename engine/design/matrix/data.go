package matrix

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// data is what a file describes, at a size. All designs share it.
type data struct {
	file     *design.File
	scale    float64
	makers   map[string]*generate.Generator
	entities map[string][][]table.Property
	counted  map[[2]int]float64 // by pattern and try, which have the same parameters under all designs
}

// size returns how many entities of a type there are at a scale.
func size(e *design.Entity, scale float64) int { return max(1, int(float64(e.Count)*scale+.5)) }

func newData(f *design.File, scale float64) *data {
	d := &data{f, scale, map[string]*generate.Generator{}, map[string][][]table.Property{}, map[[2]int]float64{}}
	for _, e := range f.Entities {
		n := size(e, scale)
		g, all := generate.New(e, n, f.Seed), make([][]table.Property, n)
		for i := range all {
			all[i] = g.Properties(i)
		}
		d.makers[e.Name], d.entities[e.Name] = g, all
	}
	return d
}

// wanted counts the entities that a question is about, up to its limit. A write wants what it writes.
func (d *data) wanted(i, try int, params []table.Value, written float64) float64 {
	p := d.file.Patterns[i]
	if p.Verb != design.Read {
		return written
	}
	if n, ok := d.counted[[2]int{i, try}]; ok {
		return n
	}
	fits, wanted := compile.Matches(p, params), 0
	for _, e := range d.entities[p.Entity.Name] {
		if fits(keys.Of(e)) {
			if wanted++; wanted == p.Limit {
				break
			}
		}
	}
	d.counted[[2]int{i, try}] = float64(wanted)
	return float64(wanted)
}
