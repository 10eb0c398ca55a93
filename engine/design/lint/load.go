package lint

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// target is the target for a partition as text.
func target() string { return design.Number(table.PartitionTarget) }

// onePartition: a PartitionKey without properties is one partition for everything.
func onePartition(l *linter, d *design.Design, p *design.Place) {
	const few, quiet = 1000, 100
	if firstProperty(&p.PartitionKey) != nil {
		return
	}
	rate := l.rateOf(d, p, onlyKey(p.PartitionKey))
	if p.Entity.Count <= few && rate < quiet {
		return
	}
	says := "All " + design.Number(float64(p.Entity.Count)) + " entities of type " + p.Entity.Name + " are"
	if p.Copy != "" {
		says = "The copy " + p.Copy + " is"
	}
	says += " in one partition, which can't be split."
	if rate > 0 {
		says += " Its patterns need " + design.Number(rate) +
			" entities a second, and the target for a partition is " + target() + "."
	}
	l.add(design.Finding{
		Code: "one-partition", Line: p.PartitionKey.Line, Guide: "choosing-a-partition-key", Severity: 80,
		Says: says,
	}, d, rate > table.PartitionTarget)
}

// unbounded: if the number of partitions is fixed, each of them grows as long as there are inserts.
func unbounded(l *linter, d *design.Design, p *design.Place) {
	partitions, fixed := l.partitionsOf(&p.PartitionKey)
	rate := l.inserts(p.Entity) - l.deletes(p.Entity)
	const year, many = 365 * 86400, 10_000_000
	each := rate * year / partitions
	if firstProperty(&p.PartitionKey) == nil || !fixed || each < many {
		return
	}
	has := "There are only "
	if p.Copy != "" {
		has = "The copy " + p.Copy + " has only "
	}
	l.add(design.Finding{
		Code: "unbounded-partition", Line: p.PartitionKey.Line, Guide: "time-bucketing", Severity: 50,
		Says: has + design.Number(partitions) + " partitions, so each grows by about " + design.Number(each) +
			" entities a year on average and never ends. With a month or a day in the PartitionKey, old partitions " +
			"rest and are easy to delete.",
	}, d, false)
}

// partitionsOf returns how many partitions a template makes, and whether that's fixed while entities are
// added.
func (l *linter) partitionsOf(t *design.Template) (partitions float64, fixed bool) {
	partitions, fixed = 1, true
	for i := range t.Parts {
		switch p := &t.Parts[i]; {
		case p.Property == nil:
		case p.Format == design.Hash:
			partitions *= float64(p.Width)
		case p.Property.Values > 0 && !l.grows(p.Property):
			partitions *= float64(p.Property.Values)
		case p.Property.Kind == table.Boolean:
			partitions *= 2
		default:
			fixed = false
		}
	}
	return partitions, fixed
}

// grows says whether a property refers to a type of which there come to be more.
func (l *linter) grows(p *design.Property) bool {
	return p.Of.Property != nil && l.inserts(p.Of.Entity) > 0
}

// hotValue: a partition gets more than it can take: what questions read there, scans and searches of writes
// among them, and what's written. With the time in front, that new entities meet is said by another rule.
func hotValue(l *linter, d *design.Design, p *design.Place) {
	const busy = 0.5
	first := firstProperty(&p.PartitionKey)
	if first == nil || d.Places[slices.IndexFunc(d.Places, func(o *design.Place) bool {
		return wire.EqualFold(o.Table, p.Table) && firstProperty(&o.PartitionKey) != nil
	})] != p {
		return // it's said once for each table
	}
	inserts := first.Property.Kind != table.DateTime || first.Format == design.Hash
	var hot *partition
	for _, at := range l.partitions(d) {
		hotter := hot == nil || at.rate(inserts) > hot.rate(inserts)
		if hotter && wire.EqualFold(at.table, p.Table) && !l.single(d, at) {
			hot = at
		}
	}
	if hot == nil || hot.rate(inserts) < busy*table.PartitionTarget {
		return
	}
	rate := hot.rate(inserts)
	where, most := "The partition “"+hot.key+"”", hot.most(inserts)
	if p.Table != p.Entity.Name+"s" {
		where += " of " + p.Table
	}
	says := where + " gets " + design.Number(rate) + " entities a second"
	if most.rate < rate {
		says += ", " + design.Number(most.rate) + " of them"
	}
	says += " because of " + most.pattern.Name + ". The target for a partition is " + target() + "."
	if share, of := common(&p.PartitionKey); of != nil {
		says += " The most common " + of.Name + " has " + design.Number(100*share) + " percent of all entities."
	}
	l.add(design.Finding{
		Code: "hot-value", Line: p.PartitionKey.Line, Guide: "hash-sharding", Severity: 75, Says: says,
	}, d, rate > table.PartitionTarget)
}

// common returns the property of a key that has a skew, and which part of all entities has its most common
// value; nil if there's none.
func common(t *design.Template) (share float64, of *design.Property) {
	part := t.Find(func(p *design.Part) bool { return p.Property.Skew > 0 })
	if part == nil {
		return 0, nil
	}
	return generate.ShareOf(part.Property, 0), part.Property
}

// partition is what patterns do in one, in a second.
type partition struct {
	table, key string
	loads      []patternLoad
}

type patternLoad struct {
	pattern *design.Pattern
	rate    float64
}

// rate returns the entities a second, with or without new ones.
func (p *partition) rate(inserts bool) (sum float64) {
	for _, l := range p.loads {
		if inserts || l.pattern.Verb != design.Insert {
			sum += l.rate
		}
	}
	return sum
}

// most returns the load of the pattern that has most.
func (p *partition) most(inserts bool) (most patternLoad) {
	for _, l := range p.loads {
		if (inserts || l.pattern.Verb != design.Insert) && l.rate > most.rate {
			most = l
		}
	}
	return most
}

// partitions returns the partitions of a design with most load, as far as it was measured.
func (l *linter) partitions(d *design.Design) (all []*partition) {
	if l.matrix == nil {
		return nil
	}
	if all, ok := l.hot[d]; ok {
		return all
	}
	at, column := map[[2]string]*partition{}, slices.Index(l.file.Designs, d)
	for i, row := range l.matrix.Cells {
		for _, h := range row[column].Heat {
			key := [2]string{strings.ToLower(h.Table), h.PartitionKey}
			if at[key] == nil {
				at[key] = &partition{table: h.Table, key: h.PartitionKey}
				all = append(all, at[key])
			}
			p := l.file.Patterns[i]
			at[key].loads = append(at[key].loads, patternLoad{p, p.Rate * h.Entities})
		}
	}
	l.hot[d] = all
	return all
}

// rateOf returns the entities a second in a partition of a place: what is measured, or one for each use if
// nothing is.
func (l *linter) rateOf(d *design.Design, place *design.Place, key string) (rate float64) {
	for _, p := range l.partitions(d) {
		if p.key == key && wire.EqualFold(p.table, place.Table) {
			return p.rate(true)
		}
	}
	for _, p := range l.file.Patterns {
		does := place.Copy == "" || p.Verb != design.Read && writes(p, place)
		if does && l.matrix == nil && p.IsOf(place.Entity) {
			rate += p.Rate * float64(max(p.Batch, 1))
		}
	}
	return rate
}

// single says whether a partition is one of a place that has only this.
func (l *linter) single(d *design.Design, at *partition) bool {
	return slices.ContainsFunc(d.Places, func(p *design.Place) bool {
		return firstProperty(&p.PartitionKey) == nil && wire.EqualFold(p.Table, at.table) &&
			onlyKey(p.PartitionKey) == at.key
	})
}

// onlyKey returns the key of a template without properties.
func onlyKey(t design.Template) string {
	key, _ := keys.Render(t, func(string) table.Value { return table.Value{} })
	return key
}
