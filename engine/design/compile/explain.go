package compile

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// explain writes why the plan is as it is, and what is left for the client.
func (r *reader) explain(plan *design.Plan, all []*asked, top int) {
	say := func(s string) { plan.Steps = append(plan.Steps, s) }
	if r.place.Copy != "" {
		say("The copy " + r.place.Copy + " answers it best.")
	}
	if len(all) == 0 {
		say("No entity can fulfill these terms: nothing is sent.")
		return
	}
	a := all[0]
	plan.Steps = append(plan.Steps, a.pk.why...)
	if a.pk.whole {
		plan.Steps = append(plan.Steps, a.rk.why...)
	}
	n := strconv.Itoa(len(all))
	if r.stepping {
		where := "The newest bucket of time is asked first, and then the one before it"
		if !r.pattern.Newest {
			where = "The earliest bucket of time is asked first, and then the one after it"
		}
		say(where + ", until there are " + strconv.Itoa(plan.Until) + ".")
	}
	switch kind := plan.Kind; {
	case r.stepping:
	case kind == design.PointQueries || kind == design.RangeQueries:
		say("That is " + n + " requests, which don't wait for each other.")
	case kind == design.PartitionScan:
		say("Nothing bounds the RowKey, so the whole partition is read.")
	case kind == design.PartitionScans:
		say("Whole partitions are read, with " + n + " requests.")
	case kind == design.PartitionRangeScan && len(all) > 1:
		say("Each PartitionKey is a range: " + n + " requests read every partition in these.")
	case kind == design.PartitionRangeScan:
		say("The PartitionKey is a range, so every partition in it is read.")
	case kind == design.TableScan:
		say("Nothing bounds the PartitionKey, so every partition is read: a table scan.")
	}
	if r.apart.by == TypeName {
		say("Others are in the table too, so `" + TypeName + "` is in the `$filter`.")
	}
	for _, p := range a.rest {
		say("The keys don't say exactly what `" + p.Name + "` is, so it stays in the `$filter`.")
	}
	r.explainLimit(plan, top)
	r.client(plan)
}

func (r *reader) explainLimit(plan *design.Plan, top int) {
	p := r.pattern
	order := "`" + p.Sort + "` is smallest first in the keys"
	if p.Newest {
		order = "`" + p.Sort + "` is " + p.First() + " first in the keys"
	}
	switch limit := "`$top=" + strconv.Itoa(top) + "`."; {
	case plan.Work.Sort:
		plan.Steps = append(plan.Steps, "The keys aren't in the order of `"+p.Sort+"`: the client sorts.")
	case top > 0 && plan.Kind > design.PointQueries && p.Sort != "":
		plan.Steps = append(plan.Steps, order+": "+limit)
	case top > 0 && plan.Kind > design.PointQueries:
		plan.Steps = append(plan.Steps, "Any order will do: "+limit)
	case p.Limit > table.MaxPage:
		plan.Steps = append(plan.Steps, "`$top` can't be more than 1,000.")
	}
}

func (r *reader) client(plan *design.Plan) {
	w, p := plan.Work, r.pattern
	do := func(needed bool, what string) {
		if needed {
			plan.Client = append(plan.Client, what)
		}
	}
	followed := plan.Follow.Place != nil
	do(w.Drop && !followed, "drop the entities that don't fulfill the terms that a $filter has no room for")
	do(w.Drop && followed, "drop the originals that don't fulfill the other terms")
	more := plan.Until > 0 && len(plan.Requests) > 1
	do(more, "ask again until "+design.Number(float64(plan.Until))+" have come")
	do(w.Sort, "sort by "+p.Sort)
	answers := len(plan.Requests)
	if plan.Until > 0 {
		answers = plan.Round
	}
	do(w.Merge, "merge "+strconv.Itoa(answers)+" answers by "+p.Sort)
	do(w.Trim, "take the first "+design.Number(float64(p.Limit)))
	do(w.Count, "count what comes")
}
