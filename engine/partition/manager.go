package partition

import (
	"cmp"
	"slices"
)

// keyRange is a range partition: slots from first to before end, which one server has.
type keyRange struct {
	first, end int
	server     int
	gate       gate
	until      int64   // no request is carried out before, because it's being split or moved
	offered    float64 // entities since the last round
	load       float64 // entities a second in the last round
	busy       int     // for how many rounds
	fresh      bool    // it was just split off
}

// round is one round of the partition manager: it looks at all ranges, splits a few, and moves a few.
func (s *simulation) round(now int64) {
	a := &s.assume
	for i := range s.ranges {
		g := &s.ranges[i]
		g.load, g.offered, g.fresh = g.offered/a.Round, 0, false
		if g.busy++; g.load < a.SplitAt/100*a.PartitionCap {
			g.busy = 0
		}
	}
	s.split(now)
	s.move(now)
	clear(s.profile)
}

// split splits the busiest ranges that have been busy for long enough.
func (s *simulation) split(now int64) {
	var busy []int
	for i, g := range s.ranges {
		if g.busy >= int(s.assume.Patience) {
			busy = append(busy, i)
		}
	}
	slices.SortStableFunc(busy, func(a, b int) int { return cmp.Compare(s.ranges[b].load, s.ranges[a].load) })
	left := int(s.assume.Splits)
	for _, i := range busy {
		at, share, ok := s.cut(s.ranges[i])
		if !ok || left == 0 {
			continue
		}
		left--
		old := &s.ranges[i]
		child := keyRange{first: at, end: old.end, server: old.server, load: old.load * (1 - share), fresh: true}
		old.end, old.load, old.busy = at, old.load*share, 0
		old.until = now + nanos(s.assume.SplitPause)
		child.until = old.until
		for slot := child.first; slot < child.end; slot++ {
			s.rangeOf[slot] = int32(len(s.ranges))
		}
		s.ranges = append(s.ranges, child)
		s.result.Splits = append(s.result.Splits, Change{At: seconds(now), Slot: at, Server: old.server})
	}
}

// cut finds the slot that divides a range's load of the last round most evenly, and the share before it. Both
// sides need some of the load, so a range that has it all in one PartitionKey can't be cut.
func (s *simulation) cut(g keyRange) (at int, share float64, ok bool) {
	total := 0.0
	for _, n := range s.profile[g.first:g.end] {
		total += n
	}
	before, best := 0.0, 1.0
	for slot := g.first + 1; slot < g.end; slot++ {
		before += s.profile[slot-1]
		if before == 0 || before == total {
			continue
		}
		part := before / total
		if off := max(part, 1-part); off < best {
			best, at, share, ok = off, slot, part, true
		}
	}
	return at, share, ok
}

// move takes ranges from loaded servers, first those that were just split off, and gives them to the servers
// that have least.
func (s *simulation) move(now int64) {
	loads := make([]float64, len(s.servers))
	for _, g := range s.ranges {
		loads[g.server] += g.load
	}
	for range int(s.assume.Moves) {
		from, to := 0, 0
		for i, load := range loads {
			if load > loads[from] {
				from = i
			}
			if load < loads[to] {
				to = i
			}
		}
		if loads[from] < s.assume.MoveAt/100*s.assume.ServerCap {
			return
		}
		moved := s.movable(from, loads[from], loads[to])
		if moved == nil {
			return
		}
		loads[from] -= moved.load
		loads[to] += moved.load
		moved.server, moved.until, moved.fresh = to, now+nanos(s.assume.MovePause), false
		s.result.Moves = append(s.result.Moves, Change{At: seconds(now), Slot: moved.first, Server: to})
	}
}

// movable returns the range to take from a server, or nil if the other one would then have more than it had.
func (s *simulation) movable(server int, load, other float64) *keyRange {
	var found *keyRange
	for i := range s.ranges {
		g := &s.ranges[i]
		if g.server != server || g.load == 0 || other+g.load >= load {
			continue
		}
		if found == nil || g.fresh && !found.fresh || g.fresh == found.fresh && g.load > found.load {
			found = g
		}
	}
	return found
}
