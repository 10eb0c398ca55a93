package script

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// The variables that a script doesn't have to define. A run sets them to the addresses of the account's
// services.
const (
	Host  = "host" // of tables
	Queue = "queue"
	Blob  = "blob"
)

func services() []string { return []string{Host, Queue, Blob} }

// Environment is where the templates of one run take their values from.
type Environment struct {
	Script  *Script
	Now     func() table.Ticks
	Seed    uint64
	Mint    helper.Mint                                     // nil where tokens can't be made
	Address func(service string) (string, *problem.Problem) // for scripts that don't set it
	Chosen  bool                                            // Address counts, whatever the script sets
	Answers map[*Request]*answer.Answer                     // so far, for references to responses

	variables map[*variable]string
}

// Values expands the templates of one request.
type Values struct {
	Index  int // of the iteration
	Random *helper.Random

	run     *Environment
	request *Request
}

// Values returns the values for the templates of a request. Its random numbers depend on the seed and on
// the request's name, or on its position if it has no name.
func (e *Environment) Values(r *Request) *Values {
	seed := e.Seed
	if r.seed != nil {
		seed = *r.seed
	}
	return &Values{run: e, request: r, Random: helper.NewRandom(seed, r.ID())}
}

// ID returns what tells the request from the others of its file: its name or, if it has none, its position.
func (r *Request) ID() string {
	if r.Name == "" {
		return "#" + strconv.Itoa(r.ordinal)
	}
	return r.Name
}

// maxText limits what a template can grow to. It is twice what the service accepts as a request.
const maxText = 2 * table.MaxBodySize

// Expand replaces the expressions of a template with their values.
func (v *Values) Expand(t Template) (string, *Error) {
	if text, ok := t.plain(); ok {
		return text, nil
	}
	var b strings.Builder
	for _, p := range t {
		if p.expr == nil {
			b.WriteString(p.text)
			continue
		}
		text, bad := p.expr.value(v)
		if bad == nil && b.Len()+len(text) > maxText {
			bad = problem.New("The text grows beyond 8 MiB here.", "")
		}
		if bad != nil {
			return "", errorAt(v.run.Script.File, p.expr.place(), bad)
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// Expected returns the value of an expectation.
func (v *Values) Expected(e *Expect) (expect.Value, *Error) {
	if known, ok := e.Known(); ok {
		return known, nil
	}
	text, err := v.Expand(e.value)
	return expect.ParseValue(text), err
}

// Address returns the address of a service: what the script sets or, if it sets none, what the run gives. An
// address that was chosen for the run comes first.
func (v *Values) Address(service string) (string, *problem.Problem) {
	return v.run.valueOf(service, v.request.scope.find(service))
}

func (x *variableExpr) value(v *Values) (string, *problem.Problem) {
	return v.run.valueOf(x.name, x.variable)
}

func (e *Environment) valueOf(name string, known *variable) (string, *problem.Problem) {
	if known == nil || e.Chosen && slices.Contains(services(), name) {
		return e.Address(name)
	}
	return e.variable(known)
}

// variable returns the value of a variable. It is computed once in a run, when it is first used, so that
// a variable with a {{$guid}} is the same everywhere.
func (e *Environment) variable(known *variable) (string, *problem.Problem) {
	if text, ok := e.variables[known]; ok {
		return text, nil
	}
	v := &Values{run: e, Random: helper.NewRandom(e.Seed, "@"+known.name)}
	text, err := v.Expand(known.value)
	if err != nil {
		return "", problem.New("@"+known.name+": "+err.Message, err.Hint)
	}
	if e.variables == nil {
		e.variables = map[*variable]string{}
	}
	e.variables[known] = text
	return text, nil
}

func (x *helperExpr) value(v *Values) (string, *problem.Problem) {
	args := make([]string, len(x.args))
	for i, a := range x.args {
		var bad *problem.Problem
		switch {
		case helper.IsIndex(a.text):
			var n int
			n, bad = helper.Evaluate(a.text, v.Index)
			args[i] = strconv.Itoa(n)
		case a.variable != nil:
			args[i], bad = v.run.variable(a.variable)
		default:
			args[i] = a.text
		}
		if bad != nil {
			return "", bad
		}
		args[i] = a.field + args[i]
	}
	return x.helper.Call(&helper.Context{Now: v.run.Now, Random: v.Random, Mint: v.run.Mint}, args)
}

func (x *replyExpr) value(v *Values) (string, *problem.Problem) {
	a := v.run.Answers[x.request]
	if a == nil {
		return "", problem.New(x.name+" has no response: its transaction wasn't carried out.", "")
	}
	if x.header != "" {
		headers := a.Own().Headers
		if !headers.Has(x.header) {
			return "", problem.New("The response to "+x.name+" has no header "+x.header+".", a.Outline())
		}
		return headers.Get(x.header), nil
	}
	found, ok := a.Find(x.path)
	switch {
	case !ok:
		return "", problem.New("The response to "+x.name+" isn't JSON.", a.Outline())
	case !found.Exists():
		return "", problem.New("The response to "+x.name+" has no "+x.path.Source+".", a.Outline())
	}
	return found.String(), nil
}
