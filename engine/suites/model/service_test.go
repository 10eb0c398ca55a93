package model_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// service is the model: tables and entities in plain maps, which are searched for every request.
type service struct {
	now    time.Time // of the request being answered
	tables map[string]*tableState
	past   map[string][]string // all ETags of each entity, by table and key
}

type tableState struct {
	name     string
	created  time.Time
	deleted  time.Time // zero for a table in use
	entities map[key]*entity
	inOrder  []*entity // the result of sorted; nil after a write
}

type key struct{ partition, row string }

type entity struct {
	key
	at         time.Time
	properties []property
	partitions []uint16 // the keys in UTF-16
	rows       []uint16
}

type property struct {
	name  string
	value value
}

func newService() *service {
	return &service{tables: map[string]*tableState{}, past: map[string][]string{}}
}

// tick begins a request. The service's time increases with every request.
func (s *service) tick(clock time.Time) {
	clock = clock.Truncate(100 * time.Nanosecond)
	if !clock.After(s.now) {
		clock = s.now.Add(100 * time.Nanosecond)
	}
	s.now = clock
}

// etag is the Timestamp in the format of an ETag.
func (e *entity) etag() string {
	return `W/"datetime'` + strings.ReplaceAll(written(e.at), ":", "%3A") + `'"`
}

func (e *entity) property(name string) (value, bool) {
	switch name {
	case "PartitionKey":
		return value{kind: edmString, s: e.partition}, true
	case "RowKey":
		return value{kind: edmString, s: e.row}, true
	case "Timestamp":
		return value{kind: edmDateTime, at: e.at}, true
	}
	for _, p := range e.properties {
		if p.name == name {
			return p.value, true
		}
	}
	return value{}, false
}

// size is the billed size.
func (e *entity) size() int {
	n := 4 + 2*len(units(e.partition)) + 2*len(units(e.row))
	for _, p := range e.properties {
		n += 8 + 2*len(units(p.name)) + p.value.size()
	}
	return n
}

// find returns the table with a name, which is case-insensitive, or nil. Deleting a table takes 40 seconds,
// during which its name can't be used.
func (s *service) find(name string) (*tableState, *fault) {
	t := s.tables[strings.ToLower(name)]
	switch {
	case t == nil:
		return nil, nil
	case t.deleted.IsZero():
		return t, nil
	case s.now.Before(t.deleted.Add(40 * time.Second)):
		return nil, &fault{code: "TableBeingDeleted", executing: true}
	default:
		return nil, nil
	}
}

// use finds a table for a request to its entities.
func (s *service) use(name string) (*tableState, *fault) {
	t, f := s.find(name)
	switch {
	case f != nil:
		return nil, &fault{code: f.code}
	case t == nil:
		return nil, &fault{code: "TableNotFound"}
	default:
		return t, nil
	}
}

func (s *service) createTable(name string) answer {
	switch {
	case strings.EqualFold(name, "tables"):
		return refused(fault{code: "InvalidInput"})
	case strings.Trim(name, letters+digits) != "" || strings.Contains(digits, name[:1]):
		return refused(fault{code: "InvalidResourceName"})
	case len(name) < 3 || len(name) > 63:
		return refused(fault{
			code: "OutOfRangeInput",
			text: "The specified resource name length is not within the permissible limits.",
		})
	}
	t, f := s.find(name)
	switch {
	case f != nil:
		return refused(*f)
	case t != nil:
		return refused(fault{code: "TableAlreadyExists", executing: true})
	}
	s.tables[strings.ToLower(name)] = &tableState{name: name, created: s.now, entities: map[key]*entity{}}
	return answer{status: 201, wrote: true, location: "Tables('" + name + "')", context: "Tables/@Element",
		table: name, single: true, tables: []string{name}}
}

func (s *service) oneTable(name string) (*tableState, answer) {
	t, f := s.find(name)
	switch {
	case f != nil:
		return nil, refused(*f)
	case t == nil:
		return nil, refused(fault{code: "ResourceNotFound", executing: true})
	}
	return t, answer{
		status: 200, context: "Tables/@Element", table: t.name, single: true, tables: []string{t.name},
	}
}

func (s *service) deleteTable(name string) answer {
	t, a := s.oneTable(name)
	if t == nil {
		return a
	}
	t.deleted, t.entities, t.inOrder = s.now, nil, nil
	return answer{status: 204, wrote: true}
}

// listTables is a page of the tables that match a filter, sorted by lower-case name, beginning at from.
func (s *service) listTables(f filter, top int, from string) answer {
	a := answer{status: 200, context: "Tables", cost: cost{pages: 1}}
	for _, name := range slices.Sorted(maps.Keys(s.tables)) {
		t := s.tables[name]
		matches := f == nil || f.matches(func(property string) (value, bool) {
			return value{kind: edmString, s: t.name}, property == "TableName"
		})
		if name < from || !t.deleted.IsZero() || !matches {
			continue
		}
		if len(a.tables) == top {
			if top > 0 {
				a.next = []string{token(name + "\x01" + fmt.Sprintf("%016x", filetime(t.created)))}
				a.nextKey = key{partition: name}
			}
			break
		}
		a.tables = append(a.tables, t.name)
	}
	return a
}

// filetime counts 100 ns since 1601.
func filetime(at time.Time) int64 {
	return (at.Unix()-time.Date(1601, 1, 1, 0, 0, 0, 0, time.UTC).Unix())*1e7 + int64(at.Nanosecond()/100)
}

// token is the continuation token of a key or table.
func token(text string) string {
	b := base64.StdEncoding.EncodeToString([]byte(text))
	return "1!" + strconv.Itoa(len(b)) + "!" + strings.NewReplacer("+", "*", "/", "_", "=", "-").Replace(b)
}

// sorted returns a table's entities in the order of the service.
func (t *tableState) sorted() []*entity {
	if t.inOrder != nil {
		return t.inOrder
	}
	t.inOrder = slices.SortedFunc(maps.Values(t.entities), func(a, b *entity) int {
		if a.partition != b.partition {
			return slices.Compare(a.partitions, b.partitions)
		}
		return slices.Compare(a.rows, b.rows)
	})
	return t.inOrder
}

// atOrAfter reports whether an entity comes at or after a key.
func (e *entity) atOrAfter(k key) bool {
	if e.partition != k.partition {
		return slices.Compare(e.partitions, units(k.partition)) > 0
	}
	return slices.Compare(e.rows, units(k.row)) >= 0
}

// listEntities is a page of the entities that match a query. It begins at from, or is the first if from is
// nil.
func (s *service) listEntities(q query, from *key) answer {
	t, f := s.use(q.table)
	if f != nil {
		return refused(*f)
	}
	a := answer{status: 200, context: q.table, table: q.table, selected: q.selected, cost: cost{pages: 1}}
	for _, e := range t.sorted() {
		if from != nil && !e.atOrAfter(*from) {
			continue
		}
		matches := q.filter == nil || q.filter.matches(e.property)
		if matches && len(a.entities) == q.top {
			if q.top > 0 {
				a.next, a.nextKey = []string{token(e.partition), token(e.row)}, e.key
			}
			break
		}
		if matches {
			a.entities = append(a.entities, e)
		}
		a.passed = append(a.passed, e)
	}
	if q.top == 0 {
		a.passed = nil
	}
	a.cost.returned = len(a.entities)
	return a
}

func (s *service) getEntity(g get) answer {
	if f := badURLKey(g.key); f != nil {
		return refused(*f)
	}
	t, f := s.use(g.table)
	if f != nil {
		return refused(*f)
	}
	e := t.entities[g.key]
	if e == nil {
		return refused(fault{code: "ResourceNotFound", executing: true})
	}
	return answer{
		status: 200, context: g.table + "/@Element", table: g.table, single: true, selected: g.selected,
		entities: []*entity{e}, etag: e.etag(), cost: cost{read: 1, returned: 1, bytesRead: e.size()},
	}
}

// badURLKey is what is wrong with the keys in a URL.
func badURLKey(k key) *fault {
	for _, text := range []string{k.partition, k.row} {
		if strings.ContainsAny(text, `/\`) {
			return &fault{code: "InvalidInput", text: "Bad Request - Error in query syntax."}
		}
		if forbidden(text) {
			return &fault{code: "OutOfRangeInput"}
		}
	}
	return nil
}

// forbidden reports whether a key has a character that the service doesn't allow.
func forbidden(text string) bool {
	return strings.ContainsAny(text, `/\#?`) || strings.ContainsFunc(text, func(r rune) bool {
		return r < 0x20 || r >= 0x7F && r <= 0x9F
	})
}
