package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/trace"
)

// Status says in a sentence how an example went.
func Status(steps []runner.Step) string {
	if len(steps) == 0 {
		return "Done: nothing to run"
	}
	if words := failure(steps); words != "" {
		return "Failed: " + words
	}
	if words := surprise(steps); words != "" {
		return "Answered " + words
	}
	_, own := divideSteps(steps)
	last := &own[len(own)-1]
	if len(own) == len(parts(own)) {
		x := ExchangeOf(last)
		return "Done: " + wanted(x) + brief(x)
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
	return "Done: " + strings.Join(append(words, transactions(sum.Transactions)), ", ")
}

// wanted names an error that the example expects.
func wanted(x *Exchange) string {
	if r := refusalOf(x); r.code != "" && x.Trace != nil {
		return strconv.Itoa(r.status) + " " + r.code + " as expected, "
	}
	return ""
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

// failure says what failed first: a step that didn't complete, or expectations that weren't met. It is "" if
// nothing failed.
func failure(steps []runner.Step) string {
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
		switch {
		case s.Err != nil:
			return "line " + strconv.Itoa(s.Err.Line) + ": " + s.Err.Message
		case missed > 0:
			return number(missed) + " of " + count(missed+passed, "expectation", "expectations") + " not met"
		}
	}
	return ""
}

// surprise returns the first error that the script doesn't expect, or "". In a transaction, only the last
// step counts.
func surprise(steps []runner.Step) string {
	for i := range steps {
		s := &steps[i]
		expected := slices.ContainsFunc(s.Expectations, func(e expect.Result) bool { return !e.Skipped })
		inner := i+1 < len(steps) && together(s, &steps[i+1])
		if r := refusalOf(ExchangeOf(s)); r.code != "" && !expected && !inner {
			return strconv.Itoa(r.status) + " " + r.code + ": " + r.words
		}
	}
	return ""
}
