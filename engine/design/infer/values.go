package infer

import (
	"math"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/table"
)

// column is a property, and what is known of its values.
type column struct {
	convert.Source
	described []string // as the file has it: type: string, values: 20
	repeats   bool     // it's said that values repeat
}

// describe says what the values of so many entities are like.
func (c *column) describe(rows int) {
	c.described = []string{"type: " + strings.ToLower(data.TypeName(c.Type))}
	say := func(field, value string) { c.described = append(c.described, field+": "+value) }
	// In a few rows, two with the same value are enough to see that values repeat, but not how
	// often.
	const small = 50
	usual := c.Values / 2
	if rows < small {
		usual = c.Values - 1
	}
	double := c.Type == table.Double
	switch {
	case c.Type == table.DateTime:
		from, begins := table.ParseTicks(c.Least.Date)
		to, ends := table.ParseTicks(c.Most.Date)
		if begins && ends {
			say("every", every(to-from, rows))
			say("from", (from - from%table.Millisecond).String())
		}
	case c.Distinct > 0 && c.Distinct <= usual && c.Type != table.Boolean && !double:
		c.repeats = true
		say("values", strconv.Itoa(c.Distinct))
		if skew := c.skew(); rows >= small && skew != "" {
			say("skew", skew)
		}
	case double && c.Least.IsNumber, (c.Type == table.Int32 || c.Type == table.Int64) && !c.Unique:
		// An integer without bounds counts the entities, as one does that is different in every
		// row.
		say("min", strconv.FormatFloat(c.Least.Number, 'f', -1, 64))
		say("max", strconv.FormatFloat(c.Most.Number, 'f', -1, 64))
	}
}

// every returns the mean step from one row to the next, in a unit that fits.
func every(span table.Ticks, rows int) string {
	step := max(1, float64(span/table.Millisecond)/float64(max(1, rows-1))) // in milliseconds
	unit := design.SpanOf(table.Ticks(step * float64(table.Millisecond)))
	return strconv.Itoa(int(step/float64(unit.Ticks/table.Millisecond)+.5)) + unit.Name
}

// skew says how much more common the most common value is than the others: k to the power of this
// less.
func (c *column) skew() string {
	share, power := float64(c.Largest)/float64(c.Values), 0.
	top := func() float64 {
		sum := 0.
		for k := range c.Distinct {
			sum += math.Pow(float64(k+1), -power)
		}
		return 1 / sum
	}
	for power < 4 && top() < share {
		power += .1
	}
	const even = .35
	if power < even {
		return ""
	}
	return "zipf " + strconv.FormatFloat(power, 'f', 1, 64)
}

// look adds what values look like, if they all look the same: customer-####.
func (c *column) look(values []table.Value) {
	shape := ""
	for i, v := range values {
		s := strings.Map(func(c rune) rune {
			if isDigit(c) {
				return '#'
			}
			return c
		}, v.Text())
		if v.Kind() != table.String || i > 0 && s != shape {
			return
		}
		shape = s
	}
	if strings.Contains(shape, "#") {
		c.described = append(c.described, "pattern: "+quote(shape))
	}
}

// line writes the property as a line of the file.
func (c *column) line() string {
	all := strings.Join(c.described, ", ")
	if kind, found := strings.CutPrefix(all, "type: "); found && len(c.described) == 1 {
		return "      " + c.Name + ": " + kind
	}
	return "      " + c.Name + ": {" + all + "}"
}
