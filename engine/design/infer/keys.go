package infer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// property is a property with a value for each entity: the zero Value where it's missing.
type property struct {
	*design.Property
	values []table.Value
}

func newProperty(name string, kind table.Kind, values []table.Value) property {
	return property{&design.Property{Name: name, Kind: kind}, values}
}

// has reports whether an entity has the property.
func (p *property) has(i int) bool { return p.values[i].Kind() != 0 }

// at returns the property with the values of some entities.
func (p property) at(some []int) property { return property{p.Property, pick(p.values, some)} }

func pick[T any](all []T, at []int) []T {
	some := make([]T, len(at))
	for i, j := range at {
		some[i] = all[j]
	}
	return some
}

// made is how a key is made, and the properties that it needs besides those that are there.
type made struct {
	parts []design.Part
	more  []property
}

// few entities can have something in common by chance.
const few = 20

// keyOf finds out how keys are made: of which properties, in which format, and with which text
// between them. What can't be found in a property becomes a property of its own. plain is what to
// call one for which the key has no name, and start is the text that all keys are known to begin
// with.
func keyOf(all []string, properties []property, plain, start string) (m made) {
	first := all[0]
	if len(all) > 1 && (len(all) >= few || !hasDigit(first)) && same(all) {
		return made{parts: []design.Part{{Literal: first}}}
	}
	left := make([]string, len(all))
	for i, key := range all {
		left[i] = key[len(start):]
	}
	for start != "" {
		word := firstWord(start)
		m.parts = append(m.parts, design.Part{Literal: word})
		start = start[len(word):]
	}
	for slices.ContainsFunc(left, func(s string) bool { return s != "" }) {
		known := slices.Concat(properties, m.more)
		part, lengths := propertyAt(left, known)
		if lengths == nil {
			var more *property
			if part, lengths, more = timeAt(left, known); lengths == nil {
				part, lengths = textAt(left)
			}
			if lengths == nil {
				part, lengths, more = restAt(left, known, m.parts, plain)
			}
			if more != nil {
				m.more = append(m.more, *more)
			}
		}
		m.parts = append(m.parts, part)
		for i := range left {
			left[i] = left[i][lengths[i]:]
		}
	}
	return m
}

func same(all []string) bool {
	return !slices.ContainsFunc(all, func(s string) bool { return s != all[0] })
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func hasDigit(s string) bool { return strings.ContainsFunc(s, isDigit) }

func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }

// span returns how much of a text has such characters at its beginning.
func span(s string, of func(rune) bool) int {
	if end := strings.IndexFunc(s, func(c rune) bool { return !of(c) }); end >= 0 {
		return end
	}
	return len(s)
}

// firstWord returns the word, or the character between words, that a text begins with.
func firstWord(s string) string {
	if n := span(s, inWord); n > 0 {
		return s[:n]
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// propertyAt returns the property that all texts begin with, and how much of each it is.
func propertyAt(left []string, properties []property) (design.Part, []int) {
	for _, p := range properties {
		if !varies(p.values) {
			continue
		}
		for _, part := range formatsOf(p.Property, left[0]) {
			if lengths := rendered(left, part, p.values); lengths != nil {
				return part, lengths
			}
		}
	}
	return design.Part{}, nil
}

// varies reports whether all entities have a value, and not all the same.
func varies(values []table.Value) bool {
	different := false
	for _, v := range values {
		if v.Kind() == 0 {
			return false
		}
		different = different || v != values[0]
	}
	return different
}

// rendered returns the lengths of the values in a format if each text begins with its own, and no
// longer word.
func rendered(left []string, part design.Part, values []table.Value) []int {
	lengths := make([]int, len(left))
	var room [64]byte
	for i, v := range values {
		text, err := keys.Append(room[:0], part, v)
		rest, begins := strings.CutPrefix(left[i], string(text))
		next, _ := utf8.DecodeRuneInString(rest)
		if err != nil || len(text) == 0 || !begins || inWord(next) {
			return nil
		}
		lengths[i] = len(text)
	}
	return lengths
}

// formatsOf returns the formats in which values can be in a key that goes on with a text.
func formatsOf(p *design.Property, text string) (all []design.Part) {
	switch p.Kind {
	case table.Int32, table.Int64:
		if width := span(text, isDigit); width > 1 {
			all = append(all, design.Part{Property: p, Format: design.Padded, Width: width})
		}
	case table.DateTime:
		all = append(all, design.Part{Property: p, Format: design.ISO},
			design.Part{Property: p, Format: design.Inverted})
		for u := design.Second; u <= design.Year; u++ {
			all = append(all, design.Part{Property: p, Format: design.Cut, Unit: u})
		}
		return all
	case table.String:
		return append(all, design.Part{Property: p}, design.Part{Property: p, Format: design.Lower})
	case table.GUID:
	default:
		return nil
	}
	return append(all, design.Part{Property: p})
}

// textAt returns the word, or the character between words, that all texts begin with.
func textAt(left []string) (design.Part, []int) {
	word := firstWord(left[0])
	for _, text := range left {
		if firstWord(text) != word {
			return design.Part{}, nil
		}
	}
	// Digits that are the same in a few entities are another number in the next one.
	if word == "" || len(left) < 2 || len(left) < few && hasDigit(word) {
		return design.Part{}, nil
	}
	return design.Part{Literal: word}, slices.Repeat([]int{len(word)}, len(left))
}

// restAt returns a property that only the key has: up to what separates it from the next one, or to
// the end.
func restAt(
	left []string, properties []property, before []design.Part, plain string,
) (design.Part, []int, *property) {
	lengths, values := make([]int, len(left)), make([]table.Value, len(left))
	apart := true
	for i, text := range left {
		lengths[i] = separator(text)
		apart = apart && lengths[i] > 0 && text[lengths[i]] == left[0][lengths[0]]
	}
	for i, text := range left {
		if !apart {
			lengths[i] = len(text)
		}
		values[i] = table.StringValue(text[:lengths[i]])
	}
	more := newProperty(unused(nameAfter(before, plain), properties), table.String, values)
	return design.Part{Property: more.Property}, lengths, &more
}

// separator returns the place of what separates properties, or -1. A hyphen is often inside of one,
// unless a time comes after it.
func separator(text string) int {
	for i, c := range text {
		switch {
		case strings.ContainsRune("_|~:;", c):
			return i
		case c == '-':
			rest := text[i+1:]
			year := span(rest, isDigit)
			month, isDate := strings.CutPrefix(rest[year:], "-")
			if year == countedDigits || isDate && year == 4 && span(month, isDigit) == 2 {
				return i
			}
		}
	}
	return -1
}

// nameAfter returns the word that a key has in front of a property, or else another name.
func nameAfter(before []design.Part, plain string) string {
	last := len(before) - 1
	if last >= 0 && before[last].Literal != "_" && !strings.ContainsFunc(before[last].Literal, inName) {
		last--
	}
	if last >= 0 {
		if word := before[last].Literal; len(word) > 2 && span(word, isLetter) == len(word) {
			plain = word
		}
	}
	return capital(plain)
}

func isUpper(c rune) bool { return c >= 'A' && c <= 'Z' }

func isLetter(c rune) bool { return isUpper(c) || c >= 'a' && c <= 'z' }

// inName reports whether a character can be in a name: it's a letter or a digit in ASCII.
func inName(c rune) bool { return isLetter(c) || isDigit(c) }

func capital(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }

// unused returns a name that no property has.
func unused(name string, properties []property) string {
	return free(name, "", func(name string) bool {
		return slices.ContainsFunc(properties, func(p property) bool { return p.Name == name })
	})
}

// free returns a name that isn't taken: with a number, if it is.
func free(name, gap string, taken func(string) bool) string {
	found := name
	for n := 2; taken(found); n++ {
		found = name + gap + strconv.Itoa(n)
	}
	return found
}

// template writes how a key is made.
func template(parts []design.Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.String())
	}
	return b.String()
}

// names returns the properties of parts, each once.
func names(parts ...design.Part) (all []string) {
	for _, p := range parts {
		if p.Property != nil && !slices.Contains(all, p.Property.Name) {
			all = append(all, p.Property.Name)
		}
	}
	return all
}
