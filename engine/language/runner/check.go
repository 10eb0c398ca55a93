package runner

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/script"
)

// check compares an answer with the expectations that every iteration has to meet. One that has failed
// stays as it is.
func (r *run) check(s *Step, q *script.Request, v *script.Values, a *answer.Answer) *script.Error {
	for i, want := range q.Expects {
		x := &s.Expectations[i]
		if want.OfWork() || !x.OK {
			continue
		}
		value, err := v.Expected(want)
		if err != nil {
			return err
		}
		want.Check(x, a, value)
		if !x.OK && q.Loop > 0 {
			x.Got += " (at $index " + strconv.Itoa(v.Index) + ")"
		}
	}
	return nil
}

// conclude compares the work of all iterations with the expectations about it. Whatever couldn't be checked
// is marked as skipped.
func (r *run) conclude(s *Step, q *script.Request, v *script.Values) {
	if s.Trace != nil {
		s.Trace.SortPartitions()
	}
	for i, want := range q.Expects {
		x := &s.Expectations[i]
		if s.Err != nil || want.OfWork() && s.Trace == nil {
			x.Skipped = x.Got == ""
			continue
		}
		if !want.OfWork() {
			continue
		}
		var value expect.Value
		if value, s.Err = v.Expected(want); s.Err != nil {
			x.Skipped = true
			continue
		}
		want.CheckWork(x, expect.Work{Plan: s.Plan, Cost: s.Cost, Total: r.total(s)}, value)
	}
}

// total counts the transactions of the run up to and including last, which isn't in steps yet. Hidden steps
// don't count.
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
