package generate

import (
	"iter"
	"slices"
	"strconv"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// Generator makes entities of a type.
type Generator struct {
	fields []field
}

// field is what the values of a property depend on.
type field struct {
	*design.Property
	seed    uint64
	name    string    // of the property; the embedded one can be its source
	look    uint64    // the seed of what values look like
	zipf    []float64 // cumulative; nil if all values are equally common
	within  *unique   // nil if the values don't depend on those of others
	digits  int       // of a string's number
	made    []table.Value
	per     *counted // nil if it counts nothing
	several int
}

// New returns a generator for a type of which there are count entities.
func New(e *design.Entity, count int, seed uint64) *Generator {
	g := &Generator{fields: make([]field, len(e.Properties))}
	for i, p := range e.Properties {
		g.fields[i] = fieldOf(e, p, count, seed)
	}
	return g
}

func fieldOf(e *design.Entity, p *design.Property, count int, seed uint64) field {
	f := field{Property: p, seed: mix(seed ^ hash(e.Name+"."+p.Name)), within: uniqueOf(p, count)}
	f.look = f.seed
	if of := p.Of.Property; of != nil {
		like := *of
		like.Values, like.Skew = p.ValuesAmong(float64(count)), p.Skew
		f.Property, f.look = &like, mix(seed^hash(p.Of.Entity.Name+"."+of.Name))
	}
	f.name, f.several = p.Name, p.Several
	values := f.Values
	if values == 0 {
		values = count
	}
	const fewest = 4
	f.digits = max(fewest, len(strconv.Itoa(values)))
	if f.Values > 0 {
		f.made = make([]table.Value, min(f.Values, kept))
		for n, name := range p.Names {
			f.made[n] = table.StringValue(name)
		}
		if f.Skew > 0 {
			f.zipf = cumulative(f.Values, f.Skew)
		}
	}
	if p.Per != nil {
		f.per = &counted{of: fieldOf(e, p.Per, count, seed), counts: map[int]int{}}
	}
	return f
}

// kept is how many values of a property are kept instead of made again.
const kept = 10_000

// Entities returns the first count entities of a type, by the file's seed.
func Entities(e *design.Entity, count int, seed uint64) [][]table.Property {
	g := New(e, count, seed)
	all := make([][]table.Property, count)
	for i := range all {
		all[i] = g.Properties(i)
	}
	return all
}

// Properties returns entity number i, from 0, in the order of the file.
func (g *Generator) Properties(i int) []table.Property {
	properties := make([]table.Property, len(g.fields))
	for k := range g.fields {
		f := &g.fields[k]
		properties[k] = table.Property{Name: f.name, Value: f.value(i)}
	}
	return properties
}

// Fill makes the values of property number k of entities from one on. Long texts share memory.
func (g *Generator) Fill(values []table.Value, k, from int) {
	f := &g.fields[k]
	if f.Values > 0 || f.Kind != table.String && f.Kind != table.Binary {
		for i := range values {
			values[i] = f.value(from + i)
		}
		return
	}
	var text []byte
	ends := make([]int, len(values))
	for i := range values {
		text = f.append(text, from+i)
		ends[i] = len(text)
	}
	all, at := string(text), 0
	for i, end := range ends {
		values[i] = table.TextValue(f.Kind, all[at:end])
		at = end
	}
}

// value returns the property's value in entity number i.
func (f *field) value(i int) table.Value {
	if f.per != nil {
		return f.numbered(f.per.before(i))
	}
	if f.Values == 0 {
		return f.unique(i, mix(f.seed+uint64(i)))
	}
	if f.several > 0 {
		return f.list(i)
	}
	return f.at(f.number(i))
}

// at returns value number n of a property that has a number of values.
func (f *field) at(n int) table.Value {
	if n >= len(f.made) {
		return f.numbered(n)
	}
	if f.made[n].Kind() == 0 {
		f.made[n] = f.numbered(n)
	}
	return f.made[n]
}

// number returns which of the property's values entity number i has.
func (f *field) number(i int) int {
	random := mix(f.seed + uint64(i))
	switch {
	case f.within != nil:
		return f.within.of(i)
	case f.zipf != nil:
		return rank(f.zipf, spread(f.seed, i, random))
	}
	return below(random, f.Values)
}

// unique returns the value of a property that has no number of values: one for each entity, except that
// booleans and numbers in a range come as they come.
func (f *field) unique(i int, random uint64) table.Value {
	switch {
	case f.Kind == table.Boolean:
		return table.BooleanValue(random&1 == 1)
	case f.Kind == table.Double:
		const hundredth = 100
		v := f.Min + float64(fraction(random)*(f.Max-f.Min))
		return table.DoubleValue(float64(int64(v*hundredth)) / hundredth)
	case (f.Kind == table.Int32 || f.Kind == table.Int64) && f.Max > f.Min:
		return f.integer(int64(f.Min) + int64(fraction(random)*(f.Max-f.Min+1)))
	}
	return f.numbered(i)
}

// numbered returns value number n of a property.
func (f *field) numbered(n int) table.Value {
	switch f.Kind {
	case table.Boolean:
		return table.BooleanValue(n%2 == 1)
	case table.DateTime:
		return table.DateTimeValue(min(f.From+table.Ticks(n)*f.Every, table.MaxTicks))
	case table.Double:
		return table.DoubleValue(f.step(n))
	case table.Int32, table.Int64:
		if f.Max > f.Min {
			return f.integer(int64(f.step(n)))
		}
		return f.integer(int64(f.Min) + int64(n) + 1)
	case table.GUID:
		return table.GUIDValue(guid(f.look, n))
	}
	return table.TextValue(f.Kind, string(f.append(nil, n)))
}

// step spreads the values of a number evenly from the least to the greatest.
func (f *field) step(n int) float64 {
	return f.Min + float64((f.Max-f.Min)*float64(n)/float64(max(f.Values-1, 1)))
}

func (f *field) integer(n int64) table.Value {
	if f.Kind == table.Int32 {
		return table.Int32Value(int32(n))
	}
	return table.Int64Value(n)
}

// append appends string number n, Device-0001 or as the property's pattern says, or so many random bytes.
func (f *field) append(dst []byte, n int) []byte {
	at := len(dst)
	if f.Kind == table.Binary {
		return fill(dst, at+max(f.Length, 1), f.look+uint64(n), 0, 255)
	}
	if number := strconv.Itoa(n + 1); f.Pattern != "" {
		dst = appendPatterned(dst, f.Pattern, number)
	} else {
		dst = append(append(dst, f.Name...), '-')
		for range f.digits - len(number) {
			dst = append(dst, '0')
		}
		dst = append(dst, number...)
	}
	if len(dst)-at < f.Length {
		dst = fill(append(dst, ' '), at+f.Length, f.look+uint64(n), 'a', 'z')
	}
	return dst
}

// appendPatterned puts the digits of a number into the # of a pattern, from the right. What is left of the
// number goes before the first.
func appendPatterned(dst []byte, pattern, number string) []byte {
	places := 0
	for _, c := range []byte(pattern) {
		if c == '#' {
			places++
		}
	}
	for len(number) < places {
		number = "0" + number
	}
	extra := len(number) - places
	for _, c := range []byte(pattern) {
		if c != '#' {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, number[:extra+1]...)
		number, extra = number[extra+1:], 0
	}
	return dst
}

// Common returns which part of n entities has the value of one of them, on average: the sum of the squares of
// all values' shares.
func Common(p *design.Property, n float64) float64 {
	values := float64(p.ValuesAmong(n))
	if p.Skew == 0 {
		return 1 / values
	}
	all := harmonic(values, p.Skew)
	return harmonic(values, 2*p.Skew) / (all * all)
}

// ShareOf returns the part of all entities that have value number i of a property, from 0.
func ShareOf(p *design.Property, i int) float64 {
	if p.Skew == 0 {
		return 1 / float64(p.Values)
	}
	return power(float64(i+1), -p.Skew) / harmonic(float64(p.Values), p.Skew)
}

// Shares yields the parts of all entities that have some of a skewed property's values, if it has so many of
// them: of the first ones each, of rarer ones fewer, and with each how many it stands for.
func Shares(skew float64, values int) iter.Seq2[float64, int] {
	return func(yield func(float64, int) bool) {
		const looked = 500
		all := harmonic(float64(values), skew)
		cached, _ := powers.Load(skew)
		known, _ := cached.([]float64)
		had := len(known)
		for n, k := 0, 0; k < values; n, k = n+1, k+1+k/looked {
			if n == len(known) {
				known = append(known, power(float64(k+1), -skew))
			}
			if !yield(known[n]/all, 1+k/looked) {
				break
			}
		}
		if len(known) > had {
			powers.Store(skew, slices.Clip(known)) // so that appending to it makes a copy
		}
	}
}
