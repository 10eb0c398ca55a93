package script

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
)

// Script is a parsed file.
type Script struct {
	File     string
	Examples []*Example
	Errors   []*Error      // of all examples, from top to bottom
	Tables   []*data.Table // of the fences with data

	names     map[string]*Request
	given     []string // other tables that requests can refer to
	authorize bool     // # @authorize in a fence without requests: it is for all examples
}

// Example is a group of requests that share one account. An .http file is one example. In Markdown each
// fence is one, except that fences of one transaction with only blank lines between them are one together.
// A fence with data is an example without requests.
type Example struct {
	Name     string      // of its last request that has one, or of its table
	Title    string      // of its first request that has one
	Line     int         // of its first line
	Fences   []int       // the fences it is made of
	Data     *data.Table // nil for requests
	Hidden   bool        // every request is hidden
	Requests []*Request
	Errors   []*Error

	scope     *scope
	units     []*unit
	authorize bool // of # @authorize
}

// Runs reports whether the example has requests. A fence can also have data, or only variables.
func (e *Example) Runs() bool { return len(e.Requests) > 0 }

// Requests returns those of all examples.
func (s *Script) Requests() (all []*Request) {
	for _, e := range s.Examples {
		all = append(all, e.Requests...)
	}
	return all
}

// Between returns the requests whose blocks overlap these lines.
func (s *Script) Between(from, to int) []*Request {
	return slices.DeleteFunc(s.Requests(), func(r *Request) bool { return r.First > to || r.Last < from })
}

// Parse parses a script. In a file whose name ends in .md, the script is the http fences. Requests can
// also refer to the tables, which have their data already.
func Parse(file, text string, tables ...string) *Script {
	if n := len(file) - len(".md"); n >= 0 && strings.EqualFold(file[n:], ".md") {
		return ParseFences(file, Fences(text), tables...)
	}
	return ParseFences(file, []Fence{{Line: 1, Text: text}}, tables...)
}

// ParseFences parses the fences of a page as one script.
func ParseFences(file string, fences []Fence, tables ...string) *Script {
	s := &Script{File: file, names: map[string]*Request{}, given: tables}
	p := &parser{script: s, globals: &scope{}}
	for i, f := range fences {
		if f.Table != "" {
			p.data(i, f)
		} else {
			p.fence(i, f)
		}
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

// Authorizes reports whether an example needs an account that checks signatures, because it or an example
// that it refers to has # @authorize.
func (s *Script) Authorizes(index int) bool {
	return s.authorize || slices.ContainsFunc(s.Examples[index].Order(), func(sent []*Request) bool {
		return s.Examples[sent[0].Example].authorize
	})
}

// CheckOrder returns the errors that keep these requests from being sent: those in their own blocks and those
// of variables. What is wrong elsewhere in a file doesn't matter to them.
func (s *Script) CheckOrder(order [][]*Request) (errors []*Error) {
	for _, e := range s.Errors {
		in := func(r *Request) bool { return e.Line >= r.First && e.Line <= r.Last }
		ofVariable := strings.HasPrefix(strings.TrimSpace(e.Source), "@")
		if ofVariable || slices.ContainsFunc(order, func(sent []*Request) bool {
			return slices.ContainsFunc(sent, in)
		}) {
			errors = append(errors, e)
		}
	}
	return errors
}

// Check returns the errors that keep an example from running: its own, those of the examples it refers to
// and of the data it needs, and those of fences with variables for all examples.
func (s *Script) Check(index int) []*Error {
	needed := map[*Example]bool{s.Examples[index]: true}
	order := s.Examples[index].Order()
	for _, sent := range order {
		needed[s.Examples[sent[0].Example]] = true
	}
	var errors []*Error
	for _, e := range s.Examples {
		if needed[e] || !e.Runs() && (e.Data == nil || Needs(order, e.Data)) {
			errors = append(errors, e.Errors...)
		}
	}
	return errors
}
