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

// ln is the natural logarithm of a number above 0. The conversions keep a compiler from rounding a product
// and a sum at once, which only some processors can.
func ln(x float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	z := (m - 1) / (m + 1)
	square := float64(z * z)
	sum := 1.0 / 15
	for d := 13.0; d > 0; d -= 2 {
		sum = float64(sum*square) + 1/d
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
