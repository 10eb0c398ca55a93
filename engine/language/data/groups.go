package data

import (
	"slices"

	"github.com/rowkey/rowkey/engine/table"
)

// Groups puts entities together that one entity group transaction can insert: of one partition, at most 100,
// and not too large.
type Groups struct {
	all  []group // those that aren't full yet, in the order in which they began
	open map[string]int
}

type group struct {
	entities []table.Entity
	size     int
}

// MaxGroup bounds the entities of a group, so that they make a request body of at most 4 MiB.
const MaxGroup = 1 << 20

// Add adds a copy of an entity. It returns the group of its partition if the entity doesn't fit in, which
// then is in a new one.
func (g *Groups) Add(e *table.Entity) (full []table.Entity) {
	if g.open == nil {
		g.open = map[string]int{}
	}
	at, known := g.open[e.PartitionKey]
	if !known {
		at = len(g.all)
		g.open[e.PartitionKey] = at
		g.all = append(g.all, group{})
	}
	in := &g.all[at]
	if len(in.entities) == table.MaxTransaction || len(in.entities) > 0 && in.size+e.Size() > MaxGroup {
		full, *in = in.entities, group{}
	}
	in.entities = append(in.entities, table.Entity{Key: e.Key, Properties: slices.Clone(e.Properties)})
	in.size += e.Size()
	return full
}

// Rest returns the groups that Add hasn't returned.
func (g *Groups) Rest() (all [][]table.Entity) {
	for _, in := range g.all {
		all = append(all, in.entities)
	}
	*g = Groups{}
	return all
}
