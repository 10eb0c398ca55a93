package render

import (
	"html/template"
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
)

// functions are what the templates can call.
var functions = template.FuncMap{
	"kind":       kindMark,
	"hasKind":    func(k plan.Kind) bool { return k != plan.None },
	"lowerFirst": func(s string) string { return strings.ToLower(s[:1]) + s[1:] },
}

// kindMark writes a kind of query as glyph and word in the kind's colour, never as colour alone.
func kindMark(k plan.Kind) template.HTML {
	marks := map[plan.Kind][2]string{
		plan.Point:         {"●", "Point query"},
		plan.Range:         {"▬", "Range query"},
		plan.PartitionScan: {"▤", "Partition scan"},
		plan.TableScan:     {"▦", "Table scan"},
	}
	mark := marks[k]
	return template.HTML(`<span class="kind kind-` + k.String() + `"><span class="glyph" aria-hidden="true">` +
		mark[0] + "</span> " + mark[1] + "</span>")
}
