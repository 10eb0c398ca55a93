package report

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Report is how a run of scripts went.
type Report struct {
	Files    []File
	Compared *Compared // with another run; nil if there was none
}

// Compared is how the steps differ from those of another run. Package compare has it.
type Compared struct {
	Different int // steps

	// Append appends what differs in a step: lines of text, or a member of its JSON object.
	Append func(dst []byte, file, step int, f Format) []byte
}

// File is how one file went: the steps of its examples in order or, if it can't be parsed, its errors.
type File struct {
	Name   string
	Errors []*script.Error
	Steps  []runner.Step
}

// Exit codes.
const (
	ExitOK     = 0 // every expectation was met or skipped
	ExitFailed = 1 // a step failed or, where steps are compared, one differs
	ExitBroken = 2 // a file can't be parsed
)

// ExitCode returns the exit code for a command.
func (r Report) ExitCode() int {
	code := ExitOK
	if r.Compared != nil && r.Compared.Different > 0 {
		code = ExitFailed
	}
	for _, f := range r.Files {
		if len(f.Errors) > 0 {
			return ExitBroken
		}
		for i := range f.Steps {
			if !f.Steps[i].OK() {
				code = ExitFailed
			}
		}
	}
	return code
}

// OK reports whether every file could be parsed and every step passed.
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
		return r.AppendJSON(nil), Shown(r.AppendErrors(nil))
	}
	return Shown(r.AppendText(nil)), Shown(r.AppendErrors(nil))
}
