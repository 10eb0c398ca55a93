package script

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/problem"
)

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
func (e *Error) Error() string {
	return e.File + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + e.Message
}

// place is a position in a file.
type place struct {
	fence, line, column int
	source              string
}

// errorAt gives a problem its place.
func errorAt(file string, at place, bad *problem.Problem) *Error {
	return &Error{
		File: file, Fence: at.fence, Line: at.line, Column: at.column, Source: at.source,
		Message: bad.Message, Hint: bad.Hint,
	}
}

// ErrorOf gives a problem the place of a request.
func (s *Script) ErrorOf(r *Request, bad *problem.Problem) *Error { return errorAt(s.File, r.at, bad) }
