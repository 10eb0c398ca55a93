package filter_test

import (
	"math"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
)

// row is an entity's properties by name.
type row map[string]table.Value

func (r row) Property(name string) (table.Value, bool) {
	v, ok := r[name]
	return v, ok
}

func date(text string) table.Value {
	at, ok := table.ParseTicks(text)
	if !ok {
		panic("no date: " + text)
	}
	return table.DateTimeValue(at)
}

func guid(text string) table.Value {
	id, ok := table.ParseGUID(text)
	if !ok {
		panic("no Guid: " + text)
	}
	return table.GUIDValue(id)
}

// TestComparisons lists the operators that are true for each value and constant.
func TestComparisons(t *testing.T) {
	const (
		lessThan    = " ne lt le"
		equalTo     = " eq ge le"
		greaterThan = " ne gt ge"
		neither     = " ne"
		nothing     = ""
	)
	const id = "a455c695-df98-5678-aaaa-81d3367e5a34"
	for _, c := range []struct {
		name  string
		value table.Value
		text  string // the constant
		want  string
	}{
		{"missing", table.Value{}, "1", nothing},
		{"missing against the empty string", table.Value{}, "''", nothing},

		{"Int32 less", table.Int32Value(-2), "-1", lessThan},
		{"Int32 equal", table.Int32Value(5), "5", equalTo},
		{"Int32 greater", table.Int32Value(10), "9", greaterThan},
		{"Int64 equal", table.Int64Value(1 << 40), "1099511627776", equalTo},
		{"Int64 less", table.Int64Value(math.MinInt64), "0L", lessThan},
		{"Double greater", table.DoubleValue(1.5), "1.25", greaterThan},
		{"Double zeros", table.DoubleValue(math.Copysign(0, -1)), "0.0", equalTo},
		{"infinity", table.DoubleValue(math.Inf(1)), "1e308", greaterThan},
		{"NaN", table.DoubleValue(math.NaN()), "1.0", neither},
		{"NaN against an integer", table.DoubleValue(math.NaN()), "1", neither},
		{"NaN against text", table.DoubleValue(math.NaN()), "'NaN'", lessThan},
		{"Int64 against Int32 constant", table.Int64Value(7), "5", greaterThan},
		{"Double against Int32 constant", table.DoubleValue(5), "5", equalTo},
		{"Double against Int64 constant", table.DoubleValue(4.5), "5L", lessThan},
		{"Int32 against Int64 constant", table.Int32Value(7), "3L", lessThan},
		{"Int32 against Double constant", table.Int32Value(7), "3.0", lessThan},
		{"Int64 against Double constant", table.Int64Value(3), "3.0", lessThan},

		{"String ordinal", table.StringValue("B"), "'b'", lessThan},
		{"String prefix", table.StringValue("bB"), "'b'", greaterThan},
		{"String digits", table.StringValue("111"), "'2'", lessThan},
		{"String equal", table.StringValue("it's"), "'it''s'", equalTo},
		{"String astral", table.StringValue("\U00010000"), "'\uE000'", lessThan},
		{"Boolean less", table.BooleanValue(false), "true", lessThan},
		{"Boolean equal", table.BooleanValue(true), "true", equalTo},
		{"Boolean greater", table.BooleanValue(true), "false", greaterThan},
		{"DateTime less", date("1999-12-31T23:59:59.9999999Z"), "datetime'2000-01-01'", lessThan},
		{"DateTime equal", date("2000-01-01"), "datetime'2000-01-01T01:00:00+01:00'", equalTo},
		{"Guid equal", guid(id), "guid'A455C695-DF98-5678-AAAA-81D3367E5A34'", equalTo},
		{"Guid greater", guid(id), "guid'9455c695-df98-5678-aaaa-81d3367e5a34'", greaterThan},
		{"Binary shorter", table.BinaryValue("\x01"), "X'0100'", lessThan},
		{"Binary greater", table.BinaryValue("\xFF"), "binary'0100'", greaterThan},
		{"Binary equal", table.BinaryValue(""), "X''", equalTo},

		{"Int32 against text", table.Int32Value(3), "'3'", lessThan},
		{"text against Int32", table.StringValue("z"), "3", lessThan},
		{"text against a Guid", table.StringValue(id), "guid'" + id + "'", lessThan},
		{"Guid against text", guid(id), "'" + id + "'", lessThan},
		{"true against a number", table.BooleanValue(true), "0", lessThan},
		{"DateTime against text", date("2000-01-01"), "'2000-01-01'", lessThan},
		{"Binary against text", table.BinaryValue("z"), "'a'", lessThan},
		{"number against Boolean", table.Int32Value(1), "true", lessThan},
		{"Double against a date", table.DoubleValue(1), "datetime'2000-01-01'", lessThan},
	} {
		r := row{}
		if c.value.Kind() != 0 {
			r["P"] = c.value
		}
		got := ""
		for _, op := range []string{"eq", "ne", "gt", "ge", "lt", "le"} {
			if holds(t, "P "+op+" "+c.text, r) {
				got += " " + op
			}
		}
		if got != c.want {
			t.Errorf("%s: got%s, want%s", c.name, got, c.want)
		}
	}
}

func TestLogic(t *testing.T) {
	r := row{"T": table.BooleanValue(true), "F": table.BooleanValue(false), "N": table.Int32Value(1)}
	for filter, want := range map[string]bool{
		"T": true, "F": false, "N": false, "Missing": false,
		"not T": false, "not F": true, "not N": true, "not Missing": true, "not not T": true,
		"Missing ne 1": false, "not (Missing ne 1)": true, "not Missing ne 1": true,
		"T and F": false, "T and T": true, "T or F": true, "F or F": false,
		"T or T and F": true, "(T or T) and F": false, "F and T or T": true, "F and (T or T)": false,
		"not F and F": false, "not (F and F)": true,
		"t": false, "N eq 1 and not (N eq 2)": true,
	} {
		if got := holds(t, filter, r); got != want {
			t.Errorf("%s: got %v", filter, got)
		}
	}
	if !filter.Compile(nil)(row{}) {
		t.Error("no filter refuses an entity")
	}
}

func holds(t *testing.T, source string, r row) bool {
	t.Helper()
	e, err := filter.Parse(source)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return filter.Compile(e)(r)
}
