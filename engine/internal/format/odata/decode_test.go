package odata_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// asText lets cmp compare values, which have unexported fields.
var asText = cmp.Transformer("asText", func(v table.Value) string {
	return v.Kind().String() + " " + string(odata.Writer{Level: odata.None}.Entity(nil, "t",
		table.Entity{Properties: []table.Property{{Name: "V", Value: v}}}, odata.Select{Names: []string{"V"}}))
})

func ticks(t *testing.T, text string) table.Ticks {
	t.Helper()
	at, ok := table.ParseTicks(text)
	if !ok {
		t.Fatalf("bad time %q", text)
	}
	return at
}

func guid(t *testing.T, text string) [16]byte {
	t.Helper()
	id, ok := table.ParseGUID(text)
	if !ok {
		t.Fatalf("bad Guid %q", text)
	}
	return id
}

func TestDecodeTypes(t *testing.T) {
	const id = "9b8fbe91-a1d8-46bb-99b6-09e1a6afd9cf"
	for _, c := range []struct {
		name, members string
		want          table.Value
	}{
		{"string", `"V":"x"`, table.StringValue("x")},
		{"string annotated", `"V":"x","V@odata.type":"Edm.String"`, table.StringValue("x")},
		{"string like a date", `"V":"2022-01-01T00:00:00Z"`, table.StringValue("2022-01-01T00:00:00Z")},
		{"escapes", `"V":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`, table.StringValue("\"\\/\b\f\n\r\té😀")},
		{"boolean", `"V":true`, table.BooleanValue(true)},
		{"boolean in quotes", `"V":"False","V@odata.type":"Edm.Boolean"`, table.BooleanValue(false)},
		{"boolean annotated", `"V":true,"V@odata.type":"Edm.Boolean"`, table.BooleanValue(true)},
		{"integer", `"V":-2147483648`, table.Int32Value(math.MinInt32)},
		{"integer beyond Int32", `"V":2147483648`, table.DoubleValue(2147483648)},
		{"integer beyond Int64", `"V":9223372036854775808000`, table.DoubleValue(9223372036854775808000)},
		{"Int32 in quotes", `"V":"12345","V@odata.type":"Edm.Int32"`, table.Int32Value(12345)},
		{"Int64", `"V":"9223372036854775807","V@odata.type":"Edm.Int64"`, table.Int64Value(math.MaxInt64)},
		{"number with a point", `"V":3.0`, table.DoubleValue(3)},
		{"number with an exponent", `"V":1e5`, table.DoubleValue(100000)},
		{"integer as Double", `"V":3,"V@odata.type":"Edm.Double"`, table.DoubleValue(3)},
		{"Double in quotes", `"V":"3.14","V@odata.type":"Edm.Double"`, table.DoubleValue(3.14)},
		{"NaN", `"V":"NaN","V@odata.type":"Edm.Double"`, table.DoubleValue(math.NaN())},
		{"Infinity", `"V":"Infinity","V@odata.type":"Edm.Double"`, table.DoubleValue(math.Inf(1))},
		{"-Infinity", `"V":"-Infinity","V@odata.type":"Edm.Double"`, table.DoubleValue(math.Inf(-1))},
		{"largest Double", `"V":1.797693134862315e308`, table.DoubleValue(1.797693134862315e308)},
		{
			"DateTime", `"V":"2000-01-01T00:00:00.000000Z","V@odata.type":"Edm.DateTime"`,
			table.DateTimeValue(ticks(t, "2000-01-01T00:00:00Z")),
		},
		{
			"first DateTime", `"V":"1601-01-01T00:00:00Z","V@odata.type":"Edm.DateTime"`,
			table.DateTimeValue(table.MinTicks),
		},
		{
			"last DateTime", `"V":"9999-12-31T23:59:59.9999999Z","V@odata.type":"Edm.DateTime"`,
			table.DateTimeValue(table.MaxTicks),
		},
		{"Guid", `"V":"` + strings.ToUpper(id) + `","V@odata.type":"Edm.Guid"`, table.GUIDValue(guid(t, id))},
		{"Binary", `"V":"dGVzdGRhdGE=","V@odata.type":"Edm.Binary"`, table.BinaryValue("testdata")},
		{"empty Binary", `"V":"","V@odata.type":"Edm.Binary"`, table.BinaryValue("")},
		{"annotation first", `"V@odata.type":"Edm.Int64","V":"5"`, table.Int64Value(5)},
		{"annotation far off", `"V":"5","W":null,"V@odata.type":"Edm.Int64"`, table.Int64Value(5)},
		{"another annotation", `"V":5,"V@odata.mediaEditLink":"x"`, table.Int32Value(5)},
	} {
		t.Run(c.name, func(t *testing.T) {
			key, got, err := odata.DecodeInsert([]byte(`{"PartitionKey":"p","RowKey":"r",` + c.members + `}`))
			if err != nil {
				t.Fatal(err)
			}
			if want := (table.Key{PartitionKey: "p", RowKey: "r"}); key != want {
				t.Errorf("key %v, want %v", key, want)
			}
			if diff := cmp.Diff([]table.Property{{Name: "V", Value: c.want}}, got, asText); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeOrder(t *testing.T) {
	body := ` {"odata.metadata":1, "b":1, "odata.etag":[], "RowKey":"r", "a":2, "RowKey@odata.type":"Edm.String",
		"Timestamp":"0001-01-01T00:00:00Z", "Timestamp@odata.type":"Edm.DateTime", "N":null, "M":null,
		"M@odata.type":"Edm.Boolean", "B":3, "PartitionKey":"", "Gone@odata.type":"Edm.Nonsense"}` + "\r\n"
	key, got, err := odata.DecodeInsert([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	if want := (table.Key{RowKey: "r"}); key != want {
		t.Errorf("key %v, want %v", key, want)
	}
	want := []table.Property{
		{Name: "b", Value: table.Int32Value(1)},
		{Name: "a", Value: table.Int32Value(2)},
		{Name: "B", Value: table.Int32Value(3)},
	}
	if diff := cmp.Diff(want, got, asText); diff != "" {
		t.Error(diff)
	}
}

// TestDecodeMalformed: everything that the service's reader can't read gets the same answer.
func TestDecodeMalformed(t *testing.T) {
	for name, body := range map[string]string{
		"empty":                    ``,
		"not JSON":                 `{"V":1,}`,
		"not an object":            `[1]`,
		"not UTF-8":                "{\"V\":\"\xff\"}",
		"half a surrogate pair":    `{"V":"\ud83dA"}`,
		"two first halves":         `{"V":"\ud83d\ud83d"}`,
		"deep":                     `{"V":` + strings.Repeat("[", 200000),
		"object":                   `{"V":{}}`,
		"array":                    `{"V":[1]}`,
		"annotated object":         `{"V":{},"V@odata.type":"Edm.Double"}`,
		"Int64 too large":          `{"V":"9223372036854775808","V@odata.type":"Edm.Int64"}`,
		"Int64 as a number":        `{"V":5,"V@odata.type":"Edm.Int64"}`,
		"Int32 too large":          `{"V":2147483648,"V@odata.type":"Edm.Int32"}`,
		"Int32 with a point":       `{"V":5.0,"V@odata.type":"Edm.Int32"}`,
		"Double too large":         `{"V":1.797693134862316e308}`,
		"hexadecimal Double":       `{"V":"0x1p-2","V@odata.type":"Edm.Double"}`,
		"infinite in other words":  `{"V":"INF","V@odata.type":"Edm.Double"}`,
		"Boolean as a number":      `{"V":1,"V@odata.type":"Edm.Boolean"}`,
		"String as a number":       `{"V":1,"V@odata.type":"Edm.String"}`,
		"bad Guid":                 `{"V":"x","V@odata.type":"Edm.Guid"}`,
		"bad Binary":               `{"V":"abc","V@odata.type":"Edm.Binary"}`,
		"bad DateTime":             `{"V":"today","V@odata.type":"Edm.DateTime"}`,
		"DateTime of year 0":       `{"V":"0000-12-31T00:00:00Z","V@odata.type":"Edm.DateTime"}`,
		"unknown type":             `{"V":"x","V@odata.type":"Edm.Decimal"}`,
		"type that isn't a string": `{"V":"x","V@odata.type":5}`,
	} {
		t.Run(name, func(t *testing.T) {
			want := fault.Error{Code: fault.InvalidInput, Message: fault.TextProcessing, Stage: fault.Early}
			_, _, err := odata.DecodeInsert([]byte(body))
			checkFault(t, err, want)
			_, err = odata.DecodeUpdate([]byte(body))
			checkFault(t, err, want)
		})
	}
}

// TestDecodeInsertFaults lists the other faults with message and stage, which decides the reply headers.
func TestDecodeInsertFaults(t *testing.T) {
	const (
		needValue = "The values are not specified for all properties in the entity."
		invalid   = "One of the request inputs is not valid."
		badName   = "The property name is invalid."
		longName  = "The property name exceeds the maximum allowed length (255)."
		twice     = "A property is specified more than one time."
	)
	with := func(members string) string { return `{"PartitionKey":"p","RowKey":"r",` + members + `}` }
	for _, c := range []struct {
		name, body string
		code       fault.Code
		text       string
		stage      fault.Stage
	}{
		{
			"DateTime before 1601",
			with(`"When":"1600-12-31T23:59:59.9999999Z","When@odata.type":"Edm.DateTime"`), fault.OutOfRangeInput,
			"The 'When' parameter of value '12/31/1600 23:59:59' is out of range.", fault.Validation,
		},
		{"name of digits", with(`"123":456`), fault.PropertyNameInvalid, badName, fault.Early},
		{"name with a hyphen", with(`"a-b":null`), fault.PropertyNameInvalid, badName, fault.Early},
		{"empty name", with(`"":1`), fault.PropertyNameInvalid, badName, fault.Early},
		{
			"long name", with(`"` + strings.Repeat("a", 256) + `":1`),
			fault.PropertyNameTooLong, longName, fault.Validation,
		},
		{"duplicate", with(`"V":1,"V":1`), fault.DuplicatePropertiesSpecified, twice, fault.Early},
		{
			"duplicate in disguise", with(`"V":null,"\u0056":1`),
			fault.DuplicatePropertiesSpecified, twice, fault.Early,
		},
		{
			"two ETags", with(`"odata.etag":"a","odata.etag":"a"`),
			fault.DuplicatePropertiesSpecified, twice, fault.Early,
		},
		{"no keys", `{}`, fault.PropertiesNeedValue, needValue, fault.Validation},
		{"null key", `{"PartitionKey":"p","RowKey":null}`, fault.PropertiesNeedValue, needValue, fault.Validation},
		{"number as key", `{"PartitionKey":"p","RowKey":1}`, fault.InvalidInput, invalid, fault.Early},
		{"Boolean as key", `{"PartitionKey":true,"RowKey":"r"}`, fault.InvalidInput, invalid, fault.Early},
		{
			"DateTime as key", `{"PartitionKey":"p","RowKey":"2022-01-01","RowKey@odata.type":"Edm.DateTime"}`,
			fault.InvalidInput, invalid, fault.Early,
		},
		{
			"PartitionKey character", `{"PartitionKey":"a/b","RowKey":"c/d"}`, fault.OutOfRangeInput,
			"The 'PartitionKey' parameter of value 'a/b' is out of range.", fault.Early,
		},
		{
			"RowKey character", `{"PartitionKey":"p","RowKey":"\u0000"}`, fault.OutOfRangeInput,
			"The 'RowKey' parameter of value '\x00' is out of range.", fault.Early,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := odata.DecodeInsert([]byte(c.body))
			checkFault(t, err, fault.Error{Code: c.code, Message: c.text, Stage: c.stage})
		})
	}
}

func checkFault(t *testing.T, err error, want fault.Error) {
	t.Helper()
	got, ok := errors.AsType[*fault.Error](err)
	if !ok {
		t.Fatalf("got %v, want %s", err, want.Code)
	}
	if got.Code != want.Code || got.Text() != want.Message || got.Stage != want.Stage {
		t.Errorf("got %s %q at stage %d, want %s %q at stage %d",
			got.Code, got.Text(), got.Stage, want.Code, want.Message, want.Stage)
	}
}

func TestHints(t *testing.T) {
	long := strings.Repeat("é", 90)
	for _, c := range []struct{ body, want string }{
		{`{"Total":5,"Total@odata.type":"Edm.Int64"}`,
			`Property Total: 5 is not an Edm.Int64, which is sent in quotes.`},
		{`{"Total":"x","Total@odata.type":"Edm.Int64"}`, `Property Total: "x" is not an Edm.Int64.`},
		{`{"Lines":[1,2]}`, `Property Lines: [1,2] isn't a value that a property can have.`},
		{`{"T":"x","T@odata.type":"Edm.Decimal"}`,
			`Property T: "Edm.Decimal" is not one of the eight types, such as "Edm.Int64".`},
		{`{"T":1,"T":2}`, `"T" is given twice.`},
		{`{"1":"` + long + `"}`, `Property "1": a name is a letter or _, then letters, digits and _.`},
		{`{"T":["` + long + `"]}`,
			`Property T: ["` + strings.Repeat("é", 29) + `… isn't a value that a property can have.`},
	} {
		_, err := odata.DecodeUpdate([]byte(c.body))
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Hint != c.want {
			t.Errorf("%s\n got %+v\nwant %s", c.body, err, c.want)
		}
	}
}

// TestDecodeUpdate: keys in an update's body are ignored.
func TestDecodeUpdate(t *testing.T) {
	const body = `{"PartitionKey":1,"RowKey":"2022-01-01","RowKey@odata.type":"Edm.DateTime","V":"x"}`
	got, err := odata.DecodeUpdate([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]table.Property{{Name: "V", Value: table.StringValue("x")}}, got, asText); diff != "" {
		t.Error(diff)
	}
	brackets := strings.Repeat("[", 200)
	got, err = odata.DecodeUpdate([]byte(`{"V":"` + brackets + `"}`))
	if err != nil || len(got) != 1 || got[0].Value != table.StringValue(brackets) {
		t.Errorf("brackets in a string: got %v, %v", got, err)
	}
	if got, err := odata.DecodeUpdate([]byte(`{}`)); err != nil || got != nil {
		t.Errorf("an empty update: got %v, %v", got, err)
	}
}

// TestNesting: members that are ignored can be nested, up to a limit.
func TestNesting(t *testing.T) {
	nested := func(depth int) error {
		body := `{"odata.x":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`
		_, err := odata.DecodeUpdate([]byte(body))
		return err
	}
	if err := nested(99); err != nil {
		t.Errorf("99 brackets in an object: got %v", err)
	}
	if err := nested(100); !errors.Is(err, fault.InvalidInput) {
		t.Errorf("100 brackets in an object: got %v", err)
	}
}

func TestDecodeTable(t *testing.T) {
	got, err := odata.DecodeTable([]byte(`{"TableName":"Orders","odata.type":"a.Tables"}`))
	if err != nil || got != "Orders" {
		t.Errorf("got %q, %v", got, err)
	}
	for body, want := range map[string]fault.Code{
		``:                   fault.InvalidInput,
		`{"TableName":5}`:    fault.InvalidInput,
		`{}`:                 fault.PropertiesNeedValue,
		`{"TableName":null}`: fault.PropertiesNeedValue,
	} {
		if _, err := odata.DecodeTable([]byte(body)); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %s", body, err, want)
		}
	}
}

// TestDecodeManyMembers: a body with far more members than an entity can have isn't read to its end.
func TestDecodeManyMembers(t *testing.T) {
	var body strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&body, `,"a%d":null`, i)
	}
	_, err := odata.DecodeUpdate([]byte("{" + body.String()[1:] + "}"))
	if got, ok := errors.AsType[*fault.Error](err); !ok || got.Code != fault.TooManyProperties {
		t.Errorf("got %v", err)
	}
}
