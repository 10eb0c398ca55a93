package load

import (
	"math"
	"strconv"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// The most PartitionKeys of a load, and how long it takes.
const (
	mostKeys = 10_000
	seconds  = 600
)

// units are the lengths of time to which a key is cut, in seconds and as a load has them.
var units = map[design.Unit]struct {
	seconds int
	words   string
}{
	design.Second: {1, "1 s"}, design.Minute: {60, "1 min"}, design.Hour: {3600, "1 h"},
	design.Day: {86400, "24 h"}, design.Month: {30 * 86400, "720 h"}, design.Year: {365 * 86400, "8760 h"},
}

// spread is what is known of a PartitionKey.
type spread struct {
	values      float64
	skew        float64
	hashed      bool
	every       string // "" if there's no time in it
	step        int
	timeFirst   bool
	newestFirst bool
}

// keys says as clauses which PartitionKeys the entities of a place have.
func (b *builder) keys(at *design.Place) []string {
	s := spread{values: 1}
	parts := at.PartitionKey.Parts
	for i := range parts {
		b.part(&s, &parts[i], at.Entity)
	}
	periods := 1
	if s.every != "" {
		periods = max(1, seconds/s.step)
	}
	if most := float64(max(1, mostKeys/periods)); s.values > most {
		s.values = most
		b.note("The simulation has at most " + design.Number(mostKeys) + " PartitionKeys.")
	}
	return s.clauses()
}

// part adds what a part of the template does.
func (b *builder) part(s *spread, part *design.Part, of *design.Entity) {
	p := part.Property
	switch {
	case p == nil:
	case part.Format == design.Hash:
		s.values *= float64(part.Width)
		s.hashed = true
		if p.Skew > 0 {
			b.note("A hash of " + p.Name + " is taken to spread it evenly. Its most common value stays in one place.")
		}
	case p.Kind == table.DateTime && p.Values == 0 && part.Format == design.Cut:
		s.time(units[part.Unit].seconds, units[part.Unit].words, false)
	case p.Kind == table.DateTime && p.Values == 0:
		s.time(1, "1 s", part.Format == design.Inverted)
		b.note("Every second has a PartitionKey of its own, in place of every entity.")
	case p.Values > 0:
		s.values *= float64(p.Values)
		s.skew = max(s.skew, p.Skew)
	case p.Kind == table.Boolean:
		s.values *= 2
	case counts(p):
		s.time(1, "1 s", part.Format == design.Inverted)
		b.note(p.Name + " counts upward, so new entities come at one end, as with a time.")
	default:
		s.values *= float64(max(1, of.Count))
	}
}

// counts reports whether a property numbers the entities.
func counts(p *design.Property) bool {
	return (p.Kind == table.Int32 || p.Kind == table.Int64) && p.Max <= p.Min && p.Per == nil
}

// time adds a part that changes with time. The shortest step counts.
func (s *spread) time(step int, words string, newestFirst bool) {
	if s.every == "" {
		s.timeFirst, s.newestFirst = s.values <= 1, newestFirst
	}
	if s.every == "" || step < s.step {
		s.step, s.every = step, words
	}
}

func (s *spread) clauses() (all []string) {
	n := int(math.Round(s.values))
	switch {
	case n > 1:
		all = append(all, strconv.Itoa(n)+" keys")
	case s.every == "":
		return []string{"one key"}
	}
	if s.skew > 0 && !s.hashed && n > 1 {
		all = append(all, "zipf "+strconv.FormatFloat(s.skew, 'f', -1, 64))
	}
	if s.every == "" {
		return all
	}
	all = append(all, "new every "+s.every)
	if s.timeFirst && n > 1 {
		all = append(all, "time first")
	}
	if s.newestFirst {
		all = append(all, "newest first")
	}
	return all
}
