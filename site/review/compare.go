package review

import (
	"cmp"
	"math"
	"slices"
)

// Verdict says whether those who pay for a change gain by it.
type Verdict string

// The verdicts, the one to look at first before the others.
const (
	Worse     Verdict = "worse"
	Mixed     Verdict = "mixed" // something is worse, and something is better
	Better    Verdict = "better"
	Different Verdict = "different"
	New       Verdict = "new"
	Gone      Verdict = "gone"
)

var order = []Verdict{Worse, Mixed, New, Better, Different, Gone}

// Change is a question that differs between two versions.
type Change struct {
	Verdict  Verdict
	Old, Now *Question // nil in the version that doesn't have it
	Figures  []Moved   // those that differ
	Fails    bool
}

// Moved is a figure that differs.
type Moved struct {
	Name     string
	Old, Now float64
}

// Review is what differs between two versions.
type Review struct {
	Changes       []Change
	Same          int       // questions that don't differ
	Said, Settled []Finding // what a reviewer says now, and doesn't say any more
	Old, Now      Version
}

// Compare compares two versions.
func Compare(old, now Version) *Review {
	r := &Review{Old: old, Now: now}
	was := paired(old.Questions, now.Questions)
	met := map[*Question]bool{}
	for _, q := range now.Questions {
		met[was[q]] = true
		if c := changed(was[q], q); c.Verdict != "" {
			r.Changes = append(r.Changes, c)
		} else {
			r.Same++
		}
	}
	for _, q := range old.Questions {
		if !met[q] {
			r.Changes = append(r.Changes, Change{Verdict: Gone, Old: q})
		}
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int {
		rank := slices.Index(order, a.Verdict) - slices.Index(order, b.Verdict)
		return cmp.Or(rank, cmp.Compare(b.much(), a.much()))
	})
	r.Said, r.Settled = without(now.Findings, old.Findings), without(old.Findings, now.Findings)
	return r
}

// Fails reports whether something is worse that nobody gave a reason for.
func (r *Review) Fails() bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Fails }) ||
		slices.ContainsFunc(r.Said, func(f Finding) bool { return f.Fails })
}

// paired returns for each question of now what it was in old: the one of its name or, where a table has one
// question that is gone and one that is new, that one.
func paired(old, now []*Question) map[*Question]*Question {
	type name struct{ file, name string }
	was, byName, met := map[*Question]*Question{}, map[name]*Question{}, map[*Question]bool{}
	for _, q := range old {
		byName[name{q.File, q.Name}] = q
	}
	for _, q := range now {
		if before := byName[name{q.File, q.Name}]; before != nil {
			was[q], met[before] = before, true
		}
	}
	gone, come := map[name][]*Question{}, map[name][]*Question{}
	for _, q := range old {
		if !met[q] && q.Plan != "" && q.About != "" {
			gone[name{q.File, q.About}] = append(gone[name{q.File, q.About}], q)
		}
	}
	for _, q := range now {
		if was[q] == nil && q.Plan != "" && q.About != "" {
			come[name{q.File, q.About}] = append(come[name{q.File, q.About}], q)
		}
	}
	for about, all := range come {
		if before := gone[about]; len(all) == 1 && len(before) == 1 {
			was[all[0]] = before[0]
		}
	}
	return was
}

// same is the relative difference that isn't worth a word.
const same = 0.01

// changed compares what a question was with what it is. The verdict is "" if nothing is worth a word.
func changed(was, is *Question) Change {
	c := Change{Old: was, Now: is}
	if was == nil {
		c.Verdict, c.Fails = New, is.Scans && !is.Wanted && !is.Aside
		return c
	}
	worse, better := is.Dear > was.Dear, is.Dear < was.Dear
	for _, f := range is.Figures {
		before, known := was.Figure(f.Name)
		if !known || math.Abs(f.Value-before.Value) <= same*max(f.Value, before.Value) {
			continue
		}
		c.Figures = append(c.Figures, Moved{f.Name, before.Value, f.Value})
		worse = worse || !f.Loose && f.Value > before.Value
		better = better || !f.Loose && f.Value < before.Value
	}
	worse = worse || len(lacking(is.Missed, was.Missed)) > 0
	better = better || len(lacking(was.Missed, is.Missed)) > 0
	switch {
	case worse && better:
		c.Verdict = Mixed
	case worse:
		c.Verdict = Worse
	case better:
		c.Verdict = Better
	case len(c.Figures) > 0 || was.Shape != is.Shape || was.Plan != is.Plan:
		c.Verdict = Different
	}
	c.Fails = worse && !is.Aside && !is.Wanted
	return c
}

// much says how much a change is, for the order: the factor of the figure that changed most.
func (c Change) much() (most float64) {
	for _, f := range c.Figures {
		most = max(most, max(f.Old, f.Now)/max(min(f.Old, f.Now), 1))
	}
	return most
}

// lacking returns what is in all and not in others.
func lacking(all, others []string) (left []string) {
	for _, s := range all {
		if !slices.Contains(others, s) {
			left = append(left, s)
		}
	}
	return left
}

// without returns the findings that others don't have, however their figures are worded.
func without(all, others []Finding) (left []Finding) {
	for _, f := range all {
		if !slices.ContainsFunc(others, func(o Finding) bool { return o.key() == f.key() }) {
			left = append(left, f)
		}
	}
	return left
}
