package script

import (
	"slices"
	"strings"
)

// template is text with {{…}} in it.
type template []part

// part is a piece of text, or of what is put in its place.
type part struct {
	text string
	expr expr // nil for text that stays as it is
}

// expr is what stands between {{ and }}.
type expr interface {
	// value is the text to put in its place.
	value(e *env) (string, *problem)
	place() place
}

// spot is where an expr stands, and its text.
type spot struct {
	at     place
	source string
}

func (s spot) place() place { return s.at }

// variableExpr is {{name}}.
type variableExpr struct {
	spot
	name     string
	variable *variable // nil for the address of a service that the file does not set
}

// helperExpr is {{$name arguments}}.
type helperExpr struct {
	spot
	helper helper
	args   []argument
}

// argument is a word after a helper's name.
type argument struct {
	field    string // of a token and an equals sign, before the value; "" for other words
	text     string
	variable *variable // whose value it stands for, if it names one
}

// replyExpr is {{name.response.headers.NAME}} or {{name.response.body.PATH}}.
type replyExpr struct {
	spot
	name    string
	request *Request
	header  string
	path    path
}

// scope is the variables that a file or a fence defines, in order.
type scope struct {
	parent    *scope
	variables []*variable
}

// variable is @name = value.
type variable struct {
	name   string
	value  template
	at     place
	serial int
	scope  *scope
	deps   []dep // requests whose responses it needs
	height int   // of the chain of variables that it is made of
}

// find returns the variable called name that can be seen from scope.
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

// names returns the variables that can be seen from scope, those of the runner among them.
func (s *scope) names() []string {
	names := slices.Clone(services[:])
	for ; s != nil; s = s.parent {
		for _, v := range s.variables {
			names = append(names, v.name)
		}
	}
	return names
}

// template reads the text of a line from one byte to another.
func (p *parser) template(l line, from, to int) template {
	var t template
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
			p.fail(l.at(from), "This {{ is not closed.", "Close it with }} on the same line.")
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

func parseExpr(s spot) (expr, *problem) {
	name, rest, dotted := strings.Cut(s.source, ".")
	switch {
	case s.source == "":
		return nil, &problem{"Expected a name between {{ and }}.", "Write {{host}}, a variable or a $helper."}
	case strings.Contains(s.source, "{{"):
		return nil, &problem{
			"A {{ }} cannot stand within another.",
			"A helper takes $index and variables by name: {{$pad $index 5}}.",
		}
	case s.source[0] == '$':
		return parseHelper(s)
	case isName(s.source):
		return &variableExpr{spot: s, name: s.source}, nil
	case dotted && isName(name):
		return parseReply(s, name, rest)
	default:
		return nil, &problem{
			"Expected a variable, a $helper or NAME.response… between {{ and }}" + found(s.source) + ".",
			"JavaScript is not run here.",
		}
	}
}

func parseHelper(s spot) (expr, *problem) {
	words := strings.Fields(s.source)
	if counts(words[0]) {
		words = []string{indexHelper, strings.Join(words, "")}
	}
	at := slices.IndexFunc(helpers[:], func(h helper) bool { return h.name == words[0] })
	if at < 0 {
		return nil, &problem{
			"There is no helper " + words[0] + ".",
			didYouMean(words[0], helperNames(), listed("Helpers", helperNames())),
		}
	}
	e := &helperExpr{spot: s, helper: helpers[at]}
	for _, w := range words[1:] {
		a := argument{text: w}
		if field, value, ok := strings.Cut(w, "="); ok && e.helper.name == tokenHelper {
			a = argument{field: field + "=", text: value}
		}
		e.args = append(e.args, a)
	}
	if n := len(e.args); n < e.helper.least || n > e.helper.most {
		return nil, e.helper.misused()
	}
	return e, nil
}

// parseReply reads what follows the name of a request and a dot.
func parseReply(s spot, name, rest string) (expr, *problem) {
	e := &replyExpr{spot: s, name: name}
	if header, ok := strings.CutPrefix(rest, "response.headers."); ok && isToken(header) {
		e.header = header
		return e, nil
	}
	if source, ok := strings.CutPrefix(rest, "response.body."); ok {
		way, n, bad := parsePath(source)
		if bad == nil && n < len(source) {
			bad = &problem{
				"Expected the end of the path before " + quote(source[n:]) + ".",
				pathHint,
			}
		}
		if bad != nil {
			return nil, bad
		}
		e.path = way
		return e, nil
	}
	return nil, &problem{
		"Expected a header or a path after " + quote(name) + ".",
		"Write {{" + name + ".response.headers.ETag}} or {{" + name + ".response.body.$.RowKey}}.",
	}
}

// didYouMean is a hint that offers the candidate nearest to word, or else says something else.
func didYouMean(word string, candidates []string, otherwise string) string {
	if s := suggest(word, candidates); s != "" {
		return "Did you mean " + s + "?"
	}
	return otherwise
}

// listed is a sentence that lists names.
func listed(what string, names []string) string {
	const most = 15
	if len(names) == 0 {
		return ""
	}
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return what + ": " + strings.Join(names, ", ") + "."
}

// isToken reports whether s can be the name of a header.
func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}
