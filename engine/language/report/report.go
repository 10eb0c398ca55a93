package report

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
)

// Report is how a run of scripts went.
type Report struct {
	Files    []File
	Compared []Differences // from another run, for each file; nil if there was none
}

// Differences are those of each step of a file from another run. Package compare finds them.
type Differences [][]protocol.Difference

// different counts the steps that differ.
func (r Report) different() (n int) {
	for _, file := range r.Compared {
		for _, found := range file {
			n += min(len(found), 1)
		}
	}
	return n
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
	if r.different() > 0 {
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
