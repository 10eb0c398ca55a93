package script

import (
	"slices"
	"strconv"

	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// linker resolves a parsed script: variables, names and references get what they refer to, and requests
// the transactions they are part of. It reports whatever doesn't resolve.
type linker struct {
	script *Script
	trail  []*unit // the units under way in visit, the current one last
}

// maxVariables limits a chain of variables in which each uses the next.
const maxVariables = 100

// link resolves a script whose fences have all been parsed.
func link(s *Script, globals *scope) {
	l := &linker{script: s}
	l.variables(nil, globals)
	ordinal := 0
	for _, e := range s.Examples {
		l.variables(e, e.scope)
		l.units(e)
		for _, r := range e.Requests {
			ordinal++
			r.ordinal = ordinal
		}
	}
	for _, e := range s.Examples {
		for _, r := range e.Requests {
			l.request(r)
		}
	}
	for _, e := range s.Examples {
		for _, u := range e.units {
			l.visit(u)
		}
	}
	for _, t := range s.Tables {
		if r := s.names[t.Name]; r != nil {
			l.fail(r.at, "The name "+r.Name+" is taken: a table with data has it.", "Give the request another name.")
		}
	}
	begun := map[string]*unit{}
	for _, e := range s.Examples {
		for _, u := range e.units {
			l.transaction(u, begun)
		}
	}
}

// exampleOf returns the example that a place is in.
func (l *linker) exampleOf(at place) *Example {
	for _, e := range l.script.Examples {
		if slices.Contains(e.Fences, at.fence) {
			return e
		}
	}
	return nil
}

func (l *linker) fail(at place, message, hint string) {
	l.report(problem.New(message, hint), at)
}

func (l *linker) report(bad *problem.Problem, at place) {
	e := l.exampleOf(at)
	e.Errors = append(e.Errors, errorAt(l.script.File, at, bad))
}

// user is what has a template: a variable or a request.
type user struct {
	scope   *scope
	serial  int
	request *Request // nil for a variable
}

// variables resolves the values of a scope's variables. e is nil for those of all examples.
func (l *linker) variables(e *Example, s *scope) {
	for _, v := range s.variables {
		if e != nil && s.parent.find(v.name) != nil {
			known := s.parent.find(v.name).at.line
			l.fail(v.at, "The variable @"+v.name+" is already defined on line "+strconv.Itoa(known)+
				" for all examples.", "Give one of them another name.")
		}
		v.deps = l.template(v.value, user{scope: s, serial: v.serial})
		for _, p := range v.value {
			for _, inner := range innerVariables(p.expr) {
				v.height = max(v.height, inner.height+1)
			}
		}
		if v.height > maxVariables {
			l.fail(v.at, "The variable @"+v.name+" is made of more than 100 others.", "")
		}
	}
}

// innerVariables returns the variables whose values an expression uses.
func innerVariables(e expr) (inner []*variable) {
	switch x := e.(type) {
	case *variableExpr:
		if x.variable != nil {
			inner = append(inner, x.variable)
		}
	case *helperExpr:
		for _, a := range x.args {
			if a.variable != nil {
				inner = append(inner, a.variable)
			}
		}
	}
	return inner
}

// template resolves the expressions of a template, and returns the requests that it depends on.
func (l *linker) template(t Template, by user) (deps []dep) {
	for _, p := range t {
		switch x := p.expr.(type) {
		case *variableExpr:
			x.variable = l.variable(x, by)
		case *helperExpr:
			l.helper(x, by)
		case *replyExpr:
			x.request = l.script.names[x.name]
			if x.request == nil {
				l.unknown(x.name, x.at)
				continue
			}
			if by.request != nil && x.request != by.request && x.request.unit == by.request.unit {
				l.fail(x.at, "The response of "+x.name+" isn't available yet: both requests are in one transaction.", "")
				continue
			}
			deps = append(deps, dep{on: x.request, at: x.at})
		}
		for _, v := range innerVariables(p.expr) {
			for _, d := range v.deps {
				deps = append(deps, dep{on: d.on, at: p.expr.place()})
			}
		}
	}
	return deps
}

// unknown reports a name that no request has.
func (l *linker) unknown(name string, at place) {
	var names []string
	for _, r := range l.script.Requests() {
		if r.Name != "" {
			names = append(names, r.Name)
		}
	}
	names = append(names, l.script.given...)
	for _, t := range l.script.Tables {
		names = append(names, t.Name)
	}
	l.report(problem.Unknown("No request is called "+name+".", name, names,
		"Write # @name "+name+" above the request you mean."), at)
}

// variable returns the variable that {{name}} refers to, or nil for an address that the run gives.
func (l *linker) variable(x *variableExpr, by user) *variable {
	v := by.scope.find(x.name)
	switch {
	case v == nil && slices.Contains(services(), x.name):
	case v == nil:
		l.report(problem.Unknown("There is no variable "+x.name+".", x.name, by.scope.names(),
			"Define it above: @"+x.name+" = value."), x.at)
	case !visible(v, by):
		l.fail(x.at, "The variable "+x.name+" is used before it is defined, on line "+strconv.Itoa(v.at.line)+".",
			"Move @"+x.name+" = … up.")
		v = nil
	}
	return v
}

// visible reports whether v is defined before its user. A variable for all examples is, unless its user is
// another one of these.
func visible(v *variable, by user) bool {
	return v.serial < by.serial || v.scope != by.scope
}

// trial returns the context of a call that only looks for wrong arguments.
func trial() *helper.Context {
	return &helper.Context{
		Now:    func() table.Ticks { return table.Date(2001, 1, 1) },
		Random: helper.NewRandom(0, ""),
		Mint:   func([]wire.Param, table.Ticks) (string, error) { return "", nil },
	}
}

// helper finds the variables that a helper's arguments name. If there are none, it tries the call.
func (l *linker) helper(x *helperExpr, by user) {
	looped := by.request != nil && by.request.Loop > 0
	counted, known := false, true
	var args []string
	for i, a := range x.args {
		if helper.IsIndex(a.text) {
			counted, known = true, false
			if _, bad := helper.Evaluate(a.text, 0); bad != nil {
				l.report(bad, x.at)
				return
			}
		} else if v := by.scope.find(a.text); v != nil && visible(v, by) {
			x.args[i].variable = v
			known = false
		}
		args = append(args, a.field+a.text)
	}
	if counted && !looped {
		l.fail(x.at, "$index has a value only in a request with # @loop.",
			"Write # @loop for 10 above the request line.")
		return
	}
	if !known {
		return
	}
	if _, bad := x.helper.Call(trial(), args); bad != nil {
		l.report(bad, x.at)
	}
}

// request resolves everything that a request refers to.
func (l *linker) request(r *Request) {
	by := user{scope: r.scope, serial: r.serial, request: r}
	for _, ref := range r.refs {
		on := l.script.names[ref.name]
		if on == nil && l.script.refersToData(r, ref.name) {
			continue
		}
		if on == nil {
			l.unknown(ref.name, ref.at)
			continue
		}
		r.deps = append(r.deps, dep{on: on, at: ref.at})
	}
	r.deps = append(r.deps, l.template(r.URL, by)...)
	for _, h := range r.Headers {
		r.deps = append(r.deps, l.template(h.Value, by)...)
	}
	r.deps = append(r.deps, l.template(r.Body, by)...)
	for _, e := range r.Expects {
		r.deps = append(r.deps, l.template(e.value, by)...)
	}
	if t := l.script.TableAt(r.Table()); t != nil {
		r.data = append(r.data, t)
	}
}
