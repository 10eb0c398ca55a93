package compile

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// follow plans to read by way of a copy that has the keys of the originals and not all that the question
// needs: each entity that comes is then read in its place. What the copy can't test or sort by is left to the
// client. ok is false if the copy doesn't have these keys, or if more come than a page has.
func (r *reader) follow(d *design.Design, split int) (plan design.Plan, ok bool) {
	index, to := *r.pattern, d.Original(r.place.Entity)
	index.Select, index.Count = []string{table.RowKey}, false
	if to == nil {
		return plan, false
	}
	lacks := func(c *condition) bool { return !r.place.Stores(c.property.Name) && c.property != r.place.Each() }
	stored := slices.DeleteFunc(slices.Clone(r.conditions), lacks)
	work := design.Work{Drop: len(stored) < len(r.conditions), Count: r.pattern.Count}
	if work.Drop || index.Sort != "" && !r.place.Stores(index.Sort) {
		work.Sort, work.Trim = index.Sort != "", index.Limit > 0
		index.Sort, index.Limit = "", 0
	}
	entities := wanted(index.Entity, stored)
	if r.part > 0 {
		entities *= r.part
	}
	if index.Limit > 0 {
		entities = min(entities, float64(index.Limit))
		if index.Sort != "" {
			index.Select = append(index.Select, index.Sort)
		}
	}
	if entities > table.MaxPage {
		return plan, false
	}
	for _, part := range to.Parts() {
		switch {
		case part.Property == nil:
		case !r.place.Stores(part.Property.Name):
			return plan, false
		case !slices.Contains(index.Select, part.Property.Name):
			index.Select = append(index.Select, part.Property.Name)
		}
	}
	first := *r
	first.pattern, first.conditions = &index, stored
	plan = first.best(split)
	plan.Way.Follow = true
	plan.Follow = design.Follow{Place: to, Entities: entities}
	if !plan.Work.Drop {
		plan.Follow.Most = index.Limit // the client sorts and cuts what the copy says, before it follows
	}
	if work.Drop || work.Sort || work.Trim {
		work.Drop = work.Drop || plan.Work.Drop
		plan.Work, plan.Client = work, nil
		r.client(&plan)
	}
	plan.Follow.Select = r.selected(plan.Work)
	plan.Kind = max(plan.Kind, design.PointQueries)
	plan.Estimate += entities
	each := "Each of these is read then, with a point query."
	if plan.Follow.Most > 0 && plan.Work.Sort && !work.Sort {
		each = "The client sorts what it says by `" + index.Sort + "` and takes the first " +
			design.Number(float64(index.Limit)) + ". Only these are read then, each with a point query."
	}
	plan.Steps = append(plan.Steps, "It only has a part of what's wanted, and the keys of the originals. "+each)
	return plan, true
}
