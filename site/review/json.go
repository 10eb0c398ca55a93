package review

import "encoding/json"

// turn is something in both versions; nil where a version doesn't have it.
type turn struct {
	Old any `json:"old"`
	Now any `json:"new"`
}

type figureJSON struct {
	Name string `json:"name"`
	turn
}

type changeJSON struct {
	Verdict Verdict      `json:"verdict"`
	Fails   bool         `json:"fails"`
	File    string       `json:"file,omitempty"`
	Line    int          `json:"line,omitempty"`
	Name    string       `json:"name"`
	Shape   turn         `json:"shape"`
	Plan    turn         `json:"plan"`
	Figures []figureJSON `json:"figures"`
	Month   turn         `json:"month"` // in Currency
	Says    string       `json:"says"`
}

// JSON returns the review for programs, on one line.
func (r *Review) JSON() string {
	all := struct {
		OK       bool         `json:"ok"`
		Same     int          `json:"same"`
		Changes  []changeJSON `json:"changes"`
		Said     []Finding    `json:"saidNow"`
		Settled  []Finding    `json:"settled"`
		Months   []string     `json:"months"`
		Currency string       `json:"currency,omitempty"`
	}{!r.Fails(), r.Same, []changeJSON{}, listed(r.Said), listed(r.Settled), listed(r.months()), ""}
	for _, c := range r.Changes {
		all.Changes = append(all.Changes, c.program())
		if q := c.one(); q.Currency != "" {
			all.Currency = q.Currency
		}
	}
	text, _ := json.Marshal(all) // strings and numbers always can be
	return string(text) + "\n"
}

// listed is a list that JSON writes as one though it's empty.
func listed[T any](all []T) []T { return append([]T{}, all...) }

func (c Change) program() changeJSON {
	x := changeJSON{Verdict: c.Verdict, Fails: c.Fails, File: c.one().File, Name: c.one().Name,
		Figures: []figureJSON{}, Says: c.Says()}
	set := func(q *Question, side func(*turn) *any) {
		if q == nil {
			return
		}
		*side(&x.Shape), *side(&x.Plan) = q.Shape, q.Plan
		if q.Currency != "" {
			*side(&x.Month) = q.Price
		}
		for _, f := range q.Figures {
			i := 0
			for i < len(x.Figures) && x.Figures[i].Name != f.Name {
				i++
			}
			if i == len(x.Figures) {
				x.Figures = append(x.Figures, figureJSON{Name: f.Name})
			}
			*side(&x.Figures[i].turn) = f.Value
		}
	}
	set(c.Old, func(t *turn) *any { return &t.Old })
	set(c.Now, func(t *turn) *any { return &t.Now })
	if c.Now != nil {
		x.Line = c.Now.Line
	}
	return x
}
