package model_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// write answers an insert, replace, merge, upsert or delete.
func (s *service) write(w write) answer {
	if f := w.invalid(); f != nil {
		return refused(*f)
	}
	t, f := s.use(w.table)
	if f != nil {
		return refused(*f)
	}
	return s.apply(t, w)
}

// invalid is what is wrong with the request itself: its URL, headers and body, in this order.
func (w write) invalid() *fault {
	if w.verb != insert {
		if f := badURLKey(w.key); f != nil {
			return f
		}
		if w.match == matchMalformed {
			return &fault{code: "InvalidInput", text: "The etag value '" + malformedETag +
				"' specified in one of the request headers is not valid. Please make sure only one etag value is " +
				"specified and is valid."}
		}
		if w.match == matchNone && w.verb == remove {
			return &fault{code: "InvalidInput"}
		}
	}
	if w.verb == remove {
		return nil
	}
	if w.flaw.fault != (fault{}) {
		return &w.flaw.fault
	}
	if w.verb == insert {
		for _, k := range [][2]string{{"PartitionKey", w.key.partition}, {"RowKey", w.key.row}} {
			if forbidden(k[1]) {
				return &fault{
					code: "OutOfRangeInput",
					text: "The '" + k[0] + "' parameter of value '" + k[1] + "' is out of range.",
				}
			}
		}
	}
	return nil
}

// apply applies a valid write to a table.
func (s *service) apply(t *tableState, w write) answer {
	old := t.entities[w.key]
	e := &entity{key: w.key, at: s.now, partitions: units(w.key.partition), rows: units(w.key.row)}
	for _, p := range w.properties {
		if p.value.kind != "" {
			e.properties = append(e.properties, p.property)
		}
	}
	if w.verb != remove {
		if f := e.tooLarge(); f != nil {
			return refused(*f)
		}
	}
	if f := w.condition(old); f != nil {
		return refused(*f)
	}
	t.inOrder = nil
	switch w.verb {
	case remove:
		delete(t.entities, w.key)
		return answer{status: 204, wrote: true, cost: cost{written: 1, bytesWritten: old.size()}}
	case merge:
		if old != nil {
			e.properties = overlay(old.properties, e.properties)
		}
		fallthrough
	case replace:
		slices.SortFunc(e.properties, func(a, b property) int { return cmp.Compare(a.name, b.name) })
	}
	if f := e.tooLarge(); f != nil {
		return refused(*f)
	}
	t.entities[w.key] = e
	a := answer{status: 204, wrote: true, etag: e.etag(), cost: cost{written: 1, bytesWritten: e.size()}}
	if w.verb == insert {
		a.status, a.context, a.table = 201, w.table+"/@Element", w.table
		a.single, a.entities = true, []*entity{e}
		a.location = path(w.table, w.key)
	}
	return a
}

// condition is the reason why the existing entity prevents a write, or nil.
func (w write) condition(old *entity) *fault {
	switch {
	case w.verb == insert && old != nil:
		return &fault{code: "EntityAlreadyExists", executing: true}
	case w.verb == insert || w.match == matchNone:
		return nil
	case old == nil:
		return &fault{code: "ResourceNotFound", executing: true}
	case w.match != matchAny && w.etag != old.etag():
		return &fault{code: "UpdateConditionNotSatisfied", executing: true}
	default:
		return nil
	}
}

// overlay sets properties and keeps the others.
func overlay(properties, changes []property) []property {
	all := map[string]property{}
	for _, p := range slices.Concat(properties, changes) {
		all[p.name] = p
	}
	return slices.Collect(maps.Values(all))
}

// tooLarge checks an entity's limits.
func (e *entity) tooLarge() *fault {
	if len(e.partitions) > 512 || len(e.rows) > 512 {
		return &fault{code: "PropertyValueTooLarge", executing: true}
	}
	if len(e.properties) > 252 {
		return &fault{code: "TooManyProperties", executing: true}
	}
	for _, p := range e.properties {
		if p.value.kind == edmString && len(p.value.s) > 32768 && len(units(p.value.s)) > 32768 ||
			p.value.kind == edmBinary && len(p.value.s) > 65536 {
			return &fault{code: "PropertyValueTooLarge", executing: true}
		}
	}
	if e.size() > 1<<20 {
		return &fault{code: "EntityTooLarge", executing: true}
	}
	return nil
}

// transact applies all parts of a transaction or none. failed is the index of the part that failed, whose
// answer is then the only one, or -1.
func (s *service) transact(parts []part) (answers []answer, failed int) {
	var scratch *tableState
	for i, p := range parts {
		a := s.one(parts, i, &scratch)
		if a.fault != nil {
			if len(parts) > 1 || !a.fault.executing {
				a.fault.prefix = i
				a.fault.prefixed = true
			}
			return []answer{a}, i
		}
		if p.prefer == "return-no-content" && a.status == 201 {
			a = a.withoutContent()
		}
		answers = append(answers, a)
	}
	s.tables[strings.ToLower(parts[0].table)] = scratch
	return answers, -1
}

// one applies the part at i to scratch, a copy of the table with the parts before it applied.
func (s *service) one(parts []part, i int, scratch **tableState) answer {
	p := parts[i]
	if p.verb != insert {
		if f := badURLKey(p.key); f != nil {
			return refused(*f)
		}
	}
	if i == 99 && len(parts) > 100 {
		return refused(fault{
			code: "InvalidInput",
			text: "The batch request operation exceeds the maximum 100 changes per change set.",
		})
	}
	if p.read {
		return refused(fault{code: "NotImplemented"})
	}
	if i == 0 {
		t, f := s.use(p.table)
		if f != nil {
			return refused(*f)
		}
		clone := *t
		clone.entities = maps.Clone(t.entities)
		*scratch = &clone
	}
	if f := p.invalid(); f != nil {
		return refused(*f)
	}
	for _, earlier := range parts[:i] {
		if !strings.EqualFold(earlier.table, p.table) || earlier.key.partition != p.key.partition {
			return refused(fault{code: "CommandsInBatchActOnDifferentPartitions"})
		}
		if earlier.key == p.key {
			return refused(fault{code: "InvalidDuplicateRow"})
		}
	}
	return s.apply(*scratch, p.write)
}
