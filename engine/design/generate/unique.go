package generate

import "github.com/rowkey/rowkey/engine/design"

// unique is a property's part in combinations of which each comes once. They are counted, and spread by a
// factor without a common divisor with their number.
type unique struct {
	combinations, factor uint64
	below                uint64 // how many combinations the properties before it have
	values               uint64
	grows                bool // it's the last one: if all combinations are used, it gets more values
}

// uniqueOf returns a property's part among so many entities, or nil if it has none. It has none, too, if
// there are so many combinations that a random one hardly comes twice.
func uniqueOf(p *design.Property, entities int) *unique {
	const many, golden = 1 << 31, 0.618
	u := unique{combinations: 1}
	for i, each := range p.Unique {
		values := uint64(each.ValuesAmong(float64(entities)))
		if each.Name == p.Name {
			u.below, u.values = u.combinations, values
			u.grows = i == len(p.Unique)-1
		}
		if u.combinations *= values; u.combinations > many {
			return nil
		}
	}
	if u.values == 0 {
		return nil
	}
	u.factor = uint64(golden * float64(u.combinations))
	for divisor(u.factor, u.combinations) != 1 {
		u.factor++
	}
	return &u
}

// of returns the number of the value that entity number i has.
func (u *unique) of(i int) int {
	n := uint64(i) % u.combinations * u.factor % u.combinations / u.below % u.values
	if u.grows {
		n += uint64(i) / u.combinations * u.values
	}
	return int(n)
}

// divisor returns the greatest common one.
func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
