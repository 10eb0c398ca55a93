package compile

import (
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
)

// Input is what a pattern is compiled for.
type Input struct {
	Params  []table.Value      // for each ? of the pattern's terms
	Entity  []table.Property   // of an insert: the new one; of an update or delete: the one that is there
	More    [][]table.Property // of an insert of several: the others
	Changed []table.Property   // of an update: the new values
}

// Compile returns how a pattern is answered under a design.
func Compile(p *design.Pattern, d *design.Design, in Input) design.Plan {
	switch {
	case p.Verb != design.Read:
		return write(p, d, in)
	case p.Filter != "":
		return overruled(p, d, in.Params)
	case p.Also != nil:
		return several(p, d, in.Params)
	default:
		return read(p, d, in.Params)
	}
}

// overruled returns the plan of a pattern with a $filter of its own. The client only sorts and counts.
func overruled(p *design.Pattern, d *design.Design, params []table.Value) design.Plan {
	out := design.Plan{Place: d.Original(p.Entity)}
	if out.Place == nil {
		return out
	}
	text := fill(p.Filter, params)
	out.Kind = design.TableScan
	if expr, err := filter.Parse(text); err == nil {
		out.Kind = map[plan.Kind]design.Kind{
			plan.Point: design.PointQuery, plan.Range: design.RangeQuery, plan.PartitionScan: design.PartitionScan,
			plan.PartitionRangeScan: design.TableScan, plan.TableScan: design.TableScan,
		}[plan.Build(out.Place.Table, expr, text).Kind]
	}
	top := 0
	if p.Sort == "" && p.Limit <= table.MaxPage {
		top = p.Limit
	}
	out.Work = design.Work{Sort: p.Sort != "", Trim: p.Limit > 0 && top == 0, Count: p.Count}
	r := reader{pattern: p, place: out.Place}
	out.Requests = []design.Request{Query(out.Place.Table, text, top, r.selected(out.Work))}
	out.Estimate = float64(p.Entity.Count)
	out.Steps = []string{"The pattern has a `$filter` of its own."}
	r.client(&out)
	return out
}

// Passes returns a function that says whether a stored entity passes the $filter that a pattern has of its
// own. None passes one that can't be read.
func Passes(p *design.Pattern, params []table.Value) func(table.Entity) bool {
	expr, err := filter.Parse(fill(p.Filter, params))
	if err != nil {
		return func(table.Entity) bool { return false }
	}
	passes := filter.Compile(expr)
	return func(e table.Entity) bool { return passes(row(e)) }
}

// row is an entity for a $filter.
type row table.Entity

// Property returns a property, or a key as one.
func (r row) Property(name string) (table.Value, bool) {
	switch name {
	case table.PartitionKey:
		return table.StringValue(r.PartitionKey), true
	case table.RowKey:
		return table.StringValue(r.RowKey), true
	}
	v := keys.Of(r.Properties)(name)
	return v, v.Kind() != 0
}

// fill puts the parameters into the places of the question marks outside of quotes.
func fill(text string, params []table.Value) string {
	var b strings.Builder
	quoted := false
	for _, c := range text {
		if c == '\'' {
			quoted = !quoted
		}
		if c != '?' || quoted || len(params) == 0 {
			b.WriteRune(c)
			continue
		}
		b.WriteString(filter.Literal(params[0]))
		params = params[1:]
	}
	return b.String()
}
