package matrix

import (
	"math"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// last is the largest size at which limits are looked for, in entities of the most common type.
const last = 1_000_000_000

// thresholds says from which sizes on a pattern exceeds what it doesn't exceed at a scale, or is
// answered in a worse way. It looks at 1,000, 3,000, 10,000 and so on.
func (r *run) thresholds(p *design.Pattern, got *result, scale float64) (all []design.Threshold) {
	var scales []float64
	most, over := mostCommon(r.file), timesEnd(p)
	for decade := 1000; decade <= last; decade *= 10 {
		for _, n := range []int{decade, 3 * decade} {
			if s := float64(n) / float64(most); s > scale && n <= last && s <= over {
				scales = append(scales, s)
			}
		}
	}
	if len(scales) == 0 {
		return nil
	}
	says := func(s float64) (all [limits]string) {
		at := r.scaled(p, got, s)
		all = marks(p, at, got.hottest(&at.figures), 0)
		if _, words, _ := at.kind.Shown(); at.kind > r.scaled(p, got, scale).kind {
			all[otherKind] = strings.ToLower(words)
		}
		return all
	}
	now, then := says(scale), says(scales[len(scales)-1])
	for i := range limits {
		if now[i] != "" || then[i] == "" {
			continue
		}
		// What is exceeded at a size is exceeded at larger ones.
		from, to := 0, len(scales)-1
		for from < to {
			if middle := (from + to) / 2; says(scales[middle])[i] == "" {
				from = middle + 1
			} else {
				to = middle
			}
		}
		next := design.Threshold{Scale: largest(p, scales[to]), Says: says(scales[to])[i]}
		at := len(all)
		for all = append(all, next); at > 0 && all[at-1].Scale > next.Scale; at-- {
			all[at] = all[at-1]
		}
		all[at] = next
	}
	return all
}

// timesEnd returns the scale at which the times of a pattern's types reach the year 10000.
func timesEnd(p *design.Pattern) float64 {
	end := math.Inf(1)
	for _, q := range p.Each() {
		for _, of := range q.Entity.Properties {
			if of.Kind == table.DateTime && of.Every > 0 && of.Values == 0 && !q.Entity.Fixed {
				end = min(end, float64((table.MaxTicks-of.From)/of.Every)/float64(max(1, q.Entity.Count)))
			}
		}
	}
	return end
}

// scaled returns what a pattern costs at a scale, which a result keeps.
func (r *run) scaled(p *design.Pattern, got *result, scale float64) scaled {
	n := size(p.Entity, scale)
	at, ok := got.scaled[n]
	if !ok {
		at = r.figures(p, got, scale)
		if got.scaled == nil {
			got.scaled = map[int]scaled{}
		}
		got.scaled[n] = at
	}
	return at
}
