package plan

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
)

// advise says in one sentence what would make the query cheaper, or returns "". Likely mistakes come
// first, then what saves most. It's about the key range and not about what was read, because a page may
// end before the range does.
func advise(q query, p Plan) string {
	for _, advice := range [...]string{
		adviseOnMistake(q),
		adviseOnContradiction(q.bounds),
		adviseOnOr(q, p.Kind),
	} {
		if advice != "" {
			return advice
		}
	}
	switch p.Kind {
	case PartitionRangeScan:
		return "A range of PartitionKeys reads across partitions: " + eachPartition
	case TableScan:
		return adviseOnTableScan(q, p)
	case PartitionScan:
		return adviseOnPartitionScan(q, p)
	default:
		return ""
	}
}

// adviseOnMistake finds misspelled keys, and keys compared with something other than a string.
func adviseOnMistake(q query) string {
	for _, t := range q.terms {
		if e := find(t.written, mistaken); e != nil {
			return mistake(e)
		}
	}
	return ""
}

func mistaken(e filter.Expr) bool { return mistake(e) != "" }

func mistake(e filter.Expr) string {
	name := property(e)
	for _, key := range [...]string{table.PartitionKey, table.RowKey} {
		if name != key && strings.EqualFold(name, key) {
			return "Names are case-sensitive: write " + key + ", not " + name + "."
		}
	}
	c, ok := e.(*filter.Compare)
	if !ok || name != table.PartitionKey && name != table.RowKey || c.Value.Kind() == table.String {
		return ""
	}
	return name + " is a string, so compare it with a string: " +
		name + " " + c.Op.String() + " " + filter.Quote(bare(c.Value)) + "."
}

// bare formats a constant without the prefix, quotes or suffix that mark its type.
func bare(v table.Value) string {
	text := filter.Literal(v)
	if prefix, rest, quoted := strings.Cut(text, "'"); quoted && prefix != "" {
		return strings.TrimSuffix(rest, "'")
	}
	return strings.TrimSuffix(text, "L")
}

func adviseOnContradiction(b bounds) string {
	key := table.RowKey
	switch {
	case !b.empty():
		return ""
	case b.partition.empty():
		key = table.PartitionKey
	}
	return "No entity can match, because the conditions on " + key +
		" exclude each other: drop one, or send a query for each."
}

// adviseOnOr looks for an or whose alternatives would each be cheaper than the query, if they were sent as
// queries of their own. kind is the query's own.
func adviseOnOr(q query, kind Kind) string {
	for _, t := range q.terms {
		for _, part := range t.parts {
			or, ok := part.(*filter.Or)
			if !ok {
				continue
			}
			worst, count := alternatives(q.bounds, or)
			if worst >= kind {
				continue
			}
			gain := "none costs more than "
			if worst == Point {
				gain = "each is "
			}
			return "An or doesn't narrow the key range: send its " + strconv.Itoa(count) +
				" alternatives as separate queries, in parallel, and " +
				gain + title(worst) + "."
		}
	}
	return ""
}

// alternatives returns how many alternatives an or has, and the kind of the most expensive one.
func alternatives(b bounds, or *filter.Or) (worst Kind, count int) {
	for _, operand := range or.Operands {
		if nested, ok := operand.(*filter.Or); ok {
			kind, n := alternatives(b, nested)
			worst, count = max(worst, kind), count+n
			continue
		}
		own := b
		for _, condition := range filter.Conjuncts(nil, operand) {
			own.narrow(condition)
		}
		worst, count = max(worst, own.kind()), count+1
	}
	return worst, count
}

// title is a kind of query in a sentence.
func title(k Kind) string { return "a " + shown[k].name }

const eachPartition = "query the partitions you need with PartitionKey eq, one query for each, " +
	"in parallel."

func adviseOnTableScan(q query, p Plan) string {
	named := q.bounds
	named.partition.narrow(filter.Equal, "") // as if it named a partition, no matter which
	tested := firstProperty(p.Residual)
	switch {
	case !q.bounds.row.unbounded():
		return "RowKey finds entities only within a partition: add PartitionKey eq '…', " +
			"and this is " + title(named.kind()) + "."
	case excludes(q, table.PartitionKey):
		return "Neither ne nor not on PartitionKey saves reading: " + eachPartition
	case tested == table.Timestamp:
		return "Timestamp isn't a key, so the whole table is in range: " +
			"write the time into a key too."
	case tested != "":
		return "The whole table is in range, and " + tested + " is tested on each entity read: " +
			"add PartitionKey eq '…', or keep a copy of each entity in a partition " +
			"named after its " + tested + "."
	default:
		return "The whole table is in range: add PartitionKey eq '…' to read one partition."
	}
}

func adviseOnPartitionScan(q query, p Plan) string {
	tested := firstProperty(p.Residual)
	switch {
	case excludes(q, table.RowKey):
		return "Neither ne nor not on RowKey saves reading: bound RowKey with ge and lt."
	case tested == table.Timestamp:
		return "Timestamp isn't a key, so the whole partition is in range: " +
			"begin RowKey with the time."
	case tested != "":
		return "The whole partition is in range, and " + tested + " is tested on each entity read: " +
			"keep a copy of each entity whose RowKey begins with its " + tested +
			", a secondary index, and query a range of it."
	default:
		return ""
	}
}

// excludes reports whether any part of the filter excludes a value of the key.
func excludes(q query, key string) bool {
	unequal := func(e filter.Expr) bool {
		c, ok := e.(*filter.Compare)
		return ok && comparesKey(c) && c.Property == key && c.Op == filter.NotEqual
	}
	for _, t := range q.terms {
		for _, part := range t.parts {
			if find(part, unequal) != nil {
				return true
			}
		}
	}
	return false
}

// firstProperty returns the first property in e that isn't a key, or "".
func firstProperty(e filter.Expr) string {
	custom := func(e filter.Expr) bool {
		name := property(e)
		return name != "" && name != table.PartitionKey && name != table.RowKey
	}
	return property(find(e, custom))
}

// property returns the name of the property that e tests, or "" if e isn't a single test.
func property(e filter.Expr) string {
	switch e := e.(type) {
	case *filter.Compare:
		return e.Property
	case *filter.Boolean:
		return e.Property
	default:
		return ""
	}
}

// find returns the first expression in e, operands before e itself, for which is returns true, or nil.
func find(e filter.Expr, is func(filter.Expr) bool) filter.Expr {
	var operands []filter.Expr
	switch e := e.(type) {
	case *filter.And:
		operands = e.Operands
	case *filter.Or:
		operands = e.Operands
	case *filter.Not:
		operands = []filter.Expr{e.Operand}
	}
	for _, operand := range operands {
		if found := find(operand, is); found != nil {
			return found
		}
	}
	if e != nil && is(e) {
		return e
	}
	return nil
}
