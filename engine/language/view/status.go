package view

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// Status says in a line how an example went: "Range query · read 3 → returned 2".
func Status(steps []runner.Step, m Mode) string {
	if len(steps) == 0 {
		return "Nothing to run"
	}
	if words := failure(steps, m); words != "" {
		return words
	}
	_, own := divideSteps(steps)
	last := &own[len(own)-1]
	x := ExchangeOf(last)
	if len(own) == len(parts(own)) {
		return strings.Join(append(refused(x), statusParts(x)...), between)
	}
	var sum trace.Cost
	kept, removed := 0, 0
	for i := range own {
		s := &own[i]
		sum.Add(s.Cost)
		a, b := divide(ExchangeOf(s))
		kept, removed = kept+a, removed+b
	}
	words := []string{requests(len(own))}
	if sum.EntitiesRead > 0 {
		words = append(words, readWords(sum))
	}
	if kept+removed > 0 {
		words = append(words, writeWords(kept, removed))
	}
	return strings.Join(words, between)
}

const between = " · "

// statusParts names a request and says what it read and wrote.
func statusParts(x *Exchange) []string {
	if x.Trace == nil {
		return []string{sentenceCase(name(x)), answered(x)}
	}
	words := sentenceCase(name(x))
	if x.Iterations > 1 && !x.Transaction {
		words += " × " + number(x.Iterations)
	}
	read, wrote := "", writes(x)
	if kindOf(x) != plan.None || x.Trace.Cost.EntitiesRead > 0 {
		read = readWords(x.Trace.Cost)
	}
	switch { // appending would make the engine that a page loads 2 KB larger
	case read == "" && wrote == "":
		return []string{words}
	case read == "" || wrote == "":
		return []string{words, read + wrote}
	}
	return []string{words, read, wrote}
}

// refused names the error that a request was answered with.
func refused(x *Exchange) []string {
	if r := refusalOf(x); r.code != "" {
		return []string{strconv.Itoa(r.status) + " " + r.code}
	}
	return nil
}

// divideSteps separates an example's own steps from those of examples that it refers to.
func divideSteps(steps []runner.Step) (others, own []runner.Step) {
	for _, s := range steps {
		if s.Example == steps[len(steps)-1].Example {
			own = append(own, s)
		} else {
			others = append(others, s)
		}
	}
	return others, own
}

// parts returns the last step or, if it was sent in a transaction, every step of the transaction.
func parts(steps []runner.Step) []runner.Step {
	first := len(steps) - 1
	for first > 0 && together(&steps[first-1], &steps[first]) {
		first--
	}
	return steps[first:]
}

// together reports whether two steps in a row were sent in one transaction.
func together(a, b *runner.Step) bool {
	return a.Transaction != "" && a.Transaction == b.Transaction && a.Example == b.Example
}

// failure says what failed first: a step that didn't complete, expectations that weren't met or, in an
// experiment, a request that was refused against its expectations. It is "" if nothing failed.
func failure(steps []runner.Step, m Mode) string {
	for i := range steps {
		s := &steps[i]
		missed, passed := 0, 0
		for _, e := range s.Expectations {
			switch {
			case e.Skipped:
			case e.OK:
				passed++
			default:
				missed++
			}
		}
		inner := i+1 < len(steps) && together(s, &steps[i+1])
		r := refusalOf(ExchangeOf(s))
		switch {
		case s.Err != nil:
			return "Stopped at the marked line"
		case r.code != "" && !inner && (passed+missed == 0 || m == Experiment && missed > 0):
			if s.Trace == nil {
				return strconv.Itoa(r.status) + " " + r.code
			}
			x := ExchangeOf(s)
			return strings.Join(append(refused(x), statusParts(x)...), between)
		case missed > 0 && m == AsWritten:
			return number(missed) + " of " + Count(missed+passed, "check", "checks") + " failed"
		}
	}
	return ""
}

// Failed reports whether an example failed.
func Failed(steps []runner.Step, m Mode) bool { return failure(steps, m) != "" }
