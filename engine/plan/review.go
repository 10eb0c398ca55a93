package plan

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
)

// Concern is what is wrong with a filter.
type Concern uint8

const (
	// Fine means that nothing is.
	Fine Concern = iota
	// Misspelled means that the name of a key is written with other capitals.
	Misspelled
	// NotText means that a key is compared with something other than a string.
	NotText
	// Contradiction means that no entity can match.
	Contradiction
	// Alternatives means that an or is read as a scan, and each side alone would be cheaper.
	Alternatives
	// Scan means that entities of many partitions are read and then tested.
	Scan
)

// Remark is the worst that there is to say of a filter, in the words of a plan's advice.
type Remark struct {
	Concern    Concern
	Kind       Kind
	Start, End int    // byte offsets in the filter
	Says       string // the advice
	Instead    string // what to write from Start to End; "" if that needs thought
}

// Review says what is wrong with a query of the table tbl before anything is read. e is the filter parsed
// from source, or nil for no filter. A query without one asks for the whole table, and gets it.
func Review(tbl string, e filter.Expr, source string) Remark {
	q, p := readQuery(e), Build(tbl, e, source)
	r := Remark{Kind: p.Kind, End: len(source), Says: p.Advice}
	for _, t := range q.terms {
		if wrong := find(t.written, mistaken); wrong != nil {
			r.Start, r.End = wrong.Place()
			r.Concern, r.Instead = correction(wrong)
			return r
		}
	}
	switch {
	case q.bounds.empty():
		r.Concern = Contradiction
	case adviseOnOr(q, p.Kind) != "":
		r.Concern = Alternatives
		for _, t := range q.terms {
			if or := find(t.written, isOr); or != nil {
				r.Start, r.End = or.Place()
				break
			}
		}
	case p.Kind >= PartitionRangeScan && p.Residual != nil:
		r.Concern = Scan
	}
	return r
}

// correction returns what is wrong with a key's comparison, and what is meant.
func correction(wrong filter.Expr) (Concern, string) {
	c, ok := wrong.(*filter.Compare)
	if !ok {
		return Misspelled, ""
	}
	corrected := *c
	for _, key := range [...]string{table.PartitionKey, table.RowKey} {
		if c.Property != key && strings.EqualFold(c.Property, key) {
			corrected.Property = key
			return Misspelled, corrected.String()
		}
	}
	corrected.Value = table.StringValue(bare(c.Value))
	return NotText, corrected.String()
}

func isOr(e filter.Expr) bool {
	_, ok := e.(*filter.Or)
	return ok
}
