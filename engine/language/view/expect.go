package view

import (
	"slices"

	"github.com/rowkey/rowkey/engine/language/expect"
	"github.com/rowkey/rowkey/engine/language/runner"
)

// unmet reports whether something a step expects does not hold.
func unmet(s runner.Step) bool {
	return slices.ContainsFunc(s.Expectations, isMissed)
}

func isMissed(e expect.Result) bool { return !e.OK && !e.Skipped }

// missed lists only what does not hold.
func missed(s runner.Step) Node {
	var list []expect.Result
	for _, e := range s.Expectations {
		if isMissed(e) {
			list = append(list, e)
		}
	}
	return expectList(list)
}

// expectList shows expectations, each with whether it holds.
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

// met counts expectations that all hold. The example shows them above; what counts is that they do.
func met(all []expect.Result) Node {
	if len(all) == 0 {
		return Node{}
	}
	held := 0
	for _, e := range all {
		if !e.Skipped {
			held++
		}
	}
	list := el("ul", "rs-expect")
	if held > 0 {
		list.add(el("li", "is-met", decoration("rs-mark", "✔"),
			text(" "+count(held, "expectation", "expectations")+" met")))
	}
	if skipped := len(all) - held; skipped > 0 {
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
