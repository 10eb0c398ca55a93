package expect

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/trace"
)

// Result says whether one # @expect was met.
type Result struct {
	Text     string // as written: status == 200
	Line     int
	OK       bool
	Skipped  bool   // not checked, because there is no trace or the step ended early; OK is true
	Sentence string // what it asks for: reads at most 10 entities; "" if it wasn't checked
	Noun     string // what it looks at: entities read
	Expected string // in short: 200, or <= 10
	Got      string // in short
}

// Work is what a request made the service do, in all its iterations.
type Work struct {
	Plan  string // the costliest, "" for none
	Cost  trace.Cost
	Total int // the run's transactions so far
}

// Check compares an answer with the expectation, and writes the result into r.
func (e *Expectation) Check(r *Result, a *answer.Answer, v Value) { e.conclude(r, e.find(a), v) }

// CheckWork does the same with the work behind an answer.
func (e *Expectation) CheckWork(r *Result, w Work, v Value) { e.conclude(r, e.findWork(w), v) }

func (e *Expectation) conclude(r *Result, got actual, v Value) {
	r.Sentence, r.Noun = e.sentence(v), e.noun()
	r.Expected, r.Got = e.asked(v), got.show(v)
	r.OK = got.satisfies(e.op, v)
}

// asked returns what the expectation asks for, in short.
func (e *Expectation) asked(v Value) string {
	switch {
	case e.exists():
		return e.op
	case e.op == "==":
		return problem.Short(v.raw)
	default:
		return e.op + " " + problem.Short(v.raw)
	}
}

// find looks up the subject in an answer.
func (e *Expectation) find(a *answer.Answer) actual {
	if a.Response.Status == 0 && (e.subject == onStatus || e.subject == onRows) {
		return actual{absent: true, words: "no answer: the transaction wasn't carried out"}
	}
	switch e.subject {
	case onStatus:
		return actual{text: strconv.Itoa(a.Response.Status)}
	case onHeader:
		if !a.Response.Headers.Has(e.header) {
			return actual{absent: true, words: "no header " + e.header}
		}
		return actual{text: a.Response.Headers.Get(e.header)}
	case onRows:
		return rows(a)
	case onError:
		if code := a.Code(); code != "" {
			return actual{text: code}
		}
		return actual{words: "no error", absent: e.exists()}
	default:
		return e.findBody(a)
	}
}

// rows counts the entities in an answer. An answer that is neither an entity nor a list has no count, not
// even 0: otherwise rows == 0 would be met by a request that failed.
func rows(a *answer.Answer) actual {
	doc, ok := a.JSON()
	switch status := a.Own().Status; {
	case status >= 400:
		words := strings.TrimSpace("no rows: the answer is " + strconv.Itoa(status) + " " + a.Code())
		return actual{absent: true, words: words}
	case !ok || !doc.IsObject():
		return actual{absent: true, words: "no rows: the answer is neither an entity nor a list"}
	}
	if value := odata.Member(doc, "value"); value.IsArray() {
		return actual{text: strconv.Itoa(len(value.Array()))}
	}
	return actual{text: "1"}
}

func (e *Expectation) findBody(a *answer.Answer) actual {
	if e.path.Source == "" {
		body := a.Response.Body
		return actual{text: string(body), absent: e.exists() && len(body) == 0}
	}
	found, ok := a.Find(e.path)
	if !ok {
		words := "a body that isn't JSON"
		if len(a.Own().Body) == 0 {
			words = "no body"
		}
		return actual{absent: true, words: words}
	}
	if !found.Exists() || found.Raw == "[]" && e.exists() && e.path.Lists() {
		return actual{absent: true, words: "no " + e.path.Source}
	}
	return actual{text: found.String(), json: found}
}

// findWork looks up the plan or a cost.
func (e *Expectation) findWork(w Work) (is actual) {
	switch e.subject {
	case onPlan:
		if w.Plan == "" {
			return actual{words: "no plan", absent: e.exists()}
		}
		return actual{text: w.Plan}
	case onTotal:
		return actual{text: strconv.Itoa(w.Total)}
	}
	for _, c := range w.Cost.Counts() {
		if e.subject == onCost+c.Name {
			is.text = strconv.Itoa(*c.N)
		}
	}
	return is
}
