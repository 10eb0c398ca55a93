package script

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// Template is text with {{…}} in it. Values expands it.
type Template []part

// plain returns the text of a template that has no {{…}}. ok is false for an empty one.
func (t Template) plain() (text string, ok bool) {
	if len(t) != 1 || t[0].expr != nil {
		return "", false
	}
	return t[0].text, true
}

// part is a piece of text, or an expression.
type part struct {
	text string
	expr expr // nil for text
}

// expr is what is between {{ and }}.
type expr interface {
	// value returns the text that replaces it.
	value(v *Values) (string, *problem.Problem)
	place() place
}

// spot is the place of an expr, and its text.
type spot struct {
	at     place
	source string
}

func (s spot) place() place { return s.at }

// variableExpr is {{name}}.
type variableExpr struct {
	spot
	name     string
	variable *variable // nil for the address of a service that the file doesn't set
}

// helperExpr is {{$name arguments}}.
type helperExpr struct {
	spot
	helper helper.Helper
	args   []argument
}

// argument is a word after a helper's name.
type argument struct {
	field    string // of a token: its name with the equals sign; "" for other arguments
	text     string
	variable *variable // the one that the text names, if any
}

// replyExpr is {{name.response.headers.NAME}} or {{name.response.body.PATH}}.
type replyExpr struct {
	spot
	name    string
	request *Request
	header  string
	path    answer.Path
}

// scope has the variables that a file or an example defines, in order.
type scope struct {
	parent    *scope
	variables []*variable
}

// variable is @name = value.
type variable struct {
	name   string
	value  Template
	at     place
	serial int
	scope  *scope
	deps   []dep // requests whose responses it needs
	height int   // of the chain of variables that it uses
}

// find returns the variable with that name that is visible from s, or nil.
func (s *scope) find(name string) *variable {
	for ; s != nil; s = s.parent {
		for _, v := range s.variables {
			if v.name == name {
				return v
			}
		}
	}
	return nil
}

// names returns the names of the variables that are visible from s, with the ones that a run gives.
func (s *scope) names() []string {
	names := services()
	for ; s != nil; s = s.parent {
		for _, v := range s.variables {
			names = append(names, v.name)
		}
	}
	return names
}

// template parses the text of a line from one byte to another.
func (p *parser) template(l line, from, to int) Template {
	var t Template
	for from < to {
		open := strings.Index(l.text[from:to], "{{")
		if open < 0 {
			return append(t, part{text: l.text[from:to]})
		}
		if open > 0 {
			t = append(t, part{text: l.text[from : from+open]})
		}
		from += open
		size := strings.Index(l.text[from:to], "}}")
		if size < 0 {
			p.fail(l.at(from), "This {{ isn't closed.", "Close it with }} on the same line.")
			return append(t, part{text: l.text[from:to]})
		}
		inside := strings.TrimSpace(l.text[from+2 : from+size])
		e, bad := parseExpr(spot{at: l.at(from), source: inside})
		if bad != nil {
			p.report(bad, l.at(from))
		} else {
			t = append(t, part{expr: e})
		}
		from += size + 2
	}
	return t
}

// parseExpr parses what is between {{ and }}.
func parseExpr(s spot) (expr, *problem.Problem) {
	name, rest, dotted := strings.Cut(s.source, ".")
	switch {
	case s.source == "":
		return nil, problem.New("Expected a name between {{ and }}.", "Write {{host}}, a variable or a $helper.")
	case strings.Contains(s.source, "{{"):
		return nil, problem.New("A {{ }} can't contain another.",
			"A helper takes $index and variables by name: {{$pad $index 5}}.")
	case s.source[0] == '$':
		return parseHelper(s)
	case lex.IsName(s.source):
		return &variableExpr{spot: s, name: s.source}, nil
	case dotted && lex.IsName(name):
		return parseReply(s, name, rest)
	default:
		return nil, problem.New(
			"Expected a variable, a $helper or NAME.response… between {{ and }}"+problem.Found(s.source)+".",
			"JavaScript isn't run here.")
	}
}

// parseHelper parses a call of a helper.
func parseHelper(s spot) (expr, *problem.Problem) {
	h, args, bad := helper.Parse(s.source)
	if bad != nil {
		return nil, bad
	}
	e := &helperExpr{spot: s, helper: h}
	for _, w := range args {
		a := argument{text: w}
		if field, value, ok := strings.Cut(w, "="); ok && h.Name == helper.Token {
			a = argument{field: field + "=", text: value}
		}
		e.args = append(e.args, a)
	}
	return e, nil
}

// parseReply parses what follows the name of a request and a dot.
func parseReply(s spot, name, rest string) (expr, *problem.Problem) {
	e := &replyExpr{spot: s, name: name}
	if header, ok := strings.CutPrefix(rest, "response.headers."); ok && lex.IsToken(header) {
		e.header = header
		return e, nil
	}
	if source, ok := strings.CutPrefix(rest, "response.body."); ok {
		path, bad := answer.ParsePath(source)
		if bad != nil {
			return nil, bad
		}
		e.path = path
		return e, nil
	}
	return nil, problem.New("Expected a header or a path after "+problem.Quote(name)+".",
		"Write {{"+name+".response.headers.ETag}} or {{"+name+".response.body.$.RowKey}}.")
}
