package render

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/rowkey/rowkey/site/content"
)

// plainLink is a link to a Markdown file of the repository.
var plainLink = regexp.MustCompile(`\]\(([^)#:]+\.md)(#[^)]*)?\)`)

// plain returns the page's Markdown as the site serves it: links lead to pages of the site, and
// what is made of runs is written out.
func (j *job) plain() string {
	var b strings.Builder
	fence, at := "", -1
	var drawn string
	var skip bool
	for line := range strings.Lines(j.Body) {
		at++
		mark := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence == "" && len(mark) >= 3:
			fence = mark
			if drawn, skip = j.plainAt(at); skip {
				continue
			}
		case fence != "" && strings.TrimSpace(line) == fence:
			fence = ""
			if skip {
				b.WriteString(drawn)
				continue
			}
		case fence != "" && skip:
			continue
		case fence == "" && strings.HasPrefix(line, "#"):
			line = plainFold.Replace(line)
		case fence == "":
			line = plainLink.ReplaceAllStringFunc(line, j.plainTarget)
		}
		b.WriteString(line)
	}
	return b.String()
}

// plainAt returns what stands as Markdown in place of the fence that begins in a line of the body.
func (j *job) plainAt(line int) (text string, ok bool) {
	c, ok := j.PlacedAt(line).(interface{ Plain() string })
	if !ok {
		return "", false
	}
	return c.Plain(), true
}

// plainFold takes away what folds a heading.
var plainFold = strings.NewReplacer(" {.fold}", "", " .fold}", "}")

// plainTarget rewrites a link to a file into a link to its page, if the file is one.
func (j *job) plainTarget(link string) string {
	parts := plainLink.FindStringSubmatch(link)
	p := j.Library.BySource(path.Join(path.Dir(j.Source), parts[1]))
	if p == nil {
		return link
	}
	return "](" + p.PlainURL() + parts[2] + ")"
}

// Plain returns a page as Markdown, including its front matter.
func (s *Site) Plain(p *content.Page, d Document) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", p.Title, p.Summary)
	for _, fact := range [][2]string{
		{"Kind", p.Kind.One()}, {"Use it for", p.Catalogue.Use}, {"Not for", p.Catalogue.Avoid},
		{"You get", enables(p.Catalogue)}, {"Extra writes", p.Catalogue.Writes},
		{"Atomic", p.Catalogue.Atomic}, {"In Cosmos DB", p.Cosmos}, {"With live examples", s.Origin + p.URL()},
	} {
		if fact[1] != "" {
			fmt.Fprintf(&b, "- %s: %s\n", fact[0], fact[1])
		}
	}
	b.WriteString("\n" + strings.TrimSpace(d.Plain) + "\n")
	for i, r := range p.Nearest() {
		if i == 0 {
			b.WriteString("\n## Related\n\n")
		}
		fmt.Fprintf(&b, "- [%s](%s): %s\n", r.Page.Title, r.Page.PlainURL(), r.Why)
	}
	return []byte(b.String())
}

func enables(c content.Catalogue) string {
	if c.Gives != "" {
		return c.Gives
	}
	return strings.ReplaceAll(c.Enables.String(), "-", " ")
}

// Contents returns llms.txt: the contents of the site, for programs that read Markdown.
func (s *Site) Contents() []byte {
	var b strings.Builder
	b.WriteString("# Rowkey\n\n> A handbook of Azure Table storage: keys, queries and design patterns, " +
		"each shown by requests that were run on a table engine, with what they read and cost.\n\n" +
		"All guides in one file: " + s.Origin + "/llms-full.txt\n")
	for _, g := range s.Library.Groups {
		fmt.Fprintf(&b, "\n## %s\n\n", g.Kind.Title())
		for _, p := range g.Pages {
			fmt.Fprintf(&b, "- [%s](%s%s): %s\n", p.Title, s.Origin, p.PlainURL(), p.Summary)
		}
	}
	return []byte(b.String())
}
