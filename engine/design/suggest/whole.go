package suggest

import (
	"strings"

	"github.com/rowkey/rowkey/engine/design"
)

// whole composes a design that answers all questions well that can be, beside each other: for each in turn
// other keys, if these make no other question worse, and else a copy. It also returns how many questions that
// answers: 0 for one step, which is proposed already.
func whole(f *design.File, m *design.Matrix, text string, run Run) (s Suggestion, answers int, err error) {
	at, now, steps := f, m, 0
	for i, p := range f.Patterns {
		if p.Verb == design.Insert || !allBad(m.Cells[i]) || !allBad(now.Cells[i][:1]) {
			continue
		}
		keys, known := together(at, at.Patterns[i])
		for _, copied := range []bool{false, true} {
			if !known || copied && p.Also != nil || !copied && moves(f, keys) {
				continue
			}
			next := Suggestion{Design: "suggested"}
			after, err := next.measure(f, text, places(at.Meant(), next.Design, keys, copied), run)
			if err != nil {
				return s, 0, err
			}
			if after == nil || allBad(after.Cells[i][:1]) || worsens(now, after) {
				continue
			}
			s, at, now = next, after.File, after
			steps++
			break
		}
	}
	if steps < 2 {
		return s, 0, nil
	}
	var reads []string
	for i, row := range now.Cells {
		is, was, p := &row[0].Figures, &m.Cells[i][0].Figures, row[0].Pattern
		if wasteful(was) && !wasteful(is) {
			answers++
			reads = append(reads, p.Name+" reads "+instead(is.Read, was.Read))
		}
		if p.Verb != design.Read && is.Written > was.Written {
			reads = append(reads, p.Name+" writes "+instead(is.Written, was.Written)+" in "+
				design.Number(is.Requests)+" requests")
		}
	}
	s.Says = "It's a whole design: " + design.List(reads) + "."
	if s.weigh(m, now); !s.dear {
		s.Why = "Take this one: it answers all of these at once, and no question reads much more."
	}
	return s, max(answers, steps), nil
}

// worsens says whether a question, or a write that has to find its entity, reads much more than before.
func worsens(before, after *design.Matrix) bool {
	for i, row := range after.Cells {
		is, was := &row[0].Figures, &before.Cells[i][0].Figures
		if wasteful(is) && is.Read > 2*was.Read {
			return true
		}
	}
	return false
}

// chosen returns which of the proposals to take, if there's no whole design, or -1: of those without another
// question that's worse or writes that cost more, the one that answers most, and before a copy other keys,
// because these write nothing more.
func chosen(all []Suggestion) int {
	best := -1
	for i, s := range all {
		good := s.Pattern != "" && !s.dear && !strings.Contains(s.Says, " But ")
		if good && (best < 0 || len(s.also) > len(all[best].also)) {
			best = i
		}
	}
	return best
}

// taken says why it's the one to take.
func (s *Suggestion) taken() {
	s.Why = "Take this one: other keys in place of these would make another question read more."
	if strings.HasPrefix(s.Design, "keys ") {
		s.Why = "Take this one: no other question reads more, and nothing more is written."
	}
}
