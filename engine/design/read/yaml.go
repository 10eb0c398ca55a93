package read

import (
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/data"
)

// node is a value of the text: a scalar, a mapping or a list.
type node struct {
	place
	span
	kind    kind
	text    string // of a scalar
	quoted  bool
	members []member
	items   []*node
}

// place is where something begins, both from 1. The column counts characters.
type place struct{ line, column int }

type kind uint8

const (
	scalar kind = iota
	mapping
	list
)

// span is from where to where something is written, with its quotes or brackets.
type span struct{ from, to spot }

// spot is a byte of a line, both from 0.
type spot struct{ line, at int }

// member is a name in a mapping, and its value. The span is that of the name.
type member struct {
	place
	span
	name  string
	value *node
}

// what is the kind of a node in words.
func (n *node) what() string {
	switch {
	case n.kind == mapping:
		return "a mapping"
	case n.kind == list:
		return "a list"
	case n.empty():
		return "nothing"
	}
	return quote(n.text)
}

func (n *node) empty() bool { return n.kind == scalar && n.text == "" && !n.quoted }

// maxDepth bounds the nesting. A design file has four levels.
const maxDepth = 12

// What a file can have. Links bring files that nobody wrote by hand.
const (
	maxFile  = 1 << 20 // bytes
	maxParts = 1000    // names in a mapping, and items in a list
)

// parser reads lines. It stops at the first error, because what follows it would be misread.
type parser struct {
	lines []string
	line  int // from 0
	at    int // a byte of the line
	depth int
	err   *data.Error
	last  place // where the parser was asked for its place last, and
	ended int   // the byte of the line there
}

// parse returns the mapping that the text is.
func parse(text string) (*node, *data.Error) {
	if len(text) > maxFile {
		return nil, &data.Error{Line: 1, Column: 1, Message: "the file has more than 1 MiB",
			Hint: "A design needs a few lines: data is made from them."}
	}
	text = strings.TrimPrefix(text, "\uFEFF")
	p := &parser{lines: strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")}
	for i, line := range p.lines {
		if at := invalid(line); at >= 0 {
			p.line, p.at = i, at
			p.fail("this character isn't text", "Save the file as UTF-8 without control characters.")
			return nil, p.err
		}
	}
	root := &node{place: place{1, 1}, kind: mapping}
	if p.next() {
		root = p.block(p.at)
	}
	if p.err == nil && p.line < len(p.lines) {
		p.fail("this line is indented differently from its neighbours",
			"Give all names of a mapping the same number of spaces.")
	}
	return root, p.err
}

// invalid returns the first byte of a line that isn't text, or -1.
func invalid(line string) int {
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		if r == utf8.RuneError && size == 1 || r < ' ' && r != '\t' || r == 0x7F {
			return i
		}
		i += size
	}
	return -1
}

func (p *parser) spot() spot { return spot{p.line, p.at} }

// here is where the parser is.
func (p *parser) here() place {
	if p.line >= len(p.lines) {
		return place{len(p.lines), utf8.RuneCountInString(p.lines[len(p.lines)-1]) + 1}
	}
	if p.last.line != p.line+1 || p.ended > p.at {
		p.last, p.ended = place{p.line + 1, 1}, 0
	}
	p.last.column += utf8.RuneCountInString(p.lines[p.line][p.ended:p.at])
	p.ended = p.at
	return p.last
}

// full refuses another part of what has so many.
func (p *parser) full(parts int) bool {
	if parts >= maxParts {
		p.fail("there are more than 1,000 names here", "Divide them, or say how many there are: values: 5000.")
	}
	return p.err != nil
}

func (p *parser) fail(message, hint string) {
	if p.err == nil {
		at := p.here()
		p.err = &data.Error{Line: at.line, Column: at.column, Message: message, Hint: hint}
	}
	p.line, p.at = len(p.lines), 0
}

// rest is the line from where the parser is.
func (p *parser) rest() string {
	if p.line >= len(p.lines) {
		return ""
	}
	return p.lines[p.line][p.at:]
}

// spaces moves past spaces, and past a comment at the end of the line.
func (p *parser) spaces() {
	rest := p.rest()
	trimmed := strings.TrimLeft(rest, " ")
	if strings.HasPrefix(trimmed, "#") && (p.at == 0 || len(trimmed) < len(rest) ||
		opens(p.lines[p.line][p.at-1])) {
		trimmed = ""
	}
	p.at += len(rest) - len(trimmed)
}

// opens reports whether a comment can follow c at once.
func opens(c byte) bool { return c == ' ' || strings.IndexByte("{}[],", c) >= 0 }

// next moves to the next line with something on it, if the rest of this one is empty.
func (p *parser) next() bool {
	for p.line < len(p.lines) {
		p.spaces()
		switch rest := p.rest(); {
		case strings.HasPrefix(rest, "\t"):
			p.fail("a tab can't indent", "Use spaces.")
			return false
		case rest != "":
			return true
		}
		p.line, p.at = p.line+1, 0
	}
	return false
}

// block reads the lines that begin at a byte of theirs: name, colon, value.
func (p *parser) block(indent int) *node {
	n := &node{place: p.here(), span: span{p.spot(), p.spot()}, kind: mapping}
	if p.depth++; p.depth > maxDepth {
		p.fail("this is nested too deeply", "A design file has four levels.")
	}
	for p.err == nil && p.line < len(p.lines) && p.at == indent && !p.full(len(n.members)) {
		m := p.name(n)
		if p.err != nil {
			break
		}
		m.value = p.value(indent)
		n.members, n.to = append(n.members, m), m.value.to
		if p.next() && p.at > indent {
			p.fail("this line is indented differently from its neighbours",
				"Give all names of a mapping the same number of spaces.")
		}
	}
	p.depth--
	return n
}

// name reads a name and the colon after it.
func (p *parser) name(in *node) member {
	m := member{place: p.here()}
	if rest := p.rest(); rest == "-" || strings.HasPrefix(rest, "- ") {
		p.fail("a list can't be written with dashes here", "Write it in brackets: [a, b].")
		return m
	}
	start, line := p.at, p.line
	key := p.scalar()
	if p.err != nil {
		return m
	}
	p.spaces()
	m.name, m.span = key.text, key.span
	switch rest := p.rest(); {
	case strings.HasPrefix(rest, "}") && in.members == nil:
		p.fail("expected a colon after "+quote(m.name), `Write name: value. A key's template needs quotes: "{`+
			m.name+`}".`)
	case !strings.HasPrefix(rest, ":") || len(rest) > 1 && strings.IndexByte(" ,}]", rest[1]) < 0:
		p.fail("expected a colon after "+quote(m.name), `Write name: value, with a space after the colon.`)
	case m.name == "":
		p.line, p.at = line, start
		p.fail("expected a name before the colon", "Write name: value.")
	default:
		p.at++
		for _, other := range in.members {
			if other.name == m.name {
				p.line, p.at = line, start
				p.fail(quote(m.name)+" is here twice", "Join the two, or rename one of them.")
				break
			}
		}
	}
	return m
}

// value reads what is after a colon: on the line, or indented below it.
func (p *parser) value(indent int) *node {
	at, from := p.here(), p.spot()
	p.spaces()
	if p.rest() != "" {
		v := p.flow()
		if p.spaces(); p.err == nil && p.rest() != "" {
			p.fail("expected the end of the line, found "+quote(p.rest()), "Put a string with : or # in quotes.")
		}
		return v
	}
	if line := p.line; p.next() && p.line > line && p.at > indent {
		return p.block(p.at)
	}
	return &node{place: at, span: span{from, from}}
}
