package odata_test

import (
	"encoding/json"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// FuzzEntity: decoding never panics, and properties that it accepts survive encoding and decoding, at each
// level that includes types.
func FuzzEntity(f *testing.F) {
	for _, body := range []string{
		``, `{}`, `{"PartitionKey":"p","RowKey":"r"}`, `{"":1,"a":{"b":[{"c":"\"}"}]}}`,
		`{"a":"\ud83d\ude00\u00e9"}`,
		`{"A":1,"B":1.5,"C":-0.0,"D":1e300,"E":true,"F":null,"G":"\u0000"}`,
		`{"A":"1","A@odata.type":"Edm.Int64","B":"NaN","B@odata.type":"Edm.Double"}`,
		`{"A@odata.type":"Edm.DateTime","A":"2000-01-01T01:00:00+02:00","B":"AAA=","B@odata.type":"Edm.Binary"}`,
		`{"A":"9b8fbe91-a1d8-46bb-99b6-09e1a6afd9cf","A@odata.type":"Edm.Guid"}`, `{"a":"\ud83d"}`, `[[[[`,
		`{"a":1`,
		`{"A":"1600-01-01","A@odata.type":"Edm.DateTime"}`, `{"A":9223372036854775808000}`, "{\"a\":\"\xff\"}",
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = odata.DecodeTable(body)
		properties, err := odata.DecodeUpdate(body)
		if err != nil {
			return
		}
		if !json.Valid(body) {
			t.Errorf("not JSON, but was read: %q", body)
		}
		key := table.Key{PartitionKey: "p", RowKey: "r"}
		e := table.Entity{Key: key, Timestamp: table.MinTicks, Properties: properties}
		if key, own, err := odata.DecodeInsert(body); err == nil {
			e.Key = key
			if diff := cmp.Diff(properties, own, asText); diff != "" {
				t.Errorf("insert and update differ: %s", diff)
			}
		}
		for _, level := range []odata.Level{odata.Minimal, odata.Full} {
			checkRoundTrip(t, level, e)
		}
	})
}

// checkRoundTrip encodes an entity and decodes it again. t is a *testing.T or a *rapid.T.
func checkRoundTrip(t interface {
	Errorf(format string, args ...any)
}, level odata.Level, e table.Entity,
) {
	document := odata.Writer{Base: base, Account: "a", Level: level}.Entity(nil, "t", e, odata.Select{})
	if !json.Valid(document) {
		t.Errorf("%s wrote what is not JSON: %s", level, document)
	}
	key, properties, err := odata.DecodeInsert(document)
	if err != nil || key != e.Key {
		t.Errorf("%s: got key %v, %v from %s", level, key, err, document)
	}
	if diff := cmp.Diff(e.Properties, properties, asText); diff != "" {
		t.Errorf("%s: %s\nfrom %s", level, diff, document)
	}
}

func TestEntityRoundTrip(t *testing.T) {
	values := rapid.OneOf(
		rapid.Map(rapid.String(), table.StringValue),
		rapid.Map(rapid.Bool(), table.BooleanValue),
		rapid.Map(rapid.Int32(), table.Int32Value),
		rapid.Map(rapid.Int64(), table.Int64Value),
		rapid.Map(rapid.Float64(), table.DoubleValue),
		rapid.Map(rapid.Uint64(), func(bits uint64) table.Value {
			if f := math.Float64frombits(bits); !math.IsNaN(f) {
				return table.DoubleValue(f)
			}
			return table.DoubleValue(math.NaN())
		}),
		rapid.Map(rapid.Int64Range(int64(table.MinTicks), int64(table.MaxTicks)),
			func(n int64) table.Value { return table.DateTimeValue(table.Ticks(n)) }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) table.Value { return table.BinaryValue(string(b)) }),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 16, 16),
			func(b []byte) table.Value { return table.GUIDValue([16]byte(b)) }),
	)
	names := rapid.StringMatching(`[A-Za-z_\p{Lu}][A-Za-z0-9_]{0,9}`).Filter(table.ValidPropertyName)
	property := rapid.Custom(func(t *rapid.T) table.Property {
		return table.Property{Name: names.Draw(t, "name"), Value: values.Draw(t, "value")}
	})
	key := rapid.String().Filter(table.ValidKey)
	rapid.Check(t, func(t *rapid.T) {
		e := table.Entity{
			Key: table.Key{PartitionKey: key.Draw(t, "PartitionKey"), RowKey: key.Draw(t, "RowKey")},
			Timestamp: table.Ticks(rapid.Int64Range(int64(table.MinTicks), int64(table.MaxTicks)).Draw(t,
				"Timestamp")),
			Properties: rapid.SliceOfNDistinct(property, 1, 8, func(p table.Property) string { return p.Name }).
				Filter(func(ps []table.Property) bool {
					for _, p := range ps {
						if p.Name == "Timestamp" || p.Name == "PartitionKey" || p.Name == "RowKey" {
							return false
						}
					}
					return true
				}).Draw(t, "properties"),
		}
		checkRoundTrip(t, odata.Minimal, e)
		checkRoundTrip(t, odata.Full, e)
	})
}

// FuzzToken: DecodeToken accepts exactly what EncodeToken returns, and every key survives both.
func FuzzToken(f *testing.F) {
	for _, text := range []string{"", "1!0!", "1!4!MQ--", "1!8!w7_Dv8O_", "1!4!MQ==", "\u0000😀"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if key, ok := odata.DecodeToken(text); ok && odata.EncodeToken(key) != text {
			t.Errorf("%q was read as %q, which is written %q", text, key, odata.EncodeToken(key))
		}
		if !utf8.ValidString(text) {
			return
		}
		if key, ok := odata.DecodeToken(odata.EncodeToken(text)); !ok || key != text {
			t.Errorf("%q came back as %q, %v", text, key, ok)
		}
	})
}
