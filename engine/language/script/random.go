package script

import "github.com/rowkey/rowkey/engine/table"

// random is a generator of numbers that are the same on every platform: SplitMix64.
// https://doi.org/10.1145/2714064.2660195
type random struct{ state uint64 }

// newRandom returns a generator for one use of a seed: each request and each variable has its own,
// by its name, so that one more of them does not change the numbers of the others.
func newRandom(seed uint64, label string) *random {
	r := &random{state: seed}
	r.state = r.next() ^ uint64(hash(label))
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func (r *random) guid() string {
	var id [16]byte
	for i := 0; i < len(id); i += 8 {
		n := r.next()
		for j := range 8 {
			id[i+j] = byte(n >> (8 * j))
		}
	}
	return table.RandomGUID(id)
}
