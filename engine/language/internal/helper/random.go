package helper

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// Random generates numbers that are the same on every platform, with SplitMix64.
// https://doi.org/10.1145/2714064.2660195
type Random struct{ state uint64 }

// NewRandom returns a generator for one use of a seed. Each request and each variable has its own, by its
// name, so that adding one doesn't change the numbers of the others.
func NewRandom(seed uint64, label string) *Random {
	r := &Random{state: seed}
	r.state = r.next() ^ uint64(hash(label))
	return r
}

// next returns the next 64 bits.
func (r *Random) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// GUID returns a version 4 UUID made of the next numbers.
func (r *Random) GUID() string {
	var id [16]byte
	for i := 0; i < len(id); i += 8 {
		n := r.next()
		for j := range 8 {
			id[i+j] = byte(n >> (8 * j))
		}
	}
	return table.RandomGUID(id)
}

func callGUID(c *Context, _ []string) (string, *problem.Problem) { return c.Random.GUID(), nil }

// callRandomInt returns a number n with a <= n < b, as REST Client does.
func callRandomInt(c *Context, args []string) (string, *problem.Problem) {
	low, high := int64(0), int64(1000)
	if len(args) > 0 {
		if len(args) < 2 {
			return "", problem.New("$randomInt takes two numbers or none.", "Write {{$randomInt 1 7}} for 1 to 6.")
		}
		var err, err2 error
		low, err = strconv.ParseInt(args[0], 10, 64)
		high, err2 = strconv.ParseInt(args[1], 10, 64)
		const far = 1 << 53
		if err != nil || err2 != nil || low >= high || low < -far || high > far {
			return "", problem.New("$randomInt takes two whole numbers, the smaller one first, found "+
				problem.Quote(args[0]+" "+args[1])+".",
				"Write {{$randomInt 1 7}} for 1 to 6.")
		}
	}
	return strconv.FormatInt(low+int64(c.Random.next()%uint64(high-low)), 10), nil
}
