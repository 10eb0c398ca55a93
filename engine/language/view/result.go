package view

import (
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// Result is what stands under an example: its last step in full, the steps before it in a line each.
// layout is the table of the last step as the example left it.
func Result(steps []runner.Step, layout trace.Layout) Node {
	if len(steps) == 0 {
		return el("div", "result kind-none", textEl("p", "rs-plan", "Nothing to run."))
	}
	others, own := divideSteps(steps)
	sent := parts(own)
	last := own[len(own)-1]
	root := el("div", rootClass(steps, last), stepList(failed(others)), stepList(own[:len(own)-len(sent)]))
	root.add(sentence(last, layout), faultPart(last), scriptError(last))
	if unmet(last) {
		root.add(expectList(last.Expectations))
	}
	root.add(partList(sent), scope(last), terms(last), advice(last))
	root.add(picture(last, layout), answerPart(last))
	if !unmet(last) {
		root.add(met(last.Expectations))
	}
	root.add(before(others), exchange(last.Request, last.Response))
	return root
}

// answerPart shows what was answered.
func answerPart(s runner.Step) Node {
	if s.Service == grant.Queue || s.Service == grant.Blob {
		return content(s.Response)
	}
	return entitiesTable(s.Response)
}

func rootClass(steps []runner.Step, last runner.Step) string {
	class := "result kind-none"
	if k := kindOf(last); k != plan.None {
		class = "result kind-" + k.String()
	}
	if failure(steps) != "" {
		class += " is-failed"
	}
	return class
}

// failed keeps the steps that went wrong.
func failed(steps []runner.Step) (kept []runner.Step) {
	for i := range steps {
		if !steps[i].OK() {
			kept = append(kept, steps[i])
		}
	}
	return kept
}

// before sums up the steps of other examples that this one refers to, folded away.
func before(steps []runner.Step) Node {
	if len(steps) == 0 {
		return Node{}
	}
	sent := 0
	var cost trace.Cost
	for _, s := range steps {
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
	for _, s := range steps {
		item := el("li", "", textEl("code", "", stepName(s)), text(" "), badge(s))
		if s.Trace != nil {
			item.add(text(" "), textEl("span", "rs-brief", brief(s)))
		}
		item.add(faultPart(s), scriptError(s), missed(s))
		list.add(item)
	}
	return list
}

// partList gives each request of a transaction a line, with the status of the part that answers it.
func partList(steps []runner.Step) Node {
	if steps[0].Transaction == "" {
		return Node{}
	}
	list := make([]runner.Step, len(steps))
	for i, s := range steps {
		list[i] = runner.Step{Name: s.Name, Method: s.Method, Target: s.Target, Transaction: s.Transaction}
		if s.Part != nil {
			list[i].Response.Status = s.Part.Status
		}
		if i < len(steps)-1 {
			list[i].Expectations, list[i].Err = s.Expectations, s.Err
		}
	}
	return stepList(list)
}

func stepName(s runner.Step) string {
	if s.Name != "" {
		return s.Name
	}
	return shorten(s.Method+" "+s.Target, 60)
}

// badge is the status of a step's answer.
func badge(s runner.Step) Node {
	class := "rs-status is-ok"
	if s.Response.Status == 0 || s.Response.Status >= 400 {
		class = "rs-status is-fault"
	}
	return textEl("span", class, answered(s))
}

// answered says how a step was answered: 200 OK.
func answered(s runner.Step) string {
	switch {
	case s.Response.Status != 0:
		return statusLine(s.Response.Status)
	case s.Transaction != "":
		return "Not done"
	case s.Request.Method == "":
		return "Not sent"
	}
	return "No answer"
}

func scriptError(s runner.Step) Node {
	if s.Err == nil {
		return Node{}
	}
	part := el("div", "rs-fault", textEl("p", "", "Line "+number(s.Err.Line)+": "+s.Err.Message))
	if s.Err.Hint != "" {
		part.add(textEl("p", "rs-hint", s.Err.Hint))
	}
	return part
}
