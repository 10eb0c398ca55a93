package script

import (
	"slices"
	"strings"
	"time"
)

// Script is a parsed file.
type Script struct {
	File     string
	Examples []*Example
	Errors   []*Error // of all examples, in the order in which they stand

	names     map[string]*Request
	authorize bool // a fence without requests says so for all examples
}

// Example is a run of requests that share one account. An .http file is one example; in Markdown
// each fence is one, except that fences of one transaction with nothing but blank lines between them
// are one together.
type Example struct {
	Name     string // of its last request that has one
	Title    string // of its first request that has one
	Line     int    // of its first line
	Fences   []int  // the fences it is made of
	Hidden   bool   // all its requests are set-up
	Requests []*Request
	Errors   []*Error

	scope     *scope
	units     []*unit
	authorize bool // of # @authorize
}

// Runs reports whether there is anything to run: a fence of only variables has no requests.
func (e *Example) Runs() bool { return len(e.Requests) > 0 }

// Request is one request of a script.
type Request struct {
	Name        string // of # @name, or ""
	Title       string // after ###
	Line        int    // of the request line
	Method      string
	Hidden      bool   // # @hidden: set-up, to be folded away
	Transaction string // of # @transaction, or ""
	Loop        int    // of # @loop: how often it is sent; 0 without

	at      place // the request line or, if there is none, the first directive
	serial  int   // its place among the requests and variables of the file
	ordinal int   // its place among the requests of the file
	example *Example
	scope   *scope
	seed    *uint64
	sleep   time.Duration

	anonymous bool // of # @anonymous

	refs    []ref
	expects []*expect
	url     template
	source  string // of the URL
	headers []header
	body    template

	unit *unit
	deps []dep
}

type header struct {
	name  string
	value template
}

// ref is a name after # @ref, and where it stands.
type ref struct {
	name string
	at   place
}

// dep is a request that must have run before, and where the script says so.
type dep struct {
	on *Request
	at place
}

// unit is what is sent at once: a request, or the requests of one transaction.
type unit struct {
	requests []*Request
	mark     mark
	height   int // of the chain of units that must run before it
}

// Error is something wrong in a script, where it stands and how to put it right.
type Error struct {
	File    string
	Fence   int // the fence it stands in; 0 outside Markdown
	Line    int // from 1
	Column  int // from 1, in characters
	Message string
	Hint    string // how to put it right; may be ""
	Source  string // the line
}

// Error returns file:line:column: message.
func (e *Error) Error() string { return string(e.appendHead(nil)) }

// place is a position in a file.
type place struct {
	fence, line, column int
	source              string
}

// problem is what is wrong, before it is known where.
type problem struct{ message, hint string }

func (f *problem) at(file string, p place) *Error {
	return &Error{
		File: file, Fence: p.fence, Line: p.line, Column: p.column, Source: p.source,
		Message: f.message, Hint: f.hint,
	}
}

// Parse reads a script. Of a file whose name ends in .md, the http fences are the script.
func Parse(file, text string) *Script {
	if n := len(file) - len(".md"); n >= 0 && strings.EqualFold(file[n:], ".md") {
		return ParseFences(file, Fences(text))
	}
	return ParseFences(file, []Fence{{Line: 1, Text: text}})
}

// ParseFences reads the fences of a page as one script.
func ParseFences(file string, fences []Fence) *Script {
	s := &Script{File: file, names: map[string]*Request{}}
	p := &parser{script: s, globals: &scope{}}
	for i, f := range fences {
		p.fence(i, f)
	}
	p.close()
	link(s, p.globals)
	for _, e := range s.Examples {
		slices.SortStableFunc(e.Errors, func(a, b *Error) int {
			if a.Fence != b.Fence {
				return a.Fence - b.Fence
			}
			if a.Line != b.Line {
				return a.Line - b.Line
			}
			return a.Column - b.Column
		})
		s.Errors = append(s.Errors, e.Errors...)
	}
	return s
}

// Authorizes reports whether an example asks for an account that refuses what nobody has signed: it
// or one that it refers to says # @authorize.
func (s *Script) Authorizes(index int) bool {
	return s.authorize || slices.ContainsFunc(s.Examples[index].order(), func(u *unit) bool {
		return u.requests[0].example.authorize
	})
}

// Check returns what keeps an example from running: the errors of its own, of the examples it refers
// to, and of those that only give variables.
func (s *Script) Check(index int) []*Error {
	needed := map[*Example]bool{s.Examples[index]: true}
	for _, u := range s.Examples[index].order() {
		needed[u.requests[0].example] = true
	}
	var errors []*Error
	for _, e := range s.Examples {
		if needed[e] || !e.Runs() {
			errors = append(errors, e.Errors...)
		}
	}
	return errors
}
