package table

import (
	"slices"
	"unicode/utf8"
)

// The system properties, which every entity has besides its custom ones.
const (
	PartitionKey = "PartitionKey"
	RowKey       = "RowKey"
	Timestamp    = "Timestamp"
)

// IsKey reports whether name is that of a key.
func IsKey(name string) bool { return name == PartitionKey || name == RowKey }

// IsSystemProperty reports whether name is the name of a system property.
func IsSystemProperty(name string) bool { return IsKey(name) || name == Timestamp }

// Key identifies one entity in a table.
type Key struct {
	PartitionKey string
	RowKey       string
}

// Property is a custom property. Names are case-sensitive.
type Property struct {
	Name  string
	Value Value
}

// Entity is what a client wrote under a Key, and when. Properties has neither the keys nor the
// Timestamp, and no name twice and no null.
type Entity struct {
	Key
	Timestamp  Ticks
	Properties []Property
}

// ETag is an entity tag as written in a header: W/"datetime'2022-01-24T21%3A03%3A22.9972935Z'".
type ETag string

// AnyETag in If-Match matches every entity, but the entity needs to exist.
const AnyETag ETag = "*"

// ETag returns the entity's tag, which is its Timestamp in another format.
func (e Entity) ETag() ETag {
	const colons = len("2006-01-02T15") // where the first colon is; the second is three bytes later
	var text, iso [64]byte
	at := e.Timestamp.Append(iso[:0])
	tag := append(append(text[:0], `W/"datetime'`...), at[:colons]...)
	tag = append(append(tag, "%3A"...), at[colons+1:colons+3]...)
	tag = append(append(tag, "%3A"...), at[colons+4:]...)
	return ETag(append(tag, `'"`...))
}

// Property returns the value of a custom property, or a key as one: filters see it so.
func (e Entity) Property(name string) (Value, bool) {
	switch name {
	case PartitionKey:
		return StringValue(e.PartitionKey), true
	case RowKey:
		return StringValue(e.RowKey), true
	}
	for i := range e.Properties {
		if e.Properties[i].Name == name {
			return e.Properties[i].Value, true
		}
	}
	return Value{}, false
}

// Size returns the bytes the entity is billed for. A string counts two bytes per UTF-16 code unit.
// https://learn.microsoft.com/archive/blogs/windowsazurestorage/understanding-windows-azure-storage-billing-bandwidth-transactions-and-capacity
func (e Entity) Size() int {
	n := 4 + 2*(Length(e.PartitionKey)+Length(e.RowKey))
	for _, p := range e.Properties {
		n += 8 + 2*Length(p.Name) + p.Value.Size()
	}
	return n
}

// Size returns the bytes the value is billed for.
func (v Value) Size() int {
	switch v.kind {
	case String:
		return 2*Length(v.text) + 4
	case Binary:
		return len(v.text) + 4
	case GUID:
		return 16
	case Int64, Double, DateTime:
		return 8
	case Int32:
		return 4
	case Boolean:
		return 1
	default:
		return 0
	}
}

// Length returns the number of UTF-16 code units in s, which is how the service measures strings.
func Length(s string) int {
	n := 0
	for len(s) >= 8 && s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6]|s[7] < utf8.RuneSelf {
		s, n = s[8:], n+8
	}
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i, n = i+1, n+1
			continue
		}
		r, width := utf8.DecodeRuneInString(s[i:])
		i, n = i+width, n+1
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// Merge sets changes in properties, in place, and appends new ones.
func Merge(properties, changes []Property) []Property {
	for _, change := range changes {
		at := slices.IndexFunc(properties, func(p Property) bool { return p.Name == change.Name })
		if at < 0 {
			properties = append(properties, change)
		} else {
			properties[at] = change
		}
	}
	return properties
}
