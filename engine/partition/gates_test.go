package partition_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/partition"
	"github.com/rowkey/rowkey/engine/table"
)

// through sends requests of one entity at a rate for some seconds, and returns how many of each partition
// pass in the last of them.
func through(g *partition.Gates, seconds, perSecond int, partitions ...string) map[string]int {
	passed := map[string]int{}
	for s := range seconds {
		for i := range perSecond {
			now := table.Date(2026, 1, 5) + table.Ticks(s*perSecond+i)*table.Second/table.Ticks(perSecond)
			name := partitions[i%len(partitions)]
			if g.Admit(now, "a", name, 1) == partition.Passed && s == seconds-1 {
				passed[name]++
			}
		}
	}
	return passed
}

// TestGates: for a while a partition takes more than its target, then it's brought down to that, and others
// aren't.
func TestGates(t *testing.T) {
	assume := partition.Default()
	assume.PartitionCap, assume.BurstTime = 100, 2
	near := func(got, want int) bool { return got >= want*9/10 && got <= want*11/10 }
	if got := through(partition.NewGates(assume, 1), 1, 200, "p")["p"]; got != 200 {
		t.Errorf("at first %d pass", got)
	}
	if got := through(partition.NewGates(assume, 1), 20, 400, "p")["p"]; !near(got, 100) {
		t.Errorf("at last %d pass", got)
	}
	got := through(partition.NewGates(assume, 1), 20, 400, "p", "p", "p", "q")
	if !near(got["p"], 100) || got["q"] != 100 {
		t.Errorf("of two partitions %v pass", got)
	}
	assume.AccountCap = 50
	if got := through(partition.NewGates(assume, 1), 20, 400, "p", "q"); !near(got["p"]+got["q"], 50) {
		t.Errorf("of an account %v pass", got)
	}
}

// TestGatesFrozen: where time stands still, what was saved up passes, and nothing more.
func TestGatesFrozen(t *testing.T) {
	assume := partition.Default()
	assume.PartitionCap, assume.BurstTime = 100, 2
	g := partition.NewGates(assume, 1)
	passed := 0
	for range 1000 {
		if g.Admit(table.Date(2026, 1, 5), "a", "p", 1) == partition.Passed {
			passed++
		}
	}
	if passed != 210 { // 2 s, and the present tenth of a second
		t.Errorf("%d pass", passed)
	}
	g.Charge("a", "q", 500)
	if got := g.Admit(table.Date(2026, 1, 5), "a", "q", 1); got != partition.OverPartition {
		t.Errorf("after a large query: %d", got)
	}
}

// TestGatesForgotten: so many partitions as one likes, and one that has a debt isn't forgotten.
func TestGatesForgotten(t *testing.T) {
	g := partition.NewGates(partition.Default(), 1)
	now := table.Date(2026, 1, 5)
	g.Admit(now, "a", "busy", 1)
	g.Charge("a", "busy", 1_000_000)
	for i := range 25_000 {
		g.Admit(now+table.Ticks(i)*table.Second/500, "a", string(rune('a'+i/1000))+string(rune('a'+i%1000)), 1)
	}
	if got := g.Admit(now+50*table.Second, "a", "busy", 1); got != partition.OverPartition {
		t.Errorf("got %d", got)
	}
}
