package render

import (
	"html/template"
	"regexp"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
)

// functions are the functions of the templates.
var functions = template.FuncMap{
	"kind":       func(k plan.Kind) template.HTML { return template.HTML(view.Kind(k).AppendHTML(nil)) },
	"hasKind":    func(k plan.Kind) bool { return k != plan.None },
	"inline":     inline,
	"excluded":   excluded,
	"lowerFirst": func(s string) string { return strings.ToLower(s[:1]) + s[1:] },
}

// leadLink is a link to a page of the site.
var leadLink = regexp.MustCompile(`\[([^\]]+)\]\((/[^)]+)\)`)

// inline renders a line of front matter, in which backquotes mark code. It may have links.
func inline(line string) template.HTML {
	b := &builder{}
	for i, part := range strings.Split(line, "`") {
		if i%2 == 1 {
			b.add("<code>").text(part).add("</code>")
			continue
		}
		end := 0
		for _, at := range leadLink.FindAllStringSubmatchIndex(part, -1) {
			b.text(part[end:at[0]]).add(`<a href="`).text(part[at[4]:at[5]]).add(`">`)
			b.text(part[at[2]:at[3]]).add("</a>")
			end = at[1]
		}
		b.text(part[end:])
	}
	return template.HTML(b.String())
}
