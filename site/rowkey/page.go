//go:build !nosite

package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/check"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/fence"
)

// isPage says whether a file is a page of the site.
func isPage(name string) bool {
	root, err := findRoot()
	whole, problem := filepath.Abs(name)
	if err != nil || problem != nil {
		return false
	}
	source, err := filepath.Rel(root, whole)
	for _, pages := range []string{"patterns/*/guide.md", "docs/*.md", "docs/decisions/*.md"} {
		if is, _ := path.Match(pages, filepath.ToSlash(source)); is && err == nil {
			return true
		}
	}
	return false
}

// unknownFences finds fences of pages of the repository that are neither examples nor code. What
// else is wrong with such a page follows from that, so it isn't run.
func unknownFences(files []sandbox.File) error {
	var problems []error
	for _, f := range files {
		if isPage(f.Name) {
			problems = append(problems, render.Fences(&content.Page{Source: f.Name, Body: f.Text, Line: 1}))
		}
	}
	return errors.Join(problems...)
}

// pageProblems returns why the build would refuse those of the files that are pages of the
// repository, except for what the report already says and links to other pages, which only the
// build checks.
func pageProblems(files []sandbox.File, ran report.Report) error {
	root, err := findRoot()
	if err != nil {
		return nil // files outside the repository aren't pages
	}
	steps := map[string][]runner.Step{} // by the file's path in the repository
	for i, f := range files {
		whole, err := filepath.Abs(f.Name)
		if err != nil {
			return err
		}
		source, err := filepath.Rel(root, whole)
		if err == nil && path.Ext(source) == ".md" && len(ran.Files[i].Errors) == 0 {
			steps[filepath.ToSlash(source)] = ran.Files[i].Steps
		}
	}
	if len(steps) == 0 {
		return nil
	}
	repository := os.DirFS(root)
	library, loadErr := content.Load(repository)
	folder, err := fs.Sub(repository, "site")
	if err != nil {
		return err
	}
	site, err := render.NewSite(folder, render.Site{
		Library: library, Assets: render.Unbundled(),
	})
	if err != nil {
		return err
	}
	markdown := render.NewMarkdown(repository, library)
	markdown.Unplayed = true
	var problems []error
	for source := range steps {
		problems = append(problems, about(source, loadErr))
	}
	for _, page := range library.Pages() {
		if ran, ok := steps[page.Source]; ok {
			problems = append(problems, pageProblem(site, markdown, page, ran))
		}
	}
	return errors.Join(problems...)
}

func pageProblem(
	site *render.Site, markdown *render.Markdown, page *content.Page, steps []runner.Step,
) error {
	document, err := markdown.Render(page, measured(page, steps))
	var untested error
	if page.Kind.IsGuide() {
		untested = errors.Join(withoutExpectations(page.Source, steps), guideOf(page, document).Problems())
	}
	if err != nil {
		return errors.Join(untested, err)
	}
	body, err := site.Page(page, document)
	if err != nil {
		return errors.Join(untested, err)
	}
	return errors.Join(untested, check.Page(body, check.Source{File: page.Source, Lines: document.Lines}))
}

// about keeps those of joined problems that are about a page's file or, for a guide, another file
// in its folder.
func about(source string, err error) error {
	var kept []error
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range all.Unwrap() {
			kept = append(kept, about(source, one))
		}
	}
	p, ok := err.(*content.Problem)
	if ok && (p.File == source || path.Join(path.Dir(p.File), "guide.md") == source) {
		kept = append(kept, p)
	}
	return errors.Join(kept...)
}

// measured returns the examples of a page with only their measures, which comparisons need.
func measured(page *content.Page, steps []runner.Step) []fence.Example {
	fences := script.Fences(page.Text)
	parsed := script.ParseFences(page.Source, fences)
	all := make([]fence.Example, len(parsed.Examples))
	for i, e := range parsed.Examples {
		all[i].Measures = measures(steps, i, trace.Layout{})
		if e.Runs() {
			all[i].Status = "Run"
		}
	}
	return examplesOf(parsed, fences, all)
}

// withoutExpectations returns the requests of a guide that expect nothing. The operations of a
// transaction don't need to.
func withoutExpectations(source string, steps []runner.Step) error {
	var problems []error
	for _, s := range steps {
		if len(s.Expectations) == 0 && s.Transaction == "" {
			const message = "the request expects nothing"
			problems = append(problems, &content.Problem{File: source, Line: s.Line, Message: message})
		}
	}
	return errors.Join(problems...)
}
