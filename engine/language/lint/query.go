package lint

import (
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/plan"
)

// query finds a filter that reads too much, or can't match.
func (l *linter) query(o *operation) {
	source, ok := o.param("$filter")
	if o.method != "GET" || o.one || !ok {
		return
	}
	e, err := filter.Parse(source)
	if err != nil || e == nil {
		return // a run says what is wrong with it
	}
	remark := plan.Review(o.table, e, source)
	f := Finding{Says: remark.Says}
	switch remark.Concern {
	case plan.Fine:
		return
	case plan.Misspelled, plan.NotText:
		f.Code, f.Error, f.Guide = "key-mistake", true, "data-model"
		if remark.Instead != "" {
			f.Fix = &Fix{Label: "Write " + remark.Instead, Write: remark.Instead}
		}
	case plan.Contradiction:
		f.Code, f.Error, f.Guide = "matches-nothing", true, "query-kinds"
	case plan.Alternatives:
		f.Code, f.Guide = "or-over-keys", "parallel-queries"
	case plan.Scan:
		f.Code, f.Guide = "table-scan", "query-kinds"
		if t := l.tables[strings.ToLower(o.table)]; t != nil && t.entities > 1 {
			f.Says = "It reads all " + design.Number(float64(t.entities)) + " entities of " + o.table + ". " + f.Says
		}
	}
	l.add(o.request, f, source[remark.Start:remark.End], "$filter=", "%24filter=")
}

// wide finds a query that gets large entities whole, of a table where nearly all are large.
func (l *linter) wide(o *operation) {
	const nearly = 0.9
	_, selects := o.param("$select")
	t := l.tables[strings.ToLower(o.table)]
	if o.method != "GET" || o.one || selects || t == nil || t.large < 2 ||
		float64(t.large) < nearly*float64(t.sampled) {
		return
	}
	l.add(o.request, Finding{
		Code: "missing-projection", Guide: "projection",
		Says: "It gets whole entities of about " + design.Number(float64(t.bytes/t.sampled)) +
			" bytes. If you need only some properties, name them with $select.",
	})
}
