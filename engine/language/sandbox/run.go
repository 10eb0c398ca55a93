package sandbox

import (
	"slices"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
)

// File is a script file: an .http script, or Markdown (*.md) whose http fences are the script.
type File struct {
	Name string
	Text string
}

// Run runs files as a command line does. The error is ErrFull or nil.
func (b Sandbox) Run(files []File) (script.Report, error) {
	var report script.Report
	for _, f := range files {
		s := script.Parse(f.Name, f.Text)
		fr := script.FileReport{File: f.Name, Errors: s.Errors}
		for i, e := range s.Examples {
			if len(s.Errors) > 0 || !e.Runs() {
				continue
			}
			steps, _, err := b.runExample(nil, s, i)
			if err != nil {
				return script.Report{}, err
			}
			fr.Steps = appendSteps(fr.Steps, steps, i, e.Line)
		}
		report.Files = append(report.Files, fr)
	}
	return report, nil
}

// appendSteps appends the steps of an example to those of the file. A request of another example, run
// because this one refers to it, is reported where it stands; and here too if it fails only here.
func appendSteps(all, steps []script.Step, index, line int) []script.Step {
	for _, s := range steps {
		if s.Example != index {
			failed := func(before script.Step) bool { return before.Line == s.Line && !before.OK() }
			if s.OK() || s.Err == nil && slices.ContainsFunc(all, failed) {
				continue
			}
			s.For = line
		}
		all = append(all, s)
	}
	return all
}

// Result is what running one example of a page came to.
type Result struct {
	OK     bool
	Status string          // in one sentence
	Steps  []script.Step   // those it refers to, then its own
	Errors []*script.Error // why it was not run, or not to its end
	View   view.Node       // what stands under the example; the zero Node when it was not run
}

// Example runs one example of a script in an account of its own. The error is ErrFull or nil.
func (b Sandbox) Example(s *script.Script, index int) (Result, error) {
	return b.ExampleIn(nil, s, index)
}

// ExampleIn runs one example of a script in an account that someone has opened; nil is an account of its
// own. An account that is still as it was opened looks at signatures from then on if the example asks
// for it. The error is ErrFull or nil.
func (b Sandbox) ExampleIn(a *Account, s *script.Script, index int) (Result, error) {
	if errors := s.Check(index); len(errors) > 0 {
		return Result{Status: "Not run: " + errors[0].Message, Errors: errors}, nil
	}
	steps, layout, err := b.runExample(a, s, index)
	if err != nil {
		return Result{}, err
	}
	r := Result{OK: true, Steps: steps, Status: view.Status(steps), View: view.Result(steps, layout)}
	for i := range steps {
		r.OK = r.OK && steps[i].OK()
		if steps[i].Err != nil {
			r.Errors = append(r.Errors, steps[i].Err)
		}
	}
	return r, nil
}

// runExample runs an example and returns its steps, and the keys of the table its last request was
// about as they stand at the end.
func (b Sandbox) runExample(a *Account, s *script.Script, index int) ([]script.Step, trace.Layout, error) {
	o := script.Options{Host: Host, Queue: Queue, Blob: Blob, Seed: 1, XML: b.kind.XML}
	whom := Everyone
	if s.Authorizes(index) {
		whom, o.Key = Signed, b.kind.Key
	}
	if a == nil {
		a = b.open(whom)
		defer a.Close()
	} else if whom == Signed {
		b.lock(a)
	}
	steps := s.Run(index, a, o)
	if b.kind.Key == nil && (whom == Signed || beyond(steps)) {
		return nil, trace.Layout{}, ErrFull
	}
	var layout trace.Layout
	if last := len(steps) - 1; last >= 0 && steps[last].Trace != nil && steps[last].Trace.Table != "" {
		layout = a.storage.Layout(steps[last].Trace.Table)
	}
	return steps, layout, nil
}
