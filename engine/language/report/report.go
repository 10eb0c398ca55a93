package report

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Report is how a run of scripts went.
type Report struct {
	Files []File
}

// File is how one file went: the steps of all its examples in order, or, if the file cannot be
// parsed, what is wrong with it.
type File struct {
	Name   string
	Errors []*script.Error
	Steps  []runner.Step
}

// Exit codes.
const (
	ExitOK     = 0 // every expectation holds or was skipped
	ExitFailed = 1 // a step failed
	ExitBroken = 2 // a file cannot be parsed
)

// ExitCode is what a command ends with.
func (r Report) ExitCode() int {
	code := ExitOK
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

// Format is a form of report.
type Format uint8

const (
	// Text is for people.
	Text Format = iota
	// JSON is for programs.
	JSON
)

// Output is the report as a command prints it: what was run on one stream, what is wrong with the
// scripts on the other.
func (r Report) Output(f Format) (stdout, stderr []byte) {
	if f == JSON {
		return r.AppendJSON(nil), r.AppendErrors(nil)
	}
	return r.AppendText(nil), r.AppendErrors(nil)
}
