package suggest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// Shards leave half of a partition's target as room.
const (
	roomy      = table.PartitionTarget / 2
	quiet      = 100 // load that any partition takes
	fewShards  = 4
	mostShards = 256
)

// hot returns the places of the first design whose new entities meet, as a reviewer says, or in one of whose
// partitions is more than it takes of what questions want and writes write. What is read in vain doesn't
// count: other keys cure that.
func hot(f *design.File, m *design.Matrix, findings []design.Finding) (all []*design.Place) {
	d := f.Meant()
	for _, place := range d.Places {
		named := slices.ContainsFunc(findings, func(f design.Finding) bool {
			return f.Design == d.Name && f.Line == place.PartitionKey.Line && f.Code == "time-first"
		})
		loads := map[string]float64{}
		for i, p := range f.Patterns {
			for _, h := range m.Cells[i][0].Heat {
				if h.Table == place.Table {
					loads[h.PartitionKey] += p.Rate * h.Entities * useful(&m.Cells[i][0].Figures)
					named = named || loads[h.PartitionKey] > roomy
				}
			}
		}
		if named && place.Copy == "" {
			all = append(all, place)
		}
	}
	return all
}

// useful is which part of what's read and written is wanted.
func useful(f *design.Figures) float64 {
	return min(1, (f.Wanted+f.Written)/max(1, f.Read+f.Written))
}

// shard proposes a hash in front of a place's PartitionKey, and says what it costs the questions.
func shard(
	f *design.File, m *design.Matrix, at *design.Place, text string, run Run,
) (s Suggestion, ok bool, err error) {
	e, load := at.Entity, 0.
	for i, p := range f.Patterns {
		if c := &m.Cells[i][0]; p.Entity == e {
			load += p.Rate * (c.Figures.Read + c.Figures.Written) * useful(&c.Figures)
		}
	}
	if load < quiet {
		return s, false, nil
	}
	shards := fewShards
	for float64(shards)*roomy < load && shards < mostShards {
		shards *= 2
	}
	by := hashed(f, at, shards)
	if by == nil {
		return s, false, nil
	}
	k := keys{partition: "{" + by.Name + ":hash " + strconv.Itoa(shards) + "}_" + at.PartitionKey.Text,
		row: at.RowKey.Text}
	s.Design = "shards for " + e.Name
	after, err := s.measure(f, text, places(f.Meant(), s.Design, map[*design.Entity]keys{e: k}, false), run)
	if after == nil {
		return s, false, err
	}
	s.Says = "It spreads " + design.Number(load) + " entities a second over " + strconv.Itoa(shards) +
		" parts of the table: about " + design.Number(load/float64(shards)) + " in each."
	var price []string
	for i, row := range after.Cells {
		is, was := &row[0].Figures, &m.Cells[i][0].Figures
		says := row[0].Pattern.Name
		more, reads := is.Requests >= 2*was.Requests, is.Read > 2*was.Read+10
		if more {
			says += " takes " + design.Number(is.Requests) + " requests instead of " + design.Number(was.Requests)
		}
		if reads {
			says += " reads " + instead(is.Read, was.Read)
		}
		if more || reads {
			price = append(price, says)
		}
	}
	if price == nil {
		s.Says += " No question costs twice as much as before."
	} else {
		s.Says += " The price: " + strings.Join(price, "; ") + "."
	}
	return s, true, nil
}

// hashed chooses the property that tells the shard. One that the most frequent question knows with = is best:
// it goes to one shard then. Otherwise it's one that's different for every entity.
func hashed(f *design.File, at *design.Place, shards int) (by *design.Property) {
	known := map[*design.Property]bool{}
	for _, part := range at.PartitionKey.Parts {
		if known[part.Property] = true; part.Format == design.Hash {
			return nil // it has shards
		}
	}
	rate := -1.
	for _, p := range f.Patterns {
		if p.Entity != at.Entity || p.Verb != design.Read || p.Rate <= rate {
			continue
		}
		for _, t := range p.Where {
			if q := t.Property; t.Op == design.Equal && !t.Params[0].Fixed && !known[q] && q.Skew == 0 &&
				(q.Values == 0 || q.Values >= shards) {
				by, rate = q, p.Rate
			}
		}
	}
	if i := slices.IndexFunc(at.Entity.Properties, apart); by == nil && i >= 0 {
		by = at.Entity.Properties[i]
	}
	return by
}
