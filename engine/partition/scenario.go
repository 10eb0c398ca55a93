package partition

// Scenario is what is simulated: one table under a load.
type Scenario struct {
	Label   string
	Seconds int
	Seed    uint64
	Ranges  int // of the table at the start; 0 is one, as in a new table
	Keys    Keys
	Loads   []Load
	Assume  Assumptions
}

// Keys says which PartitionKeys the load goes to. With a number of values and a time, a PartitionKey is made
// of both.
type Keys struct {
	Values      int     // besides time: of departments, devices, shards; 0 is one
	Zipf        float64 // the skew of the values; 0 is none
	Hot         float64 // the share of the load that one value has besides its part of the rest
	Every       float64 // seconds after which the time in the key changes; 0 if no time is in it
	TimeFirst   bool    // the time comes before the value
	NewestFirst bool    // time counts backwards
}

// Load is requests of one kind, sent by clients that don't know of each other.
type Load struct {
	Read     bool
	Rate     float64 // requests a second
	Entities int     // written or read by each
	From     float64 // seconds
	Until    float64 // seconds; 0 is the end
}

// values returns how many values there are, at least one.
func (k Keys) values() int { return max(1, k.Values) }

// periods returns how many times the time in the key changes, counting the first.
func (k Keys) periods(seconds int) int {
	if k.Every <= 0 {
		return 1
	}
	return max(1, int((float64(seconds)+k.Every-1e-9)/k.Every))
}

// count returns how many PartitionKeys there are. Each has a slot, in their order.
func (k Keys) count(seconds int) int { return k.values() * k.periods(seconds) }

// picker finds the slots of requests.
type picker struct {
	keys    Keys
	periods int
	rank    []int     // the place of each value among all, by its popularity
	chance  []float64 // that a value keeps what falls on it; nil if all are alike
	alias   []int     // who gets it otherwise
}

// newPicker prepares the choice among values by Vose's alias method. Which values are popular depends on the
// seed, not on their order.
func newPicker(k Keys, seconds int, r *random) *picker {
	n := k.values()
	p := &picker{keys: k, periods: k.periods(seconds)}
	if n == 1 || k.Zipf == 0 && k.Hot == 0 {
		return p
	}
	weights := make([]float64, n)
	sum := 0.0
	for i := range weights {
		weights[i] = exp(-k.Zipf * ln(float64(i+1)))
		sum += weights[i]
	}
	for i := range weights {
		weights[i] *= float64(n) * (1 - k.Hot) / sum
	}
	weights[0] += float64(float64(n) * k.Hot)
	p.rank = make([]int, n)
	for i := range p.rank {
		j := r.below(i + 1)
		p.rank[i], p.rank[j] = p.rank[j], i
	}
	p.chance, p.alias = make([]float64, n), make([]int, n)
	var small, large []int
	for i, w := range weights {
		if w < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		p.chance[s], p.alias[s] = weights[s], l
		weights[l] -= 1 - weights[s]
		if weights[l] < 1 {
			large, small = large[:len(large)-1], append(small, l)
		}
	}
	for _, i := range append(small, large...) {
		p.chance[i] = 1
	}
	return p
}

// slot chooses the PartitionKey of a request at a time.
func (p *picker) slot(seconds float64, r *random) int {
	value := 0
	if n := p.keys.values(); n > 1 {
		value = r.below(n)
		if p.chance != nil {
			if r.float() >= p.chance[value] {
				value = p.alias[value]
			}
			value = p.rank[value]
		}
	}
	if p.periods == 1 {
		return value
	}
	period := min(int(seconds/p.keys.Every), p.periods-1)
	if p.keys.NewestFirst {
		period = p.periods - 1 - period
	}
	if p.keys.TimeFirst {
		return period*p.keys.values() + value
	}
	return value*p.periods + period
}
