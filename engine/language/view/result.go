package view

import (
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// Result shows what an example did: its last step in full, and a line for each step before it. layout is the
// table of the last step, as the example left it.
func Result(steps []runner.Step, layout trace.Layout) Node {
	if len(steps) == 0 {
		return el("div", "result kind-none", textEl("p", "rs-plan", "Nothing to run."))
	}
	others, own := divideSteps(steps)
	sent := parts(own)
	last := &own[len(own)-1]
	x := ExchangeOf(last)
	root := el("div", rootClass(x, failure(steps) != ""))
	root.add(stepList(failed(others)), stepList(own[:len(own)-len(sent)]))
	root.add(sentence(x, layout), faultPart(x), scriptError(last))
	if unmet(last) {
		root.add(expectList(last.Expectations))
	}
	root.add(partList(sent), scope(x), terms(x), advice(x))
	root.add(picture(x.Trace, layout), answerPart(last))
	if !unmet(last) {
		root.add(met(last.Expectations))
	}
	root.add(before(others), rawHTTP(last.Request, last.Response))
	return root
}

// answerPart shows the content of the response.
func answerPart(s *runner.Step) Node {
	if s.Service == grant.Queue || s.Service == grant.Blob {
		return content(s.Response)
	}
	return entitiesTable(s.Response)
}

func rootClass(x *Exchange, failed bool) string {
	class := "result kind-none"
	if k := kindOf(x); k != plan.None {
		class = "result kind-" + k.String()
	}
	if failed {
		class += " is-failed"
	}
	return class
}

// failed returns the steps that failed.
func failed(steps []runner.Step) (kept []runner.Step) {
	for i := range steps {
		if !steps[i].OK() {
			kept = append(kept, steps[i])
		}
	}
	return kept
}

// before sums up the steps of other examples that this one refers to. They are folded away.
func before(steps []runner.Step) Node {
	if len(steps) == 0 {
		return Node{}
	}
	sent := 0
	var cost trace.Cost
	for i := range steps {
		s := &steps[i]
		sent += max(1, s.Iterations)
		cost.Add(s.Cost)
	}
	words := "Set up first: " + requests(sent) + ", " + transactions(cost.Transactions)
	return el("details", "rs-before", textEl("summary", "", words), stepList(steps))
}

// stepList gives each step a line.
func stepList(steps []runner.Step) Node {
	if len(steps) == 0 {
		return Node{}
	}
	list := el("ol", "rs-steps")
	for i := range steps {
		s := &steps[i]
		x := ExchangeOf(s)
		item := stepLine(s, x)
		if x.Trace != nil {
			item.add(text(" "), textEl("span", "rs-brief", brief(x)))
		}
		item.add(faultPart(x), scriptError(s), missed(s))
		list.add(item)
	}
	return list
}

// partList gives each request of a transaction a line, with the status of the part that answers it.
func partList(steps []runner.Step) Node {
	if steps[0].Transaction == "" {
		return Node{}
	}
	list := el("ol", "rs-steps")
	for i := range steps {
		s := &steps[i]
		part := &Exchange{Transaction: true}
		if s.Part != nil {
			part.Status = s.Part.Status
		}
		item := stepLine(s, part)
		if i < len(steps)-1 { // those of the last one are about the transaction, and are shown above
			item.add(scriptError(s), missed(s))
		}
		list.add(item)
	}
	return list
}

// stepLine begins the line of a step: its name and the status of its answer.
func stepLine(s *runner.Step, x *Exchange) Node {
	return el("li", "", textEl("code", "", stepName(s)), text(" "), badge(x))
}

func stepName(s *runner.Step) string {
	if s.Name != "" {
		return s.Name
	}
	return shorten(s.Method+" "+s.Target, 60)
}

func scriptError(s *runner.Step) Node {
	if s.Err == nil {
		return Node{}
	}
	part := el("div", "rs-fault", textEl("p", "", "Line "+number(s.Err.Line)+": "+s.Err.Message))
	if s.Err.Hint != "" {
		part.add(textEl("p", "rs-hint", s.Err.Hint))
	}
	return part
}
