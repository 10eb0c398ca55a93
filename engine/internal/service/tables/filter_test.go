package tables_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// kinds are the eight types: three values of each in order, as JSON, and the middle one as a constant in a
// filter.
var kinds = []struct {
	name     string
	values   [3]string
	constant string
}{
	{"Binary", [3]string{`"AA=="`, `"AQ=="`, `"AQA="`}, "X'01'"},
	{"Boolean", [3]string{"false", "true", "true"}, "true"}, // there is nothing above true
	{"DateTime", [3]string{`"1999-12-31T23:59:59.9999999Z"`, `"2000-01-01T00:00:00Z"`,
		`"2000-01-01T00:00:00.0000001Z"`}, "datetime'2000-01-01T00:00:00Z'"},
	{"Double", [3]string{"0.5", "1.0", "1.5"}, "1.0"},
	{"Guid", [3]string{`"0a55c695-df98-5678-aaaa-81d3367e5a34"`, `"a455c695-df98-5678-aaaa-81d3367e5a34"`,
		`"b455c695-df98-5678-aaaa-81d3367e5a34"`}, "guid'a455c695-df98-5678-aaaa-81d3367e5a34'"},
	{"Int32", [3]string{"-1", "1", "2"}, "1"},
	{"Int64", [3]string{`"-1"`, `"1"`, `"2"`}, "1L"},
	{"String", [3]string{`"B"`, `"b"`, `"bB"`}, "'b'"},
}

// matrix has a row for the type of a property and a column for the type of a constant. = means that their
// values are compared, < that the property is less than the constant, whatever their values.
const matrix = `
         Binary Boolean DateTime Double Guid Int32 Int64 String
Binary     =       <       <       <     <     <     <     <
Boolean    <       =       <       <     <     <     <     <
DateTime   <       <       =       <     <     <     <     <
Double     <       <       <       =     <     =     =     <
Guid       <       <       <       <     =     <     <     <
Int32      <       <       <       <     <     =     <     <
Int64      <       <       <       <     <     =     =     <
String     <       <       <       <     <     <     <     =`

// TestTypeMatrix tries every operator with a constant of every type. Each entity matches either the filter
// or its negation; the one without the property only matches the negation.
func TestTypeMatrix(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Things"}`, 201, ok)
	expect(t, e, "POST", "/Things", `{"PartitionKey":"p","RowKey":"none"}`, 201, ok)
	for _, kind := range kinds {
		for i, value := range kind.values {
			body := fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%s%d","P@odata.type":"Edm.%s","P":%s}`,
				kind.name, i, kind.name, value)
			expect(t, e, "POST", "/Things", body, 201, ok)
		}
	}
	rows := strings.Split(matrix, "\n")[2:]
	for column, constant := range kinds {
		for _, operator := range []string{"eq", "ne", "gt", "ge", "lt", "le"} {
			var want, rest []string
			for row, kind := range kinds {
				compared := strings.Fields(rows[row])[column+1] == "="
				for i, value := range kind.values {
					order := -1
					if compared {
						order = i - 1
					}
					if compared && value == kind.values[1] {
						order = 0
					}
					if holds(operator, order) {
						want = append(want, fmt.Sprint(kind.name, i))
					} else {
						rest = append(rest, fmt.Sprint(kind.name, i))
					}
				}
			}
			filter := "P " + operator + " " + constant.constant
			turned := constant.constant + " " + swapped[operator] + " P"
			for source, expected := range map[string][]string{
				filter: want, turned: want, "not (" + filter + ")": append(rest, "none"),
			} {
				if got := rowKeysOf(t, e, source); got != strings.Join(expected, " ") {
					t.Errorf("%s:\n got %s\nwant %s", source, got, strings.Join(expected, " "))
				}
			}
		}
	}
}

var swapped = map[string]string{"eq": "eq", "ne": "ne", "gt": "lt", "ge": "le", "lt": "gt", "le": "ge"}

// holds reports whether an operator is true for a property that is less than (-1), equal to (0) or greater
// than (1) the constant.
func holds(operator string, order int) bool {
	switch operator {
	case "eq":
		return order == 0
	case "ne":
		return order != 0
	case "gt":
		return order > 0
	case "ge":
		return order >= 0
	case "lt":
		return order < 0
	default:
		return order <= 0
	}
}

// rowKeysOf returns the RowKeys that a filter finds in Things, in the order of the kinds.
func rowKeysOf(t *testing.T, e *enginetest.Tables, filter string) string {
	t.Helper()
	response, _ := e.Do(sent("GET /Things()?$select=RowKey&$filter=" + wire.Escape(filter, "")))
	if response.Status != 200 {
		t.Fatalf("%s: %d %s", filter, response.Status, response.Body)
	}
	var found []string
	for _, item := range gjson.GetBytes(response.Body, "value").Array() {
		found = append(found, item.Get("RowKey").String())
	}
	return strings.Join(found, " ")
}

// TestManyComparisons: a filter can have more than the fifteen comparisons that the documentation allows, but
// not any number of them.
func TestManyComparisons(t *testing.T) {
	e := populated(t)
	const first, more = "/Orders()?$filter=A+eq+1", "+and+A+ne+2"
	expect(t, e, "GET", first+strings.Repeat(more, 499), "", 200, ok)
	expect(t, e, "GET", first+strings.Repeat(more, 500), "", 400, fault.InvalidInput)
}

// TestConstants: false finds nothing and true everything, of entities and of tables.
func TestConstants(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Things"}`, 201, ok)
	expect(t, e, "POST", "/Things", `{"PartitionKey":"p","RowKey":"1"}`, 201, ok)
	expect(t, e, "POST", "/Things", `{"PartitionKey":"q","RowKey":"1"}`, 201, ok)
	for url, want := range map[string]int64{
		"/Things()?$filter=false":                                   0,
		"/Things()?$filter=true":                                    2,
		"/Things()?$filter=true and PartitionKey eq 'p'":            1,
		"/Things()?$filter=not true or PartitionKey eq 'p'":         1,
		"/Things()?$filter=PartitionKey eq 'p' and not (P or true)": 0,
		"/Tables?$filter=false":                                     0,
		"/Tables?$filter=true":                                      1,
	} {
		response, _ := e.Do(sent("GET " + strings.ReplaceAll(url, " ", "%20")))
		if got := gjson.GetBytes(response.Body, "value.#").Int(); response.Status != 200 || got != want {
			t.Errorf("%s: got %d, %d found, want %d", url, response.Status, got, want)
		}
	}
}
