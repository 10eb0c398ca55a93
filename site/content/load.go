package content

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Load reads every page of the repository. It sorts the pages of a kind by their order field,
// guides then by title, and documents by file name. The error joins every problem found, not only
// the first.
func Load(repository fs.FS) (*Library, error) {
	guides, guideErr := loadAll(repository, "patterns/*/guide.md", readGuide)
	documents, documentErr := loadAll(repository, "docs/*.md", readDocument)
	decisions, decisionErr := loadAll(repository, "docs/decisions/*.md", readDecision)
	var besideErr error
	for _, g := range guides {
		besideErr = errors.Join(besideErr, readOutputs(repository, g), readDesign(repository, g))
	}
	slices.SortStableFunc(guides, byOrder)
	slices.SortStableFunc(documents, func(a, b *Page) int { return a.Order - b.Order })
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
	l.lead()
	return l, errors.Join(guideErr, documentErr, decisionErr, besideErr, l.relate())
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

// readDesign reads the design file beside a guide, if there's one.
func readDesign(repository fs.FS, guide *Page) error {
	text, err := fs.ReadFile(repository, path.Join(path.Dir(guide.Source), "design.rowkey.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	guide.Design = string(text)
	return err
}

// byOrder compares guides by their order field, then by title.
func byOrder(a, b *Page) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Title, b.Title))
}

// summaryLink is a link to another Markdown file.
var summaryLink = regexp.MustCompile(`\[([^\]]+)\]\(([^)#:]+\.md)\)`)

// lead makes the links of summaries lead to pages of the site, and leaves them out of the
// summaries.
func (l *Library) lead() {
	for _, p := range l.Pages() {
		p.Lead = summaryLink.ReplaceAllStringFunc(p.Summary, func(link string) string {
			parts := summaryLink.FindStringSubmatch(link)
			to := l.BySource(path.Join(path.Dir(p.Source), parts[2]))
			if to == nil {
				return parts[1]
			}
			return "[" + parts[1] + "](" + to.URL() + ")"
		})
		p.Summary = summaryLink.ReplaceAllString(p.Summary, "$1")
	}
}

// relate checks that related guides exist, and makes each relation go both ways: a guide leads to
// the guides that it names, and to those that name it.
func (l *Library) relate() error {
	var problems []error
	for _, p := range l.Pages() {
		c := &checker{page: p}
		for _, n := range p.named {
			to := l.Guide(n.Slug)
			switch {
			case to == nil:
				c.bad("related guide %s does not exist", n.Slug)
				continue
			case to == p:
				c.bad("a guide can't be related to itself")
				continue
			case p.leadsTo(to):
				c.bad("related names %s twice", n.Slug)
				continue
			}
			p.Related = append(p.Related, Relation{to, cmp.Or(n.Why, to.Summary)})
		}
		problems = append(problems, c.problems...)
	}
	for _, p := range l.Pages() {
		for _, n := range p.named {
			if to := l.Guide(n.Slug); to != nil && to != p && !to.leadsTo(p) {
				to.Related = append(to.Related, Relation{p, p.Summary})
			}
		}
	}
	return errors.Join(problems...)
}

func (p *Page) leadsTo(to *Page) bool {
	return slices.ContainsFunc(p.Related, func(r Relation) bool { return r.Page == to })
}
