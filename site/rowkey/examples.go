package main

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/sandbox"
	"github.com/rowkey/rowkey/engine/script"
	"github.com/rowkey/rowkey/engine/view"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// runExamples runs every example of a Markdown text. An example that does not do what it says it
// does is an error: a page must not promise what its own examples disprove.
func runExamples(file, text string) ([]render.Example, error) {
	fences := script.Fences(text)
	parsed := script.ParseFences(file, fences)
	if len(parsed.Errors) > 0 {
		return nil, scriptErrors(parsed.Errors)
	}
	var examples []render.Example
	var problems []error
	for i, e := range parsed.Examples {
		example := render.Example{Index: i, Name: e.Name, Title: titleOf(e), Hidden: e.Hidden}
		for _, f := range e.Fences {
			example.Fences = append(example.Fences, fences[f])
		}
		if e.Runs() {
			result := sandbox.Example(parsed, i)
			example.Status = result.Status
			shown := result.View
			if e.Hidden {
				// What a set-up came to is said in a line; running it on the page shows the rest.
				shown = keep(shown, "rs-plan")
			}
			example.Result = shown.AppendHTML(nil)
			problems = append(problems, failures(file, e, result))
		}
		examples = append(examples, example)
	}
	return examples, errors.Join(problems...)
}

// titleOf is what a reader sees above an example.
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

// failures says at which lines an example did not do what it says.
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

// homeFile holds the requests that the home page compares.
const homeFile = "site/templates/home.md"

// homeQueries runs the requests of the home page and takes from each result what it read.
func homeQueries(repository fs.FS) ([]render.Query, error) {
	text, err := fs.ReadFile(repository, homeFile)
	if err != nil {
		return nil, err
	}
	parsed := script.Parse(homeFile, string(text))
	if len(parsed.Errors) > 0 {
		return nil, scriptErrors(parsed.Errors)
	}
	var queries []render.Query
	for i, e := range parsed.Examples {
		if e.Hidden {
			continue
		}
		result := sandbox.Example(parsed, i)
		if err := failures(homeFile, e, result); err != nil {
			return nil, err
		}
		last := result.Steps[len(result.Steps)-1]
		queries = append(queries, render.Query{
			Kind:   last.Trace.Plan.Kind,
			Title:  e.Title,
			Target: last.Target,
			Result: template.HTML(keep(result.View, "rs-plan", "lanes").AppendHTML(nil)),
		})
	}
	return queries, nil
}

// keep leaves of a result only the parts of the given classes.
func keep(n view.Node, classes ...string) view.Node {
	n.Children = slices.DeleteFunc(slices.Clone(n.Children), func(child view.Node) bool {
		return !slices.Contains(classes, classOf(child))
	})
	return n
}

// classOf is the first class of an element.
func classOf(n view.Node) string {
	for _, a := range n.Attrs {
		if a.Name == "class" {
			first, _, _ := strings.Cut(a.Value, " ")
			return first
		}
	}
	return ""
}
