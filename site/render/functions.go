package render

import (
	"html/template"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/site/render/markup"
)

// functions are the functions of the templates.
var functions = template.FuncMap{
	"kind":       func(k plan.Kind) template.HTML { return template.HTML(view.Kind(k).AppendHTML(nil)) },
	"hasKind":    func(k plan.Kind) bool { return k != plan.None },
	"inline":     markup.Inline,
	"excluded":   excluded,
	"lowerFirst": func(s string) string { return strings.ToLower(s[:1]) + s[1:] },
}
