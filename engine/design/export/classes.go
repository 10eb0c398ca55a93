package export

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// language is how types and keys are written in one.
type language struct {
	name, ending string
	kinds        map[table.Kind]string // types of values
	helpers      map[string]string     // functions by their names
	literal      func(text string) string
	join         func(parts []string) string
	class        func(l *language, e *design.Entity, places []keyed) string

	// What a property is in a key. %n is its name; in formats, %v is what it is without one, %w the width,
	// %d how many digits a number below that has, %9 the greatest with so many, and %u the unit of a time.
	of, unit func(string) string
	values   map[table.Kind]string
	formats  map[design.Format]string
	within   [2]string // the brackets around it

	call  func(helper string) string                 // how a helper is called, up to its bracket
	whole func(body string, helpers []string) string // the file
}

// keyed is a place with the name of the function that makes its keys.
type keyed struct {
	place          *design.Place
	suffix         string // "", or of a copy ByCustomer
	partition, row string // expressions
	says           string // where that is
}

var languages = []*language{&cSharp, &golang, &javaScript, &python}

// classes writes the types of a file with the keys that a design gives them.
func (l *language) classes(f *design.File, d *design.Design) string {
	var b strings.Builder
	for _, e := range f.Entities {
		var all []keyed
		for _, p := range d.PlacesOf(e) {
			k := keyed{place: p, suffix: capital(p.Copy), says: "in " + p.Table}
			if p.Copy != "" {
				k.says = "of the copy " + p.Copy + ", in " + p.Table
			}
			if p.WhenText != "" {
				k.says += ", if " + p.WhenText
			}
			k.partition, k.row = l.key(p.PartitionKey), l.key(p.RowKey)
			all = append(all, k)
		}
		if all != nil {
			b.WriteString("\n" + l.class(l, e, all))
		}
	}
	body := b.String()
	var helpers []string
	for _, name := range []string{"Iso", "Inverted", "Hash"} {
		if strings.Contains(body, l.call(name)) {
			helpers = append(helpers, l.helpers[name])
		}
	}
	return l.whole(body, helpers)
}

// key writes the expression that makes a key.
func (l *language) key(t design.Template) string {
	var parts []string
	for _, p := range t.Parts {
		if p.Property == nil {
			parts = append(parts, l.literal(p.Literal))
		} else {
			parts = append(parts, l.within[0]+l.part(p)+l.within[1])
		}
	}
	return l.join(parts)
}

// part writes the expression that is a property in a key.
func (l *language) part(p design.Part) string {
	name := l.of(p.Property.Name)
	value := strings.ReplaceAll(cmp.Or(l.values[p.Property.Kind], "%n"), "%n", name)
	switch {
	case p.Format == design.ISO:
		return l.call("Iso") + name + ")"
	case p.Format == design.Inverted && p.Property.Kind == table.DateTime:
		return l.call("Inverted") + name + ")"
	}
	return strings.NewReplacer("%n", name, "%v", value, "%w", strconv.Itoa(p.Width),
		"%d", strconv.Itoa(len(strconv.Itoa(p.Width-1))), "%9", strings.Repeat("9", p.Width),
		"%u", l.unit(p.Unit.Format()),
	).Replace(cmp.Or(l.formats[p.Format], "%v"))
}

// same is what needs no other name.
func same(text string) string { return text }

// capital makes a name of a copy's: "by customer" is ByCustomer.
func capital(s string) string {
	var b strings.Builder
	up := true
	for _, r := range s {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
		switch {
		case letter && up:
			b.WriteString(strings.ToUpper(string(r)))
		case letter:
			b.WriteRune(r)
		}
		up = !letter
	}
	return b.String()
}

func small(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// snake is how Python writes a name: order_date for OrderDate.
func snake(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r >= 'A' && r <= 'Z' && i > 0 && s[i-1] != '_' && (s[i-1] < 'A' || s[i-1] > 'Z') {
			b.WriteByte('_')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

// called is a helper's name in most languages.
func called(helper string) string { return strings.ToLower(helper) + "(" }

// sum joins the parts of a key with +.
func sum(parts []string) string {
	if len(parts) == 0 {
		return `""`
	}
	return strings.Join(parts, " + ")
}

// stored are the properties of a type that aren't in the service's hands.
func stored(e *design.Entity) (all []*design.Property) {
	for _, p := range e.Properties {
		if !table.IsSystemProperty(p.Name) {
			all = append(all, p)
		}
	}
	return all
}
