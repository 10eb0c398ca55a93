package plan

import (
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// Build plans a query of the table tbl. e is the filter parsed from source, or nil for no filter.
func Build(tbl string, e filter.Expr, source string) Plan {
	q := readQuery(e)
	p := Plan{Kind: q.bounds.kind(), Scope: q.bounds.scope(), Range: q.bounds.keyRange(tbl)}
	var residual []filter.Expr
	for _, t := range q.terms {
		left := q.unsettled(t)
		start, end := t.written.Place()
		term := Term{Text: source[start:end], Start: start, End: end, Role: Bound}
		if len(left) > 0 {
			term.Role = AfterRead
		}
		p.Terms = append(p.Terms, term)
		residual = append(residual, left...)
	}
	p.Residual = conjunction(residual)
	p.Advice = advise(q, p)
	p.Splits = p.Advice != "" && p.Advice == adviseOnOr(q, p.Kind)
	return p
}

// PointOf plans an operation on the entity under k.
func PointOf(tbl string, k table.Key) Plan {
	return Plan{Kind: Point, Scope: pointScope(k), Range: keys.Only(tbl, k)}
}

// StartAt returns the plan of a later page, which begins at the key next in the table tbl.
func (p Plan) StartAt(tbl string, next table.Key) Plan {
	if !p.Range.Empty() {
		p.Range = p.Range.StartAt(keys.Entity(tbl, next))
		p.Scope += ", beginning at " + PointOf(tbl, next).Scope
	}
	return p
}

// Within returns the plan for a token that allows only a range of keys. If that cuts the plan's range, the
// advice goes, because it would be about entities that aren't read, and a table scan is one of a range.
func (p Plan) Within(reach keys.Range) Plan {
	if confined := p.Range.Within(reach); confined != p.Range && !p.Range.Empty() {
		p.Range, p.Advice, p.Splits = confined, "", false
		p.Scope += ", within the keys of the token"
		if p.Kind == TableScan {
			p.Kind = PartitionRangeScan
		}
	}
	return p
}

// query is a filter split into terms, with the bounds that they set.
type query struct {
	terms  []term
	bounds bounds
}

// term is one operand of the filter's conjunction.
type term struct {
	written filter.Expr
	parts   []filter.Expr // the conjuncts of its normal form; more than one for not (A or B)
}

func readQuery(e filter.Expr) query {
	var q query
	if e == nil {
		return q
	}
	for _, written := range filter.Conjuncts(nil, e) {
		t := term{written: written, parts: filter.Conjuncts(nil, normal(written))}
		if isConstant(true)(t.parts[0]) {
			continue // as if it weren't there
		}
		for _, part := range t.parts {
			q.bounds.narrow(part)
		}
		q.terms = append(q.terms, t)
	}
	return q
}

// unsettled returns what remains to test of a term: nothing, some of its parts, or the term as it was
// written. A constant needs no test: false leaves nothing to read.
func (q query) unsettled(t term) []filter.Expr {
	var left []filter.Expr
	for _, part := range t.parts {
		if _, ok := part.(*filter.Constant); ok {
			continue
		}
		if c, ok := bounding(part); !ok || !q.bounds.settles(c) {
			left = append(left, part)
		}
	}
	if len(left) == len(t.parts) {
		return []filter.Expr{t.written}
	}
	return left
}

// conjunction joins conditions with and. It returns nil for none.
func conjunction(conditions []filter.Expr) filter.Expr {
	switch len(conditions) {
	case 0:
		return nil
	case 1:
		return conditions[0]
	default:
		return &filter.And{Operands: conditions}
	}
}
