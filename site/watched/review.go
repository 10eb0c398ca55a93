package watched

import (
	"encoding/json"
	"fmt"
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

// Reported returns what a report in JSON is about, to compare it with another version.
func Reported(text string) (all []*review.Question, err error) {
	var report struct {
		Shapes []*Shape `json:"shapes"`
	}
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		return nil, fmt.Errorf("it isn't what rowkey watch --json writes: %w", err)
	}
	for _, s := range report.Shapes {
		kind, known := kindOf(s.Plan)
		if !known && s.Plan != "" {
			return nil, fmt.Errorf("%q isn't a plan; the plans are %s", s.Plan, strings.Join(kinds(), ", "))
		}
		q := question(s.Name, kind, s.Most)
		q.Figures = append(q.Figures, review.Figure{Name: "requests", Value: float64(s.Requests), Loose: true})
		all = append(all, q)
	}
	return all, nil
}
