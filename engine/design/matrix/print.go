package matrix

import (
	"math"
	"strconv"

	"github.com/rowkey/rowkey/engine/design"
)

// print is a text that's the same for what is measured alike. Names of patterns and designs, lines and rates
// aren't in it.
type print []byte

func (p *print) text(s string) {
	p.number(len(s))
	*p = append(*p, s...)
}

func (p *print) number(n int) { *p = append(strconv.AppendInt(*p, int64(n), 10), ' ') }

func (p *print) float(f float64) { p.number(int(math.Float64bits(f))) }

func (p *print) texts(all []string) {
	p.number(len(all))
	if all == nil {
		p.text("all")
	}
	for _, s := range all {
		p.text(s)
	}
}

func (p *print) entity(e *design.Entity, n int, seed uint64) {
	p.text(e.Name)
	p.number(n)
	*p = strconv.AppendBool(*p, e.Fixed)
	p.number(int(seed))
	for _, f := range e.Properties {
		p.property(f)
	}
}

func (p *print) property(f *design.Property) {
	p.text(f.Name)
	p.text(f.Pattern)
	p.texts(f.Names)
	for _, u := range f.Unique {
		p.text(u.Name)
		p.number(u.Values)
		p.float(u.Of.Each)
	}
	if f.Per != nil {
		p.property(f.Per)
	}
	if of := f.Of; of.Property != nil {
		p.text(of.Entity.Name)
		*p = strconv.AppendBool(*p, of.Entity.Fixed)
		p.float(of.Each)
		p.property(of.Property)
	}
	for _, n := range []int{int(f.Kind), f.Values, int(f.From), int(f.Every), f.Length, f.Several} {
		p.number(n)
	}
	*p = strconv.AppendBool(*p, f.Even)
	p.float(f.Skew)
	p.float(f.Min)
	p.float(f.Max)
}

func (p *print) places(all []*design.Place) {
	for _, place := range all {
		p.text(place.Entity.Name)
		p.text(place.Table)
		p.text(place.Copy)
		p.text(place.PartitionKey.Text)
		p.text(place.RowKey.Text)
		p.texts(place.Only)
		p.text(place.WhenText)
	}
}

func (p *print) pattern(q *design.Pattern) {
	p.text(q.Entity.Name)
	for _, t := range q.Where {
		p.text(t.Property.Name)
		p.number(int(t.Op))
		p.number(int(t.Unit))
		p.number(len(t.Params))
		for _, param := range t.Params {
			p.value(param)
		}
	}
	p.text(q.Sort)
	p.texts(q.Select)
	p.texts(q.Same)
	p.texts(q.Add)
	for _, n := range []int{int(q.Verb), q.Limit, q.Batch} {
		p.number(n)
	}
	*p = strconv.AppendBool(strconv.AppendBool(*p, q.Newest), q.Count)
	for _, w := range q.With {
		p.text(w.Entity.Name)
		p.number(w.Count)
	}
	for _, also := range q.Also {
		p.pattern(also)
	}
}

func (p *print) value(param design.Param) {
	p.number(int(param.Offset))
	if !param.Fixed {
		p.text("?")
		return
	}
	*p = strconv.AppendBool(*p, param.Now)
	p.number(int(param.Value.Kind()))
	p.number(int(param.Value.Bits()))
	p.text(param.Value.Text())
}
