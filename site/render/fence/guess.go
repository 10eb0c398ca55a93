package fence

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
)

// Guess is what a query read, and what it would have read by other plans: answers to choose from.
type Guess struct {
	Read     int
	Sentence string // how: "Range query: read 4 of 150 entities, in 1 of 3 partitions, returned 4"
	Others   []Other
}

// Other is a plan that a query didn't have: "a table scan", "3 range queries".
type Other struct {
	Way  string
	Read int // entities
}

// NewGuess works out the other plans from the table as the query left it. At most one plan is kept for each
// number, and none for the number that is right.
func NewGuess(cost trace.Cost, touched []trace.Partition, table trace.Layout, sentence string) *Guess {
	g := &Guess{Read: cost.EntitiesRead, Sentence: sentence}
	all, asked, inThese := 0, 0, 0
	for _, lane := range table.Partitions {
		all += len(lane.RowKeys)
		if slices.ContainsFunc(touched, func(p trace.Partition) bool {
			return p.PartitionKey == lane.PartitionKey && (p.Returned > 0 || cost.EntitiesReturned == 0)
		}) {
			asked++
			inThese += len(lane.RowKeys)
		}
	}
	g.add(view.Count(asked, "range query", "range queries"), cost.EntitiesReturned)
	g.add(view.Count(asked, "partition scan", "partition scans"), inThese)
	g.add("1 point query", 1)
	g.add("1 table scan", all)
	return g
}

func (g *Guess) add(way string, read int) {
	same := func(o Other) bool { return o.Read == read }
	if read == 0 || read == g.Read || slices.ContainsFunc(g.Others, same) {
		return
	}
	if one, ok := strings.CutPrefix(way, "1 "); ok {
		way = "a " + one
	}
	g.Others = append(g.Others, Other{way, read})
}

// Near returns the two other plans that mislead most, the smaller first: if there are, one that reads
// less and one that reads more. Without two, it returns nil.
func (g *Guess) Near() []Other {
	if len(g.Others) < 2 {
		return nil
	}
	less := slices.IndexFunc(g.Others, func(o Other) bool { return o.Read < g.Read })
	more := slices.IndexFunc(g.Others, func(o Other) bool { return o.Read > g.Read })
	if less < 0 || more < 0 {
		less, more = 0, 1
	}
	near := []Other{g.Others[less], g.Others[more]}
	slices.SortFunc(near, func(a, b Other) int { return a.Read - b.Read })
	return near
}
