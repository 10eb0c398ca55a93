package script

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Sketch expands a template before anything has run. What only a run gives, such as a response, stays as it
// is written, so the same expression is the same text everywhere.
func (v *Values) Sketch(t Template) string {
	var b strings.Builder
	for _, p := range t {
		text := p.text
		if p.expr != nil {
			value, bad := p.expr.value(v)
			if text = value; bad != nil {
				text = "{{" + written(p.expr) + "}}"
			}
		}
		if b.WriteString(text); b.Len() > maxText {
			break
		}
	}
	return b.String()
}

// Sketched returns a request as it would be sent at a time, as far as that is known before anything has run.
// Its URL begins behind the address of its account.
func (s *Script) Sketched(r *Request, now table.Ticks) wire.Request {
	v := (&Environment{
		Script: s, Now: func() table.Ticks { return now }, Chosen: true,
		Address: func(string) (string, *problem.Problem) { return "", nil },
	}).Values(r)
	sent := wire.Request{Method: r.Method, URL: v.Sketch(r.URL), Body: []byte(v.Sketch(r.Body))}
	for _, h := range r.Headers {
		sent.Headers.Add(h.Name, v.Sketch(h.Value))
	}
	return sent
}

func written(e expr) string {
	switch e := e.(type) {
	case *variableExpr:
		return e.source
	case *helperExpr:
		return e.source
	case *replyExpr:
		return e.source
	default:
		return ""
	}
}

// String returns the template as it is written, without blanks around its expressions.
func (t Template) String() string {
	var b strings.Builder
	for _, p := range t {
		if b.WriteString(p.text); p.expr != nil {
			b.WriteString("{{" + written(p.expr) + "}}")
		}
	}
	return b.String()
}

// Definition is a variable as a file defines it.
type Definition struct{ Name, Value string }

// Definitions returns the variables that the script defines, in order.
func (s *Script) Definitions() (all []Definition) {
	for _, e := range s.Examples {
		if e.scope != nil {
			for _, v := range e.scope.variables {
				all = append(all, Definition{v.name, v.value.String()})
			}
		}
	}
	return all
}
