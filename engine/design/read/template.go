package read

import (
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// template reads a key's template: literals and {Property:format}.
func (r *reader) template(e *design.Entity, n *node) design.Template {
	t := design.Template{Text: n.text, Line: n.line}
	if len(n.text) > maxKey {
		r.fail(n.place, "this key has more than 1,024 bytes", "The service has no longer keys.")
		return t
	}
	at := func(i int) place { return place{n.line, n.column + len([]rune(n.text[:i]))} }
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			t.Parts = append(t.Parts, design.Part{Literal: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(n.text); {
		c := n.text[i]
		switch {
		case (c == '{' || c == '}') && i+1 < len(n.text) && n.text[i+1] == c:
			literal.WriteByte(c)
			i += 2
		case c == '}':
			r.fail(at(i), "this brace closes nothing", "Write }} for a brace.")
			return t
		case c == '{':
			end := strings.IndexByte(n.text[i:], '}')
			if end < 0 {
				r.fail(at(i), "this brace isn't closed", "Write {Property}, or {{ for a brace.")
				return t
			}
			flush()
			if part, ok := r.part(e, at(i+1), n.text[i+1:i+end]); ok {
				t.Parts = append(t.Parts, part)
			}
			i += end + 1
		default:
			size := runeLen(n.text[i:])
			if !table.ValidKey(n.text[i : i+size]) {
				r.fail(at(i), "a key can't have "+quote(n.text[i:i+size]),
					`Keys have no / \ # ? and no control characters.`)
			}
			literal.WriteString(n.text[i : i+size])
			i += size
		}
	}
	flush()
	return t
}

// The greatest numbers in a format, and the length of the longest template.
const (
	maxKey   = 1024
	maxWidth = 19 // of a padded number; one less of an inverted one, because there's 10 to the power of it
	maxHash  = 10000
)

// part reads what is between braces.
func (r *reader) part(e *design.Entity, at place, text string) (design.Part, bool) {
	name, format, formatted := strings.Cut(text, ":")
	p := design.Part{Property: r.named(e, at, name)}
	if p.Property == nil {
		return p, false
	}
	at.column += len([]rune(name)) + 1
	kind := p.Property.Kind
	if kind == table.Double || kind == table.Binary {
		r.fail(at, kindName(kind)+" can't be in a key",
			"Its text doesn't sort as its values do. Use a whole number or a string.")
		return p, false
	}
	if !formatted {
		return p, true
	}
	wants, ok := r.format(&p, at, name, format)
	if !ok {
		return p, false
	}
	if kind != wants {
		r.fail(at, name+" is "+kindName(kind)+", and "+format+" is for "+kindName(wants),
			"A number of digits is for whole numbers, iso and dates for times, inverted for both, lower for strings, "+
				"hash for all.")
		return p, false
	}
	if p.Width > 0 && p.Format != design.Hash && p.Property.Min < 0 {
		r.fail(at, name+" can be negative, so its digits don't sort", "Give it a min of 0 or more.")
		return p, false
	}
	return p, true
}

// format reads the format of a property, and returns the type that it's for.
func (r *reader) format(p *design.Part, at place, name, format string) (wants table.Kind, ok bool) {
	kind := p.Property.Kind
	number, hashed := strings.CutPrefix(format, "hash ")
	width, isWidth := digits(format)
	backwards, inverted := strings.CutPrefix(format, "inverted")
	wants = kind
	switch {
	case hashed:
		p.Format = design.Hash
		if p.Width, ok = digits(number); !ok || p.Width < 2 || p.Width > maxHash {
			r.fail(at, "expected hash and how many values", "Write {"+name+":hash 16}, from 2 to 10000.")
			return 0, false
		}
	case isWidth:
		p.Format, p.Width = design.Padded, width
		if wants = table.Int64; kind == table.Int32 {
			wants = kind
		}
		if width < 1 || width > maxWidth {
			r.fail(at, "a number can't be padded to "+format+" digits", "Use 1 to 19.")
			return 0, false
		}
	case format == "iso":
		p.Format, wants = design.ISO, table.DateTime
	case inverted && (kind == table.Int32 || kind == table.Int64):
		p.Format = design.Inverted
		if p.Width, _ = digits(strings.TrimLeft(backwards, " ")); p.Width < 1 || p.Width >= maxWidth {
			r.fail(at, "expected inverted and how many digits", "Write {"+name+":inverted 10}, from 1 to 18.")
			return 0, false
		}
	case format == "inverted":
		p.Format, wants = design.Inverted, table.DateTime
	case format == "lower":
		p.Format, wants = design.Lower, table.String
	default:
		p.Format, wants = design.Cut, table.DateTime
		p.Unit = design.UnitOf(func(u design.Unit) bool { return format == u.Format() })
		if p.Unit == design.NoUnit {
			r.fail(at, "there's no format "+quote(format),
				"Use digits, iso, inverted, yyyy-MM-dd and its parts, hash N or lower.")
			return 0, false
		}
	}
	return wants, true
}

// digits returns the number of at most nine digits that a text is.
func digits(s string) (n int, ok bool) {
	if s == "" || len(s) > 9 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}
