package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

// kinds are the types of properties.
var kinds = []table.Kind{table.String, table.DateTime, table.Int32, table.Int64, table.Double, table.Boolean,
	table.GUID, table.Binary}

// kindNames are all of these for people.
const kindNames = "string, datetime, int32, int64, double, boolean, guid or binary"

// kindName is a type of properties in a file: int32.
func kindName(k table.Kind) string { return strings.ToLower(data.TypeName(k)) }

// The defaults of a file, and its longest pattern.
const (
	defaultCount = 1000
	defaultMax   = 1000
	defaultEvery = 60 * table.Second
	maxPattern   = 256
	maxSeveral   = 50
	defaultFrom  = table.Ticks(639031680000000000) // 2026-01-05T00:00:00Z
)

func (r *reader) entities(n *node) {
	if !r.mapping(n, "entities") {
		return
	}
	for _, m := range n.members {
		if !table.ValidName(m.name) {
			r.fail(m.place, quote(m.name)+" can't name a type", "Use a letter, then letters and digits: Reading.")
		}
		e := &design.Entity{Name: m.name, Line: m.line, Count: defaultCount}
		r.file.Entities = append(r.file.Entities, e)
		if !r.mapping(m.value, m.name) {
			continue
		}
		r.only(m.value, "a type", "count", "fixed", "properties", "unique")
		if count := m.value.get("count"); count != nil {
			e.Count, _ = r.whole(count, "count")
		}
		if fixed := m.value.get("fixed"); fixed != nil {
			if e.Fixed = fixed.text == "true"; !e.Fixed && fixed.text != "false" {
				r.fail(fixed.place, "fixed needs to be true or false, found "+fixed.what(),
					"Write fixed: true for a type that doesn't grow with the others.")
			}
		}
		properties := m.value.get("properties")
		if properties == nil {
			r.fail(m.place, m.name+" has no properties", "Write properties: {Id: {type: string}}.")
		} else if r.mapping(properties, "properties") {
			for _, p := range properties.members {
				e.Properties = append(e.Properties, r.property(p))
			}
		}
	}
	r.refer(n)
	for _, e := range r.file.Entities {
		for _, p := range e.Properties {
			p.Even = even(p, e)
		}
	}
}

// refer reads what depends on other properties and types, and so needs all of them.
func (r *reader) refer(n *node) {
	for i, e := range r.file.Entities {
		of := n.members[i].value
		members := of.get("properties").all()
		each := func(name string, read func(*design.Entity, *design.Property, *node)) {
			for k, p := range e.Properties {
				if refers := members[k].value.get(name); refers != nil {
					read(e, p, refers)
				}
			}
		}
		each("of", r.source)
		each("per", r.per)
		for k, p := range e.Properties {
			if p.Several > 0 && (p.Values < p.Several || p.Length > 0) {
				r.fail(members[k].place, p.Name+" has several of fewer values", "Say how many different ones there "+
					"are, without a length: {type: string, values: 100, several: 3}.")
			}
		}
		if unique := of.get("unique"); unique != nil {
			r.unique(e, unique)
		}
	}
}

// even says whether all strings or numbers that are made for a property are equally long.
func even(p *design.Property, e *design.Entity) bool {
	if (p.Kind == table.Int32 || p.Kind == table.Int64) && p.Max > p.Min && p.Min > 0 {
		digits := func(f float64) int { return len(strconv.FormatFloat(f, 'f', 0, 64)) }
		return digits(p.Min) == digits(p.Max)
	}
	from, n := p.Source(), p.Values
	if n == 0 {
		n = e.Count
	}
	if p.Kind != table.String || from.Names != nil {
		return false
	}
	return from.Pattern == "" || len(strconv.Itoa(n)) <= strings.Count(from.Pattern, "#")
}

// source reads the property of another type that a property refers to: Order.Id.
func (r *reader) source(e *design.Entity, p *design.Property, n *node) {
	name, property, _ := strings.Cut(n.text, ".")
	of := r.entity(&node{place: n.place, text: name})
	if of == nil {
		return
	}
	from := r.named(of, n.place, property)
	switch {
	case from == nil:
	case of == e || from.Values > 0 || from.Of.Property != nil || from.Max > from.Min ||
		from.Kind == table.Boolean || from.Kind == table.Binary:
		r.fail(n.place, "entities of type "+of.Name+" can't be told apart by "+property,
			"Refer to a property of another type that has a value of its own in each entity, such as its id.")
	default:
		p.Kind, p.Values = from.Kind, max(1, of.Count)
		if p.Several > 0 {
			p.Kind = table.String // a list of them
		}
		p.Of = design.Source{Entity: of, Property: from, Each: float64(max(1, e.Count)) / float64(max(1, of.Count))}
	}
}

// unique reads the properties that tell the entities of a type apart: [Warehouse, Sku].
func (r *reader) unique(e *design.Entity, n *node) {
	combinations, all := 1.0, []*design.Property(nil)
	for _, name := range r.names(n, "unique") {
		p := r.propertyOf(e, name)
		if p == nil {
			continue
		}
		if p.Values == 0 {
			r.fail(name.place, p.Name+" has no number of values", "Say how many: values: 100. Without, it's "+
				"different for every entity, or random.")
			continue
		}
		if p.Several > 0 {
			r.fail(name.place, p.Name+" has several values", "Take it out: a list doesn't tell entities apart.")
		}
		if p.Skew > 0 {
			r.fail(name.place, p.Name+" has a skew", "Take out the skew: each combination comes once.")
		}
		all = append(all, p)
		combinations *= float64(p.Values)
	}
	// The last one gets more values when the type grows, which those that the file names can't.
	named := func(p *design.Property) int { return min(1, len(p.Names)) }
	slices.SortStableFunc(all, func(a, b *design.Property) int { return named(b) - named(a) })
	for _, p := range all {
		p.Unique = all
	}
	if len(all) == len(n.items) && combinations < float64(e.Count) {
		r.fail(n.place, "there are only "+design.Number(combinations)+" combinations of these values, and "+
			design.Number(float64(e.Count))+" of "+e.Name,
			"Give the properties more values, or the type a lower count.")
	}
}

func (r *reader) property(m member) *design.Property {
	p := &design.Property{Name: m.name, Line: m.line, Kind: table.String}
	if !table.ValidPropertyName(m.name) || table.IsSystemProperty(m.name) {
		r.fail(m.place, quote(m.name)+" can't name a property",
			"Use letters, digits and _. PartitionKey, RowKey and Timestamp are the service's own; designs make keys.")
	}
	known := true
	if m.value.kind == scalar { // Name: string
		known = r.kind(p, m.value)
	} else if !r.mapping(m.value, m.name) {
		return p
	} else if m.value.get("of") != nil {
		r.only(m.value, "a property of another type", "of", "skew", "several")
		for _, f := range m.value.members {
			r.field(p, f)
		}
		return p
	} else if t := m.value.get("type"); t != nil {
		known = r.kind(p, t)
	} else {
		r.fail(m.place, m.name+" has no type",
			"Write type: string, or "+kindNames+", or of: Type.Property.")
	}
	if !known {
		return p // what else it may have depends on the type
	}
	switch p.Kind {
	case table.DateTime:
		p.From, p.Every = defaultFrom, defaultEvery
	case table.Double:
		p.Max = defaultMax
	}
	fields := fieldsOf(p.Kind)
	r.only(m.value, "a property of type "+kindName(p.Kind), fields...)
	for _, f := range m.value.members {
		if slices.Contains(fields, f.name) {
			r.field(p, f)
		}
	}
	if p.Kind != table.Double && m.value.get("max") == nil && p.Max < p.Min {
		p.Max = p.Min // an integer counts the entities from there on
	}
	if p.Max < p.Min {
		r.fail(m.place, m.name+" has a max below its min", "Swap them, or give both.")
	}
	if p.Skew > 0 && p.Values == 0 {
		r.fail(m.place, m.name+" has a skew and no values", "Say how many different values there are: values: 100.")
	}
	return p
}

// fieldsOf returns what a property of a kind can have.
func fieldsOf(k table.Kind) []string {
	fields := []string{"type", "values", "skew"}
	switch k {
	case table.String:
		return append(fields, "pattern", "length", "several")
	case table.Binary:
		return append(fields, "length")
	case table.DateTime:
		return append(fields, "from", "every")
	case table.Int32, table.Int64:
		return append(fields, "min", "max", "per")
	case table.Double:
		return append(fields, "min", "max")
	}
	return fields
}

func (r *reader) kind(p *design.Property, n *node) bool {
	for _, k := range kinds {
		if n.kind == scalar && n.text == kindName(k) {
			p.Kind = k
			return true
		}
	}
	r.fail(n.place, "there's no type "+n.what(), "Use "+kindNames+".")
	return false
}

// field reads one of the names of a property.
func (r *reader) field(p *design.Property, f member) {
	switch f.name {
	case "values":
		if f.value.kind == list {
			r.valueNames(p, f.value)
		} else {
			p.Values, _ = r.whole(f.value, "values")
		}
	case "skew":
		p.Skew = r.skew(f.value)
	case "several":
		if p.Several, _ = r.whole(f.value, "several"); p.Several < 2 || p.Several > maxSeveral {
			r.fail(f.value.place, "several needs to be from 2 to 50", "Write how many values an entity has: "+
				"several: 3.")
			p.Several = 0
		}
	case "pattern":
		p.Pattern, _ = r.text(f.value, "pattern")
		if len(p.Pattern) > maxPattern {
			r.fail(f.value.place, "the pattern has more than 256 bytes", "Use length: for a long string.")
			p.Pattern = ""
		}
		if p.Pattern != "" && !strings.Contains(p.Pattern, "#") {
			r.fail(f.value.place, "the pattern has no #", "Put a # for each digit of the value's number: D-####.")
		}
	case "length":
		p.Length, _ = r.whole(f.value, "length")
		if p.Length > table.MaxBinarySize || p.Kind == table.String && p.Length > table.MaxStringLength {
			r.fail(f.value.place, "the service has no property of this length",
				"Use at most 32768 characters or 65536 bytes, and several properties for more.")
			p.Length = 0
		}
	case "from":
		if text, ok := r.text(f.value, "from"); ok {
			p.From = r.time(f.value, text)
		}
	case "every":
		p.Every = r.duration(f.value)
	case "min":
		p.Min = r.bound(p, f)
	case "max":
		p.Max = r.bound(p, f)
	}
}

// valueNames reads the values that a string has: [queued, sent, failed].
func (r *reader) valueNames(p *design.Property, n *node) {
	const enough = 1000
	if p.Kind != table.String || len(n.items) > enough {
		r.fail(n.place, p.Name+" can't have this list of values",
			"A list is for up to 1,000 strings. Write how many different values there are: values: 4.")
		return
	}
	for _, name := range r.names(n, "values") {
		p.Names = append(p.Names, name.text)
	}
	p.Values = len(p.Names)
}

// bound returns the least or the greatest value of a number.
func (r *reader) bound(p *design.Property, f member) float64 {
	v, ok := r.number(f.value, f.name)
	limit := float64(1 << 53)
	if p.Kind == table.Int32 {
		limit = 1<<31 - 1
	}
	if ok && p.Kind != table.Double && (v < -limit || v > limit || v != float64(int64(v))) {
		r.fail(f.value.place, f.name+" isn't a number of type "+kindName(p.Kind),
			"Use a whole number in its range.")
		return p.Min
	}
	return v
}

// skew reads the exponent of a Zipf distribution: zipf 1.1, or 1.1.
func (r *reader) skew(n *node) float64 {
	text, _ := strings.CutPrefix(n.text, "zipf ")
	f, ok := number(text)
	if n.kind != scalar || !ok || f < 0 || f > 5 {
		r.fail(n.place, "skew needs to be a Zipf exponent from 0 to 5, found "+n.what(),
			"Write zipf 1.1. At 1, the second most common value is half as common as the first.")
		return 0
	}
	return f
}

func (r *reader) time(n *node, text string) table.Ticks {
	t, ok := table.ParseTicks(text)
	if !ok || t < table.MinTicks || t > table.MaxTicks {
		r.fail(n.place, quote(text)+" isn't a time", "Write it as 2026-01-05T00:00:00Z.")
		return defaultFrom
	}
	return t
}

// duration parses 90s, 1m, 2h, 1d or 100ms.
func duration(text string) (table.Ticks, bool) {
	for _, s := range design.Spans {
		digits, ok := strings.CutSuffix(text, s.Name)
		if f, number := number(digits); ok && number && f > 0 && f < 1e6 {
			return table.Ticks(f * float64(s.Ticks)), true
		}
	}
	return 0, false
}

func (r *reader) duration(n *node) table.Ticks {
	if span, ok := duration(n.text); ok && n.kind == scalar {
		return span
	}
	r.fail(n.place, "every needs to be a time span, found "+n.what(), "Write 100ms, 30s, 1m, 2h or 1d.")
	return defaultEvery
}
