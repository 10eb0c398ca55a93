package filter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"PartitionKey eq 'Sales'", "PartitionKey eq 'Sales'"},
		{"  A\teq\r\n1  ", "A eq 1"},
		{"A", "A"},
		{"not A", "not A"},
		{"not not A", "not not A"},
		{"not A eq 1", "not (A eq 1)"},
		{"not(A eq 1)", "not (A eq 1)"},
		{"not A eq 1 and B", "not (A eq 1) and B"},
		{"a or b and c", "a or b and c"},
		{"a and b or c", "a and b or c"},
		{"(a or b) and c", "(a or b) and c"},
		{"a and (b and c)", "a and (b and c)"},
		{"a or (b or c)", "a or (b or c)"},
		{"a or (b and c)", "a or b and c"},
		{"((a))", "a"},
		{"not (a and b)", "not (a and b)"},
		{"1 lt A", "A gt 1"},
		{"1 le A", "A ge 1"},
		{"1 gt A", "A lt 1"},
		{"1 ge A", "A le 1"},
		{"1 eq A", "A eq 1"},
		{"1 ne A", "A ne 1"},
		{"été eq 1", "été eq 1"},
		{"A eq 'it''s'", "A eq 'it''s'"},
		{"A eq ''", "A eq ''"},
		{"A eq ''''", "A eq ''''"},
		{"A eq ' (and, \"or) = '", "A eq ' (and, \"or) = '"},
		{"A eq '😀'", "A eq '😀'"},
		{"A eq true or B eq false", "A eq true or B eq false"},
		{"true", "true"},
		{"A eq True or B eq FALSE", "A eq true or B eq false"},
		{"not false and (A or true)", "not false and (A or true)"},
		{"A eq 2147483647", "A eq 2147483647"},
		{"A eq -2147483648", "A eq -2147483648"},
		{"A eq 2147483648", "A eq 2147483648L"},
		{"A eq 5L", "A eq 5L"},
		{"A eq -5l", "A eq -5L"},
		{"A eq 9223372036854775807", "A eq 9223372036854775807L"},
		{"A eq 5.0", "A eq 5.0"},
		{"A eq 5D", "A eq 5.0"},
		{"A eq 5.25d", "A eq 5.25"},
		{"A eq 1.5e3", "A eq 1500.0"},
		{"A eq 1E+30", "A eq 1e+30"},
		{"A eq 1e-7", "A eq 1e-07"},
		{"A eq -0.0", "A eq -0.0"},
		{"A eq datetime'2008-07-10T00:00:00Z'", "A eq datetime'2008-07-10T00:00:00Z'"},
		{"A eq datetime'2008-07-10T02:00:00.5+02:00'", "A eq datetime'2008-07-10T00:00:00.5Z'"},
		{"A ge datetime'0001-01-01'", "A ge datetime'0001-01-01T00:00:00Z'"},
		{"A eq guid'A455C695-DF98-5678-AAAA-81D3367E5A34'", "A eq guid'a455c695-df98-5678-aaaa-81d3367e5a34'"},
		{"A eq X'0a1B'", "A eq X'0A1B'"},
		{"A eq x''", "A eq X''"},
		{"A eq binary'ff'", "A eq X'FF'"},
	} {
		e, err := filter.Parse(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if got := e.String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
	}
}

func TestParseBlank(t *testing.T) {
	for _, blank := range []string{"", "  \t\r\n"} {
		if e, err := filter.Parse(blank); e != nil || err != nil {
			t.Errorf("%q: got %v, %v", blank, e, err)
		}
	}
}

// TestParseErrors marks what is wrong in each filter with brackets.
func TestParseErrors(t *testing.T) {
	const (
		input          = "One of the request inputs is not valid."
		notImplemented = "The requested operation is not implemented on the specified resource."
	)
	for _, c := range []struct {
		in      string
		kind    filter.Kind
		message string // "" for: Syntax error at position …
		hint    string
	}{
		{"property1 eq [1'invalid']", filter.Syntax, "Syntax error at position 23 in 'property1 eq 1'invalid''.",
			"Put a space before the quote: only datetime, guid, X and binary go directly before it."},
		{"'😀é' [x] A", filter.Syntax, "Syntax error at position 7 in ''😀é' x A'.",
			"Expected an operator: eq, ne, gt, ge, lt or le."},
		{"A [Eq] 1", filter.Syntax, "", "Operators are lower case: eq."},
		{"A eq 1 [AND] B eq 2", filter.Syntax, "", "Operators are lower case: and."},
		{"A eq 1 [Or] B eq 2", filter.Syntax, "", "Operators are lower case: or."},
		{"NOT [A] eq 1", filter.Syntax, "", "Operators are lower case: not."},
		{"A [=] 1", filter.Syntax, "", "Equality is written eq."},
		{"A[>=]1", filter.Syntax, "", "Greater than or equal is written ge."},
		{"A eq 1 [&&] B", filter.Syntax, "", "Conditions are joined by and."},
		{"[!]A", filter.Syntax, "", "Negation is written not."},
		{"A [=!]1", filter.Syntax, "", "Expected an operator: eq, ne, gt, ge, lt or le."},
		{"Name [like] 'abc%'", filter.Syntax, "",
			"There are no patterns: to find a prefix, write Name ge 'abc' and Name lt 'abd'."},
		{"A eq [\"x y\"]", filter.Syntax, "", "Strings stand in single quotes: 'x y'."},
		{"A eq [‘x’]", filter.Syntax, "", "Text stands in single quotes: 'x'."},
		{"A eq [x-1]", filter.Syntax, "", "Text stands in single quotes: 'x-1'."},
		{"A eq ['it's']", filter.Syntax, "",
			"The string isn't closed: end it with ', and double every ' inside it."},
		{"A eq ['x'and] B", filter.Syntax, "", "Put a space after 'x'."},
		{"A eq [1and] B", filter.Syntax, "",
			"Numbers are written 5 or 5L or 5.0 or 1.5e3, and strings are in single quotes."},
		{"A eq [5m]", filter.Syntax, "",
			"Numbers are written 5 or 5L or 5.0 or 1.5e3, and strings are in single quotes."},
		{"A eq [5.]", filter.Syntax, "",
			"Numbers are written 5 or 5L or 5.0 or 1.5e3, and strings are in single quotes."},
		{"A eq [1.5L]", filter.Syntax, "",
			"Numbers are written 5 or 5L or 5.0 or 1.5e3, and strings are in single quotes."},
		{"A eq [1e]", filter.Syntax, "",
			"Numbers are written 5 or 5L or 5.0 or 1.5e3, and strings are in single quotes."},
		{"A eq [2020-01-01]", filter.Syntax, "",
			"A date is written datetime'2008-07-10T00:00:00Z', a Guid guid'…', and strings are in single quotes."},
		{"A eq [9223372036854775808]", filter.Syntax, "",
			"The number is beyond the range of Int64: a Double is written 9223372036854775808.0."},
		{"A eq [1e999]", filter.Syntax, "", "The number is beyond the range of Double."},
		{"A eq [datetime'today']", filter.Syntax, "", "A date is written datetime'2008-07-10T00:00:00Z'."},
		{"A eq [datetime'9999-12-31T23:59:59-12:00']", filter.Syntax, "",
			"A date is written datetime'2008-07-10T00:00:00Z'."},
		{"A eq [DateTime'2008-07-10']", filter.Syntax, "", "The type is written in lower case: datetime'…'."},
		{"A eq [datetimeoffset'2008-07-10']", filter.Syntax, "",
			"A date is written datetime'2008-07-10T00:00:00Z'."},
		{"A eq datetime ['2008-07-10']", filter.Syntax, "", "Leave out the space: datetime'2008-07-10'."},
		{"A eq [guid'1']", filter.Syntax, "", "A Guid is written guid'a455c695-df98-5678-aaaa-81d3367e5a34'."},
		{"A eq [X'0']", filter.Syntax, "", "Binary is written in pairs of hexadecimal digits: X'0A1B'."},
		{"A eq [X'+1']", filter.Syntax, "", "Binary is written in pairs of hexadecimal digits: X'0A1B'."},
		{"A eq[]", filter.Syntax, "Syntax error at position 4 in 'A eq'.",
			"The filter ends too early: expected a property or a constant."},
		{"A eq 1 and []", filter.Syntax, "", "The filter ends too early: expected a property or a constant."},
		{"(A eq 1[]", filter.Syntax, "", "A parenthesis isn't closed: add )."},
		{"A eq 1[)]", filter.Syntax, "", "This ) doesn't close anything: leave it out."},
		{"([)]", filter.Syntax, "", "Expected a property or a constant."},
		{"(A eq 1 [B])", filter.Syntax, "", "Expected and, or, or )."},
		{"A eq 1[,] B eq 2", filter.Syntax, "", "Expected and, or, or the end of the filter."},
		{"A eq 1 [B] eq 2", filter.Syntax, "", "Expected and, or, or the end of the filter."},
		{"A eq [(]1)", filter.Syntax, "", "Write a property or a constant without parentheses."},
		{"[eq] 1", filter.Syntax, "", "Expected a property or a constant."},
		{"['x']", filter.Syntax, "", "Compare the constant with a property: Name eq 'x'."},
		{"[null]", filter.Syntax, "", "Compare the constant with a property: Name eq null."},

		{"[A eq null]", filter.Null, input,
			"A property is never null, only absent. Entities without it: not (A eq '' or A ne '')."},
		{"B and [null ne A]", filter.Null, input,
			"A property is never null, only absent. Entities with it: A eq '' or A ne ''."},
		{"[A lt null]", filter.NullOrder,
			"The operator 'LessThan' is not supported for the 'null' literal; only equality checks are supported.",
			"A property is never null, and nothing is less or greater than null."},
		{"[A ge null]", filter.NullOrder,
			"The operator 'GreaterThanOrEqual' is not supported for the 'null' literal; only equality checks are " +
				"supported.",
			"A property is never null, and nothing is less or greater than null."},

		{"[A eq B]", filter.Unsupported, notImplemented,
			"You can compare a property only with a constant: if B is a string, write 'B'."},
		{"[A eq NULL]", filter.Unsupported, notImplemented, "Write null in lower case."},
		{"[1 eq 2]", filter.Unsupported, notImplemented, "You can compare a constant only with a property."},
		{"[null eq null]", filter.Unsupported, notImplemented, "You can compare a constant only with a property."},
		{"[(A eq 1) eq] true", filter.Unsupported, notImplemented,
			"Only a property can be compared with a constant: leave out the comparison, or write not."},
		{"[A lt 1 lt] 2", filter.Unsupported, notImplemented, "Comparisons are joined by and."},
		{"[A add] 1 eq 2", filter.Unsupported, notImplemented,
			"The service doesn't calculate: compare with a constant."},
		{"A eq [1 mul] 2", filter.Unsupported, notImplemented,
			"The service doesn't calculate: compare with a constant."},
		{"[-A] eq 2", filter.Unsupported, notImplemented,
			"The service doesn't calculate: compare with a constant."},
		{"[A in] ('x','y')", filter.Unsupported, notImplemented,
			"Name the alternatives one by one: A eq 'a' or A eq 'b'."},
		{"[A/B] eq 1", filter.Unsupported, notImplemented, "An entity has no properties inside properties."},
		{"[A/any(t: t eq 'x')]", filter.Unsupported, notImplemented,
			"The service has no functions: compare a property with a constant."},
		{"B and [startswith(RowKey,'it''s 1')] and C", filter.Unsupported, notImplemented,
			"The service has no functions: to find a prefix, write RowKey ge 'it''s 1' and RowKey lt 'it''s 2'."},
		{"[startswith(RowKey, '')]", filter.Unsupported, notImplemented,
			"The service has no functions: compare a property with a constant."},
		{"[tolower(Name)] eq 'x'", filter.Unsupported, notImplemented,
			"The service has no functions, and comparisons are case-sensitive: store a lower-case copy and " +
				"compare with that."},
		{"[substringof('x', concat(A, B))]", filter.Unsupported, notImplemented,
			"The service has no functions and can't search inside strings: store what you look for as a key or a " +
				"property."},
		{"A eq [year(B]", filter.Unsupported, notImplemented,
			"The service has no functions: compare a property with a constant."},
	} {
		start, end := strings.IndexByte(c.in, '['), strings.IndexByte(c.in, ']')-1
		source := strings.NewReplacer("[", "", "]", "").Replace(c.in)
		e, err := filter.Parse(source)
		var got *filter.Error
		if !errors.As(err, &got) {
			t.Errorf("%s: got %v, %v", source, e, err)
			continue
		}
		if got.Kind != c.kind || got.Hint != c.hint || c.message != "" && got.Message != c.message {
			t.Errorf("%s:\n got kind %d %s (%s)\nwant kind %d %s (%s)",
				source, got.Kind, got.Message, got.Hint, c.kind, c.message, c.hint)
		}
		if got.Start != start || got.End != end {
			t.Errorf("%s: got bytes %d to %d, want %d to %d", source, got.Start, got.End, start, end)
		}
		if c.message == "" && !strings.HasPrefix(got.Message, "Syntax error at position ") {
			t.Errorf("%s: got %s", source, got.Message)
		}
	}
}

func TestDepth(t *testing.T) {
	for _, c := range []struct{ name, open, inner, end string }{
		{"parentheses", "(", "A eq 1", ")"},
		{"nots", "not ", "A eq 1", ""},
		{"nots with parentheses", "not (", "A eq 1 and B", ")"},
	} {
		deep := func(n int) string { return strings.Repeat(c.open, n) + c.inner + strings.Repeat(c.end, n) }
		e, err := filter.Parse(deep(filter.MaxDepth))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if _, err := filter.Parse(e.String()); err != nil {
			t.Errorf("%s, printed: %v", c.name, err)
		}
		var refused *filter.Error
		_, err = filter.Parse(deep(filter.MaxDepth + 1))
		if !errors.As(err, &refused) || refused.Kind != filter.TooDeep {
			t.Errorf("%s, one deeper: %v", c.name, err)
		}
	}
	long := "A" + strings.Repeat(" or A", filter.MaxComparisons-1)
	if e, err := filter.Parse(long); err != nil || e.String() != long {
		t.Errorf("a long or: %v", err)
	}
	var refused *filter.Error
	if _, err := filter.Parse(long + " or A"); !errors.As(err, &refused) || refused.Kind != filter.TooMany {
		t.Errorf("one longer: %v", err)
	}
}

func TestPlaces(t *testing.T) {
	const source = " (A eq 1 or B) and not ( C ) and 2 lt D"
	e, err := filter.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	and, ok := e.(*filter.And)
	if !ok {
		t.Fatalf("got %T", e)
	}
	want := []string{"A eq 1 or B", "not ( C )", "2 lt D"}
	for i, operand := range and.Operands {
		start, end := operand.Place()
		if got := source[start:end]; got != want[i] {
			t.Errorf("got %q, want %q", got, want[i])
		}
	}
	if start, end := e.Place(); source[start:end] != source[1:] {
		t.Errorf("the whole is %q", source[start:end])
	}
}
