package lint

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/spelling"
)

// query finds a filter that reads too much, or can't match.
func (l *linter) query(o *operation) {
	source, ok := o.Param("$filter")
	if o.method != "GET" || o.One || !ok {
		return
	}
	e, err := filter.Parse(source)
	if err, ok := err.(*filter.Error); ok && !strings.Contains(source, "{{") {
		l.add(o.request, Finding{Code: "not-supported", Error: true, Guide: "query-kinds",
			Says: "The service refuses this filter. " + err.Hint}, source[err.Start:err.End], "$filter=", "%24filter=")
	}
	if err != nil || e == nil {
		return // what is in braces isn't known yet
	}
	remark := plan.Review(o.Table, e, source)
	if (remark.Concern == plan.Fine || remark.Concern == plan.Scan) && l.typed(o, e, source) {
		return
	}
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
		f.Code, f.Guide, f.Fix = "or-over-keys", "parallel-queries", l.split(o)
	case plan.Scan:
		f.Code, f.Guide = "table-scan", "query-kinds"
		all := "all "
		if _, ok := o.Param("$top"); ok {
			all = "up to " // it ends when it has found enough
		}
		if t := l.tables[strings.ToLower(o.Table)]; t != nil && t.entities > 1 && remark.Kind == plan.TableScan {
			f.Says = "It reads " + all + spelling.Number(t.entities) + " entities of " + o.Table + ". " + f.Says
		}
	}
	l.add(o.request, f, source[remark.Start:remark.End], "$filter=", "%24filter=")
}

// options finds options of OData that the service doesn't have.
func (l *linter) options(o *operation) {
	for _, option := range [][2]string{
		{"$orderby", "Answers are in the order of the keys: sort in your program, or choose keys in this order."},
		{"$skip", "Follow the continuation token instead."},
		{"$count", "Count what comes, or keep a count in an entity."},
		{"$inlinecount", "Count what comes, or keep a count in an entity."},
		{"$expand", "Ask for each table, or put what belongs together into one partition."},
	} {
		if _, ok := o.Param(option[0]); ok && o.method == "GET" {
			l.add(o.request, Finding{Code: "not-supported", Error: true, Guide: "query-kinds",
				Says: "The service has no " + option[0] + ". " + option[1]}, option[0])
		}
	}
}

// wide finds a query that gets large entities whole, of a table where nearly all are large.
func (l *linter) wide(o *operation) {
	const nearly = 0.9
	_, selects := o.Param("$select")
	t := l.tables[strings.ToLower(o.Table)]
	if o.method != "GET" || o.One || selects || t == nil || t.large < 2 ||
		float64(t.large) < nearly*float64(t.sampled) {
		return
	}
	l.add(o.request, Finding{
		Code: "missing-projection", Guide: "projection",
		Says: "It gets whole entities of about " + spelling.Number(t.bytes/t.sampled) +
			" bytes. If you need only some properties, name them with $select.",
	})
}
