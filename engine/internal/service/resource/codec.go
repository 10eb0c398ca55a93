package resource

import (
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Writer encodes the fields of a record, one after the other.
type Writer struct{ Data []byte }

// Number appends a number that isn't negative, in as few bytes as it needs.
func (w *Writer) Number(n int64) {
	for n >= 0x80 {
		w.Data = append(w.Data, byte(n)|0x80)
		n >>= 7
	}
	w.Data = append(w.Data, byte(n))
}

// Time appends an instant.
func (w *Writer) Time(t table.Ticks) { w.Number(int64(t)) }

// Text appends a string.
func (w *Writer) Text(s string) {
	w.Number(int64(len(s)))
	w.Data = append(w.Data, s...)
}

// Flag appends whether something holds.
func (w *Writer) Flag(holds bool) {
	n := int64(0)
	if holds {
		n = 1
	}
	w.Number(n)
}

// Metadata appends metadata.
func (w *Writer) Metadata(m Metadata) {
	w.Number(int64(len(m)))
	for _, pair := range m {
		w.Text(pair.Name)
		w.Text(pair.Value)
	}
}

// Reader decodes the fields of a record in the order in which a Writer wrote them. A record that ends early
// is a bug, because only a Writer makes them, so a Reader panics.
type Reader struct{ rest string }

// Read returns a Reader of a record's data.
func Read(data string) *Reader { return &Reader{data} }

// Number returns the next field, a number.
func (r *Reader) Number() int64 {
	var n int64
	for shift := 0; ; shift += 7 {
		b := r.take(1)[0]
		n |= int64(b&0x7F) << shift
		if b < 0x80 {
			return n
		}
	}
}

// Time returns the next field, an instant.
func (r *Reader) Time() table.Ticks { return table.Ticks(r.Number()) }

// Text returns the next field, a string.
func (r *Reader) Text() string { return r.take(int(r.Number())) }

// Flag returns the next field, whether something holds.
func (r *Reader) Flag() bool { return r.Number() != 0 }

// Metadata returns the next field, metadata.
func (r *Reader) Metadata() (m Metadata) {
	for range r.Number() {
		name := r.Text()
		m = append(m, wire.Header{Name: name, Value: r.Text()})
	}
	return m
}

// More reports whether there is another field: records of earlier versions can have fewer.
func (r *Reader) More() bool { return r.rest != "" }

func (r *Reader) take(n int) string {
	if n > len(r.rest) {
		panic("bug: a record ends early")
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}
