package view

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// Label says what a request was in a word or two: the kind of a query, or else the operation.
func Label(s runner.Step) Node {
	if k := kindOf(s); k != plan.None {
		return Kind(k)
	}
	return textEl("span", "kind", sentenceCase(name(s)))
}

// Logged is what a server shows of a request that it has answered: the result of an example without
// its entities and partitions, which a server would have to keep, and what a script would expect.
func Logged(s runner.Step) Node {
	root := el("div", rootClass([]runner.Step{s}, s))
	root.add(sentence(s, trace.Layout{}), faultPart(s), scope(s), terms(s), advice(s))
	root.add(expected(s))
	return root
}

// expected writes what a request did as the expectations of a script, which hold the next one to it.
func expected(s runner.Step) Node {
	lines := []string{"status == " + strconv.Itoa(s.Response.Status)}
	if f := s.Trace.Fault; f != nil {
		lines = append(lines, "error == "+string(f.Code))
	}
	if k := s.Trace.Plan.Kind; k != plan.None {
		lines = append(lines, "plan == "+k.String())
	}
	if kindOf(s) != plan.None {
		lines = append(lines,
			"cost.entitiesRead <= "+strconv.Itoa(s.Cost.EntitiesRead),
			"cost.entitiesReturned == "+strconv.Itoa(s.Cost.EntitiesReturned))
	}
	lines = append(lines, "cost.transactions == "+strconv.Itoa(s.Cost.Transactions))
	const directive = "# @expect "
	code := textEl("code", "", directive+strings.Join(lines, "\n"+directive))
	return el("details", "rs-http", textEl("summary", "", "As expectations of a script"),
		scroller("pre", "", "Expectations", code))
}
