package script

import (
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// parser turns fences, line by line, into the examples of a script. Whatever is wrong becomes an Error of
// the example, and parsing continues.
type parser struct {
	script  *Script
	globals *scope // variables of the fences that have no requests

	example *Example
	last    Fence // the previous fence
	serial  int

	begin   int // the line with which the block begins; 0 before it
	end     int // the last line with text so far
	title   string
	request *Request // of the current block; nil while it has neither a directive nor a request line
	state   State
	body    []line
}

// State is how far the lines of a block are, those between two ###.
type State uint8

// What can come next.
const (
	AtTop     State = iota // directives, comments and variables
	AtTarget               // the request line, and lines that continue its URL
	AtHeaders              // header lines
	AtBody
)

// line is one line of a fence.
type line struct {
	fence, number int
	indent        int // spaces of the file's line that are missing from text
	text          string
}

// at returns the place of a byte of the line.
func (l line) at(offset int) place {
	return place{
		fence: l.fence, line: l.number,
		column: 1 + l.indent + utf8.RuneCountInString(l.text[:offset]),
		source: strings.Repeat(" ", l.indent) + l.text,
	}
}

// start is where the text of the line begins, and end where it ends, without spaces around it.
func (l line) start() int { return len(l.text) - len(strings.TrimLeft(l.text, " \t")) }

func (l line) end() int { return len(strings.TrimRight(l.text, " \t\r")) }

func (p *parser) fail(at place, message, hint string) {
	p.report(problem.New(message, hint), at)
}

// report adds an error to the example.
func (p *parser) report(bad *problem.Problem, at place) {
	p.example.Errors = append(p.example.Errors, errorAt(p.script.File, at, bad))
}

// fence parses a fence. It continues the previous example if both belong to one transaction.
func (p *parser) fence(index int, f Fence) {
	_, before := transactionsOf(p.last.Text)
	first, _ := transactionsOf(f.Text)
	if p.example == nil || f.Apart || first == "" || first != before {
		p.close()
		p.example = &Example{Line: f.Line, scope: &scope{parent: p.globals}}
	}
	p.last = f
	p.example.Fences = append(p.example.Fences, index)
	for i, text := range strings.Split(f.Text, "\n") {
		l := line{fence: index, number: f.Line + i, text: strings.TrimSuffix(text, "\r")}
		if i < len(f.indents) {
			l.indent = f.indents[i]
		}
		if index == 0 && i == 0 {
			l.text = strings.TrimPrefix(l.text, "\ufeff")
		}
		p.line(l)
	}
	p.finish()
	p.begin, p.title = 0, ""
}

// transactionsOf returns the names after the first and the last # @transaction of a text.
func transactionsOf(text string) (first, last string) {
	for l := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(l, "###") {
			continue
		}
		if d, ok := splitDirective(line{text: l}); ok && d.key == "transaction" {
			last = d.value
			if first == "" {
				first = last
			}
		}
	}
	return first, last
}

// close ends the current example.
func (p *parser) close() {
	e := p.example
	if e == nil {
		return
	}
	e.Hidden = e.Runs()
	for _, r := range e.Requests {
		e.Hidden = e.Hidden && r.Hidden
		if e.Title == "" {
			e.Title = r.Title
		}
		if r.Name != "" {
			e.Name = r.Name
		}
	}
	if !e.Runs() { // its variables are for all examples
		p.script.authorize = p.script.authorize || e.authorize
		for _, v := range e.scope.variables {
			if p.define(p.globals, v) {
				v.scope = p.globals
			}
		}
		e.scope.variables = nil
	}
	p.script.Examples = append(p.script.Examples, e)
}

// line parses one line.
func (p *parser) line(l line) {
	if strings.HasPrefix(l.text, "###") {
		p.finish()
		p.begin, p.end = l.number, l.number
		p.title = strings.TrimSpace(strings.TrimLeft(l.text, "#"))
		return
	}
	text := strings.TrimSpace(l.text)
	if text != "" {
		if p.begin == 0 {
			p.begin = l.number
		}
		p.end = l.number
	}
	if strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//") {
		p.comment(l)
		return
	}
	switch p.state {
	case AtTop:
		if strings.HasPrefix(text, "@") {
			p.variable(l)
		} else if text != "" {
			p.requestLine(l)
		}
	case AtTarget, AtHeaders:
		switch {
		case text == "":
			p.state = AtBody
		case p.foreign(l):
		case p.state == AtTarget && (text[0] == '?' || text[0] == '&'):
			p.url(l, l.start(), urlEnd(l))
		default:
			p.state = AtHeaders
			p.header(l)
		}
	case AtBody:
		if !p.foreign(l) {
			p.body = append(p.body, l)
		}
	}
}

// open returns the request of the block, and creates it if it doesn't exist yet.
func (p *parser) open(l line) *Request {
	if p.request == nil {
		p.request = &Request{
			at: l.at(l.start()), Line: l.number, Title: p.title, scope: p.example.scope,
			Example: len(p.script.Examples),
		}
	}
	return p.request
}

// finish ends the current block.
func (p *parser) finish() {
	r := p.request
	if r == nil {
		return
	}
	if p.state == AtTop {
		p.fail(r.at, "Expected a request line such as GET {{host}}/Orders below these directives.", "")
	}
	for len(p.body) > 0 && blank(p.body[0]) {
		p.body = p.body[1:]
	}
	for len(p.body) > 0 && blank(p.body[len(p.body)-1]) {
		p.body = p.body[:len(p.body)-1]
	}
	for i, l := range p.body {
		if i == 0 {
			p.checkFirst(l)
		} else {
			r.Body = append(r.Body, part{text: "\n"})
		}
		r.Body = append(r.Body, p.template(l, 0, len(l.text))...)
	}
	r.First, r.Last = p.begin, p.end
	p.example.Requests = append(p.example.Requests, r)
	p.request, p.state, p.body = nil, AtTop, nil
}

func blank(l line) bool { return strings.TrimSpace(l.text) == "" }
