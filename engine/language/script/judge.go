package script

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/wire"
)

// Expectation is how one # @expect fared.
type Expectation struct {
	Text     string // as it stands in the script: status == 200
	Line     int
	OK       bool
	Skipped  bool   // nobody looked, for want of a trace or because the step broke off; OK is true
	Expected string // what was asked for, in short: 200, or <= 10
	Got      string // what was seen, in short
}

// answer is a response, looked into as far as expectations and references ask.
type answer struct {
	response wire.Response
	part     *wire.Response // of a transaction's reply: the part that body, rows and error are read from
	xml      func([]byte, []Hop) ([]byte, bool)
	looked   bool
	doc      gjson.Result
	isJSON   bool
}

// answerOf looks for the part of a transaction's reply that says what went wrong.
func answerOf(r wire.Response) *answer {
	a := &answer{response: r}
	for _, p := range partsOf(r) {
		if p.Response.Status >= 400 {
			a.part = &p.Response
		}
	}
	return a
}

// partsOf opens the reply to a transaction. Any other response has no parts.
func partsOf(r wire.Response) []batch.Part {
	if r.Status != 202 {
		return nil
	}
	parts, err := batch.ParseReply(r.Headers.Get("Content-Type"), r.Body)
	if err != nil {
		return nil
	}
	return parts
}

// own is the response that references to a request's response read.
func (a *answer) own() *wire.Response {
	if a.part != nil {
		return a.part
	}
	return &a.response
}

// json is the body, if it is JSON.
func (a *answer) json() (doc gjson.Result, ok bool) {
	if !a.looked {
		a.looked = true
		a.doc, a.isJSON = odata.ParseJSON(a.own().Body)
	}
	return a.doc, a.isJSON
}

// find walks a path from the body's root. ok is false for a body that has no paths.
func (a *answer) find(p path) (found gjson.Result, ok bool) {
	if body := a.own().Body; a.xml != nil && isXML(body) {
		json, ok := a.xml(body, p.hops)
		return gjson.ParseBytes(json), ok
	}
	if found, ok = a.json(); ok {
		found = p.find(found)
	}
	return found, ok
}

// isXML reports whether a body looks like a document of XML, which may begin with a byte order mark.
func isXML(body []byte) bool {
	return len(body) > 0 && body[0] == '<' || strings.HasPrefix(string(body), "\uFEFF<")
}

// code is the service's code of what went wrong, or "".
func (a *answer) code() string {
	if a.own().Status < 400 {
		return ""
	}
	if code, _ := odata.ReadError(a.own().Body); code != "" {
		return code
	}
	return a.own().Headers.Get("x-ms-error-code")
}

// outline is the answer in a line, for a hint.
func (a *answer) outline() string {
	words := "The answer was " + number(a.own().Status)
	if code := a.code(); code != "" {
		return words + " " + code + "."
	}
	var names []string
	for _, h := range a.own().Headers {
		names = append(names, h.Name)
	}
	return words + ". " + listed("Its headers", names)
}

// rows is the number of entities in the answer. One that is neither an entity nor a list has none, not
// even nought, or else a request that is refused would pass for one that finds nothing.
func (a *answer) rows() seen {
	doc, ok := a.json()
	switch status := a.own().Status; {
	case status >= 400:
		return seen{absent: true, words: strings.TrimSpace("no rows: the answer is " + number(status) + " " + a.code())}
	case !ok || !doc.IsObject():
		return seen{absent: true, words: "no rows: the answer is no entity and no list"}
	}
	if value := odata.Member(doc, "value"); value.IsArray() {
		return seen{text: number(len(value.Array()))}
	}
	return seen{text: "1"}
}

// judge holds an answer against those expectations of a request that every iteration must meet, as
// long as they have been met.
func (e *env) judge(q *Request, s *Step, a *answer) *Error {
	for i, want := range q.expects {
		x := &s.Expectations[i]
		if want.overAll() || !x.OK {
			continue
		}
		o, err := e.operand(want)
		if err != nil {
			return err
		}
		got := a.see(want)
		x.Expected, x.Got = want.asked(o), got.show(o)
		if x.OK = got.holds(want.op, o); !x.OK && q.Loop > 0 {
			x.Got += " (at $index " + number(e.index) + ")"
		}
	}
	return nil
}

// operand is the value of an expectation.
func (e *env) operand(want *expect) (operand, *Error) {
	if want.static.raw != "" || want.exists() {
		return want.static, nil
	}
	text, err := e.expand(want.value)
	return parseOperand(text), err
}

// asked is what an expectation asks for, in short.
func (e *expect) asked(o operand) string {
	switch {
	case e.exists():
		return e.op
	case e.op == "==":
		return short(o.raw)
	default:
		return e.op + " " + short(o.raw)
	}
}

// see looks up an expectation's subject in the answer.
func (a *answer) see(want *expect) seen {
	if a.response.Status == 0 && (want.subject == onStatus || want.subject == onRows) {
		return seen{absent: true, words: "no answer: the transaction was not carried out"}
	}
	switch want.subject {
	case onStatus:
		return seen{text: number(a.response.Status)}
	case onHeader:
		if !a.response.Headers.Has(want.name) {
			return seen{absent: true, words: "no header " + want.name}
		}
		return seen{text: a.response.Headers.Get(want.name)}
	case onRows:
		return a.rows()
	case onError:
		if code := a.code(); code != "" {
			return seen{text: code}
		}
		return seen{words: "no error", absent: want.exists()}
	default:
		return a.seeBody(want)
	}
}

func (a *answer) seeBody(want *expect) seen {
	if want.path.source == "" {
		return seen{text: string(a.response.Body), absent: want.exists() && len(a.response.Body) == 0}
	}
	found, ok := a.find(want.path)
	if !ok {
		words := "a body that is not JSON"
		if len(a.own().Body) == 0 {
			words = "no body"
		}
		return seen{absent: true, words: words}
	}
	if !found.Exists() || found.Raw == "[]" && want.exists() && want.path.lists() {
		return seen{absent: true, words: "no " + want.path.source}
	}
	return seen{text: found.String(), json: found}
}

// conclude holds plan and cost against the expectations that ask for them, once all iterations are
// done.
func (e *env) conclude(q *Request, s *Step) {
	if s.Trace != nil {
		s.Trace.SortPartitions()
	}
	for i, want := range q.expects {
		x := &s.Expectations[i]
		if s.Err != nil || want.overAll() && s.Trace == nil {
			x.Skipped = x.Got == ""
			continue
		}
		if !want.overAll() {
			continue
		}
		var o operand
		if o, s.Err = e.operand(want); s.Err != nil {
			x.Skipped = true
			continue
		}
		got := s.see(want)
		if want.subject == onTotal {
			got = seen{text: number(e.run.total(s))}
		}
		x.Expected, x.Got = want.asked(o), got.show(o)
		x.OK = got.holds(want.op, o)
	}
}

// see looks up the plan or a cost.
func (s *Step) see(want *expect) seen {
	if want.subject == onPlan {
		if s.Plan == "" {
			return seen{words: "no plan", absent: want.exists()}
		}
		return seen{text: s.Plan}
	}
	var is seen
	for _, c := range costs(s.Cost) {
		if want.subject == onCost+c.name {
			is.text = number(c.count)
		}
	}
	return is
}
