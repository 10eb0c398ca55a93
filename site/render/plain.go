package render

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/content"
)

// plainLink is a link to a Markdown file of the repository.
var plainLink = regexp.MustCompile(`\]\(([^)#:]+\.md)(#[^)]*)?\)`)

// plain returns the page's Markdown as the site serves it: links lead to pages of the site, and what is made
// of runs is written out.
func (j *job) plain() string {
	drawn := map[string]func(lines []string) string{
		"```compare": j.plainCompare, "```decision": j.plainDecision, "```ask": j.plainAsk(),
		"```recipe": j.plainRecipe, "```load": j.plainLoad, "```assumptions": plainAssumptions,
	}
	var b strings.Builder
	fence, lines := "", []string(nil)
	var draw func([]string) string
	for line := range strings.Lines(j.page.Body) {
		mark := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence == "" && len(mark) >= 3:
			fence, lines = mark, nil
			if draw = drawn[strings.TrimSpace(line)]; draw != nil {
				continue
			}
		case fence != "" && strings.TrimSpace(line) == fence:
			fence = ""
			if draw != nil {
				b.WriteString(draw(lines))
				continue
			}
		case fence != "" && draw != nil:
			lines = append(lines, strings.TrimSpace(line))
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

// plainFold takes away what folds a heading.
var plainFold = strings.NewReplacer(" {.fold}", "", " .fold}", "}")

// plainDecision returns the panel as a list.
func (j *job) plainDecision([]string) string {
	n := j.decision
	if n == nil {
		return ""
	}
	var b strings.Builder
	item := func(what, found, factor string) {
		if factor != "" {
			factor = " (" + factor + ")"
		}
		fmt.Fprintf(&b, "- %s: %s%s\n", what, found, factor)
	}
	for i, s := range n.sides {
		found := n.sum(s.total)
		if s.words != "" {
			found += ", " + s.words
		}
		factor := ""
		if i > 0 {
			factor = n.factor([2]total{n.sides[0].total, s.total})
		}
		item("**"+s.label+"**", found, factor)
	}
	for _, s := range n.scales {
		item("At "+s.at, n.atScale(s), n.factor(s.sides))
	}
	return b.String()
}

// plainAsk returns what writes the page's questions, one after the other, with their answers.
func (j *job) plainAsk() func([]string) string {
	asked := j.asked
	return func([]string) string {
		if len(asked) == 0 {
			return ""
		}
		n := asked[0]
		asked = asked[1:]
		var b strings.Builder
		fmt.Fprintf(&b, "**%s**\n\n", n.question)
		for _, choice := range n.choices {
			b.WriteString("- " + choice + "\n")
		}
		fmt.Fprintf(&b, "\nAnswer: %s. %s\n", strings.TrimSuffix(n.choices[n.right], "."), n.because)
		return b.String()
	}
}

// plainTarget rewrites a link to a file into a link to its page, if the file is one.
func (j *job) plainTarget(link string) string {
	parts := plainLink.FindStringSubmatch(link)
	p := j.library.BySource(path.Join(path.Dir(j.page.Source), parts[1]))
	if p == nil {
		return link
	}
	return "](" + p.PlainURL() + parts[2] + ")"
}

// plainCompare returns a comparison as a Markdown table.
func (j *job) plainCompare(lines []string) string {
	n := &compare{groups: [][]compared{nil}}
	for _, line := range lines {
		if row, err := j.compared(line); err == nil {
			n.groups[0] = append(n.groups[0], row)
		}
	}
	shown := n.columns()
	var b strings.Builder
	b.WriteString("| Request | Kind |")
	rule := "|---|---|"
	for _, c := range shown {
		b.WriteString(" " + c.title + " |")
		rule += "--:|"
	}
	b.WriteString("\n" + rule + "\n")
	for _, row := range n.groups[0] {
		b.WriteString("| " + row.label + " | " + strings.Join(row.words, ", ") + " |")
		for _, c := range shown {
			b.WriteString(" " + c.words(c.of(row.cost)) + " |")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// wordsOf returns the text of a node without decorative symbols.
func wordsOf(n view.Node) string {
	if n.Tag == "" {
		return n.Text
	}
	for _, a := range n.Attrs {
		if a.Name == "aria-hidden" {
			return ""
		}
	}
	var b strings.Builder
	for _, c := range n.Children {
		b.WriteString(wordsOf(c))
	}
	return strings.TrimSpace(b.String())
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
