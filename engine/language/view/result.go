package view

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// Mode is how an example is judged.
type Mode uint8

const (
	// AsWritten holds an example to its expectations.
	AsWritten Mode = iota
	// Experiment is for an example that a reader has edited: what its expectations say of the page's version
	// is news, and only an error is a failure.
	Experiment
)

// Result shows what an example did: what failed, the partitions of its last request, and four folded parts
// that a page shows as tabs: the answer, why it cost what it cost, the raw HTTP, and the expectations. layout
// is the table of the last step, as the example left it.
func Result(steps []runner.Step, layout trace.Layout, m Mode) Node {
	if len(steps) == 0 {
		return el("div", "result kind-none", textEl("p", "rs-plan", "Nothing to run."))
	}
	others, own := divideSteps(steps)
	sent := parts(own)
	last := &own[len(own)-1]
	x := ExchangeOf(last)
	root := el("div", rootClass(x, failure(steps, m) != ""))
	if m == Experiment {
		root.add(news(own))
	} else {
		root.add(missed(last))
	}
	root.add(stepList(failed(others), m), stepList(own[:len(own)-len(sent)], m))
	root.add(faultPart(x), Picture(x.Trace, layout))
	root.add(el("div", "rs-tabs",
		answerTab(x, sent, m), whyTab(x, layout, others, m), httpTab(last), checksTab(own, m)))
	return root
}

// Step shows what the last of some steps did, with those of its transaction.
func Step(steps []runner.Step, layout trace.Layout, m Mode) Node {
	return Result(parts(steps), layout, m)
}

// tab is a part of a result that is folded away unless it's open. note is a word about its content.
func tab(name, note string, open bool, parts ...Node) Node {
	summary := textEl("summary", "", name)
	if note != "" {
		summary.add(text(" "), textEl("span", "rs-note", note))
	}
	n := el("details", "rs-tab tab-"+strings.ToLower(name), summary)
	if open {
		n = n.with("open", "")
	}
	n.add(el("div", "rs-panel", parts...))
	return n
}

// answerTab shows the response: its status, and what it contains.
func answerTab(x *Exchange, sent []runner.Step, m Mode) Node {
	last := &sent[len(sent)-1]
	content := answerPart(last)
	list := partList(sent, m)
	if content.Tag == "" && list.Tag == "" {
		content = el("p", "rs-head", badge(x))
		if len(last.Response.Body) == 0 && x.Status != 0 {
			content.add(text(" without a body"))
		}
	}
	note := ""
	if x.Status != 0 {
		note = strconv.Itoa(x.Status)
	}
	if x.Iterations > 1 && !x.Transaction {
		note += ", the last of " + number(x.Iterations)
	}
	return tab("Answer", note, true, list, content)
}

// whyTab says what the service did to answer, and what would be cheaper.
func whyTab(x *Exchange, layout trace.Layout, others []runner.Step, m Mode) Node {
	if x.Trace == nil {
		return Node{}
	}
	note := ""
	if x.Trace.Plan.Advice != "" {
		note = "cheaper"
	}
	return tab("Why", note, false, sentence(x, layout), scope(x), terms(x), advice(x), before(others, m))
}

// httpTab shows the last request and its response as sent.
func httpTab(s *runner.Step) Node {
	if s.Request.Method == "" {
		return Node{}
	}
	return tab("HTTP", "", false, rawHTTP(s.Request, s.Response)...)
}

// checksTab lists the expectations.
func checksTab(own []runner.Step, m Mode) Node {
	list, n := checks(own, m)
	if n == 0 {
		return Node{}
	}
	return tab("Checks", checksNote(own, n), false, list)
}

func checksNote(own []runner.Step, n int) string {
	misses := 0
	for i := range own {
		for _, e := range own[i].Expectations {
			if isMissed(e) {
				misses++
			}
		}
	}
	if misses > 0 {
		return number(n-misses) + " of " + number(n)
	}
	return number(n)
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
func before(steps []runner.Step, m Mode) Node {
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
	return el("details", "rs-before", textEl("summary", "", words), stepList(steps, m))
}

// stepList gives each step a line.
func stepList(steps []runner.Step, m Mode) Node {
	if len(steps) == 0 {
		return Node{}
	}
	list := el("ol", "rs-steps")
	for i := range steps {
		s := &steps[i]
		x := ExchangeOf(s)
		item := stepLine(stepName(s), x)
		if x.Trace != nil {
			item.add(text(" "), textEl("span", "rs-brief", brief(x)))
		}
		item.add(faultPart(x), scriptError(s))
		if m == AsWritten {
			item.add(missed(s))
		}
		list.add(item)
	}
	return list
}

// partList gives each request of a transaction a line, with the status of the part that answers it.
func partList(steps []runner.Step, m Mode) Node {
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
		item := stepLine(requestLine(s), part)
		if i < len(steps)-1 { // those of the last one are about the transaction, and are shown above
			item.add(scriptError(s))
			if m == AsWritten {
				item.add(missed(s))
			}
		}
		list.add(item)
	}
	return list
}

// stepLine begins the line of a step: what it's called, and the status of its answer.
func stepLine(called string, x *Exchange) Node {
	return el("li", "", textEl("code", "", called), text(" "), badge(x))
}

func stepName(s *runner.Step) string {
	if s.Name != "" {
		return s.Name
	}
	return requestLine(s)
}

// requestLine is what a reader of the page knows a step by, who doesn't see its name.
func requestLine(s *runner.Step) string { return shorten(s.Method+" "+s.Target, 60) }

func scriptError(s *runner.Step) Node {
	if s.Err == nil {
		return Node{}
	}
	part := el("div", "rs-fault", textEl("p", "", s.Err.Message))
	if s.Err.Hint != "" {
		part.add(textEl("p", "rs-hint", s.Err.Hint))
	}
	return part
}
