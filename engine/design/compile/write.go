package compile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Host stands for the account's address in the bodies of transactions, as in .http files.
const Host = "{{host}}"

// operation is a write of one entity.
type operation struct {
	table   string
	key     table.Key
	request wire.Request // its URL is below Host
}

// write returns the plan of an insert, update or delete: its operations, of which those in the same table and
// partition are one entity group transaction.
func write(p *design.Pattern, d *design.Design, in Input) design.Plan {
	plan := design.Plan{Place: d.Original(p.Entity), Kind: design.Write}
	var ops []operation
	var written []*design.Place
	fail := func(err error) design.Plan {
		plan.Steps = append(plan.Steps, "The entity can't be stored: "+err.Error()+".")
		return plan
	}
	for _, place := range d.Places {
		before := len(ops)
		verb, entities := in.written(p, place)
		for _, properties := range entities {
			more, step, err := operate(verb, d, place, properties, in.Changed)
			if err != nil {
				return fail(err)
			}
			ops = append(ops, more...)
			if step != "" && !slices.Contains(plan.Steps, step) {
				plan.Steps = append(plan.Steps, step)
			}
		}
		if sameType(place.Entity, p.Entity) && (len(ops) > before || place.When != nil && concerns(p, place)) {
			written = append(written, place)
		}
	}
	switch {
	case p.Verb == design.Insert:
	case p.Add == nil && known(p, written) && (p.Verb == design.Delete || !rekeyed(ops)):
		plan.Steps = append(plan.Steps, "The terms say the whole key: nothing is read first.")
	default:
		found(p, d, in, &plan)
	}
	send(&plan, ops)
	return plan
}

// written returns which entities a write concerns in a place, and what it does with them.
func (in Input) written(
	p *design.Pattern, place *design.Place,
) (verb design.Verb, entities [][]table.Property) {
	if sameType(place.Entity, p.Entity) {
		entities = append(entities, in.Entity)
		for _, other := range in.More {
			entities = append(entities, alike(p, in.Entity, other))
		}
		return p.Verb, entities
	}
	for i, w := range p.With {
		if sameType(place.Entity, w.Entity) && i < len(in.With) {
			entities = in.With[i]
		}
	}
	return design.Insert, entities
}

// PerRow returns how many operations a write takes for each row that an entity has in a place: two if its key
// changes.
func (in Input) PerRow(p *design.Pattern, d *design.Design, place *design.Place) float64 {
	rows, err := Rows(d, place, in.Entity)
	ops, _, bad := operate(p.Verb, d, place, in.Entity, in.Changed)
	if err != nil || bad != nil || len(rows) == 0 {
		return 1
	}
	return float64(len(ops)) / float64(len(rows))
}

// concerns says whether an update or delete changes what a place has of an entity.
func concerns(p *design.Pattern, place *design.Place) bool {
	return p.Verb == design.Delete || slices.ContainsFunc(p.Select, place.Stores)
}

// rekeyed says whether an update deletes an entity to insert it under another key, for which it needs all of
// the entity.
func rekeyed(ops []operation) bool {
	return slices.ContainsFunc(ops, func(o operation) bool { return o.request.Method == "DELETE" })
}

// alike returns an entity of a batch with what it has in common with the first.
func alike(p *design.Pattern, first, other []table.Property) []table.Property {
	if p.Same == nil {
		return other
	}
	other = slices.Clone(other)
	for i := range other {
		if slices.Contains(p.Same, other[i].Name) {
			other[i] = first[i]
		}
	}
	return other
}

// known says whether the terms of a write say the keys of all places that it writes. What else it says with ?
// is of the entity that has this key.
func known(p *design.Pattern, written []*design.Place) bool {
	said := map[string]bool{}
	for i := range p.Where {
		t := &p.Where[i]
		if t.Op != design.Equal || said[t.Property.Name] {
			return false
		}
		said[t.Property.Name] = true
	}
	for _, place := range written {
		for i := range place.When {
			if !said[place.When[i].Property.Name] {
				return false // only the entity says whether it has this copy
			}
		}
		exact := map[string]bool{}
		for _, part := range place.Parts() {
			switch {
			case part.Property == nil:
			case !said[part.Property.Name]:
				return false
			case keys.NatureOf(part).Injective:
				exact[part.Property.Name] = true
			}
		}
		for i := range p.Where {
			t := &p.Where[i]
			if t.Params[0].Fixed && !exact[t.Property.Name] {
				return false // the entity can fail it
			}
			if place.Part(t.Property.Name) != nil && !exact[t.Property.Name] {
				return false // the key says less than the term
			}
		}
	}
	return len(written) > 0
}

// found adds how the entity of an update or delete is looked for.
func found(p *design.Pattern, d *design.Design, in Input, plan *design.Plan) {
	look := *p
	look.Verb, look.Select, look.Count, look.Same, look.Batch = design.Read, nil, false, nil, 0
	by := read(&look, d, in)
	what, why := "First it's read, for its ", "keys:"
	if in.More != nil {
		what = "First they're read, for their "
	}
	if p.Add != nil {
		why = "`" + strings.Join(p.Add, "` and `") + "`:"
	}
	plan.Steps = append(append(plan.Steps, what+why), by.Steps...)
	plan.Requests, plan.Work, plan.Estimate, plan.Follow = by.Requests, by.Work, by.Estimate, by.Follow
	plan.Finds, plan.Parallel = by.Kind, by.Parallel
	plan.Client, plan.Way = by.Client, by.Way
	plan.Until, plan.Round, plan.Sends = by.Until, by.Round, by.Sends
}

// operate returns what a write does in one place.
func operate(
	verb design.Verb, d *design.Design, place *design.Place, now, changed []table.Property,
) (ops []operation, step string, err error) {
	before, err := Rows(d, place, now)
	if err != nil {
		return nil, "", err
	}
	if verb != design.Update {
		for _, row := range before {
			if verb == design.Insert {
				ops = append(ops, insert(place, row))
			} else {
				ops = append(ops, change("DELETE", place, row.Key, nil))
			}
		}
		return ops, "", nil
	}
	after, err := Rows(d, place, table.Merge(slices.Clone(now), changed))
	if err != nil {
		return nil, "", err
	}
	var stored []table.Property
	for _, c := range changed {
		if place.Stores(c.Name) {
			stored = append(stored, c)
		}
	}
	moves := false
	for _, row := range before {
		if at(after, row.Key) < 0 {
			ops = append(ops, change("DELETE", place, row.Key, nil))
			moves = len(after) > 0
		} else if len(stored) > 0 {
			ops = append(ops, change("MERGE", place, row.Key, stored))
		}
	}
	for _, row := range after {
		if at(before, row.Key) < 0 {
			ops = append(ops, insert(place, row))
		}
	}
	name := "the original"
	if place.Copy != "" {
		name = "the copy " + place.Copy
	}
	switch {
	case moves:
		step = "It changes the key of " + name + ", so that is deleted and inserted anew."
	case len(ops) == 0 && len(before) > 0:
		step = "It doesn't concern " + name + "."
	}
	return ops, step, nil
}

func insert(place *design.Place, e table.Entity) operation {
	return operation{place.Table, e.Key, wire.Request{
		Method: "POST", URL: "/" + place.Table, Body: odata.AppendInsert(nil, e.Key, e.Properties),
		Headers: wire.Headers{{Name: "Content-Type", Value: "application/json"},
			{Name: "Accept", Value: "application/json;odata=nometadata"},
			{Name: "Prefer", Value: "return-no-content"}},
	}}
}

// change writes a MERGE, whose If-Match makes it an update and not an insert, or a DELETE.
func change(method string, place *design.Place, k table.Key, changed []table.Property) operation {
	op := operation{place.Table, k, wire.Request{
		Method: method, URL: odata.EntityURL("", place.Table, k),
		Headers: wire.Headers{{Name: "If-Match", Value: "*"},
			{Name: "Accept", Value: "application/json;odata=nometadata"}},
	}}
	if method == "MERGE" {
		body := []byte{'{'}
		for _, c := range changed {
			body = odata.AppendProperty(body, c.Name, c.Value)
		}
		op.request.Body = append(body, '}')
		op.request.Headers.Add("Content-Type", "application/json")
	}
	return op
}

// send puts operations in the same table and partition into one transaction, up to the service's limit.
func send(plan *design.Plan, ops []operation) {
	var groups [][]operation
next:
	for _, op := range ops {
		for i, g := range groups {
			same := g[0].table == op.table && g[0].key.PartitionKey == op.key.PartitionKey
			if same && len(g) < table.MaxTransaction {
				groups[i] = append(g, op)
				continue next
			}
		}
		groups = append(groups, []operation{op})
	}
	for i, g := range groups {
		plan.Requests = append(plan.Requests, requestOf(g, i))
		if len(g) > 1 {
			plan.Steps = append(plan.Steps, strconv.Itoa(len(g))+" writes are in one partition of "+g[0].table+
				": one entity group transaction.")
		}
	}
	if len(groups) > 1 {
		plan.Kind = design.Writes
		plan.Steps = append(plan.Steps, "There are "+strconv.Itoa(len(groups))+
			" requests to different partitions or tables. They aren't atomic together: if the client stops "+
			"between them, some are done and others aren't.")
	}
}

// requestOf makes a request of operations.
func requestOf(ops []operation, index int) design.Request {
	one := ops[0].request
	if len(ops) > 1 {
		each := make([]wire.Request, len(ops))
		for i, op := range ops {
			each[i] = op.request
			each[i].URL = Host + each[i].URL
		}
		id := strconv.Itoa(index + 1)
		contentType, body := batch.Write(id, id, each)
		one = wire.Request{Method: "POST", URL: "/$batch", Body: body,
			Headers: wire.Headers{{Name: "Content-Type", Value: contentType}}}
	}
	r := design.Request{
		Method: one.Method, Path: one.URL[1:], Body: string(one.Body),
		Table: ops[0].table, Key: ops[0].key, Last: ops[0].key.RowKey, Writes: len(ops),
	}
	for _, op := range ops {
		if table.CompareText(op.key.RowKey, r.Key.RowKey) < 0 {
			r.Key = op.key
		}
		if table.CompareText(op.key.RowKey, r.Last) > 0 {
			r.Last = op.key.RowKey
		}
	}
	for _, h := range one.Headers {
		r.Headers = append(r.Headers, h.Name+": "+h.Value)
	}
	return r
}
