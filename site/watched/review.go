package watched

import (
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/site/review"
)

// question is a shape, to compare it with what it is in another version.
func question(shape string, kind plan.Kind, most int) *review.Question {
	q := &review.Question{Name: shape, Shape: shape, Dear: int(kind), Scans: kind.Scans()}
	if words := strings.Fields(shape); len(words) > 1 {
		q.About = words[1]
	}
	if kind != plan.None {
		_, q.Plan = kind.Shown()
		q.Figures = []review.Figure{{Name: "most read", Value: float64(most)}}
	}
	return q
}

// Questions returns what a report is about, to compare it with another version, and what is cheaper than its
// scans.
func (r *Report) Questions() (all []*review.Question, findings []review.Finding) {
	for _, s := range r.Shapes {
		q := question(s.Name, s.Kind, s.Most)
		if s.Unread {
			q.Figures = nil
		}
		for _, f := range []review.Figure{
			{Name: "×100 larger", Value: float64(s.Larger[100])}, {Name: "×100 more", Value: float64(s.More[100])},
			{Name: "requests", Value: float64(s.Requests)}, {Name: "transactions", Value: float64(s.Transactions)},
			{Name: "conflicts", Value: float64(s.Conflicts)}, {Name: "retries", Value: float64(s.Retries)},
		} {
			f.Loose = true
			q.Figures = append(q.Figures, f)
		}
		all = append(all, q)
		if s.Kind.Scans() && s.Advice != "" {
			findings = append(findings, review.Finding{Code: s.Plan, About: s.Name, Says: s.Advice})
		}
	}
	return all, findings
}
