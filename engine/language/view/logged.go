package view

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// Label says what a request was in a word or two: the kind of a query, or else the operation.
func Label(x Exchange) Node {
	if k := kindOf(x); k != plan.None {
		return Kind(k)
	}
	return textEl("span", "kind", sentenceCase(name(x)))
}

// Logged is what a server shows of a request that it has answered: the result of an example without
// its entities and partitions, which a server would have to keep, and what a script would expect.
func Logged(x Exchange) Node {
	root := el("div", rootClass(x, false))
	root.add(sentence(x, trace.Layout{}), faultPart(x), scope(x), terms(x), advice(x))
	root.add(expected(x))
	return root
}

// expected writes what a request did as the expectations of a script, which hold the next one to it.
func expected(x Exchange) Node {
	lines := []string{"status == " + strconv.Itoa(x.Response.Status)}
	if f := x.Trace.Fault; f != nil {
		lines = append(lines, "error == "+string(f.Code))
	}
	if k := x.Trace.Plan.Kind; k != plan.None {
		lines = append(lines, "plan == "+k.String())
	}
	if kindOf(x) != plan.None {
		lines = append(lines,
			"cost.entitiesRead <= "+strconv.Itoa(x.cost().EntitiesRead),
			"cost.entitiesReturned == "+strconv.Itoa(x.cost().EntitiesReturned))
	}
	lines = append(lines, "cost.transactions == "+strconv.Itoa(x.cost().Transactions))
	const directive = "# @expect "
	code := textEl("code", "", directive+strings.Join(lines, "\n"+directive))
	return el("details", "rs-http", textEl("summary", "", "As expectations of a script"),
		scroller("pre", "", "Expectations", code))
}
