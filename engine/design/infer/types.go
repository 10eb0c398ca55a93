package infer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/table"
)

// entityType is a type of entities that are in a table.
type entityType struct {
	scope
	table    string
	columns  []*column
	shares   bool // other types are in the table
	entities []table.Entity
	lines    []string // of the file
}

// scope is what requests can know of a type, or of several together.
type scope struct {
	name           string
	partition, row []design.Part
	kinds          map[string]table.Kind // of the properties
	any            map[string]bool       // properties that any of several types has; nil for one
	tell           string                // the property that names the type, or ""
}

// mostColumns is how many properties are described. A table with different kinds of entities can
// have more than one entity can.
const mostColumns = 250

// ofEngine is the property that a design adds to entities whose keys don't tell the types apart.
const ofEngine = "EntityType"

// rows are entities of a table by their keys and properties.
type rows struct {
	table      string
	entities   []table.Entity
	partitions []string
	rows       []string
	own        []property
}

func rowsOf(t Table) *rows {
	r := &rows{table: t.Name, entities: t.Entities}
	place := map[string]int{}
	for i, e := range t.Entities {
		r.partitions, r.rows = append(r.partitions, e.PartitionKey), append(r.rows, e.RowKey)
		for _, p := range e.Properties {
			at, known := place[p.Name]
			if !known {
				at = len(r.own)
				place[p.Name] = at
				r.own = append(r.own, newProperty(p.Name, p.Value.Kind(), make([]table.Value, len(t.Entities))))
			}
			r.own[at].values[i] = p.Value
		}
	}
	return r
}

// at returns some of the rows.
func (r *rows) at(some []int) *rows {
	return &rows{r.table, pick(r.entities, some), pick(r.partitions, some), pick(r.rows, some),
		propertiesAt(r.own, some)}
}

func propertiesAt(all []property, at []int) []property {
	chosen := make([]property, len(all))
	for i, p := range all {
		chosen[i] = p.at(at)
	}
	return chosen
}

// sharing is what is known of a type that shares its table.
type sharing struct {
	name      string
	tell      string
	partition *made // the PartitionKey, if the types are together in partitions
}

// typesIn describes the types of the entities in a table. before are those of other tables.
func typesIn(t Table, before []*entityType) (found []*entityType) {
	if len(t.Entities) == 0 {
		return nil
	}
	all := rowsOf(t)
	kinds, tell := kindsOf(all.partitions, all.rows, all.own)
	if len(kinds) == 1 {
		return []*entityType{all.describe(before, nil)}
	}
	shared := all.together(kinds)
	// What is once in each partition goes first: an order, whose partition its lines are in.
	different := func(k kind) int {
		seen := map[string]bool{}
		for _, i := range k.at {
			seen[all.rows[i]] = true
		}
		return len(seen)
	}
	slices.SortStableFunc(kinds, func(a, b kind) int { return different(a) - different(b) })
	for _, k := range kinds {
		s := &sharing{name: k.name, tell: tell}
		if shared != nil {
			s.partition = &made{shared.parts, propertiesAt(shared.more, k.at)}
		}
		found = append(found, all.at(k.at).describe(slices.Concat(before, found), s))
	}
	return found
}

// together returns the PartitionKey of types that are together in partitions, of properties that
// all of them then have. It's nil if they're in partitions of their own.
func (r *rows) together(kinds []kind) *made {
	starts := map[string]bool{}
	for i, k := range kinds {
		met := i == 0
		for _, at := range k.at {
			start := startOf(r.partitions[at])
			if i == 0 {
				starts[start] = true
			}
			met = met || starts[start]
		}
		if !met {
			return nil
		}
	}
	m := keyOf(r.partitions, r.own, "Partition", "")
	for i := range m.more {
		from := m.more[i]
		at := slices.IndexFunc(r.own, func(p property) bool { return p.saysSame(&from) })
		if at < 0 {
			continue
		}
		to := property{r.own[at].Property, make([]table.Value, len(from.values))}
		for j, v := range from.values {
			if v, ok := odata.ParseText(odata.Text(v), to.Kind); ok {
				to.values[j] = v
			}
		}
		m.more[i] = to
		for j := range m.parts {
			if m.parts[j].Property == from.Property {
				m.parts[j].Property = to.Property
			}
		}
	}
	return &m
}

// saysSame reports whether a property says what another one does, wherever it's there.
func (p *property) saysSame(other *property) bool {
	there := false
	for i, v := range p.values {
		if p.has(i) && odata.Text(v) != odata.Text(other.values[i]) {
			return false
		}
		there = there || p.has(i)
	}
	return there
}

// describe describes rows as a type.
func (r *rows) describe(before []*entityType, s *sharing) *entityType {
	t := &entityType{table: r.table, entities: r.entities, shares: s != nil}
	own, inKey := r.own, []property(nil)
	if s != nil {
		if t.tell = s.tell; s.partition != nil {
			inKey = s.partition.more
		}
		own = slices.DeleteFunc(slices.Clone(own), func(p property) bool {
			known := func(k property) bool { return k.Name == p.Name }
			return s.tell == ofEngine && p.Name == ofEngine || slices.ContainsFunc(inKey, known)
		})
	}
	t.name = free(nameOfType(r.table, s), "", func(name string) bool {
		return slices.ContainsFunc(before, func(t *entityType) bool { return t.name == name })
	})
	found := t.keysOf(r, own, s)
	all := slices.Concat(inKey, found, own)
	t.kinds = map[string]table.Kind{}
	var lines []*column
	for i := range all[:min(len(all), mostColumns)] {
		p := &all[i]
		c := &column{Source: convert.SourceOf(p.Name, p.Kind, p.values)}
		if c.Values == 0 {
			continue
		}
		t.columns, t.kinds[c.Name] = append(t.columns, c), c.Type
		var owner *entityType
		if i < len(inKey) {
			owner = ownerOf(c.Name, r.table, before)
		}
		switch {
		case owner != nil:
			c.described, c.repeats = []string{"of: " + owner.name + "." + c.Name}, true
		case c.Name == t.tell:
			c.described = []string{"type: string", "values: [" + quote(p.values[0].Text()) + "]"}
		default:
			if c.describe(len(r.rows)); !c.list(p) {
				c.look(p.values)
			}
		}
		lines = append(lines, c)
	}
	t.count(lines, all)
	t.write(lines)
	return t
}

// count describes the properties that count the entities of a partition, if one property says which it is.
func (t *entityType) count(lines []*column, all []property) {
	in := names(t.partition...)
	of := slices.IndexFunc(all, func(p property) bool { return len(in) == 1 && p.Name == in[0] })
	for _, c := range lines {
		if i := slices.IndexFunc(all, func(p property) bool { return p.Name == c.Name }); of >= 0 && i != of {
			c.sequence(&all[i], &all[of])
		}
	}
}

// keysOf finds out how the keys are made, and returns the properties that only they have.
func (t *entityType) keysOf(r *rows, own []property, s *sharing) (found []property) {
	sample := typical(own, len(r.rows))
	some := r.at(sample)
	start := func(all []string) string {
		if first := startOf(all[0]); s != nil && !slices.ContainsFunc(all, func(key string) bool {
			return startOf(key) != first
		}) {
			return first
		}
		return ""
	}
	known := propertiesAt(own, sample)
	if s != nil && s.partition != nil {
		known = slices.Concat(propertiesAt(s.partition.more, sample), known)
	}
	// The RowKey first: a day in a PartitionKey is often that of a time in the RowKey.
	row := keyOf(some.rows, known, "Row", start(some.rows))
	t.row = row.parts
	if s != nil && s.partition != nil {
		t.partition, found = s.partition.parts, row.more
	} else {
		known = slices.Concat(known, row.more)
		partition := keyOf(some.partitions, known, "Partition", start(some.partitions))
		t.partition, found = partition.parts, slices.Concat(partition.more, row.more)
	}
	for i := range found {
		values := make([]table.Value, len(r.rows))
		for j, at := range sample {
			values[at] = found[i].values[j]
		}
		found[i].values = values
	}
	return found
}

// typical returns the rows that have what nearly all have: how their keys are made is told best by
// these. All rows, if those are too few.
func typical(properties []property, rows int) (some []int) {
	all := make([]int, rows)
	for i := range all {
		all[i] = i
	}
	var common []property
	for _, p := range properties {
		if p.share(all) >= nearly {
			common = append(common, p)
		}
	}
	for i := range all {
		if !slices.ContainsFunc(common, func(p property) bool { return !p.has(i) }) {
			some = append(some, i)
		}
	}
	if float64(len(some)) >= nearly*float64(rows) {
		return some
	}
	return all
}

// ownerOf returns the type of a table that a property in a shared PartitionKey is different for in
// each entity.
func ownerOf(name, in string, before []*entityType) *entityType {
	for _, t := range before {
		is := func(c *column) bool { return c.Name == name && c.Unique }
		if t.table == in && slices.ContainsFunc(t.columns, is) {
			return t
		}
	}
	return nil
}

// write writes the type as lines of the file. Where its properties in keys repeat, they tell the
// entities apart together. That can't be said beside a skew, which stays if the table isn't shared.
func (t *entityType) write(columns []*column) {
	t.lines = []string{"  " + t.name + ":", "    count: " + strconv.Itoa(len(t.entities))}
	inKeys := names(slices.Concat(t.partition, t.row)...)
	n, repeat := 0, true
	for _, c := range columns {
		if slices.Contains(inKeys, c.Name) {
			n++
			repeat = repeat && c.repeats && (t.shares || !slices.ContainsFunc(c.described, isSkew))
		}
	}
	repeat = repeat && n > 1
	if repeat {
		t.lines = append(t.lines, "    "+list("unique", inKeys))
	}
	t.lines = append(t.lines, "    properties:")
	for _, c := range columns {
		if repeat && slices.Contains(inKeys, c.Name) {
			c.described = slices.DeleteFunc(c.described, isSkew)
		}
		t.lines = append(t.lines, c.line())
	}
}

func isSkew(field string) bool { return strings.HasPrefix(field, "skew: ") }

// nameOfType makes a name: order-line- is OrderLine. A value that's a name stays as it is. Without
// either it's the table's.
func nameOfType(table string, s *sharing) string {
	words := ""
	if s != nil {
		words = s.name
		isName := words != "" && isUpper(rune(words[0])) && span(words, inName) == len(words)
		if s.tell != "" && isName {
			return words
		}
	}
	if words = strings.TrimRightFunc(words, func(c rune) bool { return !inWord(c) }); words == "" {
		words = table
	}
	name := singular(words)
	if stem, found := strings.CutSuffix(name, "ie"); found {
		return stem + "y"
	}
	return name
}

// singular makes a type's name of words: orders is Order.
func singular(words string) string {
	name := joined(words)
	if one, found := strings.CutSuffix(name, "s"); found && one != "" && !strings.HasSuffix(one, "s") {
		name = one
	}
	if name == "" || !isLetter(rune(name[0])) {
		return "Thing"
	}
	return name
}

// joined writes words as one, each with a capital letter.
func joined(words string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(words, func(c rune) bool { return !inName(c) }) {
		b.WriteString(capital(word))
	}
	return b.String()
}
