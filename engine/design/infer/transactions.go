package infer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// inserted makes a pattern of a transaction that inserts several entities: of one type, or one and those that
// refer to it, as an order and its lines. ok is false for others, whose requests are patterns of their own.
func inserted(types []*entityType, sent []Request) (p pattern, ok bool) {
	if len(sent) < 2 {
		return p, false
	}
	var all []*entityType
	var count []int
	for i := range sent {
		a := read(&sent[i])
		there := a.in(types)
		if there == nil || a.Method != "POST" || !a.keyed {
			return p, false
		}
		if i == 0 {
			p.verb, p.name, p.times = "insert", a.spoken("insert"), a.Times
		}
		of := a.wanted(there)[0]
		if at := slices.Index(all, of); at >= 0 {
			count[at]++
		} else {
			all, count = append(all, of), append(count, 1)
		}
	}
	p.sent = 1
	if len(all) == 1 {
		p.of, p.count = all[0].name, count
		p.same = names(all[0].partition...)
		return p, true
	}
	head := slices.IndexFunc(all, func(t *entityType) bool {
		return !slices.ContainsFunc(all, func(o *entityType) bool { return o != t && !o.refersTo(t) })
	})
	if head < 0 || count[head] != 1 {
		return p, false
	}
	p.of = all[head].name
	for i, t := range all {
		if i != head {
			p.with, p.count = append(p.with, t.name), append(p.count, count[i])
		}
	}
	return p, true
}

// refersTo says whether a property has the values of one of another type.
func (t *entityType) refersTo(other *entityType) bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool {
		return len(c.described) > 0 && strings.HasPrefix(c.described[0], "of: "+other.name+".")
	})
}

// list describes a property whose values are lists, with commas between: tags. It returns false for others,
// such as sentences.
func (c *column) list(p *property) bool {
	const longest, most = 40, 50
	different, all, lists, rows := map[string]bool{}, 0, 0, 0
	words := false
	for i, v := range p.values {
		if !p.has(i) {
			continue
		}
		parts := design.ValuesOf(v.Text())
		for _, part := range parts {
			if part == "" || len(part) > longest || strings.ContainsAny(part, " \t\n") {
				return false
			}
			words = words || strings.ContainsFunc(part, isLetter)
			different[part] = true
		}
		if all, rows = all+len(parts), rows+1; len(parts) > 1 {
			lists++
		}
	}
	each := max(2, (all+rows/2)/max(1, rows))
	repeat := len(different) < all && each <= min(most, len(different))
	if c.Type != table.String || !words || !repeat || 2*lists < rows {
		return false
	}
	say := strconv.Itoa
	c.described = []string{"type: string", "values: " + say(len(different)), "several: " + say(each)}
	return true
}

// sequence describes an integer that counts the entities with the same value of another property: the events
// of a stream. It returns false for others.
func (c *column) sequence(p, of *property) bool {
	if c.Type != table.Int32 && c.Type != table.Int64 {
		return false
	}
	groups := map[string][]int64{}
	for i, v := range p.values {
		if !p.has(i) || !of.has(i) {
			return false
		}
		groups[of.values[i].Text()] = append(groups[of.values[i].Text()], v.Int())
	}
	first, most := int64(0), 0
	for _, numbers := range groups {
		slices.Sort(numbers)
		if most == 0 {
			first = numbers[0]
		}
		for i, n := range numbers {
			if n != first+int64(i) {
				return false
			}
		}
		most = max(most, len(numbers))
	}
	if len(groups) < 2 || most < 2 {
		return false
	}
	c.described, c.repeats = append(c.described[:1], "per: "+of.Name), false
	if first != 1 {
		c.described = append(c.described, "min: "+strconv.Itoa(int(first-1)))
	}
	return true
}
