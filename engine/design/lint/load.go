package lint

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/table"
)

// target is the target for a partition as text.
func target() string { return design.Number(table.PartitionTarget) }

// onePartition: a PartitionKey without properties is one partition for everything.
func onePartition(l *linter, d *design.Design, p *design.Place) {
	const few, quiet = 1000, 100
	rate := l.load(d, p, true)
	if firstProperty(&p.PartitionKey) != nil || p.Entity.Count <= few && rate < quiet {
		return
	}
	says := "All " + design.Number(float64(p.Entity.Count)) + " entities of type " + p.Entity.Name +
		" are in one partition, which can't be split."
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
	if firstProperty(&p.PartitionKey) == nil || !fixed || each < many || l.comesNew(p) {
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

// comesNew says whether batches share a property of the PartitionKey: one of an order's lines is of a new
// order.
func (l *linter) comesNew(place *design.Place) bool {
	for _, p := range l.file.Patterns {
		shared := func(part design.Part) bool {
			return part.Property != nil && slices.Contains(p.Same, part.Property.Name)
		}
		if p.Entity == place.Entity && slices.ContainsFunc(place.PartitionKey.Parts, shared) {
			return true
		}
	}
	return false
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

// hotValue: the most common PartitionKey gets more than a partition can take.
func hotValue(l *linter, d *design.Design, p *design.Place) {
	const busy = 0.5
	share, value, bucket := 1.0, "", false
	for i := range p.PartitionKey.Parts {
		part := &p.PartitionKey.Parts[i]
		switch {
		case part.Property == nil:
		case part.Property.Values == 0 && part.Property.Kind == table.DateTime && part.Format == design.Cut:
			bucket = true // all that's written now is in one unit of time, and what's read isn't
		case part.Property.Values == 0:
			if part.Format != design.Hash {
				return // as many partitions as entities
			}
			share /= float64(part.Width)
		default:
			most := generate.Share(part.Property)
			if part.Format == design.Hash {
				most = max(most, 1/float64(part.Width))
			}
			if share *= most; part.Property.Skew > 0 && value == "" {
				value = part.Property.Name
			}
		}
	}
	rate, where := share*l.load(d, p, false), "partition"
	if bucket {
		rate = share * l.writes(p.Entity)
	}
	if p.Copy != "" {
		where += " of the copy " + p.Copy
	}
	if value == "" && !bucket && share < 1 && rate > table.PartitionTarget {
		l.add(design.Finding{
			Code: "hot-value", Line: p.PartitionKey.Line, Guide: "hash-sharding", Severity: 75,
			Says: "There are only " + design.Number(1/share) + " PartitionKeys, so each " + where + " gets " +
				design.Number(rate) + " entities a second. The target for a partition is " + target() + ".",
		}, d, true)
		return
	}
	if value == "" || rate < busy*table.PartitionTarget {
		return
	}
	l.add(design.Finding{
		Code: "hot-value", Line: p.PartitionKey.Line, Guide: "hash-sharding", Severity: 75,
		Says: "The most common " + value + " has " + design.Number(100*share) +
			" percent of all entities, so one " + where + " gets " + design.Number(rate) +
			" of them a second. The target for a partition is " + target() + ".",
	}, d, rate > table.PartitionTarget)
}
