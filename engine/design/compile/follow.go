package compile

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// follow plans to read by way of a copy that has the keys of the originals and not all that the question
// needs: each entity that comes is then read in its place. ok is false if the copy doesn't have these keys,
// or what the question tests and sorts by, or if too many come.
func (r *reader) follow(d *design.Design, params []table.Value) (plan design.Plan, ok bool) {
	index, to := *r.pattern, d.Original(r.place.Entity)
	index.Select = []string{table.RowKey}
	entities := Wanted(&index, params)
	if index.Count || to == nil || entities > MaxRequests || index.Sort != "" && !Stores(r.place, index.Sort) {
		return plan, false
	}
	for _, c := range r.conditions {
		if !Stores(r.place, c.property.Name) {
			return plan, false
		}
	}
	for _, part := range slices.Concat(to.PartitionKey.Parts, to.RowKey.Parts) {
		if part.Property == nil {
			continue
		}
		if !Stores(r.place, part.Property.Name) {
			return plan, false
		}
		if !slices.Contains(index.Select, part.Property.Name) {
			index.Select = append(index.Select, part.Property.Name)
		}
	}
	first := *r
	first.pattern = &index
	plan = first.best()
	plan.Follow = design.Follow{Place: to, Entities: entities, Select: r.selected(plan.Work)}
	plan.Kind = max(plan.Kind, design.PointQueries)
	plan.Estimate += entities
	plan.Steps = append(plan.Steps, "It only has a part of what's wanted, and the keys of the originals. Each "+
		"of these is read then, with a point query.")
	return plan, true
}

// cost is what a plan reads and asks for, to compare one that follows keys with one that doesn't.
func cost(p *design.Plan) float64 {
	return p.Estimate + float64(len(p.Requests)) + p.Follow.Entities
}

// Followed returns the requests for the originals of the entities in an answer, for a plan that follows them.
func Followed(plan *design.Plan, body []byte) (all []design.Request) {
	doc, _ := odata.ParseJSON(body)
	entities := odata.Member(doc, "value").Array()
	if !strings.HasPrefix(string(body), `{"value":[`) {
		entities = append(entities[:0], doc)
	}
	to := plan.Follow.Place
	for _, e := range entities {
		key, err := Key(to, func(name string) (v table.Value) {
			if text := odata.Member(e, name); text.Exists() {
				v, _ = odata.ParseText(text.String(), to.Entity.Property(name).Kind)
			}
			return v
		})
		if err == nil {
			all = append(all, get(to.Table, key, plan.Follow.Select))
		}
	}
	return all
}
