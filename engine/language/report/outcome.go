package report

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/outcome"
)

// Outcomes returns how each step went, and what is wrong with files that can't be parsed.
func (r Report) Outcomes() (all []outcome.Outcome) {
	for n, f := range r.Files {
		all = slices.Concat(all, Wrong(f.Errors))
		for i := range f.Steps {
			s := &f.Steps[i]
			says := ""
			if !s.OK() {
				_, says, _ = strings.Cut(string(appendStep(nil, s, f.Name)), "\n")
			}
			if r.Compared != nil {
				says += string(appendDifferences(nil, r.Compared[n][i]))
			}
			all = append(all, outcome.Outcome{File: f.Name, Line: s.Line, Name: label(s), Says: says})
		}
	}
	return all
}

// Wrong returns the outcomes of files that can't be read.
func Wrong(errors []*script.Error) (all []outcome.Outcome) {
	for _, e := range errors {
		all = append(all, outcome.Outcome{
			File: e.File, Line: e.Line, Column: e.Column, Name: "what is written",
			Says: strings.TrimSpace(e.Message + "\n" + e.Hint),
		})
	}
	return all
}
