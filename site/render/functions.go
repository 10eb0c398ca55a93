package render

import (
	"html/template"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
)

// functions are the functions of the templates.
var functions = template.FuncMap{
	"kind":       func(k plan.Kind) template.HTML { return template.HTML(view.Kind(k).AppendHTML(nil)) },
	"hasKind":    func(k plan.Kind) bool { return k != plan.None },
	"inline":     inline,
	"lowerFirst": func(s string) string { return strings.ToLower(s[:1]) + s[1:] },
}

// inline renders a line of front matter, in which backquotes mark code.
func inline(line string) template.HTML {
	b := &builder{}
	for i, part := range strings.Split(line, "`") {
		if i%2 == 1 {
			b.add("<code>").text(part).add("</code>")
			continue
		}
		b.text(part)
	}
	return template.HTML(b.String())
}
