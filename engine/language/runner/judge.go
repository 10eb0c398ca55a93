package runner

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/answer"
	"github.com/rowkey/rowkey/engine/language/expect"
	"github.com/rowkey/rowkey/engine/language/script"
)

// judge compares an answer with those expectations of a request that every iteration must meet, as
// long as they have been met.
func (r *run) judge(s *Step, q *script.Request, v *script.Values, a *answer.Answer) *script.Error {
	for i, want := range q.Expects {
		x := &s.Expectations[i]
		if want.OfWhole() || !x.OK {
			continue
		}
		value, err := v.Expected(want)
		if err != nil {
			return err
		}
		want.Judge(x, a, value)
		if !x.OK && q.Loop > 0 {
			x.Got += " (at $index " + strconv.Itoa(v.Index) + ")"
		}
	}
	return nil
}

// conclude compares plan and cost with the expectations that ask for them, once all iterations are
// done.
func (r *run) conclude(s *Step, q *script.Request, v *script.Values) {
	if s.Trace != nil {
		s.Trace.SortPartitions()
	}
	for i, want := range q.Expects {
		x := &s.Expectations[i]
		if s.Err != nil || want.OfWhole() && s.Trace == nil {
			x.Skipped = x.Got == ""
			continue
		}
		if !want.OfWhole() {
			continue
		}
		var value expect.Value
		if value, s.Err = v.Expected(want); s.Err != nil {
			x.Skipped = true
			continue
		}
		want.JudgeWhole(x, expect.Whole{Plan: s.Plan, Cost: s.Cost, Total: r.total(s)}, value)
	}
}

// total is what the run has cost in transactions up to a step; what only prepares is left out.
func (r *run) total(last *Step) (sum int) {
	for i := 0; i <= len(r.steps); i++ {
		s := last
		if i < len(r.steps) {
			s = &r.steps[i]
		}
		if !s.Hidden {
			sum += s.Cost.Transactions
		}
	}
	return sum
}
