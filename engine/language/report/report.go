package report

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Report is how a run of scripts went.
type Report struct {
	Files []File
}

// File is how one file went: the steps of its examples in order or, if it can't be parsed, its errors.
type File struct {
	Name     string
	Errors   []*script.Error
	Steps    []runner.Step
	Compared Comparison // with another run; nil if there was none
}

// Comparison is what differs between the steps of a file and those of another run.
type Comparison interface {
	Differs(step int) bool
	AppendText(dst []byte, step int) []byte // what differs, for people; nothing if nothing does
	AppendJSON(dst []byte, step int) []byte // what differs, as a list
}

// ok reports whether a step passed and doesn't differ.
func (f *File) ok(step int) bool {
	return f.Steps[step].OK() && (f.Compared == nil || !f.Compared.Differs(step))
}

// Exit codes.
const (
	ExitOK     = 0 // every expectation was met or skipped
	ExitFailed = 1 // a step failed, or differs
	ExitBroken = 2 // a file can't be parsed
)

// ExitCode returns the exit code for a command.
func (r Report) ExitCode() int {
	code := ExitOK
	for _, f := range r.Files {
		if len(f.Errors) > 0 {
			return ExitBroken
		}
		for i := range f.Steps {
			if !f.ok(i) {
				code = ExitFailed
			}
		}
	}
	return code
}

// OK reports whether every file could be parsed, every step passed, and none differs.
func (r Report) OK() bool { return r.ExitCode() == ExitOK }

// Format is a format of reports.
type Format uint8

const (
	// Text is for people.
	Text Format = iota
	// JSON is for programs.
	JSON
)

// Output returns what a command prints: the steps on stdout, and the errors of scripts on stderr.
func (r Report) Output(f Format) (stdout, stderr []byte) {
	if f == JSON {
		return r.AppendJSON(nil), r.AppendErrors(nil)
	}
	return r.AppendText(nil), r.AppendErrors(nil)
}
