package convert

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// sources decides what columns become.
func (p *Plan) sources(names []string, all []*column) {
	used := map[string]bool{}
	rows := p.Rows - p.Refused
	typed := p.Form.Format == Explorer || p.Form.Format == OData
	for i, from := range names {
		if isTypes(from) || typed && from == table.Timestamp {
			continue
		}
		c := newColumn()
		if i < len(all) {
			c = all[i]
		}
		name := unusedName(from, used)
		used[name] = true
		kind := c.decide()
		if table.IsKey(name) {
			kind = table.String
		}
		s := Source{
			At: i, From: from, Name: name, Type: kind, Mixed: c.mixed(),
			Values: c.values, Distinct: c.distinct(), Largest: c.largest,
			Unique: c.values == rows && c.distinct() == rows,
			Least:  c.least, Most: c.most,
		}
		if (kind == table.Int32 || kind == table.Int64) && !c.negative {
			s.Digits = c.digits
		}
		p.Columns = append(p.Columns, s)
		p.note(&s, c)
	}
}

// note says what of a column was renamed or assumed.
func (p *Plan) note(s *Source, c *column) {
	if s.Name != s.From {
		why := "a name is a letter or _, then letters, digits and _."
		if s.From == table.Timestamp {
			why = "the service writes Timestamp itself."
		}
		p.Notes = append(p.Notes, data.Quote(s.From)+" becomes "+s.Name+", because "+why)
	}
	if c.strays() && !table.IsKey(s.Name) {
		p.Notes = append(p.Notes, s.Name+" is stored as a String: "+c.whyText()+".")
	}
	if c.nested > 0 {
		p.Notes = append(p.Notes, s.Name+": "+
			spelling.Count(c.nested, "value is an object or a list", "values are objects or lists")+
			", and stored as JSON in a String.")
	}
	if n := c.assumed(); n > 0 && !table.IsKey(s.Name) {
		p.Notes = append(p.Notes, s.Name+": "+spelling.Count(n, "row doesn't", "rows don't")+
			" tell a type. Where it fits, it's taken to be "+data.TypeName(s.Type)+".")
	}
}

// unusedName makes a name that a property can have, and that isn't used yet.
func unusedName(from string, used map[string]bool) string {
	base := from
	if !isName(from) {
		base = joined(from)
	}
	if base == table.Timestamp {
		base = "Time"
	} else if !isName(base) {
		base = "Column"
	}
	name := base
	for n := 2; used[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	return name
}

func isName(name string) bool {
	return table.ValidPropertyName(name) && table.Length(name) <= table.MaxPropertyName
}

// joined joins the words of a text, each after the first with a capital letter.
func joined(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.Nl, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc)
	})
	for i, part := range parts {
		if r, size := utf8.DecodeRuneInString(part); i > 0 {
			parts[i] = string(unicode.ToUpper(r)) + part[size:]
		}
	}
	name := strings.Join(parts, "")
	r, _ := utf8.DecodeRuneInString(name)
	if name == "" || unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc) {
		name = "_" + name
	}
	const most = 250
	if letters := []rune(name); len(letters) > most {
		name = string(letters[:most])
	}
	return name
}

// suggest proposes keys: a column that divides the rows into partitions, and one that tells them
// apart.
func (p *Plan) suggest() {
	rows := p.Rows - p.Refused
	var uniques, groups []*Source
	var ownPartition, ownRow *Source
	for i := range p.Columns {
		switch s := &p.Columns[i]; {
		case s.Name == table.PartitionKey:
			ownPartition = s
		case s.Name == table.RowKey:
			ownRow = s
		}
	}
	for i := range p.Columns {
		s := &p.Columns[i]
		if rows-s.Values > spare(rows) || s.Type == table.Double || s.Type == table.Binary {
			continue
		}
		if s.lacking(rows) <= spare(rows) {
			uniques = append(uniques, s)
		}
		if s.Distinct > 1 && s.Distinct*2 <= rows && s.Type != table.Boolean {
			groups = append(groups, s)
		}
	}
	slices.SortStableFunc(uniques, func(a, b *Source) int { return b.likely() - a.likely() })
	slices.SortStableFunc(groups, func(a, b *Source) int { return a.divider() - b.divider() })
	uniques = uniques[:min(2, len(uniques))]
	if groups = append(groups[:min(3, len(groups))], nil); ownPartition != nil {
		groups = []*Source{ownPartition}
	}
	if ownRow != nil || len(uniques) == 0 {
		uniques = []*Source{ownRow}
	}
	for _, partition := range groups {
		for _, row := range uniques {
			p.Suggestions = append(p.Suggestions, suggestion(partition, row, rows))
		}
	}
}

func suggestion(partition, row *Source, rows int) Suggestion {
	s := Suggestion{
		Keys: Keys{
			PartitionKey: Part{Text: "all"}, RowKey: Part{Digits: len(strconv.Itoa(rows))},
		},
		Words: partition.partitionWords(rows) + " " + row.rowWords(rows),
	}
	if partition != nil {
		s.PartitionKey = Part{Column: partition.Name, Digits: partition.Digits}
	}
	if row != nil {
		s.RowKey = Part{Column: row.Name, Digits: row.Digits}
	}
	for _, c := range []*Source{partition, row} {
		if c != nil && c.Digits == 0 {
			s.Without = append(s.Without, c.Name)
		}
	}
	return s
}

// spare is how many rows may have no key of their own for a column to be proposed: they are told as
// bad rows then.
func spare(rows int) int { return min(20, rows/20) }

// lacking is how many rows have no value, or one that another row has.
func (s *Source) lacking(rows int) int { return max(0, rows-max(0, s.Distinct)) }

// divider says how well a column divides, the best first: names do, numbers less, and times last.
func (s *Source) divider() int {
	switch s.Type {
	case table.String:
		return 0
	case table.DateTime:
		return 2
	}
	return 1
}

// likely says how likely a column is to tell rows apart, by its values and its name.
func (s *Source) likely() (n int) {
	if s.Unique {
		n += 10
	}
	name := strings.ToLower(s.Name)
	for _, end := range []string{"id", "key", "no", "nr", "number", "code", "guid"} {
		if strings.HasSuffix(name, end) {
			n += 2
			break
		}
	}
	if s.Type != table.DateTime {
		n++
	}
	return n
}

func (s *Source) partitionWords(rows int) string {
	if s == nil {
		return "One partition for all " + spelling.Count(rows, "row", "rows") + "."
	}
	return s.Name + " makes " + spelling.Count(max(0, s.Distinct), "partition", "partitions") +
		", the largest with " + spelling.Number(s.Largest) + " of " + spelling.Number(rows) + " rows."
}

func (s *Source) rowWords(rows int) string {
	if s == nil {
		return "No column tells the rows apart, so they're numbered."
	}
	words := s.Name + " is different in every row"
	if n := s.lacking(rows); n > 0 {
		words += " but " + strconv.Itoa(n) + " (a row without its own key isn't stored)"
	}
	if s.Digits > 1 {
		words += ", with zeros in front to " + strconv.Itoa(s.Digits) + " digits so that 10 sorts after 9"
	}
	return words + "."
}
