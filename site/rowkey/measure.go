//go:build !nosite

package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/render/fence"
)

// measures returns what the named requests of an example cost when it ran.
func measures(steps []runner.Step, example int, layout trace.Layout) map[string]fence.Measure {
	found := map[string]fence.Measure{}
	for i, s := range steps {
		if s.Example != example || s.Name == "" {
			continue
		}
		sent := &steps[lastSent(steps, i)]
		x := view.ExchangeOf(sent)
		if s.Part != nil {
			x = view.ExchangeOf(&steps[i])
		}
		found[s.Name] = fence.Measure{
			Run: strconv.Itoa(sent.Line), Label: view.Label(view.ExchangeOf(sent)), Cost: sent.Cost,
			Status: x.Answer.Status, Fault: view.Fault(x), Partitions: partitions(sent), Meets: meets(s, *sent),
			Guess: guess(sent, layout, i == len(steps)-1),
		}
	}
	return found
}

// guess returns what a query could be taken to read, if it's the last request, since the layout of its
// table is that of the end. Without a layout, it only knows what was read.
func guess(s *runner.Step, layout trace.Layout, last bool) *fence.Guess {
	switch {
	case s.Plan == "" || s.Method != "GET" || s.Iterations > 1 || s.Trace == nil:
		return nil
	case layout.Table == "":
		return &fence.Guess{Read: s.Cost.EntitiesRead}
	case !last || !wire.EqualFold(s.Trace.Table, layout.Table):
		return nil
	}
	return fence.NewGuess(s.Cost, s.Trace.Partitions, layout, view.Found(view.ExchangeOf(s), layout))
}

// partitions returns the partitions that a step worked in.
func partitions(s *runner.Step) []trace.Partition {
	if s.Trace == nil {
		return nil
	}
	return s.Trace.Partitions
}

// meets returns what compares a step with a claim about it. It keeps no more of the step than that takes.
func meets(s, sent runner.Step) func(string) (fence.Evidence, error) {
	s = runner.Step{Response: s.Response, Part: s.Part}
	sent = runner.Step{Plan: sent.Plan, Cost: sent.Cost, Response: sent.Response}
	return func(expectation string) (fence.Evidence, error) {
		r, bad := s.Meets(expectation, &sent, full.XML)
		if bad != nil {
			return fence.Evidence{}, errors.New(strings.TrimSpace(bad.Message + " " + bad.Hint))
		}
		return fence.Evidence{OK: r.OK, Sentence: r.Sentence, Got: r.Got}, nil
	}
}

// lastSent returns the last step of the transaction of step i, or i if it isn't in one.
func lastSent(steps []runner.Step, i int) int {
	for i+1 < len(steps) && steps[i].Transaction != "" && steps[i+1].Transaction == steps[i].Transaction &&
		steps[i+1].Example == steps[i].Example {
		i++
	}
	return i
}
