package problem

import "strconv"

// Error says what is wrong with a script or with data, where, and how to fix it.
type Error struct {
	File    string
	Fence   int // the index of its fence; 0 outside Markdown
	Line    int // from 1
	Column  int // from 1, in characters
	Message string
	Hint    string // how to fix it; may be ""
	Meant   string // what to write in place of a misspelt word; may be ""
	Source  string // the line
}

// Error returns file:line:column: message.
func (e *Error) Error() string {
	return e.File + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + e.Message
}
