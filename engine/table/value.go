package table

import "math"

// Kind is an EDM primitive type. The order is that of the service's documentation.
type Kind uint8

// The eight property types of the service.
// https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
const (
	Binary Kind = iota + 1
	Boolean
	DateTime
	Double
	GUID
	Int32
	Int64
	String
)

var kindNames = [...]string{
	"", "Edm.Binary", "Edm.Boolean", "Edm.DateTime", "Edm.Double", "Edm.Guid",
	"Edm.Int32", "Edm.Int64", "Edm.String",
}

// String returns the type's EDM name, such as "Edm.Int64", or "" for no kind.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return ""
	}
	return kindNames[k]
}

// ParseKind returns the kind of an EDM name such as "Edm.Int64".
func ParseKind(name string) (k Kind, ok bool) {
	for i := Binary; i <= String; i++ {
		if kindNames[i] == name {
			return i, true
		}
	}
	return 0, false
}

// Value is one EDM value. The zero Value has no kind and means null.
type Value struct {
	kind Kind
	num  uint64 // Boolean, Int32, Int64, DateTime: the integer; Double: its bits
	text string // String: UTF-8; Binary: the bytes; GUID: its sixteen bytes
}

// StringValue returns an Edm.String. s needs to be valid UTF-8.
func StringValue(s string) Value { return Value{kind: String, text: s} }

// BinaryValue returns an Edm.Binary holding the bytes of b.
func BinaryValue(b string) Value { return Value{kind: Binary, text: b} }

// BooleanValue returns an Edm.Boolean.
func BooleanValue(v bool) Value {
	if v {
		return Value{kind: Boolean, num: 1}
	}
	return Value{kind: Boolean}
}

// Int32Value returns an Edm.Int32.
func Int32Value(v int32) Value { return Value{kind: Int32, num: uint64(int64(v))} }

// Int64Value returns an Edm.Int64.
func Int64Value(v int64) Value { return Value{kind: Int64, num: uint64(v)} }

// DoubleValue returns an Edm.Double, which can be NaN or infinite.
func DoubleValue(v float64) Value { return Value{kind: Double, num: math.Float64bits(v)} }

// DateTimeValue returns an Edm.DateTime.
func DateTimeValue(t Ticks) Value { return Value{kind: DateTime, num: uint64(t)} }

// GUIDValue returns an Edm.Guid from its sixteen bytes in textual order.
func GUIDValue(id [16]byte) Value { return Value{kind: GUID, text: string(id[:])} }

// TextValue returns a value of kind String, Binary or GUID from the result of its Text method.
func TextValue(k Kind, text string) Value { return Value{kind: k, text: text} }

// BitsValue returns a value of any other kind from the result of its Bits method.
func BitsValue(k Kind, bits uint64) Value { return Value{kind: k, num: bits} }

// Kind returns the value's type; 0 for null.
func (v Value) Kind() Kind { return v.kind }

// Text returns the content of an Edm.String, the bytes of an Edm.Binary or the sixteen bytes of an
// Edm.Guid.
func (v Value) Text() string { return v.text }

// Bool returns the content of an Edm.Boolean.
func (v Value) Bool() bool { return v.num != 0 }

// Bits returns the 64 bits behind a Boolean, Int32, Int64, Double or DateTime.
func (v Value) Bits() uint64 { return v.num }

// Int returns the content of an Edm.Int32 or Edm.Int64.
func (v Value) Int() int64 { return int64(v.num) }

// Float returns the content of an Edm.Double.
func (v Value) Float() float64 { return math.Float64frombits(v.num) }

// Ticks returns the content of an Edm.DateTime.
func (v Value) Ticks() Ticks { return Ticks(v.num) }
