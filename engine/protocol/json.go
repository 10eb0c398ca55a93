package protocol

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// Of package reflect this uses what is small: Value.Set, Value.IsZero and StructTag.Get would make the
// programs of pages 30 KB larger.

// member is what a field of a struct is in JSON: a member of an object, or an item of a tuple, which has no
// name.
type member struct {
	name     string
	is       string // its only value
	optional bool   // left out if it's zero
	alone    bool   // what a string in place of the object is
	embedded bool   // a struct whose members these are
}

var known sync.Map // from the reflect.Type of a struct to its []member

// members returns what each field of a struct is.
func members(of reflect.Type) []member {
	if all, found := known.Load(of); found {
		return all.([]member)
	}
	all := make([]member, of.NumField())
	for i := range all {
		f, m := of.Field(i), &all[i]
		name, option, _ := strings.Cut(tag(f.Tag, "json"), ",")
		m.name, m.optional, m.embedded = name, option == "omitempty", f.Anonymous
		m.alone = tag(f.Tag, "alone") != ""
		if is := tag(f.Tag, "is"); is != "" {
			m.name, m.is, _ = strings.Cut(is, "=")
		}
	}
	known.Store(of, all)
	return all
}

// tag returns what a field's tag has for a key. Nothing in it is escaped.
func tag(of reflect.StructTag, key string) string {
	_, value, _ := strings.Cut(string(of), key+`:"`)
	value, _, _ = strings.Cut(value, `"`)
	return value
}

// isTuple reports whether a struct is an array.
func isTuple(all []member) bool { return len(all) > 0 && all[0].name == "" && !all[0].embedded }

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

// member begins a member of an object, or an item.
func (w *writer) member(name string) {
	w.next()
	if name != "" {
		w.text(name)
		w.put(":")
	}
}

// value writes a value. A number has as few digits as give it back.
func (w *writer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		w.text(v.String())
	case reflect.Int:
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
	case reflect.Float64:
		w.b = strconv.AppendFloat(w.b, v.Float(), 'f', -1, 64)
	case reflect.Bool:
		w.b = strconv.AppendBool(w.b, v.Bool())
	case reflect.Interface:
		w.b = v.Interface().(ViewNode).AppendJSON(w.b)
	case reflect.Pointer:
		if v.IsNil() {
			w.put("null")
		} else {
			w.value(v.Elem())
		}
	case reflect.Slice:
		w.list(v)
	case reflect.Struct:
		brackets := "{}"
		if isTuple(members(v.Type())) {
			brackets = "[]"
		}
		w.put(brackets[:1])
		w.fields(v)
		w.put(brackets[1:])
	}
}

func (w *writer) list(v reflect.Value) {
	if headers, ok := v.Interface().(HeaderMembers); ok {
		w.put("{")
		for _, h := range headers {
			w.member(h.Name)
			w.text(h.Value)
		}
		w.put("}")
		return
	}
	w.put("[")
	for i := range v.Len() {
		w.next()
		w.value(v.Index(i))
	}
	w.put("]")
}

func (w *writer) fields(v reflect.Value) {
	for i, m := range members(v.Type()) {
		switch f := v.Field(i); {
		case m.embedded:
			w.fields(f)
		case m.is != "":
			w.member(m.name)
			w.put(m.is)
		case !m.optional || !empty(f):
			w.member(m.name)
			w.value(f)
		}
	}
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice:
		return v.Len() == 0
	case reflect.Int:
		return v.Int() == 0
	case reflect.Float64:
		return v.Float() == 0
	case reflect.Bool:
		return !v.Bool()
	case reflect.Interface, reflect.Pointer:
		return v.IsNil()
	}
	return false
}

// read reads a value, and reports whether it has the shape. A string can be any value, and what isn't a
// number or a truth value is 0 or false.
func read(v reflect.Value, from *jsontext.Value) bool {
	switch v.Kind() {
	case reflect.String:
		v.SetString(from.String())
	case reflect.Int:
		v.SetInt(from.Int())
	case reflect.Bool:
		v.SetBool(from.Bool())
	case reflect.Slice:
		items, n := from.Array(), 0
		if len(items) == 0 {
			return true
		}
		v.Grow(len(items))
		v.SetLen(len(items))
		for i := range items {
			if read(v.Index(n), &items[i]) {
				n++
			}
		}
		v.SetLen(n)
	case reflect.Pointer:
		if to := reflect.New(v.Type().Elem()); read(to.Elem(), from) {
			*(*unsafe.Pointer)(unsafe.Pointer(v.UnsafeAddr())) = to.UnsafePointer()
		}
	case reflect.Struct:
		return readStruct(v, from)
	}
	return true
}

func readStruct(v reflect.Value, from *jsontext.Value) bool {
	all := members(v.Type())
	switch {
	case isTuple(all):
		items := from.Array()
		if !from.IsArray() || len(items) != len(all) {
			return false
		}
		for i := range items {
			read(v.Field(i), &items[i])
		}
	case from.IsObject():
		readFields(v, from.Map())
	default:
		for i := range all {
			if all[i].alone {
				return read(v.Field(i), from)
			}
		}
		return false
	}
	return true
}

func readFields(v reflect.Value, given map[string]jsontext.Value) {
	for i, m := range members(v.Type()) {
		if m.embedded {
			readFields(v.Field(i), given)
		} else if value, found := given[m.name]; found && m.is == "" {
			read(v.Field(i), &value)
		}
	}
}
