package shape

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Of returns the shape of a request, such as
//
//	QueryEntities Orders where PartitionKey eq ? and Total gt ?, top ?
//
// Digits in a table's name that could be a date or a number are one #, so that tables for each day are one.
// What no table's name has is escaped as in a URL, since it may be anybody who asks for it. A
// list of as many alternatives as one likes is two: RowKey eq ? or ….
func Of(r wire.Request, t *trace.Trace) string {
	s := t.Operation
	if s == "" {
		s = r.Method
	}
	if t.Table != "" {
		s += " " + wire.Escape(Numberless(t.Table), "#$")
	}
	params, _ := wire.Params(wire.SplitURL(r.URL).Query)
	top := ""
	for _, p := range params {
		switch p.Name {
		case "$filter":
			s += where(p.Value)
		case "$top":
			top = ", top ?" // wherever clients put it
		}
	}
	return s + top
}

func where(text string) string {
	e, err := filter.Parse(text)
	switch {
	case err != nil:
		return " where (no filter)"
	case e == nil:
		return ""
	}
	return " where " + blank(e)
}

// blank writes an expression with a ? for each constant.
func blank(e filter.Expr) string {
	switch e := e.(type) {
	case *filter.And:
		return joined(e.Operands, " and ")
	case *filter.Or:
		return joined(e.Operands, " or ")
	case *filter.Not:
		return "not (" + blank(e.Operand) + ")"
	case *filter.Compare:
		return e.Property + " " + e.Op.String() + " ?"
	default:
		return e.String()
	}
}

// joined writes operands, equal ones that follow each other as two.
func joined(operands []filter.Expr, word string) string {
	var texts []string
	for _, e := range operands {
		text := blank(e)
		if _, simple := e.(*filter.Compare); !simple {
			text = "(" + text + ")"
		}
		switch n := len(texts); {
		case n > 0 && texts[n-1] == text:
			texts = append(texts, "…")
		case n > 1 && texts[n-1] == "…" && texts[n-2] == text:
		default:
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, word)
}

// Numberless writes # for four digits or more that follow each other.
func Numberless(name string) string {
	const few = 4
	var b strings.Builder
	digits, kept := 0, 0 // kept is where what isn't written yet begins
	for i := range len(name) + 1 {
		if i < len(name) && name[i] >= '0' && name[i] <= '9' {
			digits++
			continue
		}
		if digits >= few {
			b.WriteString(name[kept:i-digits] + "#")
			kept = i
		}
		digits = 0
	}
	if kept == 0 {
		return name
	}
	return b.String() + name[kept:]
}
