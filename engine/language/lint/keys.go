package lint

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
)

// contents is what is known of the entities that a table gets.
type contents struct {
	name     string
	entities int                       // that are written
	sampled  int                       // of these, looked at
	bytes    int                       // of the sampled
	large    int                       // of the sampled, those that are worth a projection
	classes  map[string]map[class]bool // of the sampled: what each property is
	keys     []sample
}

// sample is a key, and what writes it.
type sample struct {
	table.Key
	request *script.Request
	data    *data.Table
	row     *data.Row
}

func (l *linter) contents(name string) *contents {
	t := l.tables[strings.ToLower(name)]
	if t == nil {
		t = &contents{name: name}
		l.tables[strings.ToLower(name)] = t
	}
	return t
}

// given adds the data of a table. own says that the findings on it are wanted.
func (l *linter) given(t *data.Table, own bool) {
	const sampled = 2000
	c := l.contents(t.Name)
	c.entities += t.Entities()
	t.Each(someTime, func(row *data.Row, e *table.Entity, bad *data.Error) bool {
		if bad != nil {
			return true
		}
		c.look(e)
		if own {
			c.keys = append(c.keys, sample{Key: e.Key, data: t, row: row})
			if says, over := nearLimit(e); says != "" {
				l.place(sample{data: t, row: row}, Finding{
					Code: "near-limit", Error: over, Guide: "large-entities", Says: says,
				}, "")
			}
		}
		return c.sampled < sampled
	})
}

// look takes the measure of an entity. One that has a single property is wanted whole: a chunk, say.
func (c *contents) look(e *table.Entity) {
	const large = 2000
	size := e.Size()
	c.sampled++
	c.bytes += size
	c.classified(e)
	if size >= large && len(e.Properties) > 1 {
		c.large++
	}
}

// writes adds what a request writes, in all its iterations.
func (l *linter) writes(all []operation) {
	for i := range all {
		o := &all[i]
		if !o.writes() {
			return
		}
		c := l.contents(o.Table)
		c.look(&o.entity)
		c.keys = append(c.keys, sample{Key: o.entity.Key, request: o.request})
		if i == 0 {
			c.entities += max(1, o.request.Loop)
		}
	}
}

// keys applies the rules that need all keys of a table.
func (l *linter) keys() {
	for _, c := range l.tables {
		l.timeFirst(c)
		l.unpadded(c)
	}
}

// place adds a finding on what writes a key.
func (l *linter) place(s sample, f Finding, part string) {
	if s.request != nil {
		l.add(s.request, f, part)
		return
	}
	at := s.data.ErrorOf(s.row, &problem.Problem{})
	f.Line, f.Column, f.Request = at.Line, at.Column, s.data.Name
	l.findings = append(l.findings, f)
}

// timeFirst finds PartitionKeys that begin with the time: all new entities are at one end of the table.
func (l *linter) timeFirst(c *contents) {
	var first *sample
	for i := range c.keys {
		s := &c.keys[i]
		if first == nil {
			first = s
		}
		if !isTime(s.PartitionKey) {
			return
		}
		if s.PartitionKey == first.PartitionKey {
			continue
		}
		l.place(*s, Finding{
			Code: "time-first", Guide: "prepend-append",
			Says: "The PartitionKeys of " + c.name + " begin with the time, as '" + s.PartitionKey + "' does, so " +
				"all new entities are written at one end of the table, by one server. Put what you ask by in front " +
				"of the time.",
		}, table.PartitionKey)
		return
	}
}

// isTime reports whether a key begins with a time of day, in ISO form or in ticks.
func isTime(key string) bool {
	const iso, ticks = "0000-00-00T00", 18
	digits := 0
	for digits < len(key) && lex.IsDigit(key[digits]) {
		digits++
	}
	if digits == ticks || digits == ticks+1 {
		return true
	}
	if len(key) < len(iso) {
		return false
	}
	for i := range len(iso) {
		if lex.IsDigit(iso[i]) != lex.IsDigit(key[i]) || !lex.IsDigit(iso[i]) && iso[i] != key[i] {
			return false
		}
	}
	return true
}

// unpadded finds RowKeys of a partition whose numbers sort as text: 10 before 9.
func (l *linter) unpadded(c *contents) {
	type place struct {
		partition, before, after string
	}
	shortest, longest := map[place]string{}, map[place]string{}
	for _, s := range c.keys {
		at := strings.IndexFunc(s.RowKey, isDigit)
		if at < 0 || strings.Contains(s.RowKey, "{{") {
			continue
		}
		number := s.RowKey[at:]
		if end := strings.IndexFunc(number, func(r rune) bool { return !isDigit(r) }); end >= 0 {
			number = number[:end]
		}
		after := s.RowKey[at+len(number):]
		p := place{s.PartitionKey, s.RowKey[:at], strings.Trim(after, "0123456789")}
		if number[0] == '0' && len(number) > 1 {
			continue
		}
		if has := shortest[p]; has == "" || len(number) < len(has) || len(number) == len(has) && number > has {
			shortest[p] = number
		}
		if has := longest[p]; has == "" || len(number) > len(has) || len(number) == len(has) && number < has {
			longest[p] = number
		}
		few, many := shortest[p], longest[p]
		if len(few) == len(many) || many > few {
			continue
		}
		l.place(s, Finding{
			Code: "unpadded-number", Guide: "sorting-and-keys",
			Says: "RowKeys sort as text, so '" + p.before + many + "' comes before '" + p.before + few + "'. Write " +
				"all numbers with as many digits as the largest will ever have: '" + p.before +
				strings.Repeat("0", len(many)-len(few)) + few + "'.",
		}, table.RowKey)
		return
	}
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }
