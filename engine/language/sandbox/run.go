package sandbox

import (
	"slices"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
)

// File is a script file: an .http script, or Markdown (*.md) whose http fences are the script. TABLE.csv is
// the data of a table for the scripts of the same folder.
type File struct {
	Name   string
	Text   string
	Folder string // whose files share one account; "" for a file of its own, unless there is data beside it
}

// Run runs files the way a command does. The error is ErrTablesOnly or nil.
func (b Sandbox) Run(files []File) (report.Report, error) {
	var all report.Report
	files = Together(files)
	for i, f := range files {
		if f.Folder != "" {
			before := func(other File) bool { return other.Folder == f.Folder }
			if slices.ContainsFunc(files[:i], before) {
				continue
			}
			found, err := b.folder(f.Folder, files)
			if err != nil {
				return report.Report{}, err
			}
			all.Files = append(all.Files, found...)
			continue
		}
		s := script.Parse(f.Name, f.Text)
		fr := report.File{Name: f.Name, Errors: s.Errors}
		for i, e := range s.Examples {
			if len(s.Errors) > 0 || !e.Runs() {
				continue
			}
			steps, _, err := b.runExample(nil, s, i)
			if found, ok := err.(*badData); ok {
				fr.Errors, fr.Steps = found.errors, nil
				break
			}
			if err != nil {
				return report.Report{}, err
			}
			fr.Steps = appendSteps(fr.Steps, steps, i, e.Line)
		}
		all.Files = append(all.Files, fr)
	}
	return all, nil
}

// appendSteps appends the steps of an example to those of the file. A request of another example, which runs
// because this one refers to it, is reported with its own example. If it fails only here, it is reported here
// too.
func appendSteps(all, steps []runner.Step, index, line int) []runner.Step {
	for _, s := range steps {
		if s.Example != index {
			failed := func(before runner.Step) bool { return before.Line == s.Line && !before.OK() }
			if s.OK() || s.Err == nil && slices.ContainsFunc(all, failed) {
				continue
			}
			s.For = line
		}
		all = append(all, s)
	}
	return all
}

// Result is what came of running an example of a page.
type Result struct {
	OK     bool
	Status string          // in one sentence
	Steps  []runner.Step   // of the requests it refers to, then its own
	Errors []*script.Error // why it didn't run, or didn't complete
	View   view.Node       // what the page shows under the example; the zero Node if it didn't run
	Layout trace.Layout    // the keys that the table of the last request has at the end
}

// Example runs an example of a script in its own account. The error is ErrTablesOnly or nil.
func (b Sandbox) Example(s *script.Script, index int) (Result, error) {
	return b.ExampleIn(nil, s, index, view.AsWritten)
}

// ExampleIn runs an example of a script in an open account or, if a is nil, in its own. If the account is
// still unused and the example asks for it, the account checks signatures from then on. The error is
// ErrTablesOnly or nil.
func (b Sandbox) ExampleIn(a *Account, s *script.Script, index int, m view.Mode) (Result, error) {
	if errors := s.Check(index); len(errors) > 0 {
		return notRun(errors), nil
	}
	steps, layout, err := b.runExample(a, s, index)
	if found, ok := err.(*badData); ok {
		return notRun(found.errors), nil
	}
	if err != nil {
		return Result{}, err
	}
	r := resultOf(steps, m)
	r.View, r.Layout = view.Result(steps, layout, m), layout
	return r, nil
}

func resultOf(steps []runner.Step, m view.Mode) Result {
	r := Result{OK: !view.Failed(steps, m), Steps: steps, Status: view.Status(steps, m)}
	for i := range steps {
		if steps[i].Err != nil {
			r.Errors = append(r.Errors, steps[i].Err)
		}
	}
	return r
}

func notRun(errors []*script.Error) Result { return Result{Status: "Not run", Errors: errors} }

// runExample runs an example. It returns the steps, and the keys that the table of the last request has at
// the end.
func (b Sandbox) runExample(a *Account, s *script.Script, index int) ([]runner.Step, trace.Layout, error) {
	o, admit := b.optionsFor(s, index)
	if a == nil {
		a = b.open(admit)
		defer a.Close()
	} else if admit == grant.Signed {
		a.lock()
	}
	if err := a.fill(s, index); err != nil {
		return nil, trace.Layout{}, err
	}
	steps := runner.Run(s, index, a, o)
	if b.kind.Key == nil && (admit == grant.Signed || needsMore(steps)) {
		return nil, trace.Layout{}, ErrTablesOnly
	}
	return steps, a.layoutAfter(steps), nil
}

// optionsFor returns how an example runs, and which requests its account answers.
func (b Sandbox) optionsFor(s *script.Script, index int) (o runner.Options, admit grant.Admission) {
	o = runner.Options{Host: Host, Queue: Queue, Blob: Blob, Seed: 1, XML: b.kind.XML}
	if s.Authorizes(index) {
		admit, o.Key = grant.Signed, b.kind.Key
	}
	return o, admit
}

// layoutAfter returns the keys of the table of the last step.
func (a *Account) layoutAfter(steps []runner.Step) (layout trace.Layout) {
	if last := len(steps) - 1; last >= 0 && steps[last].Trace != nil && steps[last].Trace.Table != "" {
		layout = a.Layout(steps[last].Trace.Table)
	}
	return layout
}
