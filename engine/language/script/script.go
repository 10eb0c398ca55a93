package script

import (
	"slices"
	"strings"
)

// Script is a parsed file.
type Script struct {
	File     string
	Examples []*Example
	Errors   []*Error // of all examples, from top to bottom

	names     map[string]*Request
	authorize bool // # @authorize in a fence without requests: it is for all examples
}

// Example is a group of requests that share one account. An .http file is one example. In Markdown each
// fence is one, except that fences of one transaction with only blank lines between them are one together.
type Example struct {
	Name     string // of its last request that has one
	Title    string // of its first request that has one
	Line     int    // of its first line
	Fences   []int  // the fences it is made of
	Hidden   bool   // every request is hidden
	Requests []*Request
	Errors   []*Error

	scope     *scope
	units     []*unit
	authorize bool // of # @authorize
}

// Runs reports whether the example has requests. A fence can also have only variables.
func (e *Example) Runs() bool { return len(e.Requests) > 0 }

// Parse parses a script. In a file whose name ends in .md, the script is the http fences.
func Parse(file, text string) *Script {
	if n := len(file) - len(".md"); n >= 0 && strings.EqualFold(file[n:], ".md") {
		return ParseFences(file, Fences(text))
	}
	return ParseFences(file, []Fence{{Line: 1, Text: text}})
}

// ParseFences parses the fences of a page as one script.
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

// RequestAt returns the first request on that line or below it, or nil.
func (s *Script) RequestAt(line int) *Request {
	var found *Request
	for _, e := range s.Examples {
		for _, r := range e.Requests {
			if r.Line >= line && (found == nil || r.Line < found.Line) {
				found = r
			}
		}
	}
	return found
}

// Authorizes reports whether an example needs an account that checks signatures, because it or an example
// that it refers to has # @authorize.
func (s *Script) Authorizes(index int) bool {
	return s.authorize || slices.ContainsFunc(s.Examples[index].Order(), func(sent []*Request) bool {
		return s.Examples[sent[0].Example].authorize
	})
}

// Check returns the errors that keep an example from running: its own, those of the examples it refers to,
// and those of fences with variables for all examples.
func (s *Script) Check(index int) []*Error {
	needed := map[*Example]bool{s.Examples[index]: true}
	for _, sent := range s.Examples[index].Order() {
		needed[s.Examples[sent[0].Example]] = true
	}
	var errors []*Error
	for _, e := range s.Examples {
		if needed[e] || !e.Runs() {
			errors = append(errors, e.Errors...)
		}
	}
	return errors
}
