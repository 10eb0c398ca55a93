package compile

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// anyWay stands for each of the ways to split a question.
const anyWay = -1

// best returns the best plan of the ways to split the question, or that of one of them.
func (r *reader) best(only int) (best design.Plan) {
	type made struct {
		plan design.Plan
		ok   bool
	}
	known := map[*choice]made{} // by the first of the choices
	for i, choices := range r.ways(only) {
		if len(choices) == 0 || only != anyWay && i != only {
			continue
		}
		one, ok := known[&choices[0]]
		if !ok {
			one.plan, one.ok = r.planFor(choices)
			known[&choices[0]] = one
		}
		if !one.ok {
			continue
		}
		plan := one.plan
		plan.Way.Split = i
		if only == anyWay && (choices[0].guessed && r.idle(plan, best) ||
			i%waysEach == 1 && best.Place != nil && costlier(plan, best)) {
			continue
		}
		if best.Place == nil || better(plan, best) {
			best = plan
		}
	}
	return best
}

// planFor makes a plan with a request for each of some choices that can have an answer. ok is false if a
// request could get an entity more than once.
func (r *reader) planFor(choices []choice) (plan design.Plan, ok bool) {
	all := make([]*asked, 0, len(choices))
	for _, c := range choices {
		if a := r.ask(c); !a.empty {
			a.sorted = r.ordered(c, a)
			all = append(all, a)
		}
	}
	if !r.each(all) {
		return plan, false
	}
	return r.plan(all), true
}

// nearly is from which part on of what another plan reads a plan reads as much.
const nearly = 0.9

// each says whether requests get one row of an entity at most, where a copy has one for each value of a
// property.
func (r *reader) each(all []*asked) bool {
	of := r.place.Each()
	return of == nil || !slices.ContainsFunc(all, func(a *asked) bool {
		return !has(a.pk.covered, of) && !(a.pk.whole && has(a.rk.covered, of))
	})
}

// idle says whether a plan with a request for each value that nothing fixes gains nothing over the best
// without: it reads whole partitions, and not fewer entities.
func (r *reader) idle(each, best design.Plan) bool {
	ends := each.Work.Merge && r.pattern.Limit > 0 // by $top
	return each.Kind >= design.PartitionScan && !ends &&
		(best.Place == nil || each.Estimate > nearly*best.Estimate)
}

// costlier says whether a plan asks for each bucket of time in vain: one request for their range reads as
// much, and takes fewer requests with all of its pages.
func costlier(buckets, whole design.Plan) bool {
	pages := max(float64(len(whole.Requests)), whole.Estimate/table.MaxPage)
	return float64(len(buckets.Requests)) > 2*pages && buckets.Estimate > nearly*whole.Estimate
}
