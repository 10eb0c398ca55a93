package partition_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/partition"
)

// scenario returns a load of single writes for five minutes.
func scenario(keys partition.Keys, rate float64) partition.Scenario {
	return partition.Scenario{
		Seconds: 300, Seed: 1, Keys: keys, Assume: partition.Default(),
		Loads: []partition.Load{{Rate: rate, Entities: 1}},
	}
}

func near(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if math.Abs(got-want) > by {
		t.Errorf("%s is %g, want %g", what, got, want)
	}
}

// Without retries, a partition refuses what is over its cap.
func TestOnePartition(t *testing.T) {
	for _, rate := range []float64{1000, 1900, 2500, 5000, 12_000} {
		s := scenario(partition.Keys{}, rate)
		s.Assume.BurstTime, s.Assume.Retries = 1, 0
		r := partition.Run(s)
		near(t, "the share refused", r.Throttled(), max(0, 1-2000/rate), 0.01)
		if len(r.Splits)+len(r.Moves) > 0 {
			t.Errorf("%d splits and %d moves of a single PartitionKey", len(r.Splits), len(r.Moves))
		}
	}
}

// A quiet partition gives more until it has used up what it saved.
func TestBurst(t *testing.T) {
	s := scenario(partition.Keys{}, 3000)
	s.Assume.Retries, s.Assume.BurstTime = 0, 60
	r := partition.Run(s)
	const step = 5
	until := s.Assume.BurstTime * s.Assume.PartitionCap / (3000 - s.Assume.PartitionCap)
	for column := range r.Columns {
		c := r.Column(column)
		share := c.Refused / (c.Served + c.Refused)
		switch start := float64(column * step); {
		case start+step < until:
			near(t, "refused before the burst has drained", share, 0, 0.001)
		case start > until:
			near(t, "refused after it", share, 1-2000.0/3000, 0.03)
		}
	}
}

// With k retries, each attempt is refused by chance p, and p to the power of k+1 gives up: it's what is over
// the cap, however often clients try.
func TestRetries(t *testing.T) {
	s := scenario(partition.Keys{}, 4000)
	s.Assume.BurstTime = 1
	r := partition.Run(s)
	p := math.Pow(0.5, 0.25)
	near(t, "the share refused", r.Throttled(), p, 0.01)
	near(t, "given up", float64(r.GivenUp)/float64(r.Requests-r.Waiting), 0.5, 0.01)
	near(t, "attempts for a request", float64(r.Attempts)/float64(r.Requests), 1+p+p*p+p*p*p, 0.05)
}

// One server with one kind of request is an M/D/1 queue.
func TestWaiting(t *testing.T) {
	for _, busy := range []float64{0.2, 0.5, 0.8, 0.9} {
		s := scenario(partition.Keys{}, busy*1000)
		s.Assume.ServerSpeed = 1000
		r := partition.Run(s)
		want := busy / (2 * 1000 * (1 - busy))
		near(t, "the mean wait", r.MeanWait, want, want/12)
	}
}

// Over n ranges on n servers, a uniform load is refused from n times the cap on.
func TestUniform(t *testing.T) {
	for _, n := range []int{1, 2, 4, 8} {
		s := scenario(partition.Keys{Values: 64}, 15_000)
		s.Ranges, s.Seconds = n, 100
		s.Assume.BurstTime, s.Assume.Retries, s.Assume.Splits = 1, 0, 0
		near(t, "the share refused", partition.Run(s).Throttled(), max(0, 1-float64(n)*2000/15_000), 0.01)
	}
}

func TestAccount(t *testing.T) {
	s := scenario(partition.Keys{Values: 200}, 30_000)
	s.Ranges, s.Seconds = 20, 100
	s.Assume.BurstTime, s.Assume.Retries = 1, 0
	r := partition.Run(s)
	near(t, "the share refused", r.Throttled(), 1-20_000.0/30_000, 0.01)
	if r.RefusedBy.Account != r.Refused {
		t.Errorf("the account refused %d of %d", r.RefusedBy.Account, r.Refused)
	}
}

// A load on many PartitionKeys spreads as soon as the service has seen it.
func TestSpreads(t *testing.T) {
	r := partition.Run(scenario(partition.Keys{Values: 1000}, 6000))
	last := r.Column(r.Columns - 1)
	near(t, "refused in the end", last.Refused, 0, 0)
	if first := r.Column(3); first.Refused == 0 {
		t.Error("a new table refused nothing")
	}
	if len(r.Splits) < 3 || len(r.Moves) < 2 || r.Ranges != len(r.Splits)+1 {
		t.Errorf("%d splits, %d moves, %d ranges", len(r.Splits), len(r.Moves), r.Ranges)
	}
}

// Keys that follow the clock never spread: the service splits, and the next insert is beyond the split.
func TestAppendNeverSpreads(t *testing.T) {
	for _, keys := range []partition.Keys{
		{Every: 1}, {Every: 60}, {Every: 1, NewestFirst: true}, {Values: 100, Every: 5, TimeFirst: true},
	} {
		s := scenario(keys, 5000)
		s.Seconds, s.Assume.BurstTime, s.Assume.Retries = 480, 1, 0
		r := partition.Run(s)
		late := 0.0
		for column := r.Columns / 2; column < r.Columns; column++ {
			c := r.Column(column)
			late += c.Refused / (c.Served + c.Refused) / float64(r.Columns/2)
		}
		if late < 1-2*2000/5000.0-0.02 {
			t.Errorf("%+v: %.2f refused in the second half, after %d splits", keys, late, len(r.Splits))
		}
		if keys.Values == 0 && late < 0.55 {
			t.Errorf("%+v: one key at a time, and %.2f are refused", keys, late)
		}
	}
}

// bytesOf runs a scenario and returns all that came of it.
func bytesOf(t *testing.T, s partition.Scenario) []byte {
	t.Helper()
	b, err := json.Marshal(partition.Run(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSameSeedSameBytes(t *testing.T) {
	s := scenario(partition.Keys{Values: 50, Zipf: 1.1, Every: 60}, 4000)
	one, two := bytesOf(t, s), bytesOf(t, s)
	if diff := cmp.Diff(string(one), string(two)); diff != "" {
		t.Error("the same seed gave another result:", diff)
	}
	s.Seed = 2
	if other := bytesOf(t, s); slices.Equal(one, other) {
		t.Error("another seed gave the same result")
	}
}

// The tests run natively and as WebAssembly, so this compares the two, to the last bit.
func TestSameEverywhere(t *testing.T) {
	s := scenario(partition.Keys{Values: 50, Zipf: 1.1, Every: 60}, 4000)
	hash := sha256.Sum256(bytesOf(t, s))
	const want = "61526b7972914b92"
	if got := hex.EncodeToString(hash[:8]); got != want {
		t.Errorf("the result's hash is %s, want %s: change it here if the model has changed", got, want)
	}
}

// Every request is served, given up or waiting, and every attempt served or refused.
func TestConservation(t *testing.T) {
	for i, keys := range []partition.Keys{
		{}, {Values: 7, Hot: 0.5}, {Values: 300, Zipf: 1}, {Every: 7}, {Values: 8, Every: 60, TimeFirst: true},
	} {
		s := scenario(keys, 5000)
		s.Seed, s.Seconds = uint64(i), 100
		s.Loads = append(s.Loads, partition.Load{Rate: 90, Entities: 50, Read: true, From: 20, Until: 60})
		r := partition.Run(s)
		if r.Requests != r.Served+r.GivenUp+r.Waiting {
			t.Errorf("%+v: %d requests, %d served, %d given up, %d waiting",
				keys, r.Requests, r.Served, r.GivenUp, r.Waiting)
		}
		if by := r.RefusedBy; r.Attempts != r.Served+r.Refused || r.Refused != by.Account+by.Server+by.Partition {
			t.Errorf("%+v: %d attempts, %d served, %d refused, by %+v", keys, r.Attempts, r.Served, r.Refused, by)
		}
		var served, offered float64
		for _, c := range r.Cells {
			served += c.Served
			offered += c.Served + c.Refused
		}
		near(t, "entities served in cells", served, r.Entities, 0)
		if offered < served || r.Requests < 480_000 {
			t.Errorf("%+v: %g offered, %g served, of %d requests", keys, offered, served, r.Requests)
		}
	}
}

// The share of each value is what its weight says.
func TestSkew(t *testing.T) {
	shares := func(keys partition.Keys) []float64 {
		s := scenario(keys, 1000)
		r := partition.Run(s)
		sums := make([]float64, r.Rows)
		for row := range r.Rows {
			for column := range r.Columns {
				c := r.Cell(row, column)
				sums[row] += (c.Served + c.Refused) / float64(r.Attempts)
			}
		}
		slices.Sort(sums)
		slices.Reverse(sums)
		return sums
	}
	near(t, "a hot value", shares(partition.Keys{Values: 10, Hot: 0.5})[0], 0.55, 0.01)
	harmonic := 0.0
	for i := range 10 {
		harmonic += 1 / float64(i+1)
	}
	for i, share := range shares(partition.Keys{Values: 10, Zipf: 1}) {
		near(t, "a share by Zipf", share, 1/float64(i+1)/harmonic, 0.005)
	}
}

// One simulated hour of 1,000 writers, of which each sends two requests a second.
func BenchmarkHour(b *testing.B) {
	s := scenario(partition.Keys{Values: 1000, Zipf: 1}, 2000)
	s.Seconds = 3600
	for b.Loop() {
		partition.Run(s)
	}
}
