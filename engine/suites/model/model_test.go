package model_test

import (
	"encoding/json"
	"flag"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/suites/deployed"
)

var (
	modelOps  = flag.Int("model.ops", 0, "run at least this many operations (default 50000, WebAssembly 5000)")
	modelSeed = flag.Uint64("model.seed", 1, "the seed of the first sequence; each takes the next one")
	modelTime = flag.Duration("model.time", 0, "run at least this long")
)

// TestModel runs generated sequences on engines and models, and compares every answer. It can run on a Worker
// instead, in one account, with a clock that the test sets.
func TestModel(t *testing.T) {
	worker := deployed.Find(t)
	together := runtime.GOMAXPROCS(0)
	s := &supply{seed: *modelSeed, wanted: *modelOps, end: time.Now().Add(*modelTime)}
	if s.wanted == 0 && *modelTime == 0 {
		s.wanted = 50_000
		if runtime.GOOS == "js" {
			s.wanted = 5_000
		}
	}
	if worker != nil {
		together = 1
	}
	var all sync.WaitGroup
	for range together {
		all.Go(func() {
			for !t.Failed() {
				seed, ops := s.take()
				if ops == nil {
					return
				}
				if n, err := play(ops, worker, nil); err != nil {
					report(t, seed, ops[:n], worker, err)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d operations in %d sequences, seeds from %d", s.given, s.seed-*modelSeed, *modelSeed)
}

// supply hands out sequences, one per seed, until there were enough.
type supply struct {
	mu     sync.Mutex
	seed   uint64 // of the next sequence
	given  int    // operations so far
	wanted int
	end    time.Time
}

// take returns the next sequence, or nil after the last.
func (s *supply) take() (seed uint64, ops []op) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.given >= s.wanted && !time.Now().Before(s.end) {
		return 0, nil
	}
	ops = sequenceOf(s.seed)
	s.seed++
	s.given += len(ops)
	return s.seed - 1, ops
}

// report shrinks a sequence that fails, and says how to repeat it.
func report(t *testing.T, seed uint64, ops []op, worker *deployed.Worker, err error) {
	short := shrink(ops, func(tried []op) bool {
		_, err := play(tried, worker, nil)
		return err != nil
	})
	var log strings.Builder
	_, shortErr := play(short, worker, &log)
	t.Errorf(`seed %d fails: %v

Again: go test ./engine/suites/model -run TestModel -model.ops 1 -model.seed %d

%d operations are enough: %v
As a golden file of engine/testdata:
%s`, seed, err, seed, len(short), shortErr, &log)
}

// TestShrink finds the two operations of many that make a sequence fail.
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

// quoteJSON formats a JSON string.
func quoteJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}
