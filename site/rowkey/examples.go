//go:build !nosite

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/fence"
)

// exampleRunner runs the examples of pages and caches their results: the same fences always give the same
// results, so a change of prose runs nothing again.
type exampleRunner struct {
	mutex sync.Mutex
	known map[string][]fence.Example // without what the page says of them, by the code of all its fences
}

func newExampleRunner() *exampleRunner { return &exampleRunner{known: map[string][]fence.Example{}} }

// run runs every example of a Markdown file. It returns an error if an example misses an expectation,
// because a page must not claim what its own examples disprove.
func (r *exampleRunner) run(file, text string) ([]fence.Example, error) {
	fences := script.Fences(text)
	parsed := script.ParseFences(file, fences)
	if len(parsed.Errors) > 0 {
		return nil, scriptErrors(parsed.Errors)
	}
	var key strings.Builder
	for _, f := range fences {
		fmt.Fprintf(&key, "%t %q %q ", f.Apart, f.Table, f.Text)
	}
	r.mutex.Lock()
	all := r.known[key.String()]
	r.mutex.Unlock()
	if all == nil {
		var err error
		if all, err = runAll(parsed); err != nil {
			return nil, err
		}
		r.mutex.Lock()
		r.known[key.String()] = all
		r.mutex.Unlock()
	}
	return examplesOf(parsed, fences, all), nil
}

// examplesOf adds what a page says of its examples to what came of them.
func examplesOf(parsed *script.Script, fences []script.Fence, all []fence.Example) []fence.Example {
	all = slices.Clone(all)
	for i, e := range parsed.Examples {
		of := &all[i]
		of.Index, of.Name, of.Title, of.Hidden, of.Data = i, e.Name, titleOf(e), e.Hidden, e.Data
		for _, f := range e.Fences {
			of.Fences = append(of.Fences, fences[f])
		}
	}
	return all
}

// runAll returns what pages show of examples that meet their expectations.
func runAll(s *script.Script) ([]fence.Example, error) {
	all := make([]fence.Example, len(s.Examples))
	var problems []error
	for i, e := range s.Examples {
		if !e.Runs() {
			continue
		}
		result := full.Example(s, i)
		all[i].Status = result.Status
		all[i].Measures = measures(result.Steps, i, result.Layout)
		all[i].Aside = preparesNothing(result.Steps)
		bake(&all[i], result.View, e.Hidden)
		problems = append(problems, failures(s.File, e, result))
	}
	return all, errors.Join(problems...)
}

// preparesNothing reports whether the last step reads or is refused.
func preparesNothing(steps []runner.Step) bool {
	if len(steps) == 0 {
		return false
	}
	s := steps[len(steps)-1]
	status := s.Response.Status
	if s.Part != nil {
		status = s.Part.Status
	}
	return s.Method == "GET" || status >= 400
}

// titleOf returns the title above an example.
func titleOf(e *script.Example) string {
	switch {
	case e.Title != "":
		return e.Title
	case e.Name != "":
		return e.Name
	case !e.Runs():
		return "Variables"
	}
	return "Request"
}

func scriptErrors(all []*script.Error) error {
	var problems []error
	for _, e := range all {
		message := e.Message
		if e.Hint != "" {
			message += " " + e.Hint
		}
		problems = append(problems, &content.Problem{File: e.File, Line: e.Line, Message: message})
	}
	return errors.Join(problems...)
}

// failures returns the lines at which an example failed.
func failures(file string, e *script.Example, result sandbox.Result) error {
	if result.OK {
		return nil
	}
	problems := []error{scriptErrors(result.Errors)}
	for _, s := range result.Steps {
		if s.Err != nil {
			problems = append(problems, scriptErrors([]*script.Error{s.Err}))
		}
		for _, x := range s.Expectations {
			if !x.OK {
				message := fmt.Sprintf("expected %s, got %s", x.Text, x.Got)
				problems = append(problems, &content.Problem{File: file, Line: x.Line, Message: message})
			}
		}
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return &content.Problem{File: file, Line: e.Line, Message: "the example failed: " + result.Status}
}
