package script

import (
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/table"
)

// env is what the expressions of a request take their values from.
type env struct {
	run    *run
	clock  func() time.Time
	random *random
	index  int // of the iteration
}

func (r *run) env(q *Request) *env {
	label := q.Name
	if label == "" {
		label = "#" + number(q.ordinal)
	}
	seed := r.options.Seed
	if q.seed != nil {
		seed = *q.seed
	}
	return &env{run: r, clock: r.target.Now, random: newRandom(seed, label)}
}

// maxText bounds what a template can grow to: twice what the service accepts as a request.
const maxText = 2 * table.MaxBodySize

// expand puts values in the place of a template's expressions.
func (e *env) expand(t template) (string, *Error) {
	if len(t) == 1 && t[0].expr == nil {
		return t[0].text, nil
	}
	var b strings.Builder
	for _, p := range t {
		if p.expr == nil {
			b.WriteString(p.text)
			continue
		}
		text, bad := p.expr.value(e)
		if bad == nil && b.Len()+len(text) > maxText {
			bad = &problem{"The text grows beyond 8 MiB here.", ""}
		}
		if bad != nil {
			return "", bad.at(e.run.script.File, p.expr.place())
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

func (x *variableExpr) value(e *env) (string, *problem) {
	if x.variable == nil {
		return e.run.address(nil, x.name)
	}
	return e.run.variable(x.variable)
}

// variable is the value of a variable. It is worked out once in a run, where it is first used, so
// that a variable that holds a {{$guid}} is the same everywhere.
func (r *run) variable(v *variable) (string, *problem) {
	if text, ok := r.variables[v]; ok {
		return text, nil
	}
	e := &env{run: r, clock: r.target.Now, random: newRandom(r.options.Seed, "@"+v.name)}
	text, err := e.expand(v.value)
	if err != nil {
		return "", &problem{"@" + v.name + ": " + err.Message, err.Hint}
	}
	r.variables[v] = text
	return text, nil
}

func (x *helperExpr) value(e *env) (string, *problem) {
	args := make([]string, len(x.args))
	for i, a := range x.args {
		var bad *problem
		switch {
		case counts(a.text):
			var n int
			n, bad = reckon(a.text, e.index)
			args[i] = number(n)
		case a.variable != nil:
			args[i], bad = e.run.variable(a.variable)
		default:
			args[i] = a.text
		}
		if bad != nil {
			return "", bad
		}
		args[i] = a.field + args[i]
	}
	return x.helper.call(e, args)
}

func (x *replyExpr) value(e *env) (string, *problem) {
	a := e.run.replies[x.request]
	if a == nil {
		return "", &problem{x.name + " has no response: its transaction was not carried out.", ""}
	}
	if x.header != "" {
		if !a.own().Headers.Has(x.header) {
			return "", &problem{x.name + " was answered without a header " + x.header + ".", a.outline()}
		}
		return a.own().Headers.Get(x.header), nil
	}
	found, ok := a.find(x.path)
	switch {
	case !ok:
		return "", &problem{x.name + " was answered without a JSON body.", a.outline()}
	case !found.Exists():
		return "", &problem{"The answer to " + x.name + " has no " + x.path.source + ".", a.outline()}
	}
	return found.String(), nil
}
