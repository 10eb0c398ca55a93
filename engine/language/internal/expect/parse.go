package expect

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// Expectation is one # @expect: a subject and an operator. Its value, if it takes one, is set later,
// because it may contain {{ }}.
type Expectation struct {
	Text    string // all of it, as written
	subject string
	header  string
	path    answer.Path // into the body; no source: the body as text
	op      string
	known   Value // the value, if the script spells it out
}

// OfWork reports an expectation about the work behind the answers, which is checked once: for all
// iterations of a loop and all operations of a transaction together.
func (e *Expectation) OfWork() bool { return e.subject == onPlan || e.sums() }

// sums reports an expectation of costs.
func (e *Expectation) sums() bool {
	return e.subject == onTotal || strings.HasPrefix(e.subject, onCost)
}

// numeric reports an expectation whose subject is a number.
func (e *Expectation) numeric() bool {
	return e.subject == onStatus || e.subject == onRows || e.sums()
}

// exists reports an expectation without a value.
func (e *Expectation) exists() bool { return e.op == "exists" || e.op == "!exists" }

// Parse parses what follows # @expect. at is the byte at which the value begins or, if bad isn't nil, the
// byte that is wrong.
func Parse(text string) (e *Expectation, at int, bad *problem.Problem) {
	s := lex.Scanner{Text: text, End: len(text)}
	e = &Expectation{Text: text}
	e.subject = s.Take(func(c byte) bool { return lex.IsLetter(c) || c == '.' })
	if !slices.Contains(Subjects(), e.subject) {
		given := lex.Word(text)
		return nil, 0, problem.Unknown("Expected a subject after # @expect"+problem.Found(given)+".",
			given, Subjects(), problem.List("Subjects", Subjects()))
	}
	s.Skip()
	if at, bad = e.parseOf(&s); bad != nil {
		return nil, at, bad
	}
	s.Skip()
	at = s.At
	if bad := e.parseOperator(&s); bad != nil {
		return nil, at, bad
	}
	s.Skip()
	switch given := s.Rest(); {
	case e.exists() && given != "":
		return nil, s.At, problem.New("Expected nothing after "+e.op+problem.Found(given)+".", "")
	case !e.exists() && given == "":
		return nil, s.At, problem.New("Expected a value after "+e.op+".", `Write "" for an empty string.`)
	}
	return e, s.At, nil
}

// parseOf reads what narrows the subject: the name of a header, or a path into the body. at is the byte
// that is wrong.
func (e *Expectation) parseOf(s *lex.Scanner) (at int, bad *problem.Problem) {
	at = s.At
	switch {
	case e.subject == onHeader:
		e.header = s.Take(func(c byte) bool { return !lex.IsSpace(c) })
		if !lex.IsToken(e.header) || slices.Contains(Operators, e.header) {
			return at, problem.New("Expected the name of a header"+problem.Found(e.header)+".",
				"Write header ETag exists.")
		}
	case e.subject == onBody && strings.HasPrefix(s.Rest(), "$"):
		var n int
		e.path, n, bad = answer.ParsePrefix(s.Rest())
		s.At += n
		return s.At, bad
	}
	return at, nil
}

// parseOperator reads the operator, and checks that it suits the subject.
func (e *Expectation) parseOperator(s *lex.Scanner) *problem.Problem {
	rest := s.Rest()
	e.op = s.Take(func(c byte) bool { return strings.IndexByte("=!<>~", c) >= 0 })
	if e.op == "" || e.op == "!" {
		e.op += s.Take(lex.IsLetter)
	}
	if !slices.Contains(Operators, e.op) {
		given := e.op
		if given == "" {
			given = lex.Word(rest)
		}
		words := Operators[slices.Index(Operators, "contains"):]
		message := "Expected an operator after " + e.subjectText() + problem.Found(given) + "."
		if ours := ours(given); ours != "" {
			return problem.New(message, "Write "+ours+".")
		}
		return problem.Unknown(message, given, words, problem.List("Operators", Operators))
	}
	ordered := e.op[0] == '<' || e.op[0] == '>'
	switch {
	case e.numeric() && e.exists() && e.subject != onRows:
		return problem.New("There is always a "+e.subject+".", "Compare it with a number.")
	case e.subject == onPlan && ordered:
		return problem.New("Plans have no order.", "Use == or !=.")
	}
	return nil
}

// subjectText returns the subject as written.
func (e *Expectation) subjectText() string {
	switch {
	case e.header != "":
		return e.subject + " " + e.header
	case e.path.Source != "":
		return e.subject + " " + e.path.Source
	default:
		return e.subject
	}
}

// SetValue gives the expectation a value that the script spells out, and checks that it suits the
// subject.
func (e *Expectation) SetValue(text string) *problem.Problem {
	e.known = ParseValue(text)
	value := e.known.text
	switch {
	case e.exists() || lex.IsLetter(e.op[0]): // contains and matches take any text
	case e.numeric() && !isNumber(value):
		return problem.New("Expected a number after "+e.subject+" "+e.op+problem.Found(e.known.raw)+".", "")
	case e.subject == onPlan && value != "" && !slices.Contains(planNames(), value):
		return problem.Unknown("There is no plan "+problem.Quote(value)+".",
			value, planNames(), problem.List("Plans", planNames()))
	}
	return nil
}

// Known returns the value if there is nothing left to compute: SetValue has given it, or the operator
// takes none.
func (e *Expectation) Known() (v Value, ok bool) { return e.known, e.known.raw != "" || e.exists() }
