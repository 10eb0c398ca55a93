package read

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// conditions reads the text of a where, from left to right.
type conditions struct {
	*reader
	pattern *design.Pattern
	whole   *design.Pattern // all or one of the types that the question is for
	start   place
	text    string
	from    int // the word that is read: text[from:to]
	to      int
	failed  bool
}

// where reads terms with and between them.
func (r *reader) where(p, whole *design.Pattern, start place, text string) {
	c := &conditions{reader: r, pattern: p, whole: whole, start: start, text: text}
	c.next()
	for {
		c.term()
		if c.failed || c.from == len(text) {
			return
		}
		switch word := c.word(); word {
		case "and":
			c.next()
		case "or":
			c.refuse("a where has no or", "Use in (?, ?) for one property, or make two patterns.")
			return
		default:
			c.refuse("expected and, found "+quote(word), "Join conditions with and.")
			return
		}
	}
}

// place is where a byte of the text is in the file.
func (c *conditions) place(at int) place {
	return place{c.start.line, c.start.column + len([]rune(c.text[:at]))}
}

func (c *conditions) refuse(message, hint string) {
	if !c.failed {
		c.fail(c.place(c.from), message, hint)
	}
	c.failed = true
}

func (c *conditions) word() string { return c.text[c.from:c.to] }

// next moves to the next word: letters and digits, a string in single quotes, or an operator.
func (c *conditions) next() {
	at := c.to
	for at < len(c.text) && (c.text[at] == ' ' || c.text[at] == '\t') {
		at++
	}
	c.from, c.to = at, at
	if at == len(c.text) {
		return
	}
	switch b := c.text[at]; {
	case b == '\'':
		for c.to++; c.to < len(c.text); c.to++ {
			if c.text[c.to] != '\'' {
				continue
			}
			if c.to+1 < len(c.text) && c.text[c.to+1] == '\'' {
				c.to++
				continue
			}
			c.to++
			return
		}
		c.refuse("this string has no end", "Close the single quote.")
	case strings.IndexByte("=<>!", b) >= 0:
		for c.to < len(c.text) && strings.IndexByte("=<>!", c.text[c.to]) >= 0 {
			c.to++
		}
	case strings.IndexByte("?(),", b) >= 0:
		c.to++
	default:
		for c.to < len(c.text) && strings.IndexByte(" \t=<>!?(),'", c.text[c.to]) < 0 {
			c.to++
		}
	}
}

// operators are the comparisons with one value.
var operators = []struct {
	text string
	op   design.Op
}{
	{"=", design.Equal}, {"!=", design.NotEqual}, {"<", design.Less}, {"<=", design.LessOrEqual},
	{">", design.Greater}, {">=", design.GreaterOrEqual}, {"starts", design.Prefix},
	{"has", design.Has},
}

// property returns the property that a word names. In another type than the one that has it, that's the only
// one with the same values, or else one with the same name: an order's Id is the Order of its lines, even if
// these have an Id of their own.
func (c *conditions) property() *design.Property {
	e, name := c.pattern.Entity, c.word()
	for _, q := range c.whole.Each() {
		named := q.Entity.Property(name)
		if named == nil {
			continue
		}
		same := slices.DeleteFunc(slices.Clone(e.Properties), func(p *design.Property) bool {
			return p.Source() != named.Source()
		})
		if len(same) == 1 {
			return same[0]
		}
		break
	}
	return c.named(e, c.place(c.from), name)
}

// term reads a condition.
func (c *conditions) term() {
	if c.from == len(c.text) {
		c.refuse("expected a condition", "Write Property = ?.")
		return
	}
	t := design.Term{Column: c.place(c.from).column}
	if t.Property = c.property(); t.Property == nil {
		c.failed = true
		return
	}
	c.next()
	operator := c.from
	switch c.word() {
	case "within":
		c.within(&t)
	case "between":
		t.Op = design.Between
		c.next()
		c.param(&t)
		c.expect("and")
		c.param(&t)
	case "in":
		c.next()
		c.in(&t)
	default:
		c.comparison(&t)
	}
	if !c.failed {
		c.compatible(&t, operator)
		c.pattern.Where = append(c.pattern.Where, t)
	}
}

// comparison reads an operator and a value.
func (c *conditions) comparison(t *design.Term) {
	for _, o := range operators {
		if c.word() == o.text {
			t.Op = o.op
			c.next()
			c.param(t)
			return
		}
	}
	c.refuse("expected a comparison, found "+quote(c.word()),
		"Use =, !=, <, <=, >, >=, between ? and ?, in day ?, in (?, ?) or starts ?.")
}

// within reads 1h of ?: the times around a value.
func (c *conditions) within(t *design.Term) {
	t.Op = design.Between
	c.next()
	span := c.span("Write within 1h of ?.")
	c.next()
	c.expect("of")
	c.param(t)
	if c.failed {
		return
	}
	around := t.Params[0]
	if around.Fixed && !around.Now {
		c.refuse("within needs ? or now", "Write the two ends: between 2026-01-05 and 2026-01-06.")
		return
	}
	from, to := around, around
	from.Offset, to.Offset = around.Offset-span, around.Offset+span
	t.Params = []design.Param{from, to}
}

// span reads a length of time.
func (c *conditions) span(hint string) table.Ticks {
	span, ok := duration(c.word())
	if !ok {
		c.refuse("expected a time span, found "+quote(c.word()), hint)
	}
	return span
}

// in reads day ?, last 7d, or a list of values in parentheses.
func (c *conditions) in(t *design.Term) {
	if c.word() == "last" {
		c.next()
		span := c.span("Write in last 7d, or 30s, 5m, 24h.")
		if c.failed {
			return
		}
		t.Op, t.Params = design.GreaterOrEqual, []design.Param{{Fixed: true, Now: true, Offset: -span}}
		c.present(t)
		if of := t.Property; of.From+table.Ticks(c.pattern.Entity.Count)*of.Every > t.Params[0].Value.Ticks()+span {
			t.Op, t.Params = design.Between, append(t.Params, design.Param{Fixed: true, Now: true}) // it has a future
			c.present(t)
		}
		c.next()
		return
	}
	if c.word() != "(" {
		t.Op = design.InUnit
		t.Unit = design.UnitOf(func(u design.Unit) bool { return c.word() == u.String() })
		if t.Unit == design.NoUnit {
			c.refuse("expected a unit of time or (, found "+quote(c.word()),
				"Write in second, minute, hour, day, month or year ?, or in (?, ?).")
			return
		}
		c.next()
		c.param(t)
		return
	}
	t.Op = design.OneOf
	c.next()
	for !c.failed {
		c.param(t)
		if c.word() != "," {
			break
		}
		c.next()
	}
	c.expect(")")
}

func (c *conditions) expect(word string) {
	if c.word() != word {
		c.refuse("expected "+word+", found "+quote(c.word()), "Write between ? and ?, or in (?, ?).")
	}
	c.next()
}

// param reads a value: ? for one of the data, or a fixed one.
func (c *conditions) param(t *design.Term) {
	if c.failed {
		return
	}
	word, kind := c.word(), t.Property.Kind
	if word == "?" || word == "now" || strings.HasPrefix(word, "now-") || strings.HasPrefix(word, "now+") {
		c.relative(t)
		return
	}
	text, isText := word, false
	if strings.HasPrefix(word, "'") {
		text, isText = strings.ReplaceAll(word[1:len(word)-1], "''", "'"), true
	}
	v, ok := odata.ParseText(text, kind)
	numeric := kind == table.Int32 || kind == table.Int64 || kind == table.Double || kind == table.Boolean
	if !ok || isText == numeric && kind != table.DateTime {
		c.refuse("expected a value of type "+kindName(kind)+", found "+quote(word),
			"Write ? for a value of the data, or 'text', 42, true or 2026-01-05T00:00:00Z.")
		return
	}
	t.Params = append(t.Params, design.Param{Fixed: true, Value: v})
	c.next()
}

// relative reads ? or now, and a time span that's added or taken away: now - 7d.
func (c *conditions) relative(t *design.Term) {
	p := design.Param{}
	rest, now := strings.CutPrefix(c.word(), "now")
	if now {
		p.Fixed, p.Now = true, true
	} else {
		rest = ""
	}
	if rest == "" {
		c.next()
		if rest = c.word(); !strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "+") {
			rest = ""
		}
	}
	if rest != "" {
		sign := rest[:1]
		if rest = rest[1:]; rest == "" {
			c.next()
			rest = c.word()
		}
		span, ok := duration(rest)
		if !ok || t.Property.Kind != table.DateTime {
			c.refuse("expected a time span, found "+quote(rest),
				"Write now - 7d or ? + 1h, for a property of type datetime.")
			return
		}
		if p.Offset = span; sign == "-" {
			p.Offset = -span
		}
		c.next()
	}
	t.Params = append(t.Params, p)
	if p.Now {
		c.present(t)
	}
}

// present gives a term's last value, which depends on the present, that of the file's own number of entities.
func (c *conditions) present(t *design.Term) {
	now, ok := c.pattern.Entity.Now(c.pattern.Entity.Count)
	if !ok || t.Property.Kind != table.DateTime {
		c.refuse(c.pattern.Entity.Name+" has no present", "now is when the data end: compare a property of type "+
			"datetime, and give the type a time without values: At: {type: datetime, every: 1m}.")
		return
	}
	p := &t.Params[len(t.Params)-1]
	p.Value = table.DateTimeValue(now + p.Offset)
}

// compatible refuses comparisons that a property's type doesn't have.
func (c *conditions) compatible(t *design.Term, operator int) {
	at, kind := c.place(operator), t.Property.Kind
	switch {
	case (t.Op == design.Has) != (t.Property.Several > 0):
		c.fail(at, "has is for properties of several values, and these have nothing else",
			"Write Tags has ? for Tags: {type: string, values: 100, several: 3}.")
	case t.Op == design.Has && slices.ContainsFunc(c.pattern.Where, func(o design.Term) bool {
		return o.Property == t.Property
	}):
		c.fail(at, t.Property.Name+" is here twice", "An index has a row for each value, so ask for one. Your "+
			"client "+
			"tests the others.")
	case len(t.Params) > 0 && t.Params[0].Offset != 0 && kind != table.DateTime:
		c.fail(at, t.Property.Name+" isn't a time", "within 1h of ? needs a property of type datetime.")
	case t.Op == design.InUnit && kind != table.DateTime:
		c.fail(at, t.Property.Name+" isn't a time", "in day ? and its like need a property of type datetime.")
	case t.Op == design.Prefix && kind != table.String:
		c.fail(at, t.Property.Name+" isn't a string", "starts ? needs a property of type string.")
	case t.Op != design.Equal && t.Op != design.NotEqual && t.Op != design.OneOf &&
		(kind == table.Boolean || kind == table.Binary || kind == table.GUID):
		c.fail(at, kindName(kind)+" has no order here", "Compare it with =, != or in (?, ?).")
	}
}
