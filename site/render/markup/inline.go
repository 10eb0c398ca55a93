package markup

import (
	"html/template"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// leadLink is a link to a page of the site.
var leadLink = regexp.MustCompile(`\[([^\]]+)\]\((/[^)]+)\)`)

// Inline renders a line of front matter, in which backquotes mark code. It may have links.
func Inline(line string) template.HTML {
	b := &Builder{}
	for i, part := range strings.Split(line, "`") {
		if i%2 == 1 {
			b.Add("<code>").Text(part).Add("</code>")
			continue
		}
		end := 0
		for _, at := range leadLink.FindAllStringSubmatchIndex(part, -1) {
			b.Text(part[end:at[0]]).Add(`<a href="`).Text(part[at[4]:at[5]]).Add(`">`)
			b.Text(part[at[2]:at[3]]).Add("</a>")
			end = at[1]
		}
		b.Text(part[end:])
	}
	return template.HTML(b.String())
}

// ID derives the id of a heading, or of a term, from its text.
func ID(text string) string {
	var id strings.Builder
	gap := false
	for _, r := range strings.ToLower(text) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			gap = true
			continue
		}
		if gap && id.Len() > 0 {
			id.WriteByte('-')
		}
		gap = false
		id.WriteRune(r)
	}
	return id.String()
}

// Plain returns the text of a node without markup.
func Plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				b.Write(n.Segment.Value(source))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			case *ast.String:
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// Heading adds the title of an example.
func (b *Builder) Heading(level int, attributes, text string) {
	tag := "h" + strconv.Itoa(min(level, 6))
	b.Add("<" + tag + ` class="ex-title"` + attributes + ">").Text(text).Add("</" + tag + ">\n")
}
