package generate

import (
	"math"
	"sort"
	"sync"
)

// mix makes a random number of any other: the step of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// hash is FNV-1a.
func hash(s string) uint64 {
	h := uint64(0xCBF29CE484222325)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001B3
	}
	return h
}

// fraction makes a number from 0 up to 1 of a random one.
func fraction(random uint64) float64 { return float64(random>>11) * 0x1p-53 }

// below makes a number from 0 to n-1 of a random one. n is at most a million million, so the product fits if
// the fraction has 53 bits.
func below(random uint64, n int) int { return min(n-1, int(fraction(random)*float64(n))) }

// block is how many entities have all parts of a distribution between them.
const block = 1 << 10

// spread makes a number from 0 up to 1 for entity number i. It's random, and each thousandth part is that of
// one entity in a block. So of a skewed property all data have the common values as often as they should.
func spread(seed uint64, i int, random uint64) float64 {
	key := mix(seed ^ uint64(i/block)*2 + 1)
	x := uint64(i % block)
	for range 3 { // each step maps the numbers below a block to each other
		x = (x*(key|1) + key>>32) % block
		x ^= x >> 5
		key = mix(key)
	}
	return (float64(x) + fraction(random)) / block
}

// fill appends random bytes from low to high until dst has a length.
func fill(dst []byte, length int, seed uint64, low, high byte) []byte {
	span := uint64(high-low) + 1
	for len(dst) < length {
		seed = mix(seed)
		for bits, n := seed, min(8, length-len(dst)); n > 0; n-- {
			dst = append(dst, low+byte(bits&255*span>>8))
			bits >>= 8
		}
	}
	return dst
}

// guid makes a GUID of version 4 of a number.
func guid(seed uint64, n int) (id [16]byte) {
	a := mix(seed + 2*uint64(n))
	b := mix(a)
	for i := range 8 {
		id[i], id[8+i] = byte(a>>(8*i)), byte(b>>(8*i))
	}
	id[6] = id[6]&0x0F | 0x40
	id[8] = id[8]&0x3F | 0x80
	return id
}

// cumulative returns the shares of the first 1, 2, … n values of a Zipf distribution: value k is as common as
// k to the power of -exponent.
func cumulative(n int, exponent float64) []float64 {
	shares := make([]float64, min(n, longest))
	sum := 0.0
	for k := range shares {
		sum += power(float64(k+1), -exponent)
		shares[k] = sum
	}
	for k := range shares {
		shares[k] /= sum
	}
	return shares
}

// harmonics are sums that were computed, and powers what Shares needs of each skew.
var harmonics, powers sync.Map

// harmonic returns the sum of k to the power of -exponent for k from 1 to n: the first terms one by one, and
// the others as the area below their curve.
func harmonic(n, exponent float64) float64 {
	key := [2]float64{n, exponent}
	if sum, ok := harmonics.Load(key); ok {
		return sum.(float64)
	}
	const each, near = 200, 1e-9
	sum := 0.
	for k := 1.; k <= min(n, each); k++ {
		sum += power(k, -exponent)
	}
	if n > each {
		from, to, e := each+.5, n+.5, 1-exponent
		if math.Abs(e) < near {
			e = near
		}
		sum += float64(power(to, e)-power(from, e)) / e
	}
	harmonics.Store(key, sum)
	return sum
}

// longest bounds the table of a distribution. What comes after a million values is rare.
const longest = 1_000_000

// rank returns the value at which a share of all entities is reached.
func rank(shares []float64, share float64) int {
	return min(sort.SearchFloat64s(shares, share), len(shares)-1)
}

// power returns x to the power of y, for x of at least 1. The conversions keep processors from rounding once
// where others round twice.
func power(x, y float64) float64 {
	// ln x = e ln 2 + 2 (z + z³/3 + z⁵/5 + …) with z = (m-1)/(m+1)
	m, e := math.Frexp(x)
	z := (m - 1) / (m + 1)
	square, term, ln := float64(z*z), z, 0.0
	for k := 1; k < 40; k += 2 {
		ln += float64(term / float64(k))
		term = float64(term * square)
	}
	t := float64(y * (float64(float64(e)*math.Ln2) + float64(2*ln)))
	// exp t = (exp t/1024)^1024
	t /= 1024
	sum, part := 1.0, 1.0
	for k := 1; k < 12; k++ {
		part = float64(part*t) / float64(k)
		sum += part
	}
	for range 10 {
		sum = float64(sum * sum)
	}
	return sum
}
