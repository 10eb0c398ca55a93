package keys

import "github.com/rowkey/rowkey/engine/table"

// Range is the half-open range of store keys From <= key < To.
type Range struct {
	From string
	To   string
}

// All returns the range of all store keys.
func All() Range { return Range{To: "\xFF"} }

// Tables returns the range of the records of all tables, which sort by name.
func Tables() Range { return Range{From: string(tableMark), To: string(pastTables)} }

// Entities returns the range of all entities of a table.
func Entities(tbl string) Range { return under(appendTable(nil, entityMark, tbl)) }

// Partition returns the range of the entities of one partition.
func Partition(tbl, partitionKey string) Range {
	return under(appendPart(appendTable(nil, entityMark, tbl), partitionKey))
}

// Only returns the range of one entity.
func Only(tbl string, k table.Key) Range {
	after := string(append(AppendEntity(make([]byte, 0, room), tbl, k), 0))
	return Range{From: after[:len(after)-1], To: after}
}

// under returns the range of the keys that begin with these parts.
func under(parts []byte) Range {
	from := string(parts)
	parts[len(parts)-1] = past
	return Range{From: from, To: string(parts)}
}

// Empty reports whether no key can be in the range.
func (r Range) Empty() bool { return r.From >= r.To }

// Contains reports whether key is in the range.
func (r Range) Contains(key string) bool { return r.From <= key && key < r.To }

// StartAt returns the part of the range that begins at key or later.
func (r Range) StartAt(key string) Range {
	r.From = max(r.From, key)
	return r
}

// Within returns the intersection with another range.
func (r Range) Within(other Range) Range {
	return Range{From: max(r.From, other.From), To: min(r.To, other.To)}
}
