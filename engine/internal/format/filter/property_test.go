package filter_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
)

var (
	names     = []string{"A", "B", "C", "PartitionKey", "RowKey", "Timestamp"}
	constants = []string{
		"''", "'a'", "'it''s'", "'\uE000'", "'😀'", "true", "false", "0", "1", "-1", "2147483648", "1L", "-1l",
		"0.0", "1D", "1.5e3",
		"datetime'2000-01-01'", "datetime'2000-01-01T00:00:00.0000001Z'", "X''", "x'00'", "binary'00FF'",
		"guid'a455c695-df98-5678-aaaa-81d3367e5a34'", "guid'00000000-0000-0000-0000-000000000000'",
	}
	values = []table.Value{
		table.StringValue(""), table.StringValue("a"), table.StringValue("it's"), table.StringValue("\uE000"),
		table.StringValue("😀"),
		table.BooleanValue(true), table.BooleanValue(false), table.Int32Value(0), table.Int32Value(1),
		table.Int32Value(-1),
		table.Int64Value(1), table.Int64Value(1 << 31), table.DoubleValue(0), table.DoubleValue(1),
		table.DoubleValue(1500),
		table.DoubleValue(math.NaN()), table.DoubleValue(math.Inf(-1)), date("2000-01-01"), date("1999-12-31"),
		table.BinaryValue(""), table.BinaryValue("\x00\xFF"), guid("a455c695-df98-5678-aaaa-81d3367e5a34"),
	}
)

// filters draws filters.
func filters() *rapid.Generator[string] {
	name, constant := rapid.SampledFrom(names), rapid.SampledFrom(constants)
	operator := rapid.SampledFrom([]string{"eq", "ne", "gt", "ge", "lt", "le"})
	single := rapid.Custom(func(t *rapid.T) string {
		switch rapid.IntRange(0, 4).Draw(t, "form") {
		case 0:
			return name.Draw(t, "name")
		case 1:
			return constant.Draw(t, "constant") + " " + operator.Draw(t, "operator") + " " + name.Draw(t, "name")
		default:
			return name.Draw(t, "name") + " " + operator.Draw(t, "operator") + " " + constant.Draw(t, "constant")
		}
	})
	return rapid.Custom(func(t *rapid.T) string { return compound(t, single, 3) })
}

func compound(t *rapid.T, single *rapid.Generator[string], depth int) string {
	form := rapid.IntRange(0, 5).Draw(t, "form")
	if depth == 0 || form < 2 {
		return single.Draw(t, "single")
	}
	inner := func() string { return compound(t, single, depth-1) }
	switch form {
	case 2:
		return "not " + inner()
	case 3:
		return "(" + inner() + ")"
	case 4:
		return inner() + " and " + inner()
	default:
		return inner() + " or " + inner()
	}
}

func rows() *rapid.Generator[row] {
	return rapid.Custom(func(t *rapid.T) row {
		return rapid.MapOf(rapid.SampledFrom(names), rapid.SampledFrom(values)).Draw(t, "row")
	})
}

func TestCompileIsTheTree(t *testing.T) {
	filters, rows := filters(), rows()
	rapid.Check(t, func(t *rapid.T) {
		e := checkFixedPoint(t, filters.Draw(t, "filter"))
		r := rows.Draw(t, "row")
		if got, want := filter.Compile(e)(r), evaluate(e, r); got != want {
			t.Fatalf("%s: compiled says %v, the tree %v", e, got, want)
		}
	})
}

func FuzzFilter(f *testing.F) {
	for _, source := range []string{
		"", "PartitionKey eq 'Sales' and RowKey ge '0001'", "property1 eq 1'invalid'",
		"not A eq 1 or (B and 'it''s' ne C)",
		"A eq 5L and B lt -1.5e3 and C ge 5D", "A eq datetime'2008-07-10T00:00:00Z'",
		"A eq guid'a455c695-df98-5678-aaaa-81d3367e5a34'",
		"A eq X'0A' or A eq binary'0A'", "startswith(RowKey,'a')", "A eq null", "A/any(x: x eq 1)", "((((A))))",
		"A Eq \"x\"", "A eq '",
		"\xff eq '\xff'", "A eq 1e999", "not not not A", "A eq ‘x’", "- 1 eq A", "A eq B", ") A", "1 eq 2",
		"A in (1,2)", "x'0", "''''''",
	} {
		f.Add(source)
	}
	r := row{"A": table.Int32Value(1), "B": table.BooleanValue(true), "C": table.StringValue("it's")}
	f.Fuzz(func(t *testing.T, source string) {
		e, err := filter.Parse(source)
		if err != nil {
			checkError(t, source, err)
			return
		}
		if e == nil {
			return
		}
		checkFixedPoint(t, source)
		if got, want := filter.Compile(e)(r), evaluate(e, r); got != want {
			t.Fatalf("%s: compiled says %v, the tree %v", e, got, want)
		}
	})
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkFixedPoint checks that an expression survives printing and parsing.
func checkFixedPoint(t fataler, source string) filter.Expr {
	t.Helper()
	e, err := filter.Parse(source)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	printed := e.String()
	again, err := filter.Parse(printed)
	if err != nil {
		t.Fatalf("%s, printed %s: %v", source, printed, err)
	}
	if !same(e, again) || again.String() != printed {
		t.Fatalf("%s, printed %s, is read as %s", source, printed, again)
	}
	return e
}

// same compares two expressions without their places.
func same(a, b filter.Expr) bool {
	switch a := a.(type) {
	case *filter.And:
		b, ok := b.(*filter.And)
		return ok && slices.EqualFunc(a.Operands, b.Operands, same)
	case *filter.Or:
		b, ok := b.(*filter.Or)
		return ok && slices.EqualFunc(a.Operands, b.Operands, same)
	case *filter.Not:
		b, ok := b.(*filter.Not)
		return ok && same(a.Operand, b.Operand)
	case *filter.Compare:
		b, ok := b.(*filter.Compare)
		return ok && a.Property == b.Property && a.Op == b.Op && a.Value == b.Value
	case *filter.Boolean:
		b, ok := b.(*filter.Boolean)
		return ok && a.Property == b.Property
	case *filter.Constant:
		b, ok := b.(*filter.Constant)
		return ok && a.Value == b.Value
	default:
		return false
	}
}

func checkError(t *testing.T, source string, err error) {
	t.Helper()
	var refused *filter.Error
	if !errors.As(err, &refused) {
		t.Fatalf("%q: %T is no *filter.Error", source, err)
	}
	if refused.Start < 0 || refused.Start > refused.End || refused.End > len(source) {
		t.Fatalf("%q: wrong from byte %d to %d", source, refused.Start, refused.End)
	}
	if refused.Message == "" || refused.Hint == "" {
		t.Fatalf("%q: message %q, hint %q", source, refused.Message, refused.Hint)
	}
	if refused.Kind == filter.Syntax && !strings.HasSuffix(refused.Message, " in '"+source+"'.") {
		t.Fatalf("%q: %s", source, refused.Message)
	}
}

// evaluate is the simplest implementation of what an expression means.
func evaluate(e filter.Expr, r row) bool {
	holds := func(operand filter.Expr) bool { return evaluate(operand, r) }
	switch e := e.(type) {
	case *filter.And:
		return !slices.ContainsFunc(e.Operands, func(operand filter.Expr) bool { return !holds(operand) })
	case *filter.Or:
		return slices.ContainsFunc(e.Operands, holds)
	case *filter.Not:
		return !evaluate(e.Operand, r)
	case *filter.Boolean:
		return r[e.Property] == table.BooleanValue(true)
	case *filter.Constant:
		return e.Value
	case *filter.Compare:
		v, ok := r[e.Property]
		return ok && compares(v, e.Op.String(), e.Value)
	}
	return false
}

func compares(v table.Value, op string, c table.Value) bool {
	switch widened := widen(c, v.Kind()); {
	case widened.Kind() != v.Kind():
		return op == "ne" || op == "lt" || op == "le"
	case v.Kind() == table.Double && math.IsNaN(v.Float()):
		return op == "ne"
	default:
		order := compareSame(v, widened)
		return map[string]bool{
			"eq": order == 0, "ne": order != 0, "gt": order > 0, "ge": order >= 0, "lt": order < 0, "le": order <= 0,
		}[op]
	}
}

func widen(c table.Value, to table.Kind) table.Value {
	switch {
	case c.Kind() == table.Int32 && to == table.Int64:
		return table.Int64Value(c.Int())
	case (c.Kind() == table.Int32 || c.Kind() == table.Int64) && to == table.Double:
		return table.DoubleValue(float64(c.Int()))
	default:
		return c
	}
}

func compareSame(a, b table.Value) int {
	number := func(less, greater bool) int {
		switch {
		case less:
			return -1
		case greater:
			return 1
		default:
			return 0
		}
	}
	switch a.Kind() {
	case table.String:
		return slices.Compare(utf16.Encode([]rune(a.Text())), utf16.Encode([]rune(b.Text())))
	case table.Binary, table.GUID:
		return bytes.Compare([]byte(a.Text()), []byte(b.Text()))
	case table.Boolean:
		return number(!a.Bool() && b.Bool(), a.Bool() && !b.Bool())
	case table.DateTime:
		return number(a.Ticks() < b.Ticks(), a.Ticks() > b.Ticks())
	case table.Double:
		return number(a.Float() < b.Float(), a.Float() > b.Float())
	default:
		return number(a.Int() < b.Int(), a.Int() > b.Int())
	}
}
