package partition

// inOrder returns the requests of the tick that begins now by their time, and those of one time by when they
// were first sent. They are spread over the tick, so after a pass that puts them into its pieces each is at
// most a few places from its own. What it returns is valid until the next call.
func (s *simulation) inOrder(now int64, list []request) []request {
	const (
		long   = 16 // a piece has two to the power of this many nanoseconds
		pieces = tick>>long + 1
	)
	var next [pieces + 1]int32 // where the next request of each piece goes
	for i := range list {
		next[(list[i].at-now)>>long+1]++
	}
	for i := range pieces {
		next[i+1] += next[i]
	}
	if cap(s.ordered) < len(list) {
		s.ordered = make([]request, 2*len(list))
	}
	ordered := s.ordered[:len(list)]
	for _, r := range list {
		p := &next[(r.at-now)>>long]
		ordered[*p] = r
		*p++
	}
	for i := 1; i < len(ordered); i++ {
		if r := ordered[i]; r.before(ordered[i-1]) {
			at := i
			for ; at > 0 && r.before(ordered[at-1]); at-- {
				ordered[at] = ordered[at-1]
			}
			ordered[at] = r
		}
	}
	return ordered
}

func (r request) before(other request) bool {
	return r.at < other.at || r.at == other.at && r.first < other.first
}
