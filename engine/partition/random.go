package partition

import "math"

// random is splitmix64: small, fast, and the same everywhere.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// float returns a number from 0 to below 1.
func (r *random) float() float64 { return float64(r.next()>>11) * 0x1p-53 }

// below returns a whole number from 0 to below n.
func (r *random) below(n int) int { return int((r.next() >> 32) * uint64(n) >> 32) }

// exponential returns the time between two events that have nothing to do with each other, of mean 1.
func (r *random) exponential() float64 { return -ln(1 - r.float()) }

// rootHalf is the bits of the square root of a half.
const rootHalf = 0x3fe6a09e667f3bcd

// reciprocals are the coefficients of ln after 1/15.
var reciprocals = [...]float64{1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1}

// ln is the natural logarithm of a number above 0 that isn't subnormal. It's the number's power of two and a
// series for the rest, which is from the root of a half to the root of two. The conversions keep a compiler
// from rounding a product and a sum at once, which only some processors can.
func ln(x float64) float64 {
	bits := math.Float64bits(x)
	e := int64(bits-rootHalf) >> 52
	m := math.Float64frombits(bits - uint64(e)<<52)
	z := (m - 1) / (m + 1)
	square := float64(z * z)
	sum := 1.0 / 15
	for _, r := range &reciprocals {
		sum = float64(sum*square) + r
	}
	return float64(2*z*sum) + float64(float64(e)*math.Ln2)
}

// exp is e to the power of x, for x of at most 0.
func exp(x float64) float64 {
	n := 0
	for ; x < -0.5; n++ {
		x /= 2
	}
	sum := 1.0
	for d := 14.0; d > 0; d-- {
		sum = 1 + float64(sum*x)/d
	}
	for ; n > 0; n-- {
		sum *= sum
	}
	return sum
}
