package script

import "github.com/rowkey/rowkey/engine/language/internal/problem"

// Error says what is wrong with a script, where, and how to fix it.
type Error = problem.Error

// place is a position in a file.
type place struct {
	fence, line, column int
	source              string
}

// errorAt makes an error of a problem and its place.
func errorAt(file string, at place, bad *problem.Problem) *Error {
	return &Error{
		File: file, Fence: at.fence, Line: at.line, Column: at.column, Source: at.source,
		Message: bad.Message, Hint: bad.Hint, Meant: bad.Meant,
	}
}

// ErrorOf makes an error of a problem with a request.
func (s *Script) ErrorOf(r *Request, bad *problem.Problem) *Error { return errorAt(s.File, r.at, bad) }
