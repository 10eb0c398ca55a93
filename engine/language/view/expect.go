package view

import (
	"slices"

	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/runner"
)

// unmet reports whether a step has an expectation that wasn't met.
func unmet(s *runner.Step) bool {
	return slices.ContainsFunc(s.Expectations, isMissed)
}

func isMissed(e expect.Result) bool { return !e.OK && !e.Skipped }

// missed lists only the expectations that weren't met.
func missed(s *runner.Step) Node {
	var list []expect.Result
	for _, e := range s.Expectations {
		if isMissed(e) {
			list = append(list, e)
		}
	}
	return expectList(list)
}

// expectList shows each expectation with its result.
func expectList(all []expect.Result) Node {
	if len(all) == 0 {
		return Node{}
	}
	list := el("ul", "rs-expect")
	for _, e := range all {
		list.add(expectation(e))
	}
	return list
}

// met counts expectations of which none failed. The example already shows what they are.
func met(all []expect.Result) Node {
	if len(all) == 0 {
		return Node{}
	}
	passed := 0
	for _, e := range all {
		if !e.Skipped {
			passed++
		}
	}
	list := el("ul", "rs-expect")
	if passed > 0 {
		list.add(el("li", "is-met", decoration("rs-mark", "✔"),
			text(" "+count(passed, "expectation", "expectations")+" met")))
	}
	if skipped := len(all) - passed; skipped > 0 {
		list.add(el("li", "is-skipped", decoration("rs-mark", "–"),
			text(" "+count(skipped, "expectation", "expectations")+skippedWords)))
	}
	return list
}

const skippedWords = " skipped: nothing here can tell"

func expectation(e expect.Result) Node {
	code := textEl("code", "", e.Text)
	switch {
	case e.Skipped:
		return el("li", "is-skipped", decoration("rs-mark", "–"), text(" "), code, text(skippedWords))
	case e.OK:
		return el("li", "is-met", decoration("rs-mark", "✔"), text(" "), code, unseen(" as expected"))
	}
	return el("li", "is-missed", decoration("rs-mark", "✘"), text(" expected "), code,
		text(", got "), textEl("code", "rs-got", shorten(got(e), maxValue)))
}

func got(e expect.Result) string {
	if e.Got == "" {
		return "nothing"
	}
	return e.Got
}
