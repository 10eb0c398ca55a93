package script

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// expect is one # @expect: a subject, an operator and most often a value.
type expect struct {
	text    string // all of it, as it stands
	line    int
	subject string
	name    string // of a header
	path    path   // into the body; no source: the body as text
	op      string
	at      place
	valueAt int // byte of the line at which the value begins
	value   template
	static  operand // the value, when it has no {{ }}
}

// Subjects.
const (
	onStatus = "status"
	onHeader = "header"
	onBody   = "body"
	onRows   = "rows"
	onError  = "error"
	onPlan   = "plan"
	onCost   = "cost." // and the name of a cost
	onTotal  = "total.transactions"
)

// cost is a count that an expectation can ask for and a report tells.
type cost struct {
	name  string
	count int
}

func costs(of trace.Cost) [8]cost {
	return [...]cost{
		{"entitiesRead", of.EntitiesRead},
		{"entitiesReturned", of.EntitiesReturned},
		{"entitiesWritten", of.EntitiesWritten},
		{"pages", of.Pages},
		{"transactions", of.Transactions},
		{"bytes", of.BytesReturned},
		{"bytesRead", of.BytesRead},
		{"bytesWritten", of.BytesWritten},
	}
}

// subjectNames are the subjects as errors list them.
func subjectNames() []string {
	names := []string{onStatus, onHeader, onBody, onRows, onError, onPlan}
	for _, c := range costs(trace.Cost{}) {
		names = append(names, onCost+c.name)
	}
	return append(names, onTotal)
}

// operators are the signs, then the words.
var operators = []string{"==", "!=", "<", "<=", ">", ">=", "contains", "matches", "exists", "!exists"}

// otherOperators are what other languages call ours.
var otherOperators = [...]struct{ ours, theirs string }{
	{"==", " = === is equals equal eq "}, {"!=", " !== <> ne "},
	{"<", " lt "}, {"<=", " =< le "}, {">", " gt "}, {">=", " => ge "},
	{"matches", " ~ =~ "}, {"contains", " includes has "}, {"exists", " isDefined "},
	{"matches, with * for any characters", " startsWith endsWith "},
}

// ours is what is called otherwise elsewhere, or "".
func ours(theirs string) string {
	for _, o := range &otherOperators {
		if strings.Contains(o.theirs, " "+theirs+" ") {
			return o.ours
		}
	}
	return ""
}

// overAll reports an expectation that is held against all iterations of a loop together.
func (e *expect) overAll() bool { return e.subject == onPlan || e.sums() }

// sums reports an expectation of costs.
func (e *expect) sums() bool { return e.subject == onTotal || strings.HasPrefix(e.subject, onCost) }

// counts reports an expectation whose subject is a number.
func (e *expect) counts() bool {
	return e.subject == onStatus || e.subject == onRows || e.sums()
}

// exists reports an expectation without a value.
func (e *expect) exists() bool { return e.op == "exists" || e.op == "!exists" }

// parseExpect reads what follows # @expect, up to where the value begins. at is the byte of the line
// that is wrong.
func parseExpect(d directive) (e *expect, bad *problem, at int) {
	s := scanner{text: d.line.text, at: d.valueAt, end: max(d.valueAt, d.line.end())}
	e = &expect{text: d.value, line: d.line.number, at: d.line.at(d.valueAt)}
	at = s.at
	e.subject = s.take(func(c byte) bool { return isLetter(c) || c == '.' })
	if !slices.Contains(subjectNames(), e.subject) {
		given := word(s.text[at:s.end])
		return nil, &problem{
			"Expected a subject after # @expect" + found(given) + ".",
			didYouMean(given, subjectNames(), listed("Subjects", subjectNames())),
		}, at
	}
	s.skip()
	at = s.at
	switch {
	case e.subject == onHeader:
		e.name = s.take(func(c byte) bool { return c != ' ' && c != '\t' })
		if !isToken(e.name) || slices.Contains(operators, e.name) {
			return nil, &problem{
				"Expected the name of a header" + found(e.name) + ".", "Write header ETag exists.",
			}, at
		}
	case e.subject == onBody && strings.HasPrefix(s.text[at:s.end], "$"):
		var n int
		e.path, n, bad = parsePath(s.text[at:s.end])
		s.at += n
		if bad != nil {
			return nil, bad, s.at
		}
	}
	s.skip()
	at = s.at
	if bad := e.operator(&s); bad != nil {
		return nil, bad, at
	}
	s.skip()
	e.valueAt = s.at
	switch given := s.text[s.at:s.end]; {
	case e.exists() && given != "":
		return nil, &problem{"Expected nothing after " + e.op + found(given) + ".", ""}, s.at
	case !e.exists() && given == "":
		return nil, &problem{"Expected a value after " + e.op + ".", `Write "" for an empty text.`}, s.at
	}
	return e, nil, 0
}

// operator reads the operator and holds it against the subject.
func (e *expect) operator(s *scanner) *problem {
	start := s.at
	e.op = s.take(func(c byte) bool { return strings.IndexByte("=!<>~", c) >= 0 })
	if e.op == "" || e.op == "!" {
		e.op += s.take(isLetter)
	}
	if !slices.Contains(operators, e.op) {
		given := e.op
		if given == "" {
			given = word(s.text[start:s.end])
		}
		words := operators[slices.Index(operators, "contains"):]
		hint := listed("Operators", operators)
		if ours := ours(given); ours != "" {
			hint = "Write " + ours + "."
		} else if near := suggest(given, words); near != "" {
			hint = "Did you mean " + near + "?"
		}
		return &problem{"Expected an operator after " + e.subjectText() + found(given) + ".", hint}
	}
	ordered := e.op[0] == '<' || e.op[0] == '>'
	switch {
	case e.counts() && e.exists() && e.subject != onRows:
		return &problem{"There always is a " + e.subject + ".", "Compare it with a number."}
	case e.subject == onPlan && ordered:
		return &problem{"Plans have no order.", "Use == or !=."}
	}
	return nil
}

// subjectText is the subject as it is written.
func (e *expect) subjectText() string {
	switch {
	case e.name != "":
		return e.subject + " " + e.name
	case e.path.source != "":
		return e.subject + " " + e.path.source
	default:
		return e.subject
	}
}

// prepare looks at a value that is known before the script runs.
func (e *expect) prepare() *problem {
	if len(e.value) != 1 || e.value[0].expr != nil {
		return nil
	}
	e.static = parseOperand(e.value[0].text)
	value := e.static.text
	switch {
	case e.exists() || isLetter(e.op[0]): // contains and matches take any text
	case e.counts() && !isNumber(value):
		return &problem{"Expected a number after " + e.subject + " " + e.op + found(e.static.raw) + ".", ""}
	case e.subject == onPlan && value != "" && !slices.Contains(planNames(), value):
		return &problem{
			"There is no plan " + quote(value) + ".",
			didYouMean(value, planNames(), listed("Plans", planNames())),
		}
	}
	return nil
}

func planNames() []string {
	return []string{
		plan.Point.String(), plan.Range.String(), plan.PartitionScan.String(), plan.TableScan.String(),
	}
}

// scanner reads a line from left to right.
type scanner struct {
	text    string
	at, end int
}

func (s *scanner) skip() { s.take(func(c byte) bool { return c == ' ' || c == '\t' }) }

// take reads as long as want holds.
func (s *scanner) take(want func(byte) bool) string {
	from := s.at
	for s.at < s.end && want(s.text[s.at]) {
		s.at++
	}
	return s.text[from:s.at]
}
