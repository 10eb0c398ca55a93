package decision

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/render/fence"
)

// measured is what the strips of a decision count.
type measured struct {
	of    func(trace.Cost) int
	noun  func(n int) string // "25 read"
	less  string             // the word for a smaller number
	reads bool               // so some of it can be more than was wanted
}

// measures are by the word after measure:. The answer's status has no strip.
var measures = map[string]measured{
	"read":         {func(c trace.Cost) int { return c.EntitiesRead }, counted("read"), "fewer", true},
	"written":      {func(c trace.Cost) int { return c.EntitiesWritten }, counted("written"), "fewer", false},
	"transactions": {transactions, numbered("transaction"), "fewer", false},
	"requests":     {transactions, numbered("request"), "fewer", false},
	"sent":         {func(c trace.Cost) int { return c.BytesReturned }, sized("sent"), "less", false},
	"stored":       {func(c trace.Cost) int { return c.BytesWritten }, sized("stored"), "less", false},
	"returned":     {func(c trace.Cost) int { return c.EntitiesReturned }, counted("returned"), "fewer", false},
	"status":       {},
}

// transactions counts requests, too: each that is sent is one transaction.
func transactions(c trace.Cost) int { return c.Transactions }

func counted(word string) func(int) string {
	return func(n int) string { return view.Number(n) + " " + word }
}

func numbered(word string) func(int) string {
	return func(n int) string { return view.Count(n, word, word+"s") }
}

func sized(word string) func(int) string {
	return func(n int) string { return view.Size(n) + " " + word }
}

// countBusiest replaces the work of each side by that of its busiest partition, because a load
// that's spread is no less in total. It's false if what's measured isn't counted by partition.
func (n *Decision) countBusiest() bool {
	for i := range n.sides {
		n.sides[i].Cost = busiest(n.sides[i].Total)
	}
	for i := range n.scales {
		for side := range n.scales[i].sides {
			n.scales[i].sides[side].Cost = busiest(n.scales[i].sides[side])
		}
	}
	if n.measure.of == nil || n.measure.of(n.sides[0].Cost) == 0 {
		return false
	}
	noun := n.measure.noun
	n.measure.noun = func(of int) string { return noun(of) + " in one partition" }
	return true
}

// busiest returns what was read and written in the partition where that was most. The requests are
// of one table.
func busiest(t fence.Total) (most trace.Cost) {
	for _, p := range partitions(t) {
		if p.Read+p.Written > most.EntitiesRead+most.EntitiesWritten {
			most = trace.Cost{EntitiesRead: p.Read, EntitiesReturned: p.Returned, EntitiesWritten: p.Written}
		}
	}
	return most
}

// partitions returns those that requests of one table touched, in the order of keys.
func partitions(t fence.Total) []trace.Partition {
	var all trace.Trace
	for _, m := range t.Measures {
		all.Add(trace.Trace{Partitions: m.Partitions})
	}
	all.SortPartitions()
	return all.Partitions
}

// sum says in words what one side took, such as "25 read → 10 wanted".
func (n *Decision) sum(t fence.Total) string {
	if n.measure.of == nil {
		return statuses(t)
	}
	words := n.measure.noun(n.measure.of(t.Cost))
	if n.wanted > 0 {
		words += " → " + view.Number(n.wanted) + " wanted"
	}
	return words
}

// statuses lists how requests were answered; equal ones in a row once.
func statuses(t fence.Total) string {
	var all []string
	for _, m := range t.Measures {
		all = append(all, strings.TrimSpace(strconv.Itoa(m.Status)+" "+m.Fault))
	}
	return strings.Join(slices.Compact(all), ", ")
}

// price is what one side took besides what its strip counts: "in 2 requests, 1 written".
func (n *Decision) price(t fence.Total) (all []string) {
	if n.busiest {
		return nil
	}
	told := ""
	if n.measure.of != nil {
		told = n.measure.noun(2)
	}
	if sent := t.Cost.Transactions; told != "2 requests" && told != "2 transactions" {
		all = append(all, "in "+view.Count(sent, "request", "requests"))
	}
	if read := t.Cost.EntitiesRead; read > 0 && told != "2 read" && told != "2 returned" {
		all = append(all, view.Number(read)+" read")
	}
	if written := t.Cost.EntitiesWritten; written > 0 && told != "2 written" {
		all = append(all, view.Number(written)+" written")
	}
	return all
}

// more is what a side says below its figure: how it compares with the first one, and its price.
func (n *Decision) more(i int) string {
	all := n.price(n.sides[i].Total)
	if words := n.factor([2]fence.Total{n.sides[0].Total, n.sides[i].Total}); i > 0 && words != "" {
		all = slices.Insert(all, 0, words)
	}
	return strings.Join(all, ", ")
}

// moreAtScale is the same of a scale: "432× fewer, in 1 request instead of 5".
func (n *Decision) moreAtScale(s scale) string {
	var all []string
	if words := n.factor(s.sides); words != "" {
		all = append(all, words)
	}
	before, after := s.sides[0].Cost.Transactions, s.sides[1].Cost.Transactions
	if told := n.price(s.sides[0]); before != after && len(told) > 0 && strings.HasPrefix(told[0], "in ") {
		all = append(all, "in "+view.Count(after, "request", "requests")+" instead of "+view.Number(before))
	}
	return strings.Join(all, ", ")
}

// factor compares the second side with the first, "" if they differ by little.
func (n *Decision) factor(of [2]fence.Total) string {
	if n.measure.of == nil {
		return ""
	}
	return fence.Factor(n.measure.of(of[0].Cost), n.measure.of(of[1].Cost), n.measure.less)
}

// atScale says what both sides take with more entities: "10 read instead of 4,320".
func (n *Decision) atScale(s scale) string {
	if n.measure.of == nil {
		return statuses(s.sides[1]) + " instead of " + statuses(s.sides[0])
	}
	before, after := n.measure.noun(n.measure.of(s.sides[0].Cost)), n.measure.noun(n.measure.of(s.sides[1].Cost))
	figure, unit, _ := strings.Cut(before, " ")
	if _, other, _ := strings.Cut(after, " "); unit == other {
		before = figure
	}
	return after + " instead of " + before
}
