package partition

import "math/bits"

// Result is what happened in a scenario.
type Result struct {
	Scenario
	Slots         int    // PartitionKeys
	Rows, Columns int    // of the heat map
	Cells         []Cell // row by row, in the order of keys
	Splits, Moves []Change
	Ranges        int // at the end

	Requests  int // that clients wanted
	Attempts  int // to send them
	Served    int
	Refused   int // attempts
	GivenUp   int // requests, after all retries
	Waiting   int // requests that were to be sent again when time was up
	RefusedBy struct{ Account, Server, Partition int }
	Entities  float64 // of those served

	Times          // of all requests that were served
	ByTime []Times // of those that were served in each column

	MeanWait float64 // for a server, in seconds
}

// Cell is a part of the keys for a part of the time, in entities.
type Cell struct{ Served, Refused float64 }

// Times say how long requests took, with retries, in seconds.
type Times struct{ Median, P95, P99 float64 }

// Change is a split at a slot, or a move of the range that begins there.
type Change struct {
	At     float64 // seconds
	Slot   int
	Server int // that has the range now
}

// How large a heat map can be.
const (
	maxRows    = 32
	maxColumns = 60
)

func newResult(s Scenario, slots int) *Result {
	r := &Result{Scenario: s, Slots: slots, Rows: min(slots, maxRows), Columns: min(s.Seconds, maxColumns)}
	r.Cells = make([]Cell, r.Rows*r.Columns)
	return r
}

// column returns the column of a time.
func (r *Result) column(at int64) int { return int(at * int64(r.Columns) / (int64(r.Seconds) * 1e9)) }

// Throttled returns the share of attempts that were refused.
func (r *Result) Throttled() float64 {
	if r.Attempts == 0 {
		return 0
	}
	return float64(r.Refused) / float64(r.Attempts)
}

// RowOf returns the row of a slot.
func (r *Result) RowOf(slot int) int { return slot * r.Rows / r.Slots }

// Begin returns the ranges of the start, each as its first slot and its server.
func (r *Result) Begin() (all []Change) {
	n := min(max(1, r.Scenario.Ranges), r.Slots)
	for i := range n {
		all = append(all, Change{Slot: r.Slots * i / n, Server: i % int(r.Assume.Servers)})
	}
	return all
}

// Cell returns the cell of a row and a column.
func (r *Result) Cell(row, column int) Cell { return r.Cells[row*r.Columns+column] }

// Column sums up a column.
func (r *Result) Column(column int) (sum Cell) {
	for row := range r.Rows {
		c := r.Cell(row, column)
		sum.Served += c.Served
		sum.Refused += c.Refused
	}
	return sum
}

// Step is how many seconds a column has.
func (r *Result) Step() float64 { return float64(r.Seconds) / float64(r.Columns) }

// histogram counts durations in nanoseconds. Each bucket is a thirty-second part of its power of two.
type histogram struct {
	counts [64 * 32]int
	total  int
}

func (h *histogram) add(nanos int64) {
	h.total++
	h.counts[bucketOf(nanos)]++
}

func (h *histogram) addAll(other *histogram) {
	h.total += other.total
	for i, n := range other.counts {
		h.counts[i] += n
	}
}

func bucketOf(nanos int64) int {
	n := uint64(max(nanos, 0))
	if n < 32 {
		return int(n)
	}
	shift := bits.Len64(n) - 6
	return (shift+1)*32 + int(n>>shift) - 32
}

// at returns the duration in seconds that a part of all doesn't exceed.
func (h *histogram) at(part float64) float64 {
	rank := int(part * float64(h.total))
	for i, n := range h.counts {
		if rank -= n; rank < 0 {
			return seconds(bucketEnd(i))
		}
	}
	return 0
}

func (h *histogram) times() Times { return Times{h.at(0.5), h.at(0.95), h.at(0.99)} }

// bucketEnd returns the largest duration of a bucket.
func bucketEnd(i int) int64 {
	if i < 32 {
		return int64(i)
	}
	shift := i/32 - 1
	return int64(i%32+33)<<shift - 1
}
