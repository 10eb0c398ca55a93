package protocol

import (
	"strconv"
	"unsafe"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// shape is how a type is laid out in memory and in JSON: what encoding/json would find out by
// reflection. The shapes of the contract are generated. A function for each type would make the
// programs of pages larger, by about a hundred bytes for each field.
type shape struct {
	kind   kind
	fields []field                    // of an object or a tuple
	of     *shape                     // of a list or a pointer
	size   uintptr                    // of what a list or a pointer is of
	make   func(n int) unsafe.Pointer // makes n of these, if they're read
	plain  int                        // of an object that can be a string, which field, from 1
}

type field struct {
	name     string
	offset   uintptr
	shape    *shape
	optional bool // left out if it's zero
}

type kind uint8

const (
	text kind = iota
	whole
	number
	truth
	always  // true
	never   // false
	object  // a struct
	tuple   // a struct as an array
	list    // a slice
	members // a slice of Header as an object
	pointer // null if it's nil
	own     // what has AppendJSON
)

var (
	textShape    = shape{kind: text}
	wholeShape   = shape{kind: whole}
	numberShape  = shape{kind: number}
	truthShape   = shape{kind: truth}
	alwaysShape  = shape{kind: always}
	neverShape   = shape{kind: never}
	membersShape = shape{kind: members}
	ownShape     = shape{kind: own}
)

// slice is what a slice is in memory.
type slice struct {
	data     unsafe.Pointer
	len, cap int
}

// several makes n values of a type.
func several[T any](n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]T, n))) }

// writer appends JSON.
type writer struct{ b []byte }

func (w *writer) put(s string) { w.b = append(w.b, s...) }

func (w *writer) text(s string) { w.b = odata.AppendString(w.b, s) }

// next separates what follows from what is before it at the same depth.
func (w *writer) next() {
	if last := w.b[len(w.b)-1]; last != '{' && last != '[' {
		w.put(",")
	}
}

// value writes what is at p.
func (w *writer) value(s *shape, p unsafe.Pointer) {
	switch s.kind {
	case text:
		w.text(*(*string)(p))
	case whole:
		w.b = strconv.AppendInt(w.b, int64(*(*int)(p)), 10)
	case number: // in as few digits as give it back
		w.b = strconv.AppendFloat(w.b, *(*float64)(p), 'f', -1, 64)
	case truth:
		w.b = strconv.AppendBool(w.b, *(*bool)(p))
	case always:
		w.put("true")
	case never:
		w.put("false")
	case own:
		w.b = (*(*ViewNode)(p)).AppendJSON(w.b)
	case pointer:
		if to := *(*unsafe.Pointer)(p); to != nil {
			w.value(s.of, to)
		} else {
			w.put("null")
		}
	default:
		w.several(s, p)
	}
}

// several writes what has brackets around it.
func (w *writer) several(s *shape, p unsafe.Pointer) {
	switch s.kind {
	case list:
		w.put("[")
		for i := range (*slice)(p).len {
			w.next()
			w.value(s.of, unsafe.Add((*slice)(p).data, uintptr(i)*s.size))
		}
		w.put("]")
	case members:
		w.put("{")
		for _, h := range *(*[]Header)(p) {
			w.member(h.Name)
			w.text(h.Value)
		}
		w.put("}")
	case tuple:
		w.put("[")
		for i := range s.fields {
			w.next()
			w.value(s.fields[i].shape, unsafe.Add(p, s.fields[i].offset))
		}
		w.put("]")
	default:
		w.put("{")
		for i := range s.fields {
			f := &s.fields[i]
			if at := unsafe.Add(p, f.offset); !f.optional || !empty(f.shape, at) {
				w.member(f.name)
				w.value(f.shape, at)
			}
		}
		w.put("}")
	}
}

// member begins a member of an object.
func (w *writer) member(name string) {
	w.next()
	w.text(name)
	w.put(":")
}

// empty reports whether what is at p is zero.
func empty(s *shape, p unsafe.Pointer) bool {
	switch s.kind {
	case text:
		return *(*string)(p) == ""
	case whole:
		return *(*int)(p) == 0
	case number:
		return *(*float64)(p) == 0
	case truth:
		return !*(*bool)(p)
	case list, members:
		return (*slice)(p).len == 0
	case own:
		return *(*ViewNode)(p) == nil
	case pointer:
		return *(*unsafe.Pointer)(p) == nil
	}
	return false
}

// read reads a value to where p is, and reports whether it has the shape. A string can be any
// value, and what isn't a number or a truth value is 0 or false.
func (s *shape) read(p unsafe.Pointer, v *jsontext.Value) bool {
	switch s.kind {
	case text:
		*(*string)(p) = v.String()
	case whole:
		*(*int)(p) = int(v.Int())
	case truth:
		*(*bool)(p) = v.Bool()
	case list:
		items, n := v.Array(), 0
		if len(items) == 0 {
			return true
		}
		data := s.make(len(items))
		for i := range items {
			if s.of.read(unsafe.Add(data, uintptr(n)*s.size), &items[i]) {
				n++
			}
		}
		*(*slice)(p) = slice{data, n, len(items)}
	case pointer:
		if to := s.make(1); s.of.read(to, v) {
			*(*unsafe.Pointer)(p) = to
		}
	case tuple:
		items := v.Array()
		if !v.IsArray() || len(items) != len(s.fields) {
			return false
		}
		for i := range items {
			s.fields[i].shape.read(unsafe.Add(p, s.fields[i].offset), &items[i])
		}
	case object:
		return s.readObject(p, v)
	}
	return true
}

func (s *shape) readObject(p unsafe.Pointer, v *jsontext.Value) bool {
	if !v.IsObject() {
		if s.plain > 0 {
			f := &s.fields[s.plain-1]
			return f.shape.read(unsafe.Add(p, f.offset), v)
		}
		return false
	}
	given := v.Map()
	for i := range s.fields {
		f := &s.fields[i]
		if v, found := given[f.name]; found {
			f.shape.read(unsafe.Add(p, f.offset), &v)
		}
	}
	return true
}
