package model_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

// generator draws the operations of one sequence. All names and values come from small sets, so that they
// often coincide.
type generator struct {
	*rand.Rand
	partitions []string // the keys that the sequence uses, from partitionKeys and rowKeys
	rows       []string
}

// sequenceOf returns the sequence of a seed.
func sequenceOf(seed uint64) []op {
	g := generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	g.partitions, g.rows = subset(g, partitionKeys, 4), subset(g, rowKeys, 8)
	return g.sequence()
}

// subset draws at least two elements and at most most.
func subset(g generator, from []string, most int) (chosen []string) {
	for _, i := range g.Perm(len(from))[:2+g.IntN(most-1)] {
		chosen = append(chosen, from[i])
	}
	return chosen
}

func pick[T any](g generator, from []T) T { return from[g.IntN(len(from))] }

// oneIn is true with probability 1/n.
func (g generator) oneIn(n int) bool { return g.IntN(n) == 0 }

var (
	tableNames = []string{"Alpha", "Alpha", "Alpha", "Alpha", "Alpha", "alPHA", "Beta", "Alphabet"}

	// Sorted by UTF-16 code unit, 😀 comes before U+E000; by code point, after it.
	partitionKeys = []string{"", "a", "b", "ab", "it's", "😀", "\ue000"}
	rowKeys       = []string{
		"", "0", "1", "10", "2", "3", "A", "a", "ab", "é", "\ue000", "😀", "it's", "x:1", "50% & +",
	}
	badKeys = []string{"a/b", `a\b`, "a#b", "a?b", "a\x01b", "a\u0085b", strings.Repeat("k", 513)}

	propertyNames = []string{"A", "B", "C", "D", "a", "Größe"}
	levels        = []string{"", "nometadata", "minimalmetadata", "fullmetadata"}
	prefers       = []string{"", "", "return-content", "return-no-content"}
	selections    = []string{"", "", "", "", "A", "B,A", "RowKey,PartitionKey", "A, Timestamp,A", "None,C", "*"}
)

// sequence draws the operations of one account.
func (g generator) sequence() []op {
	ops := []op{createTable{name: "Alpha"}, createTable{name: "Beta"}}
	if g.oneIn(100) {
		ops = append(ops, g.fill()...)
		for range 20 {
			ops = append(ops, g.read())
		}
		return ops
	}
	for range 60 + g.IntN(240) {
		ops = append(ops, g.op())
	}
	for _, name := range tableNames {
		ops = append(ops, readAll{query{table: name, top: 1000}})
	}
	return append(ops, list{query{top: 1000}, true, 0})
}

func (g generator) op() op {
	switch n := g.IntN(100); {
	case n < 40:
		return g.write()
	case n < 52:
		return g.transaction()
	case n < 60:
		one := get{g.tableName(), g.key(), pick(g, levels), pick(g, selections)}
		if g.oneIn(6) {
			return loneGet{one}
		}
		return one
	case n < 90:
		return g.read()
	case n < 97:
		return g.tableOp()
	case g.oneIn(8):
		return restart{}
	case n < 99:
		return moveClock(pick(g, []time.Duration{
			time.Second, 27 * time.Second, 40 * time.Second, 2 * time.Minute, -time.Second,
		}))
	default:
		return pick(g, refusals)
	}
}

func (g generator) tableName() string { return pick(g, tableNames) }

func (g generator) key() key {
	k := key{pick(g, g.partitions), pick(g, g.rows)}
	if g.oneIn(150) {
		k.partition = pick(g, badKeys)
	}
	if g.oneIn(150) {
		k.row = pick(g, badKeys)
	}
	return k
}

func (g generator) tableOp() op {
	name := g.tableName()
	switch g.IntN(8) {
	case 0:
		if strings.EqualFold(name, "Alpha") && !g.oneIn(3) {
			name = "Beta"
		}
		return deleteTable{name}
	case 1:
		return getTable{name, pick(g, levels)}
	case 2:
		return list{g.tableQuery(), true, g.IntN(3)}
	case 3:
		name = pick(g, []string{
			"Tables", "1a2", "a-b", "ab", strings.Repeat("n", 64), "Gamma", "gamma", "Beta2",
		})
	}
	return createTable{name, pick(g, prefers), pick(g, levels)}
}

func (g generator) tableQuery() query {
	q := query{top: 1000, level: pick(g, levels)}
	if g.oneIn(2) {
		q.top, q.asked = g.IntN(4), true
	}
	if g.oneIn(2) {
		name := value{kind: edmString, s: pick(g, tableNames)}
		q.filter = comparison{
			pick(g, []string{"TableName", "TableName", "Name"}), pick(g, operators), name, name.literal(), g.oneIn(3),
		}
	}
	return q
}

func (g generator) read() op {
	switch g.IntN(5) {
	case 0, 1:
		return nextPage{g.IntN(3), pick(g, []int{0, 0, 0, 1, 3}), g.oneIn(8)}
	case 2:
		return readAll{g.query()}
	default:
		return list{g.query(), false, g.IntN(3)}
	}
}

func (g generator) query() query {
	q := query{table: g.tableName(), selected: pick(g, selections), top: 1000, level: pick(g, levels)}
	if !g.oneIn(4) {
		q.top, q.asked = pick(g, []int{0, 1, 1, 2, 3, 5, 8, 13, 1000}), true
	}
	switch g.IntN(5) {
	case 0:
	case 1, 2:
		q.filter = g.keyFilter()
	default:
		q.filter = g.filter(3)
	}
	return q
}

// write draws a write, which is usually valid.
func (g generator) write() write {
	w := write{
		verb: pick(g, []verb{insert, insert, insert, replace, merge, remove}), table: g.tableName(), key: g.key(),
		match: match(g.IntN(5)), prefer: pick(g, prefers), level: pick(g, levels), spelling: g.IntN(60),
	}
	if g.oneIn(40) {
		w.match = matchMalformed
	}
	if w.match == matchNone && w.verb == remove && !g.oneIn(10) {
		w.match = matchAny
	}
	if w.verb != remove {
		w.properties = g.properties()
	} else {
		w.prefer = ""
	}
	if w.verb != insert {
		w.prefer = ""
	}
	if g.oneIn(30) && w.verb != remove {
		w.flaw = pick(g, flaws)
		if w.verb == insert {
			w.key = key{"a", "1"}
			if g.oneIn(4) {
				w.flaw = pick(g, insertFlaws)
			}
		}
	}
	return w
}

// transaction draws writes to one partition, and now and then one that doesn't belong there.
func (g generator) transaction() transact {
	n := 1 + g.IntN(6)
	if g.oneIn(40) {
		n = pick(g, []int{50, 99, 100, 101})
	}
	tableName, partition, first := g.tableName(), pick(g, g.partitions), g.IntN(len(g.rows))
	var parts transact
	for i := range n {
		p := part{write: g.write()}
		p.table, p.key.partition = tableName, partition
		if !g.oneIn(10 * n) {
			// Take rows in order, so that none repeats even in a long transaction.
			p.key.row = g.rows[(first+i)%len(g.rows)]
			if i >= len(g.rows) {
				p.key.row = "n" + strconv.Itoa(i)
			}
		}
		switch {
		case n > 20 || !g.oneIn(4):
			// Use an operation that can't fail, so that most transactions succeed.
			p.verb, p.match, p.flaw = pick(g, []verb{replace, merge}), matchNone, flaw{}
			p.prefer = ""
		case g.oneIn(40):
			p.table = pick(g, tableNames)
		case g.oneIn(40):
			p.key.partition = pick(g, g.partitions)
		case g.oneIn(60):
			p.read = true
		}
		parts = append(parts, p)
	}
	return parts
}

// fill inserts more entities than fit a page.
func (g generator) fill() (ops []op) {
	for i := range 12 {
		var parts transact
		for j := range 100 {
			parts = append(parts, part{write: write{
				verb: insert, table: "Alpha",
				key:    key{pick(g, partitionKeys[:2]) + strconv.Itoa(i), strconv.Itoa(j)},
				prefer: "return-no-content", spelling: 2, properties: g.properties()[:1],
			}})
			parts[j].key.partition = parts[0].key.partition
		}
		ops = append(ops, parts)
	}
	return ops
}

// properties draws one to four properties, and rarely many or large ones.
func (g generator) properties() []sentProperty {
	var all []sentProperty
	for _, i := range g.Perm(len(propertyNames))[:1+g.IntN(4)] {
		all = append(all, g.sent(propertyNames[i], g.value()))
	}
	if g.oneIn(800) {
		all = append(all, pick(g, oversized)(g)...)
	}
	return all
}

// oversized draws properties around the limits.
var oversized = []func(generator) []sentProperty{
	func(g generator) []sentProperty { // with the one to four others, 247 to 254
		return g.many(pick(g, []int{246, 248, 250}), value{kind: edmBoolean, n: 1})
	},
	func(g generator) []sentProperty {
		long := value{kind: edmString, s: strings.Repeat("é", pick(g, []int{32768, 32769}))}
		return g.many(1, long)
	},
	func(g generator) []sentProperty {
		return g.many(1, value{kind: edmBinary, s: strings.Repeat("b", pick(g, []int{65536, 65537}))})
	},
	func(g generator) []sentProperty { // about 1 MiB, or less
		return g.many(pick(g, []int{9, 15, 16}), value{kind: edmBinary, s: strings.Repeat("b", 65536)})
	},
}

func (g generator) many(n int, v value) (all []sentProperty) {
	prefix := pick(g, []string{"M", "N"})
	for i := range n {
		all = append(all, g.sent(prefix+strconv.Itoa(i), v))
	}
	return all
}

var operators = []string{"eq", "ne", "lt", "le", "gt", "ge"}

// filter draws a filter, of at most some depth.
func (g generator) filter(depth int) filter {
	if depth == 0 {
		return g.comparison()
	}
	switch g.IntN(8) {
	case 0:
		return negation{g.filter(depth - 1)}
	case 1, 2, 3:
		j := junction{word: pick(g, []string{"and", "or"})}
		for range 2 + g.IntN(2) {
			j.operands = append(j.operands, g.filter(depth-1))
		}
		return j
	case 4:
		return grouped{g.filter(depth - 1)}
	case 5:
		return bare(pick(g, propertyNames))
	default:
		return g.comparison()
	}
}

// comparison draws a comparison of any property with any constant.
func (g generator) comparison() filter {
	switch g.IntN(6) {
	case 0:
		return g.keyComparison()
	case 1:
		// The clock advances by this step at each request, so this is sometimes the time of an entity.
		const step = 12_345_600 * time.Nanosecond
		at := value{kind: edmDateTime, at: start.Add(time.Duration(1+g.IntN(300)) * step)}
		return comparison{"Timestamp", pick(g, operators), at, at.literal(), g.oneIn(4)}
	default:
		c := g.constant()
		name := pick(g, append(propertyNames, "None", "PartitionKey"))
		return comparison{name, pick(g, operators), c.value, c.text, g.oneIn(4)}
	}
}

// keyFilter draws conditions on keys joined by and, which may contradict each other, and sometimes a
// condition on properties.
func (g generator) keyFilter() filter {
	j := junction{word: "and"}
	if g.oneIn(2) {
		v := value{kind: edmString, s: pick(g, g.partitions)}
		j.operands = append(j.operands, comparison{"PartitionKey", "eq", v, v.literal(), g.oneIn(4)})
	}
	for range 1 + g.IntN(3) {
		j.operands = append(j.operands, g.keyComparison())
	}
	if g.oneIn(2) {
		j.operands = append(j.operands, g.filter(1))
	}
	if len(j.operands) == 1 {
		return j.operands[0]
	}
	g.Shuffle(len(j.operands), func(a, b int) { j.operands[a], j.operands[b] = j.operands[b], j.operands[a] })
	return j
}

func (g generator) keyComparison() filter {
	name, values := "PartitionKey", g.partitions
	if g.oneIn(2) {
		name, values = "RowKey", g.rows
	}
	if g.oneIn(8) {
		values = slices.Concat(partitionKeys, rowKeys)
	}
	v := value{kind: edmString, s: pick(g, values)}
	c := comparison{name, pick(g, append(operators, "eq", "eq")), v, v.literal(), g.oneIn(4)}
	if g.oneIn(8) {
		return negation{c}
	}
	return c
}
