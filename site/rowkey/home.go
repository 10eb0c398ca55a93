//go:build !nosite

package main

import (
	"html/template"
	"io/fs"
	"strings"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/render"
)

// homeFile has the requests of the home page.
const homeFile = "site/templates/home.md"

// mineTable has the keys that a reader is to replace; the requests of these have names that begin with
// mine.
const mineTable = "Mine"

// problemGuides are the guides of the home page's problems, by the names of the requests that show them
// without "Without" and "With".
var problemGuides = []struct{ name, slug string }{
	{"newest", "log-tail"}, {"second", "intra-partition-secondary-index"}, {"sum", "materialized-view"},
	{"details", "compound-key"}, {"many", "entity-group-transactions"}, {"old", "high-volume-delete"},
}

// home runs the requests of the home page.
func home(repository fs.FS) (trial, mine render.Trial, problems []render.Problem, err error) {
	file, err := fs.ReadFile(repository, homeFile)
	if err != nil {
		return trial, mine, nil, err
	}
	text := string(file)
	fences := script.Fences(text)
	parsed := script.ParseFences(homeFile, fences)
	if len(parsed.Errors) > 0 {
		return trial, mine, nil, scriptErrors(parsed.Errors)
	}
	efforts := map[string]render.Effort{}
	for i, e := range parsed.Examples {
		switch {
		case e.Data != nil && trial.Table == "":
			trial.Table, trial.Text = e.Data.Name, fences[e.Fences[0]].Text
		case e.Data != nil && e.Data.Name == mineTable:
			mine.Table, mine.Text = e.Data.Name, fences[e.Fences[0]].Text
		case !e.Runs():
		default:
			result := full.Example(parsed, i)
			if err := failures(homeFile, e, result); err != nil {
				return trial, mine, nil, err
			}
			steps := result.Steps
			last := steps[len(steps)-1]
			efforts[e.Name] = effort(e, i, steps)
			if _, ok := problemOf(e.Name); ok {
				continue
			}
			into := &trial
			if strings.HasPrefix(e.Name, "mine") {
				into = &mine
			}
			into.Count = max(into.Count, last.Cost.EntitiesRead)
			into.Queries = append(into.Queries, render.Query{
				Kind:   last.Trace.Plan.Kind,
				Title:  e.Title,
				Target: last.Target,
				Result: template.HTML(only(result.View, "rs-plan", "lanes").AppendHTML(nil)),
			})
		}
	}
	for _, p := range problemGuides {
		problems = append(problems, render.Problem{
			Title: headingAbove(text, p.name+"With"), Slug: p.slug,
			Without: efforts[p.name+"Without"], With: efforts[p.name+"With"],
		})
	}
	return trial, mine, problems, nil
}

// problemOf returns which problem a request is about.
func problemOf(name string) (problem string, ok bool) {
	problem, ok = strings.CutSuffix(strings.TrimSuffix(name, "out"), "With")
	return problem, ok
}

// effort adds up what the requests of an example cost, without those that it refers to.
func effort(e *script.Example, at int, steps []runner.Step) render.Effort {
	sum := render.Effort{Title: e.Title}
	for _, s := range steps {
		if s.Example == at {
			sum.Cost.Add(s.Cost)
		}
	}
	return sum
}

// headingAbove returns the last heading above a request.
func headingAbove(text, name string) string {
	before, _, _ := strings.Cut(text, "# @name "+name+"\n")
	_, after, _ := strings.Cut(before[strings.LastIndex(before, "\n## ")+1:], " ")
	heading, _, _ := strings.Cut(after, "\n")
	return heading
}
