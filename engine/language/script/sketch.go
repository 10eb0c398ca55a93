package script

import "strings"

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
