package script

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// methods lists the methods that a request can have. MERGE is the old name of PATCH.
var methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "MERGE", "HEAD", "OPTIONS"}

// requestLine parses METHOD URL.
func (p *parser) requestLine(l line) {
	r := p.open(l)
	p.serial++
	r.at, r.Line, r.serial = l.at(l.start()), l.number, p.serial
	p.state = AtTarget
	start, end := l.start(), urlEnd(l)
	method := lex.Word(l.text[start:end])
	r.Method = method
	from := start + len(method)
	for from < end && (l.text[from] == ' ' || l.text[from] == '\t') {
		from++
	}
	if !p.checkMethod(l, method) {
		return
	}
	p.url(l, from, end)
	p.checkURL(l, from, end)
}

// url adds a piece of the URL, which can span several lines.
func (p *parser) url(l line, from, to int) {
	p.request.URL = append(p.request.URL, p.template(l, from, to)...)
	p.request.Source += l.text[from:to]
}

// checkMethod reports an unknown method.
func (p *parser) checkMethod(l line, method string) bool {
	for _, m := range methods {
		if m == method {
			return true
		}
	}
	hint := "The methods are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE."
	if beginsURL(method) || method[0] == '/' {
		hint = "Put the method before the URL: GET {{host}}/Orders."
	}
	p.report(problem.Unknown("Expected a request line such as GET {{host}}/Orders, found "+
		problem.Quote(l.text[l.start():])+".", method, methods, hint), l.at(l.start()))
	return false
}

// checkURL reports a URL that can't lead anywhere.
func (p *parser) checkURL(l line, from, end int) {
	url := l.text[from:end]
	address, rest, _ := strings.Cut(url, "}}")
	address += "}}"
	isService := address == "{{host}}" || address == "{{queue}}" || address == "{{blob}}"
	switch {
	case url == "":
		p.fail(l.at(from), "Expected a URL after the method.", "Write one such as {{host}}/Orders.")
	case isService && rest != "" && rest[0] != '/' && rest[0] != '?':
		p.fail(l.at(from+len(address)), "Expected / after "+address+".",
			"Write "+address+"/"+problem.Short(rest)+".")
	case !beginsURL(url):
		p.fail(l.at(from), "A URL begins with {{host}} or http://"+problem.Found(url)+".",
			"Write {{host}}/"+problem.Short(strings.TrimLeft(url, "/"))+".")
	}
}

// beginsURL reports whether a string begins the way the URL of a request does.
func beginsURL(text string) bool {
	return strings.HasPrefix(text, "{{") || strings.HasPrefix(text, "http://") ||
		strings.HasPrefix(text, "https://")
}

// urlEnd returns where the URL on a line ends: before HTTP/1.1, if the line has it.
func urlEnd(l line) int {
	end := l.end()
	text := l.text[:end]
	at := strings.LastIndexAny(text, " \t")
	version, ok := strings.CutPrefix(text[at+1:], "HTTP/")
	if ok && at > l.start() && strings.Trim(version, "0123456789.") == "" {
		return len(strings.TrimRight(text[:at+1], " \t"))
	}
	return end
}

// header parses Name: value.
func (p *parser) header(l line) {
	start := l.start()
	colon := strings.IndexByte(l.text, ':')
	if colon < 0 || !lex.IsToken(l.text[start:colon]) {
		hint := "Leave a blank line between the headers and the body."
		if colon < 0 && lex.IsToken(lex.Word(l.text[start:])) {
			hint = "Put a colon after the name of the header."
		}
		p.fail(l.at(start), "Expected a header such as Accept: application/json, "+
			"or a blank line before the body.", hint)
		return
	}
	from := colon + 1
	for from < len(l.text) && (l.text[from] == ' ' || l.text[from] == '\t') {
		from++
	}
	value := p.template(l, from, max(from, l.end()))
	p.request.Headers = append(p.request.Headers, Header{Name: l.text[start:colon], Value: value})
}

// variable parses @name = value.
func (p *parser) variable(l line) {
	start := l.start()
	equals := strings.IndexByte(l.text, '=')
	if equals < 0 {
		p.fail(l.at(start), "Expected = after the name of a variable.", "Write @name = value.")
		return
	}
	name := strings.TrimSpace(l.text[start+1 : equals])
	if !lex.IsName(name) {
		p.fail(l.at(start+1), "Expected a variable's name (letters, digits and _, no digit first)"+
			problem.Found(name)+".", "Write @name = value.")
		return
	}
	from := equals + 1
	for from < len(l.text) && (l.text[from] == ' ' || l.text[from] == '\t') {
		from++
	}
	p.serial++
	p.define(p.example.scope, &variable{
		name: name, value: p.template(l, from, max(from, l.end())),
		at: l.at(start), serial: p.serial, scope: p.example.scope,
	})
}

// define adds a variable to a scope, unless its name is taken there.
func (p *parser) define(s *scope, v *variable) bool {
	for _, known := range s.variables {
		if known.name == v.name {
			p.fail(v.at, "The variable @"+v.name+" is already defined on line "+strconv.Itoa(known.at.line)+".",
				"Give one of them another name.")
			return false
		}
	}
	s.variables = append(s.variables, v)
	return true
}

const expectHint = "Write # @expect status == 200 above the request line."

// foreign reports what other tools understand and this language doesn't. Otherwise it would silently be
// sent as part of the request.
func (p *parser) foreign(l line) bool {
	text := l.text[l.start():]
	for _, f := range [...]struct{ prefix, message, hint string }{
		{"?? ", "Expectations belong above the request line, after # @expect.", expectHint},
		{"> ", "Scripts that handle a response aren't run here.", expectHint},
		{">> ", "Responses aren't written to files here.", "Delete this line."},
		{"< ", "Bodies aren't read from files here.", "Write the body itself."},
		{"<@ ", "Bodies aren't read from files here.", "Write the body itself."},
	} {
		if strings.HasPrefix(text, f.prefix) {
			p.fail(l.at(l.start()), f.message, f.hint)
			return true
		}
	}
	name, _, assigned := strings.Cut(strings.TrimPrefix(text, "@"), "=")
	if assigned && text[0] == '@' && lex.IsName(strings.TrimSpace(name)) {
		p.fail(l.at(l.start()), "Variables belong above the request line.", "Move it up, or put ### above it.")
		return true
	}
	return false
}

// checkFirst reports a second request that would be sent as the body of the first.
func (p *parser) checkFirst(l line) {
	text := l.text[l.start():]
	method := lex.Word(text)
	url := strings.TrimLeft(text[len(method):], " \t")
	for _, m := range methods {
		if m == method && beginsURL(url) {
			p.fail(l.at(l.start()), "A second request would be sent as the body of the first.",
				"Put a line ### between them.")
		}
	}
}
