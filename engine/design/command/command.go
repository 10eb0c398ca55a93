package command

import (
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/design/report"
	problems "github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/outcome"
)

// File is a design file, or a page.
type File struct{ Name, Text string }

// Options say what is printed.
type Options struct {
	JSON, Markdown bool // instead of text
	Explain        bool // also say why, and what the figures rest on
	At             int  // also what patterns cost with so many entities of the most common type; 0: not
}

// The exit codes.
const (
	Kept   = 0 // every budget is kept, and no finding is an error
	Missed = 1
	Wrong  = 2 // a file can't be read
)

// Result is what a command prints, its exit code, and how each thing went that it looked at.
type Result struct {
	Out, Err []byte
	Exit     int
	Outcomes []outcome.Outcome
}

// Run measures the designs of files.
func Run(files []File, o Options) Result {
	r := runner{options: o}
	for _, f := range files {
		r.file(f)
	}
	return r.result()
}

type runner struct {
	options  Options
	out, err []byte
	exit     int
	outcomes []outcome.Outcome
}

func (r *runner) result() Result {
	return Result{problems.Shown(r.out), problems.Shown(r.err), r.exit, r.outcomes}
}

func (r *runner) fail(exit int) { r.exit = max(r.exit, exit) }

// file runs the designs of a file.
func (r *runner) file(f File) {
	for _, d := range r.designs(f) {
		m := r.measure(d)
		if m == nil {
			continue
		}
		out := &report.Report{Name: d.Name, Matrix: m, Findings: lint.Check(m.File, m),
			Explained: r.options.Explain}
		r.outcomes = append(r.outcomes, out.Outcomes()...)
		if !out.OK() {
			r.fail(Missed)
		}
		switch {
		case r.options.JSON:
			r.out = append(r.out, out.JSON()...)
		case r.options.Markdown:
			r.out = append(r.out, out.Markdown()...)
		default:
			r.out = append(r.out, out.Text()...)
		}
	}
}

// designs returns the designs of a file, which needs to have one.
func (r *runner) designs(f File) []File {
	all := Designs(f)
	if len(all) == 0 {
		r.err = append(r.err, f.Name+": the page has no design. Begin one with ```design.\n"...)
		r.fail(Wrong)
	}
	return all
}

// read reads a design. It returns nil for one that has errors.
func (r *runner) read(d File) *design.File {
	f, errs := read.File(d.Name, d.Text)
	if len(errs) > 0 {
		r.refuse(d.Name, errs)
		return nil
	}
	return f
}

// refuse says what is wrong with a design.
func (r *runner) refuse(name string, errs []*read.Error) {
	r.err = problems.Report{Files: []problems.File{{Name: name, Errors: errs}}}.AppendErrors(r.err)
	r.outcomes = append(r.outcomes, problems.Wrong(errs)...)
	r.fail(Wrong)
}

// measure reads and measures a design. It returns nil for one that can't be.
func (r *runner) measure(d File) *design.Matrix {
	f := r.read(d)
	if f == nil {
		return nil
	}
	o := matrix.Options{Thresholds: true}
	if r.options.At > 0 {
		o.At = []int{r.options.At}
	}
	m, err := matrix.Run(f, o)
	if err != nil {
		r.err = append(r.err, "cannot measure "+d.Name+": "+err.Error()+"\n"...)
		r.fail(Wrong)
		return nil
	}
	return m
}

// Designs returns the designs of a file: itself, or the fences of a page. Lines in front of a fence are
// empty, so that a line of it has the number that it has in the page.
func Designs(f File) (all []File) {
	if !strings.HasSuffix(strings.ToLower(f.Name), ".md") {
		return []File{f}
	}
	for _, fence := range script.FencesOf(f.Text, "design") {
		all = append(all, File{f.Name, strings.Repeat("\n", fence.Line-1) + fence.Text + "\n"})
	}
	return all
}

// Problem is why a design doesn't pass.
type Problem struct {
	Line int // in the text
	Says string
}

// Measure measures the text of a design, or says what is wrong with it. Both, if it misses a budget or a
// finding is an error.
func Measure(text string) (*design.Matrix, []Problem) {
	f, errs := read.File("", text)
	var all []Problem
	for _, e := range errs {
		all = append(all, Problem{e.Line, e.Message + ". " + e.Hint})
	}
	if errs != nil {
		return nil, all
	}
	m, err := matrix.Run(f, matrix.Options{})
	if err != nil {
		return nil, []Problem{{1, err.Error()}}
	}
	out := report.Report{Matrix: m, Findings: lint.Check(f, m)}
	for _, o := range out.Outcomes() {
		if o.Fails() {
			all = append(all, Problem{o.Line, o.Name + ": " + o.Says})
		}
	}
	return m, all
}
