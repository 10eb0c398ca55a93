package protocol

import (
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// member is a member of an object, or an item of a tuple, which has no name.
type member struct {
	name     string
	index    []int  // of the field, through the structs that are embedded
	is       string // its only value
	optional bool   // left out if it's zero
	alone    bool   // what a string in place of the object is
}

var known sync.Map // from the reflect.Type of a struct to its []member

// members returns those of a struct.
func members(of reflect.Type) []member {
	if all, found := known.Load(of); found {
		return all.([]member)
	}
	all := []member{}
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Anonymous {
			for _, m := range members(f.Type) {
				m.index = append([]int{i}, m.index...)
				all = append(all, m)
			}
			continue
		}
		m := member{index: f.Index}
		option := ""
		m.name, option, _ = strings.Cut(f.Tag.Get("json"), ",")
		m.optional, m.alone = option == "omitempty", option == "alone"
		if is := f.Tag.Get("is"); is != "" {
			m.name, m.is, _ = strings.Cut(is, "=")
		}
		all = append(all, m)
	}
	known.Store(of, all)
	return all
}

// isTuple reports whether the members are the items of a tuple.
func isTuple(all []member) bool { return len(all) > 0 && all[0].name == "" }

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
		w.fields(v)
	}
}

func (w *writer) list(v reflect.Value) {
	if v.Type() == reflect.TypeFor[HeaderMembers]() {
		w.put("{")
		for i := range v.Len() {
			w.member(v.Index(i).Field(0).String())
			w.value(v.Index(i).Field(1))
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
	all, brackets := members(v.Type()), "{}"
	if isTuple(all) {
		brackets = "[]"
	}
	w.put(brackets[:1])
	for _, m := range all {
		switch f := v.FieldByIndex(m.index); {
		case m.is != "":
			w.member(m.name)
			w.put(m.is)
		case !m.optional || !empty(f):
			w.member(m.name)
			w.value(f)
		}
	}
	w.put(brackets[1:])
}

func empty(v reflect.Value) bool { return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 }

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
		v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
		for i := range items {
			if read(v.Index(n), &items[i]) {
				n++
			}
		}
		v.SetLen(n)
	case reflect.Pointer:
		if to := reflect.New(v.Type().Elem()); read(to.Elem(), from) {
			v.Set(to)
		}
	case reflect.Struct:
		return readFields(v, from)
	}
	return true
}

func readFields(v reflect.Value, from *jsontext.Value) bool {
	all := members(v.Type())
	if isTuple(all) {
		items := from.Array()
		if !from.IsArray() || len(items) != len(all) {
			return false
		}
		for i := range items {
			read(v.Field(i), &items[i])
		}
		return true
	}
	if !from.IsObject() {
		for _, m := range all {
			if m.alone {
				return read(v.FieldByIndex(m.index), from)
			}
		}
		return false
	}
	given := from.Map()
	for _, m := range all {
		if value, found := given[m.name]; found && m.is == "" {
			read(v.FieldByIndex(m.index), &value)
		}
	}
	return true
}
