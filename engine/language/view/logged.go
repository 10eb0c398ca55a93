package view

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// Label names a request in a word or two: by the kind of a query, or by its operation.
func Label(x *Exchange) Node {
	if k := kindOf(x); k != plan.None {
		return kindLabel(k, name(x))
	}
	return textEl("span", "kind", sentenceCase(name(x)))
}

// Logged shows a request that a server has answered: like the result of an example, but without entities and
// partitions, which the server would have to keep. At the end are expectations for a script.
func Logged(x *Exchange) Node {
	root := el("div", rootClass(x, false))
	head := sentence(x, trace.Layout{})
	head.Children = append([]Node{badge(x), text(" ")}, head.Children...)
	root.add(head, faultPart(x), scope(x), terms(x), advice(x))
	if x.Status != 0 {
		root.add(expected(x))
	}
	return root
}

// expected writes what a request did as expectations, so that a script can demand the same.
func expected(x *Exchange) Node {
	lines := []string{"status == " + strconv.Itoa(x.Status)}
	if f := x.Trace.Fault; f != nil {
		lines = append(lines, "error == "+f.Code.Name)
	}
	if k := x.Trace.Plan.Kind; k != plan.None {
		lines = append(lines, "plan == "+k.String())
	}
	if kindOf(x) != plan.None {
		lines = append(lines,
			"cost.entitiesRead <= "+strconv.Itoa(x.Trace.Cost.EntitiesRead),
			"cost.entitiesReturned == "+strconv.Itoa(x.Trace.Cost.EntitiesReturned))
	}
	lines = append(lines, "cost.transactions == "+strconv.Itoa(x.Trace.Cost.Transactions))
	const directive = "# @expect "
	code := textEl("code", "", directive+strings.Join(lines, "\n"+directive))
	return el("details", "rs-http", textEl("summary", "", "As expectations of a script"),
		scroller("pre", "", "Expectations", code))
}
