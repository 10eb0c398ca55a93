package partition

// tick is how often gates look at what came.
const tick = 100_000_000 // nanoseconds

// simulation is a scenario while it runs. Times are nanoseconds from its start.
type simulation struct {
	Scenario
	assume  Assumptions
	random  random
	picker  *picker
	account gate
	servers []server
	ranges  []keyRange
	rangeOf []int32   // by slot
	profile []float64 // entities of each slot since the last round
	next    []int64   // when each load sends its next request
	due     [][]request
	ordered []request // those of one tick
	waiting int       // requests that will be sent again
	column  int       // of the heat map
	result  *Result
	latency []histogram // by column
	waits   float64     // for a server, in nanoseconds
}

type server struct {
	gate gate
	free int64 // when it has done what it accepted
}

// request is a request that is sent at some time.
type request struct {
	at, first int64 // first is when it was sent for the first time
	slot      int32
	load      uint8
	tries     uint8 // before this one
}

// Run simulates a scenario that Check has nothing against.
func Run(scenario Scenario) *Result {
	s := newSimulation(scenario)
	end := nanos(float64(s.Seconds))
	round := nanos(s.assume.Round)
	nextRound := round
	for now := int64(0); now < end; now += tick {
		s.turn()
		if now >= nextRound {
			s.round(now)
			nextRound += round
		}
		s.tick(now, min(now+tick, end))
	}
	return s.finish()
}

func newSimulation(scenario Scenario) *simulation {
	a := scenario.Assume
	s := &simulation{
		Scenario: scenario, assume: a, random: random{scenario.Seed},
		servers: make([]server, int(a.Servers)), next: make([]int64, len(scenario.Loads)),
		due: make([][]request, int(a.wait(uint8(a.Retries))*1e9/tick)+2),
	}
	s.picker = newPicker(s.Keys, s.Seconds, &s.random)
	slots := s.Keys.count(s.Seconds)
	s.rangeOf, s.profile = make([]int32, slots), make([]float64, slots)
	s.result = newResult(scenario, slots)
	s.latency = make([]histogram, s.result.Columns)
	first := min(max(1, s.Ranges), slots)
	for i := range first {
		g := keyRange{first: slots * i / first, end: slots * (i + 1) / first, server: i % len(s.servers)}
		g.gate.saved = a.PartitionCap * a.BurstTime
		for slot := g.first; slot < g.end; slot++ {
			s.rangeOf[slot] = int32(i)
		}
		s.ranges = append(s.ranges, g)
	}
	for i := range s.servers {
		s.servers[i].gate.saved = a.ServerCap * a.BurstTime
	}
	s.account.saved = a.AccountCap * a.BurstTime
	for i, l := range s.Loads {
		s.next[i] = nanos(l.From) + s.gap(i)
	}
	return s
}

// turn begins a tick at all gates.
func (s *simulation) turn() {
	const perSecond = 1e9 / tick
	a := &s.assume
	s.account.turn(a.AccountCap/perSecond, a.AccountCap*a.BurstTime)
	for i := range s.servers {
		s.servers[i].gate.turn(a.ServerCap/perSecond, a.ServerCap*a.BurstTime)
	}
	for i := range s.ranges {
		s.ranges[i].gate.turn(a.PartitionCap/perSecond, a.PartitionCap*a.BurstTime)
	}
}

// tick sends the requests of a tick in their order: new ones, and those that are sent again.
func (s *simulation) tick(now, end int64) {
	bucket := &s.due[int(now/tick)%len(s.due)]
	again := s.inOrder(now, *bucket)
	*bucket = (*bucket)[:0] // no request comes back within a tick
	s.waiting -= len(again)
	for {
		load, at := -1, end
		for i, next := range s.next {
			if next < at {
				load, at = i, next
			}
		}
		if len(again) > 0 && again[0].at < at {
			s.send(again[0])
			again = again[1:]
			continue
		}
		if load < 0 {
			break
		}
		s.next[load] = at + s.gap(load)
		s.result.Requests++
		slot := s.picker.slot(seconds(at), &s.random)
		s.send(request{at: at, first: at, slot: int32(slot), load: uint8(load)})
	}
}

// gap returns the time to the next request of a load, or so much that there is none.
func (s *simulation) gap(load int) int64 {
	l := &s.Loads[load]
	if l.Rate <= 0 {
		return 1 << 62
	}
	gap := nanos(s.random.exponential() / l.Rate)
	if l.Until > 0 && max(s.next[load], nanos(l.From))+gap >= nanos(l.Until) {
		return 1 << 62
	}
	return gap
}

// send takes a request to the server of its PartitionKey. It's carried out, or refused.
func (s *simulation) send(r request) {
	weight := float64(s.Loads[r.load].Entities)
	g := &s.ranges[s.rangeOf[r.slot]]
	g.offered += weight
	s.profile[r.slot] += weight
	s.column = s.result.column(r.at)
	cell := &s.result.Cells[s.result.RowOf(int(r.slot))*s.result.Columns+s.column]
	s.result.Attempts++
	on := &s.servers[g.server]
	switch {
	case !s.account.open(1, &s.random):
		s.result.RefusedBy.Account++
	case !on.gate.open(weight, &s.random):
		s.result.RefusedBy.Server++
	case !g.gate.open(weight, &s.random):
		s.result.RefusedBy.Partition++
	default:
		s.account.taken++
		on.gate.taken += weight
		g.gate.taken += weight
		cell.Served += weight
		s.serve(r, g, on, weight)
		return
	}
	cell.Refused += weight
	s.refused(r)
}

// serve carries a request out. A server does one after the other; what comes for a range that's being split
// or moved waits, and keeps nobody else waiting.
func (s *simulation) serve(r request, g *keyRange, on *server, weight float64) {
	start := r.at
	if g.until > r.at {
		start = g.until
	} else {
		start = max(start, on.free)
		on.free = start + nanos(weight/s.assume.ServerSpeed)
	}
	s.waits += float64(start - r.at)
	s.latency[s.column].add(start - r.first + nanos(s.assume.Latency/1000))
	s.result.Served++
	s.result.Entities += weight
}

// refused has a client wait and send the request again, or give up. The wait doubles each time, and up to
// half of it is left to chance, so that clients don't come back together.
func (s *simulation) refused(r request) {
	s.result.Refused++
	if float64(r.tries) >= s.assume.Retries {
		s.result.GivenUp++
		return
	}
	wait := s.assume.wait(r.tries)
	r.at += max(tick, nanos(float64(wait*(0.5+s.random.float()/2))))
	r.tries++
	s.waiting++
	bucket := &s.due[int(r.at/tick)%len(s.due)]
	*bucket = append(*bucket, r)
}

// wait returns the seconds that a client waits at most before it sends a request again.
func (a *Assumptions) wait(tries uint8) float64 {
	return min(a.RetryDelay*float64(uint64(1)<<tries), a.RetryMost)
}

func (s *simulation) finish() *Result {
	r := s.result
	r.Waiting = s.waiting
	r.Ranges = len(s.ranges)
	if r.Served > 0 {
		r.MeanWait = s.waits / float64(r.Served) / 1e9
	}
	var all histogram
	for i := range s.latency {
		r.ByTime = append(r.ByTime, s.latency[i].times())
		all.addAll(&s.latency[i])
	}
	r.Times = all.times()
	return r
}

func nanos(seconds float64) int64 { return int64(seconds * 1e9) }

func seconds(nanos int64) float64 { return float64(nanos) / 1e9 }
