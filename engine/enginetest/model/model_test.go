package model_test

import (
	"encoding/json"
	"flag"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var (
	modelOps  = flag.Int("model.ops", 0, "run at least so many operations (default 200000, as WebAssembly 5000)")
	modelSeed = flag.Uint64("model.seed", 1, "begin with this seed; each sequence has the next one")
	modelTime = flag.Duration("model.time", 0, "run for so long, however many operations that are")
)

// TestModel drives engines and models with the same generated sequences and compares every answer.
func TestModel(t *testing.T) {
	wanted, end := int64(*modelOps), time.Now().Add(*modelTime)
	if wanted == 0 && *modelTime == 0 {
		wanted = 200_000
		if runtime.GOOS == "js" {
			wanted = 5_000
		}
	}
	var next atomic.Uint64
	var ran atomic.Int64
	next.Store(*modelSeed)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for !t.Failed() && (ran.Load() < wanted || *modelTime > 0 && time.Now().Before(end)) {
				seed := next.Add(1) - 1
				ops := sequenceOf(seed)
				n, err := play(ops, nil)
				if err != nil {
					report(t, seed, ops[:n], err)
				}
				ran.Add(int64(n))
			}
		})
	}
	all.Wait()
	t.Logf("%d operations in %d sequences, seeds from %d", ran.Load(), next.Load()-*modelSeed, *modelSeed)
}

// report shrinks a sequence that fails, and shows how to see it again.
func report(t *testing.T, seed uint64, ops []op, err error) {
	short := shrink(ops, func(tried []op) bool {
		_, err := play(tried, nil)
		return err != nil
	})
	var log strings.Builder
	_, shortErr := play(short, &log)
	t.Errorf("seed %d fails: %v\n\nAgain: go test ./engine/enginetest/model -run TestModel -model.ops 1 -model.seed %d\n\n"+
		"%d operations are enough: %v\nAs a golden file of engine/testdata:\n%s", seed, err, seed, len(short), shortErr, &log)
}

// TestShrink looks for the two operations of many without which nothing fails.
func TestShrink(t *testing.T) {
	var ops []op
	for i := range 50 {
		ops = append(ops, moveClock(i))
	}
	got := shrink(ops, func(tried []op) bool {
		return slices.Contains(tried, op(moveClock(7))) && slices.Contains(tried, op(moveClock(31)))
	})
	if want := []op{moveClock(7), moveClock(31)}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// quoteJSON writes a JSON string.
func quoteJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}
