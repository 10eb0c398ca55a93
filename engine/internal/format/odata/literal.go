package odata

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// infer decodes a value without an annotation as the type that its JSON suggests: an integer is an
// Edm.Int32 if it fits, and every other number is an Edm.Double.
func infer(t jsontext.Value) (v table.Value, ok bool) {
	switch t.Type {
	case jsontext.String:
		return table.StringValue(t.Str), true
	case jsontext.True, jsontext.False:
		return table.BooleanValue(t.Type == jsontext.True), true
	case jsontext.Number:
		if !strings.ContainsAny(t.Raw, ".eE") {
			if v, ok := convert(t, table.Int32); ok {
				return v, true
			}
		}
		return convert(t, table.Double)
	default:
		return table.Value{}, false
	}
}

// convert decodes a value as the type of its annotation. Values of unquoted types can have quotes too;
// all others need them.
func convert(t jsontext.Value, kind table.Kind) (v table.Value, ok bool) {
	switch {
	case t.Type == jsontext.String:
		return ParseText(t.Str, kind)
	case unquoted(kind) && t.Type != jsontext.Object && t.Type != jsontext.Array:
		return ParseText(t.Raw, kind)
	default:
		return table.Value{}, false
	}
}

// unquoted reports whether values of a type are written without quotes.
func unquoted(kind table.Kind) bool {
	return kind == table.Boolean || kind == table.Int32 || kind == table.Double
}

// ParseText reads a value of a type from text, as it is inside the quotes of a JSON string.
func ParseText(text string, kind table.Kind) (v table.Value, ok bool) {
	switch kind {
	case table.String:
		return table.StringValue(text), true
	case table.Boolean:
		yes := wire.EqualFold(text, "true")
		return table.BooleanValue(yes), yes || wire.EqualFold(text, "false")
	case table.Int32:
		n, err := strconv.ParseInt(text, 10, 32)
		return table.Int32Value(int32(n)), err == nil
	case table.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		return table.Int64Value(n), err == nil
	case table.Double:
		f, ok := parseDouble(text)
		return table.DoubleValue(f), ok
	case table.DateTime:
		at, ok := table.ParseTicks(text)
		return table.DateTimeValue(at), ok && at >= 0 && at <= table.MaxTicks
	case table.GUID:
		id, ok := table.ParseGUID(text)
		return table.GUIDValue(id), ok
	case table.Binary:
		b, err := base64.StdEncoding.DecodeString(text)
		return table.BinaryValue(string(b)), err == nil
	default:
		return table.Value{}, false
	}
}

// parseDouble reads a decimal number or one of the three words. Like the service, it refuses a number that
// is too large for a double.
func parseDouble(text string) (f float64, ok bool) {
	switch text {
	case "NaN":
		return math.NaN(), true
	case "Infinity":
		return math.Inf(1), true
	case "-Infinity":
		return math.Inf(-1), true
	}
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return 0, false // strconv accepts more forms, such as 0x1p-2
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}
