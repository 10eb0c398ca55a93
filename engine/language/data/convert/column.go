package convert

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// look is what a value looks like: one of the types, or a number that none of them keeps as it is.
type look = table.Kind

const (
	zeros look = 255
	long  look = 254
)

// seen is how many values there were of a kind, and the first one.
type seen struct {
	kind  table.Kind
	count int
	line  int
	text  string
}

// column is what is known of a column.
type column struct {
	values    int
	digits    int // of the longest whole number
	negative  bool
	largest   int // how many rows the most frequent value has
	nested    int // the values that are objects or arrays
	least     Bound
	most      Bound
	bounded   bool
	looks     []seen // of values without a type, in the order in which they came
	told      []seen // of values with a type
	untold    int
	groups    map[uint64]int32 // how many rows have a value, by its hash; nil for too many
	different int
}

func newColumn() *column { return &column{groups: map[uint64]int32{}} }

// SourceOf returns what is known of the values of a property. The zero Value is a missing one.
func SourceOf(name string, kind table.Kind, values []table.Value) Source {
	c := newColumn()
	for i, v := range values {
		if v.Kind() != 0 {
			c.add(odata.Text(v), v.Kind(), i)
		}
	}
	return Source{
		Name: name, Type: kind, Values: c.values, Distinct: c.distinct(), Largest: c.largest,
		Unique: c.distinct() == c.values, Least: c.least, Most: c.most,
	}
}

func (c *column) add(text string, how told, line int) {
	c.values++
	switch how {
	case nested:
		c.nested++
		c.looks = count(c.looks, table.String, line, text)
	case anything, asText:
		c.untold++
		c.looks = count(c.looks, lookOf(text, how == asText), line, text)
	default:
		c.told = count(c.told, how, line, text)
	}
	if lex.IsDigits(strings.TrimPrefix(text, "-")) {
		c.negative = c.negative || text[0] == '-'
		c.digits = max(c.digits, len(text))
	}
	c.bound(strings.TrimSpace(text))
	c.group(text)
}

func count(all []seen, kind table.Kind, line int, text string) []seen {
	for i := range all {
		if all[i].kind == kind {
			all[i].count++
			return all
		}
	}
	return append(all, seen{kind, 1, line, text})
}

func (c *column) bound(text string) {
	var b Bound
	switch {
	case isDay(text):
		b.Date = text
	case like(strings.TrimPrefix(text, "-"), "0"):
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return
		}
		b = Bound{Number: n, IsNumber: true}
	default:
		return
	}
	switch {
	case !c.bounded:
		c.least, c.most, c.bounded = b, b, true
	case b.IsNumber != c.least.IsNumber:
	case b.less(c.least):
		c.least = b
	case c.most.less(b):
		c.most = b
	}
}

func (b Bound) less(than Bound) bool {
	if b.IsNumber {
		return b.Number < than.Number
	}
	return b.Date < than.Date
}

func isDay(text string) bool { return like(text, "0000-00-00") }

func (c *column) group(text string) {
	if c.groups == nil {
		return
	}
	key := hash(text)
	n := c.groups[key] + 1
	c.groups[key] = n
	c.largest = max(c.largest, int(n))
	c.different = len(c.groups)
	limit := 50_000
	if c.different == c.values {
		limit = maxRows
	}
	if c.different > limit {
		c.groups = nil
	}
}

// distinct is how many values are different, or -1 if there are too many to be counted.
func (c *column) distinct() int {
	if c.groups == nil {
		return -1
	}
	return c.different
}

// hash makes a number of a text: the same one for two different texts is too rare to matter.
func hash(text string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	return h ^ h>>29
}

// lookOf returns what a text looks like. A string of JSON is never a number.
func lookOf(text string, isString bool) look {
	switch {
	case len(text) == 36 && is(table.GUID, text):
		return table.GUID
	case isDay(text) && is(table.DateTime, standard(text, table.DateTime)):
		return table.DateTime
	case isString:
		return table.String
	}
	plain := strings.TrimSpace(text)
	unsigned := strings.TrimLeft(plain[:min(1, len(plain))], "+-") + plain[min(1, len(plain)):]
	switch {
	case like(strings.TrimPrefix(unsigned, "."), "0"):
		return numberOf(plain, unsigned)
	case is(table.Boolean, plain):
		return table.Boolean
	}
	return table.String
}

func numberOf(text, unsigned string) look {
	switch {
	case like(unsigned, "00") && unsigned[0] == '0' && is(table.Double, text):
		return zeros
	case lex.IsDigits(unsigned) && is(table.Int32, text):
		return table.Int32
	case lex.IsDigits(unsigned) && is(table.Int64, text):
		return table.Int64
	case lex.IsDigits(unsigned):
		return long
	case is(table.Double, text):
		return table.Double
	}
	return table.String
}

// standard writes a value as its type is written.
func standard(text string, kind table.Kind) string {
	if kind == table.String {
		return text
	}
	text = strings.TrimSpace(text)
	if kind == table.DateTime {
		if like(text, "0000-00-00 00:") {
			text = text[:10] + "T" + text[11:]
		}
		if before, utc := strings.CutSuffix(text, "UTC"); utc {
			text = strings.TrimSuffix(before, " ") + "Z"
		}
	}
	return text
}

// decide returns the type for the column.
func (c *column) decide() table.Kind {
	if len(c.told) > 0 {
		return slices.MaxFunc(c.told, byCount).kind
	}
	number := func(s seen) bool { return isNumber(s.kind) }
	int64s, doubles := c.looked(table.Int64), c.looked(table.Double)
	switch {
	case len(c.looks) == 0, c.looked(zeros), c.looked(long):
		return table.String
	case len(c.looks) == 1:
		return c.looks[0].kind
	case !all(c.looks, number), int64s && doubles:
		return table.String
	case doubles:
		return table.Double
	default: // Int32 and Int64
		return table.Int64
	}
}

func byCount(a, b seen) int { return cmp.Compare(a.count, b.count) }

func all(looks []seen, are func(seen) bool) bool {
	return !slices.ContainsFunc(looks, func(s seen) bool { return !are(s) })
}

// looked reports whether a value without a type looked so.
func (c *column) looked(kind look) bool {
	return slices.ContainsFunc(c.looks, func(s seen) bool { return s.kind == kind })
}

func isNumber(k table.Kind) bool {
	return k == table.Int32 || k == table.Int64 || k == table.Double
}

// strays reports whether a column is text because of some of its values, which others of them aren't.
func (c *column) strays() bool {
	return c.decide() == table.String && len(c.told) == 0 && len(c.looks) > 1 &&
		!c.looked(zeros) && !c.looked(long)
}

// whyText says why a column that strays is text although some of its values aren't.
func (c *column) whyText() string {
	looks := slices.Clone(c.looks)
	slices.SortStableFunc(looks, func(a, b seen) int { return byCount(b, a) })
	kind := looks[0].kind
	if kind == table.String {
		kind = looks[1].kind
	}
	n, other := 0, looks[0]
	for _, s := range looks {
		if s.kind != kind && (!isNumber(s.kind) || !isNumber(kind)) {
			if n == 0 {
				other = s
			}
			n += s.count
		}
	}
	arent := "aren't"
	if n == 1 {
		arent = "isn't"
	}
	return spelling.Number(n) + " of " + spelling.Count(c.values, "value", "values") +
		" " + arent + " " + data.Article(kind) + ", such as " + data.Quote(other.text) + " in line " +
		strconv.Itoa(other.line)
}

// mixed reports whether rows have to tell types because one type doesn't do for all.
func (c *column) mixed() bool {
	if len(c.told) != 1 {
		return len(c.told) > 1
	}
	kind := c.told[0].kind
	for _, s := range c.looks {
		if s.kind != kind && kind != table.String && (s.kind != table.Int32 || !isNumber(kind)) {
			return true
		}
	}
	return false
}

// assumed is how many values had no type in a file that tells types.
func (c *column) assumed() int {
	if len(c.told) == 0 {
		return 0
	}
	return c.untold
}
