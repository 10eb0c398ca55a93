package content

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/patterns"
)

// Load reads every page of the repository and puts the guides in the catalogue's order, documents
// in the order of their titles. It returns all that is wrong, not only the first.
func Load(repository fs.FS, catalogue []patterns.Entry) (*Library, error) {
	guides, guideErr := loadAll(repository, "patterns/*/guide.md", readGuide)
	documents, documentErr := loadAll(repository, "docs/*.md", readDocument)
	decisions, decisionErr := loadAll(repository, "docs/decisions/*.md", readDecision)
	guides, orderErr := order(guides, catalogue)
	l := &Library{}
	for _, k := range kinds {
		g := Group{Kind: k.kind}
		for _, p := range slices.Concat(guides, documents, decisions) {
			if p.Kind == k.kind {
				g.Pages = append(g.Pages, p)
			}
		}
		if len(g.Pages) > 0 {
			l.Groups = append(l.Groups, g)
		}
	}
	return l, errors.Join(guideErr, documentErr, decisionErr, orderErr, l.relations())
}

func loadAll(repository fs.FS, glob string, read func(file, text string) (*Page, error)) ([]*Page, error) {
	files, err := fs.Glob(repository, glob)
	if err != nil {
		return nil, err
	}
	var pages []*Page
	var problems []error
	for _, file := range files {
		text, err := fs.ReadFile(repository, file)
		if err != nil {
			return nil, err
		}
		p, err := read(file, strings.ReplaceAll(string(text), "\r\n", "\n"))
		if p != nil {
			pages = append(pages, p)
		}
		problems = append(problems, err)
	}
	return pages, errors.Join(problems...)
}

// order puts the guides into the order of the catalogue, which must name each exactly once.
func order(guides []*Page, catalogue []patterns.Entry) ([]*Page, error) {
	bySlug := map[string]*Page{}
	for _, p := range guides {
		bySlug[p.Slug] = p
	}
	var ordered []*Page
	var problems []error
	for _, e := range catalogue {
		p := bySlug[e.Slug]
		if p == nil {
			message := "the catalogue names " + e.Slug + " twice, or there is no such guide"
			problems = append(problems, &Problem{File: "patterns/patterns.go", Message: message})
			continue
		}
		delete(bySlug, e.Slug)
		p.Entry = e
		ordered = append(ordered, p)
	}
	for _, p := range guides {
		if bySlug[p.Slug] == p {
			problems = append(problems, &Problem{p.Source, 1, "is not in the catalogue of patterns/patterns.go"})
		}
	}
	return ordered, errors.Join(problems...)
}

// relations checks that related guides exist.
func (l *Library) relations() error {
	var problems []error
	for _, p := range l.Pages() {
		c := &checker{page: p}
		for _, slug := range p.Related {
			if l.Guide(slug) == nil {
				c.bad("related guide %s does not exist", slug)
			}
			if slug == p.Slug {
				c.bad("a guide is not related to itself")
			}
		}
		problems = append(problems, c.problems...)
	}
	return errors.Join(problems...)
}
