package partition

// inOrder returns the requests of the tick that begins now by their time, and those of one time by when they
// were first sent. They are spread over the tick, so after a pass that puts them into its pieces each is at
// most a few places from its own. What it returns is valid until the next call.
func (s *simulation) inOrder(now int64, list []request) []request {
	const pieces = 1024
	var next [pieces + 1]int // where the next request of each piece goes
	piece := func(r request) int { return int((r.at - now) * pieces / tick) }
	for _, r := range list {
		next[piece(r)+1]++
	}
	for i := range pieces {
		next[i+1] += next[i]
	}
	if cap(s.ordered) < len(list) {
		s.ordered = make([]request, 2*len(list))
	}
	ordered := s.ordered[:len(list)]
	for _, r := range list {
		p := piece(r)
		ordered[next[p]] = r
		next[p]++
	}
	for i, r := range ordered {
		for ; i > 0 && r.before(ordered[i-1]); i-- {
			ordered[i] = ordered[i-1]
		}
		ordered[i] = r
	}
	return ordered
}

func (r request) before(other request) bool {
	return r.at < other.at || r.at == other.at && r.first < other.first
}
