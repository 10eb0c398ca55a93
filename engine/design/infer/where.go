package infer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// term is what a question knows of a property.
type term struct {
	property string
	text     string
	unit     bool // it knows a unit of time that the value is in
	whole    bool // it knows the value itself, not only a range that it's in
}

// equal returns the terms of a question that knows parts of a key.
func equal(parts ...design.Part) (all []term) {
	for _, part := range parts {
		switch p := part.Property; {
		case p == nil:
		case part.Format == design.Cut:
			t := inUnit(p.Name, part.Unit)
			t.whole = true
			all = append(all, t)
		default:
			all = append(all, term{property: p.Name, text: p.Name + " = ?", whole: true})
		}
	}
	return all
}

func inUnit(name string, u design.Unit) term {
	return term{property: name, text: name + " in " + u.String() + " ?", unit: true}
}

// unique leaves one term for each property: what says the value itself goes before a time's unit.
func unique(all []term) (left []term) {
	for _, t := range all {
		at := slices.IndexFunc(left, func(before term) bool { return before.property == t.property })
		switch {
		case at < 0:
			left = append(left, t)
		case left[at].unit && !t.unit:
			left[at] = t
		}
	}
	return left
}

// known returns what a filter knows. If it's true in several ways, these may differ in the values
// of one property.
func (s *scope) known(ways []way, plain bool) ([]term, error) {
	if !plain || len(ways) == 0 {
		return nil, &unclear{why: "its filter has too many parts, or is never true"}
	}
	several := &unclear{"its filter has an or", true}
	var first []term
	for i, w := range ways {
		terms, err := s.knownIn(w)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first = terms
		} else if !slices.Equal(first, terms) {
			return nil, several
		}
	}
	if len(ways) == 1 {
		return first, nil
	}
	differ := ""
	for i, c := range ways[0] {
		if slices.ContainsFunc(ways, func(w way) bool { return len(w) <= i || w[i].Value != c.Value }) {
			if differ != "" {
				return nil, several
			}
			differ = s.propertyOf(c.Property)
		}
	}
	at := slices.IndexFunc(first, func(t term) bool { return differ != "" && t.text == differ+" = ?" })
	if at < 0 {
		return nil, several
	}
	first[at].text = differ + " in (" + strings.Repeat("?, ", len(ways)-1) + "?)"
	first[at].whole = false
	return first, nil
}

// propertyOf returns the property that a key is, or else the name itself.
func (s *scope) propertyOf(name string) string {
	parts := s.row
	switch name {
	case table.PartitionKey:
		parts = s.partition
	case table.RowKey:
	default:
		return name
	}
	if all := names(parts...); len(all) > 0 {
		return all[0]
	}
	return name
}

// knownIn returns what conditions know that are true together.
func (s *scope) knownIn(w way) ([]term, error) {
	on := func(name string) (found way) {
		for _, c := range w {
			if c.Property == name {
				found = append(found, c)
			}
		}
		return found
	}
	all, err := keyTerms(s.partition, on(table.PartitionKey))
	if err != nil {
		return nil, err
	}
	more, err := keyTerms(s.row, on(table.RowKey))
	if err != nil {
		return nil, err
	}
	all = append(all, more...)
	var done []string
	for _, c := range w {
		name := c.Property
		if isKey(name) || name == s.tell || slices.Contains(done, name) {
			continue
		}
		done = append(done, name)
		kind, has := s.kinds[name]
		if !has {
			return nil, &unclear{why: s.name + " has no property " + name}
		}
		inOrder := func(c *filter.Compare) bool { return c.Op != filter.Equal && c.Op != filter.NotEqual }
		if (kind == table.Binary || kind == table.GUID) && slices.ContainsFunc(on(name), inOrder) {
			return nil, &unclear{why: "values of " + name + " have no order in a design"}
		}
		all = append(all, plainTerms(name, on(name))...)
	}
	return unique(all), nil
}

var signs = [...]string{
	filter.Equal: "=", filter.NotEqual: "!=", filter.GreaterThan: ">", filter.GreaterThanOrEqual: ">=",
	filter.LessThan: "<", filter.LessThanOrEqual: "<=",
}

// bounds returns the conditions that say where a range begins and ends, or nil.
func (w way) bounds() (low, high *filter.Compare) {
	for _, c := range slices.Backward(w) {
		switch c.Op {
		case filter.GreaterThan, filter.GreaterThanOrEqual:
			low = c
		case filter.LessThan, filter.LessThanOrEqual:
			high = c
		}
	}
	return low, high
}

// plainTerms returns what conditions say of a property.
func plainTerms(name string, w way) (all []term) {
	if low, high := w.bounds(); low != nil && high != nil {
		if u := unitBetween(low.Value, high.Value); u != design.NoUnit {
			return []term{inUnit(name, u)}
		}
		return []term{{property: name, text: name + " between ? and ?"}}
	}
	for _, c := range w {
		value := "?"
		if c.Value.Kind() == table.Boolean {
			value = odata.Text(c.Value)
		}
		all = append(all, term{property: name, text: name + " " + signs[c.Op] + " " + value,
			whole: c.Op == filter.Equal})
	}
	return all
}

// unitBetween returns the unit of time that two times are apart, if the first one begins it.
func unitBetween(low, high table.Value) design.Unit {
	if low.Kind() != table.DateTime || high.Kind() != table.DateTime {
		return design.NoUnit
	}
	return design.UnitOf(func(u design.Unit) bool {
		return keys.Floor(low.Ticks(), u) == low.Ticks() && keys.Next(low.Ticks(), u) == high.Ticks()
	})
}

// keyTerms returns what conditions on a key say of the properties that it's made of.
func keyTerms(parts []design.Part, w way) (all []term, err error) {
	is := func(op filter.Operator) bool {
		return slices.ContainsFunc(w, func(c *filter.Compare) bool { return c.Op == op })
	}
	low, high := w.bounds()
	switch {
	case is(filter.Equal):
		return equal(parts...), nil
	case is(filter.NotEqual):
		return nil, &unclear{why: "it excludes a key"}
	case low == nil && high == nil:
		return nil, nil
	}
	var from, to []piece
	if low != nil {
		from = divide(parts, low.Value.Text())
	}
	if high != nil {
		to = divide(parts, high.Value.Text())
	}
	if low != nil && high != nil && endsAt(low.Value.Text(), high.Value.Text()) {
		for _, p := range from {
			more := equal(p.part)
			if !p.closed {
				more, err = begun(p.part, p.text)
			}
			if all = append(all, more...); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	n := 0
	for n < min(len(from), len(to)) && from[n].closed && to[n].closed && from[n].text == to[n].text {
		all = append(all, equal(from[n].part)...)
		n++
	}
	next := names(parts...)
	if n >= len(next) {
		return all, nil
	}
	text := " between ? and ?"
	if one := low; low == nil || high == nil {
		if one == nil {
			one = high
		}
		op := one.Op
		if slices.ContainsFunc(parts, func(p design.Part) bool {
			return p.Format == design.Inverted && p.Property.Name == next[n]
		}) {
			op = op.Swapped()
		}
		text = " " + signs[op] + " ?"
	}
	return append(all, term{property: next[n], text: next[n] + text}), nil
}

// endsAt reports whether a range ends where the texts that begin with its start end.
func endsAt(low, high string) bool {
	last, size := utf8.DecodeLastRuneInString(low)
	if high == low[:len(low)-size]+string(last+1) {
		return true
	}
	rest, longer := strings.CutPrefix(high, low)
	end, size := utf8.DecodeRuneInString(rest)
	return longer && size > 0 && size == len(rest) && end >= '~'
}

// piece is a property of a key, and as much of its text as a bound has.
type piece struct {
	part   design.Part
	text   string
	closed bool // what comes after it is there, too
}

// divide cuts the beginning of a key into the properties that it's made of.
func divide(parts []design.Part, key string) (all []piece) {
	for i, part := range parts {
		if key == "" {
			return all
		}
		if part.Property == nil {
			key = key[min(len(key), len(part.Literal)):]
			continue
		}
		p := piece{part: part, text: key}
		if length := lengthOf(part); length > 0 {
			if p.closed = len(key) >= length; p.closed {
				p.text = key[:length]
			}
		} else if i+1 < len(parts) && parts[i+1].Property == nil {
			p.text, _, p.closed = strings.Cut(key, parts[i+1].Literal)
		}
		key = key[len(p.text):]
		all = append(all, p)
	}
	return all
}

// lengthOf returns how long a text in a format is; 0 if that depends on the value.
func lengthOf(p design.Part) int {
	switch p.Format {
	case design.ISO:
		return len("2026-01-05T00:00:00.0000000Z")
	case design.Inverted:
		return countedDigits
	case design.Cut:
		return p.Unit.Length()
	}
	return p.Width
}

// begun returns what the beginning of a property's text says.
func begun(part design.Part, text string) ([]term, error) {
	if text == "" {
		return nil, nil
	}
	name := part.Property.Name
	if part.Format == design.ISO || part.Format == design.Cut {
		if u := unitOf(text); u != design.NoUnit {
			return []term{inUnit(name, u)}, nil
		}
	}
	if part.Format != design.Plain && part.Format != design.Lower {
		return nil, &unclear{why: "its range is a part of a number or a time"}
	}
	return []term{{property: name, text: name + " starts ?"}}, nil
}
