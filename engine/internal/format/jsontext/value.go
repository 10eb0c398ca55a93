package jsontext

import (
	"math"
	"strconv"
	"strings"
)

// Type says what a Value is.
type Type int

// The types of values. A Value that doesn't exist has the zero Type, as null does.
const (
	Null Type = iota
	False
	True
	Number
	String
	Object
	Array
)

// Value is a value in a JSON text. The zero Value doesn't exist, which isn't the same as null.
type Value struct {
	Type Type
	Raw  string // as written
	Str  string // the content of a String, without quotes and escapes
}

// Exists reports whether there is a value. null is one.
func (v Value) Exists() bool { return v.Raw != "" }

// IsObject reports whether the value is an object.
func (v Value) IsObject() bool { return v.Type == Object }

// IsArray reports whether the value is an array.
func (v Value) IsArray() bool { return v.Type == Array }

// Bool reports whether the value is true.
func (v Value) Bool() bool { return v.Type == True }

// Int returns a Number without its fraction, and 0 for everything else. A number that is too large or too
// small becomes the nearest one that an int64 can be, on every processor.
func (v Value) Int() int64 {
	if v.Type != Number {
		return 0
	}
	if !strings.ContainsAny(v.Raw, ".eE") {
		n, _ := strconv.ParseInt(v.Raw, 10, 64) // the nearest one where it's out of range
		return n
	}
	switch f := v.float(); {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	default:
		return int64(f)
	}
}

func (v Value) float() float64 {
	n, _ := strconv.ParseFloat(v.Raw, 64)
	return n
}

// String returns the content of a String, a Number without an exponent, "" for null, and everything else as
// written.
func (v Value) String() string {
	switch v.Type {
	case Null:
		return ""
	case String:
		return v.Str
	case Number:
		if digits(v.Raw, sign(v.Raw)) < len(v.Raw) {
			return strconv.FormatFloat(v.float(), 'f', -1, 64)
		}
	}
	return v.Raw
}

// Array returns the elements of an array. Any other value counts as an array of itself, except null, which
// counts as an empty one.
func (v Value) Array() []Value {
	if v.Type == Object {
		return []Value{v}
	}
	var elements []Value
	v.ForEach(func(_, element Value) bool {
		elements = append(elements, element)
		return true
	})
	return elements
}

// Map returns the members of an object. If two have the same name, the first one counts.
func (v Value) Map() map[string]Value {
	members := map[string]Value{}
	v.ForEach(func(name, member Value) bool {
		if _, found := members[name.Str]; !found {
			members[name.Str] = member
		}
		return true
	})
	return members
}

// ForEach yields the members of an object with their names, or the elements of an array, until yield returns
// false. Of any other value it yields the value itself, and of null nothing.
func (v Value) ForEach(yield func(name, value Value) bool) {
	if v.Type != Object && v.Type != Array {
		if v.Type != Null {
			yield(Value{}, v)
		}
		return
	}
	for c := v.Cursor(); c.Next(); {
		if !yield(c.Name, c.Value) {
			return
		}
	}
}

// Cursor walks over the members of an object or the elements of an array.
type Cursor struct {
	Name, Value Value // where it is; elements have no name
	text        string
	at          int  // after the value
	closing     byte // the bracket at the end
	ended       bool // at that bracket
	broken      bool // at something that can't be there
}

// Cursor returns a cursor before the first member or element of an object or an array.
func (v Value) Cursor() Cursor {
	if v.Type == Object {
		return Cursor{text: v.Raw, closing: '}'}
	}
	return Cursor{text: v.Raw, closing: ']'}
}

// Members returns a cursor for a text that should be an object, which can have whitespace around it. When
// there is no next member, Valid says whether it was one.
func Members(text string) Cursor {
	text = strings.Trim(text, " \t\r\n")
	return Cursor{text: text, closing: '}', broken: !is(text, 0, '{')}
}

// Valid reports whether the cursor has come to the end of an object or an array.
func (c *Cursor) Valid() bool { return c.ended && !c.broken }

// Next moves to the next member or element, and reports whether there is one.
func (c *Cursor) Next() bool {
	if c.ended || c.broken {
		return false
	}
	text, at := c.text, blanks(c.text, max(c.at, 1))
	if is(text, at, c.closing) {
		c.ended, c.broken = true, at != len(text)-1
		return false
	}
	if c.at > 0 {
		c.broken = !is(text, at, ',')
		at = blanks(text, at+1)
	}
	if c.closing == '}' && !c.broken {
		begin, ok := at, false
		if at, ok = name(text, at); ok {
			end := strings.LastIndexByte(text[begin:at], '"')
			c.Name = as(text[begin : begin+end+1])
		}
		c.broken = !ok
	}
	if c.broken {
		return false
	}
	end, ok := value(text, at, MaxNesting-1)
	if c.broken = !ok; ok {
		c.Value, c.at = as(text[at:end]), end
	}
	return ok
}

// Parse returns the value in a text, which needs to be valid or empty. An empty text has no value.
func Parse(text string) Value {
	text = strings.Trim(text, " \t\r\n")
	if text == "" {
		return Value{}
	}
	return as(text)
}

// as returns the value that a text is as a whole.
func as(text string) Value {
	v := Value{Raw: text}
	switch text[0] {
	case '{':
		v.Type = Object
	case '[':
		v.Type = Array
	case '"':
		v.Type, v.Str = String, unescape(v.Raw[1:len(v.Raw)-1])
	case 't':
		v.Type = True
	case 'f':
		v.Type = False
	case 'n':
		v.Type = Null
	default:
		v.Type = Number
	}
	return v
}
