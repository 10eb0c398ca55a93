package store

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// Row is a stored entity. Each part is decoded only when it's asked for.
//
// Its bytes are: Timestamp (8), billed size (4), number of properties (uvarint), then for each property
// its name (uvarint length, bytes), its kind (1) and its value: uvarint length and bytes for String,
// Binary and GUID, 8 bytes for every other kind. Numbers are big-endian.
type Row struct {
	key  string // in the store
	data string
}

// rowHead is the size of the bytes before the number of properties.
const rowHead = 12

// Key returns the entity's keys.
func (r Row) Key() table.Key {
	_, k, ok := keys.SplitEntity(r.key)
	if !ok {
		panic("bug: a row has the key of something else")
	}
	return k
}

// Partition returns a string to pass to In.
func (r Row) Partition() string { return keys.PartitionOf(r.key) }

// In reports whether the entity is in a partition, given what Partition returned for a row in it.
func (r Row) In(partition string) bool { return strings.HasPrefix(r.key, partition) }

// Property returns one property by name. The keys and the Timestamp count as properties.
func (r *Row) Property(name string) (table.Value, bool) {
	switch name {
	case table.PartitionKey:
		return table.StringValue(r.Key().PartitionKey), true
	case table.RowKey:
		return table.StringValue(r.Key().RowKey), true
	case table.Timestamp:
		return table.DateTimeValue(r.Timestamp()), true
	}
	count, at := uvarint(r.data, rowHead)
	if at = find(r.data, at, count, name); at < 0 {
		return table.Value{}, false
	}
	value := reader{r.data, at}
	return value.value(), true
}

// Timestamp returns when the entity was last written.
func (r Row) Timestamp() table.Ticks {
	return table.Ticks(word(r.data))
}

// ETag returns the entity's tag.
func (r Row) ETag() table.ETag { return table.Entity{Timestamp: r.Timestamp()}.ETag() }

// Size returns the bytes the entity is billed for.
func (r Row) Size() int { return int(half(r.data[8:])) }

// Width says how much a search for a property looks through: the properties, and their bytes.
func (r *Row) Width() int {
	count, _ := uvarint(r.data, rowHead)
	return 8 + count + len(r.data)/64
}

// Entity decodes the row. It appends the properties to into, which can be nil, if want returns true for
// their name; a nil want takes all.
func (r Row) Entity(into []table.Property, want func(name string) bool) table.Entity {
	at, count := r.reader()
	if want == nil {
		into = slices.Grow(into, count)
	}
	for range count {
		name := at.text()
		if want != nil && !want(name) {
			at.skip()
			continue
		}
		into = append(into, table.Property{Name: name, Value: at.value()})
	}
	return table.Entity{Key: r.Key(), Timestamp: r.Timestamp(), Properties: into}
}

// reader returns a reader of the properties, and how many there are.
func (r Row) reader() (at reader, count int) {
	at = reader{data: r.data, at: rowHead}
	return at, at.uvarint()
}

// encode returns the key and the row of an entity in the table tbl. They share one allocation, because a
// scan looks at both and is faster when they are next to each other.
func encode(tbl string, e table.Entity) (key, row string) {
	data := keys.AppendEntity(make([]byte, 0, 512), tbl, e.Key)
	n := len(data)
	data = appendProperties(appendHead(data, e.Timestamp, e.Size()), e.Properties)
	both := string(data)
	return both[:n], both[n:]
}

func appendHead(data []byte, at table.Ticks, size int) []byte {
	data = binary.BigEndian.AppendUint64(data, uint64(at))
	return binary.BigEndian.AppendUint32(data, uint32(size))
}

func appendProperties(data []byte, properties []table.Property) []byte {
	data = binary.AppendUvarint(data, uint64(len(properties)))
	for _, p := range properties {
		data = appendText(data, p.Name)
		data = append(data, byte(p.Value.Kind()))
		if textual(p.Value.Kind()) {
			data = appendText(data, p.Value.Text())
		} else {
			data = binary.BigEndian.AppendUint64(data, p.Value.Bits())
		}
	}
	return data
}

func appendText(data []byte, s string) []byte {
	return append(binary.AppendUvarint(data, uint64(len(s))), s...)
}

func textual(k table.Kind) bool {
	return k == table.String || k == table.Binary || k == table.GUID
}

// reader decodes the bytes of a row. Only encode writes rows, so a malformed one is a bug, and panics.
type reader struct {
	data string
	at   int // of the next byte
}

// uvarint decodes a number. Most have one byte; long decodes the others.
func uvarint(data string, at int) (n, next int) {
	if b := data[at]; b < 0x80 {
		return int(b), at + 1
	}
	return long(data, at)
}

//go:noinline
func long(data string, at int) (n, next int) {
	for shift := 0; ; shift += 7 {
		b := data[at]
		at++
		n |= int(b&0x7F) << shift
		if b < 0x80 {
			return n, at
		}
	}
}

// find returns where the value of the property called name is, or -1, given where the first of count
// properties is. Filters spend their time here.
func find(data string, at, count int, name string) int {
	n := 0
	for range count {
		n, at = uvarint(data, at)
		if n == len(name) && data[at:at+n] == name {
			return at + n
		}
		at += n + 1
		if textual(table.Kind(data[at-1])) {
			n, at = uvarint(data, at)
			at += n
		} else {
			at += 8
		}
	}
	return -1
}

func (r *reader) uvarint() (n int) {
	n, r.at = uvarint(r.data, r.at)
	return n
}

func (r *reader) take(n int) string {
	from := r.at
	r.at += n
	return r.data[from:r.at]
}

func (r *reader) text() string { return r.take(r.uvarint()) }

func (r *reader) kind() table.Kind {
	r.at++
	return table.Kind(r.data[r.at-1])
}

func (r *reader) value() table.Value {
	k := r.kind()
	if textual(k) {
		return table.TextValue(k, r.text())
	}
	return table.BitsValue(k, word(r.take(8)))
}

func (r *reader) skip() {
	n := 8
	if textual(r.kind()) {
		n = r.uvarint()
	}
	r.at += n
}

// word and half decode big-endian numbers. encoding/binary would need byte slices; written like this, they
// compile to plain loads.
func word(s string) uint64 { return uint64(half(s))<<32 | uint64(half(s[4:])) }

func half(s string) uint32 {
	return uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
}
