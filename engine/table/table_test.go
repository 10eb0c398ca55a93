package table_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/table"
)

func TestTicksText(t *testing.T) {
	for _, c := range []struct{ in, out, full string }{
		{"2022-01-24T21:03:22.9972935Z", "2022-01-24T21:03:22.9972935Z", "2022-01-24T21:03:22.9972935Z"},
		{"2022-03-01T20:40:24.910481Z", "2022-03-01T20:40:24.910481Z", "2022-03-01T20:40:24.9104810Z"},
		{"2000-01-01T00:00:00.000000Z", "2000-01-01T00:00:00Z", "2000-01-01T00:00:00.0000000Z"},
		{"2000-01-01", "2000-01-01T00:00:00Z", "2000-01-01T00:00:00.0000000Z"},
		{"2000-01-01T12:30", "2000-01-01T12:30:00Z", "2000-01-01T12:30:00.0000000Z"},
		{"2000-01-01T02:00:00+02:00", "2000-01-01T00:00:00Z", "2000-01-01T00:00:00.0000000Z"},
		{"2000-01-01T00:00:00.12345678912Z", "2000-01-01T00:00:00.1234567Z", "2000-01-01T00:00:00.1234567Z"},
		{"1601-01-01T00:00:00Z", "1601-01-01T00:00:00Z", "1601-01-01T00:00:00.0000000Z"},
		{"9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.9999999Z"},
	} {
		at, ok := table.ParseTicks(c.in)
		if !ok || at.String() != c.out || at.Full() != c.full {
			t.Errorf("%s: got %q, %q, %v; want %q, %q", c.in, at.String(), at.Full(), ok, c.out, c.full)
		}
	}
	for _, bad := range []string{
		"", "today", "2000-13-01", "2000-01-01T25:00:00Z", "2000-01-01 00:00:00", "2000-01-01T00:00:00.Z",
		"2001-02-29",
	} {
		if at, ok := table.ParseTicks(bad); ok {
			t.Errorf("%q was read as %s", bad, at)
		}
	}
}

func TestETag(t *testing.T) {
	at, _ := table.ParseTicks("2022-01-24T21:03:22.9972935Z")
	want := table.ETag(`W/"datetime'2022-01-24T21%3A03%3A22.9972935Z'"`)
	if got := (table.Entity{Timestamp: at}).ETag(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestEntitySize is the worked example of the capacity formula: 4 + 36 + 18 + 60 bytes.
func TestEntitySize(t *testing.T) {
	e := table.Entity{
		Key: table.Key{PartitionKey: "12345678", RowKey: "1234567890"},
		Properties: []table.Property{
			{Name: "Age", Value: table.Int32Value(7)},
			{Name: "Name", Value: table.StringValue("12345678901234567890")},
		},
	}
	if got := e.Size(); got != 118 {
		t.Errorf("got %d bytes, want 118", got)
	}
}

func TestValues(t *testing.T) {
	if v := table.Int32Value(math.MinInt32); v.Int() != math.MinInt32 {
		t.Errorf("Int32 gives back %d", v.Int())
	}
	if v := table.Int64Value(math.MinInt64); v.Int() != math.MinInt64 {
		t.Errorf("Int64 gives back %d", v.Int())
	}
	if v := table.DoubleValue(math.Inf(-1)); !math.IsInf(v.Float(), -1) {
		t.Errorf("Double gives back %v", v.Float())
	}
}

func TestGUID(t *testing.T) {
	const id = "a455c695-df98-5678-aaaa-81d3367e5a34"
	guid, ok := table.ParseGUID(strings.ToUpper(id))
	if got := table.FormatGUID(table.GUIDValue(guid).Text()); !ok || got != id {
		t.Errorf("Guid gives back %q, %v", got, ok)
	}
	for _, text := range []string{
		"", "a455c695-df98-5678-aaaa81d3367e5a34-", "a455c695df985678aaaa81d3367e5a34",
		"a455c695-df98-5678-aaaa-81d3367e5a3g", "a455c695-df98-5678-aaaa-81d3367e5a-4",
	} {
		if _, ok := table.ParseGUID(text); ok {
			t.Errorf("%q was read as a Guid", text)
		}
	}
	var ones [16]byte
	for i := range ones {
		ones[i] = 0xFF
	}
	if got, want := table.RandomGUID(ones), "ffffffff-ffff-4fff-bfff-ffffffffffff"; got != want {
		t.Errorf("a random one is %s, want %s", got, want)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"Orders": true, "a1": true, "1a": false, "a-b": false, "": false, "né": false,
	} {
		if got := table.ValidName(name); got != want {
			t.Errorf("table name %q: got %v", name, got)
		}
	}
	for name, want := range map[string]bool{
		"Total": true, "_x": true, "été": true, "123": false, "a-b": false, "": false, "a b": false, "a1": true,
		"a\u0301": true, "\u0301a": false, "𝒳": false,
	} {
		if got := table.ValidPropertyName(name); got != want {
			t.Errorf("property name %q: got %v", name, got)
		}
	}
	for key, want := range map[string]bool{
		"": true, "customer-0042": true, "a/b": false, `a\b`: false, "a#b": false, "a?b": false,
		"a\tb": false, "a\u007f": false, "a\u0080b": false, "a\u009f": false, "a\u00a0": true, "100%": true,
		"naïve 😀": true,
	} {
		if got := table.ValidKey(key); got != want {
			t.Errorf("key %q: got %v", key, got)
		}
	}
}

func TestSystemProperties(t *testing.T) {
	for name, want := range map[string]bool{
		"PartitionKey": true, "RowKey": true, "Timestamp": true, "rowkey": false, "Total": false, "": false,
	} {
		if got := table.IsSystemProperty(name); got != want {
			t.Errorf("%q: got %v", name, got)
		}
	}
}

func TestKinds(t *testing.T) {
	for k := table.Binary; k <= table.String; k++ {
		if got, ok := table.ParseKind(k.String()); !ok || got != k || k.String() == "" {
			t.Errorf("kind %d is %q, which is kind %d, %v", k, k, got, ok)
		}
	}
	for _, name := range []string{"", "Edm.Byte", "edm.string"} {
		if k, ok := table.ParseKind(name); ok {
			t.Errorf("%q is kind %d", name, k)
		}
	}
	if got := table.Kind(99).String(); got != "" {
		t.Errorf("no kind is called %q", got)
	}
}

func TestLength(t *testing.T) {
	if got := table.Length("a\u0080é\uFFFF😀"); got != 6 {
		t.Errorf("got %d code units, want 6", got)
	}
}
