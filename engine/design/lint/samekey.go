package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// sameKey: two entities with the same key are one, and one without a valid key is none. Whether the keys are
// unique and valid depends on the data, so a sample of it is made.
func sameKey(l *linter, d *design.Design, p *design.Place) {
	const sample = 2000
	n := min(sample, p.Entity.Count)
	g := generate.New(keyed(p), p.Entity.Count, l.file.Seed)
	seen, rows := make(map[table.Key]bool, n), 0
	var invalid error
	bad := 0
	for i := range n {
		for _, values := range keys.Rows(p, keys.Of(g.Properties(i))) {
			partition, err := keys.Render(p.PartitionKey, values)
			row, rowErr := keys.Render(p.RowKey, values)
			if err = cmp.Or(err, rowErr); err != nil {
				invalid = cmp.Or(invalid, err)
				bad++
				continue
			}
			seen[table.Key{PartitionKey: partition, RowKey: row}] = true
			rows++
		}
	}
	const chance = 0.05
	if invalid != nil {
		l.add(design.Finding{
			Code: "key-mistake", Line: p.RowKey.Line, Guide: "data-model", Severity: 105,
			Says: "Of the first " + design.Number(float64(n)) + " entities of type " + p.Entity.Name + ", " +
				design.Number(float64(bad)) + " have no valid key, so they can't be stored: " + invalid.Error() + ".",
		}, d, float64(bad) > chance*float64(n))
		return
	}
	original := d.Original(p.Entity)
	if len(seen) == rows || p != original && within(&original.PartitionKey, p) && within(&original.RowKey, p) {
		return // a copy that has all of the original's key has its duplicates, too
	}
	says, many := " The second insert is refused, or an upsert overwrites the first. Put a property into the "+
		"RowKey that tells them apart.", float64(rows-len(seen)) > chance*float64(n)
	if names := independent(p); names != nil {
		says += " If your own data never has the same values of them twice, say so: unique: [" +
			strings.Join(names, ", ") + "]."
	}
	l.add(design.Finding{
		Code: "same-key", Line: p.RowKey.Line, Guide: "compound-key", Severity: 95,
		Says: "Of the first " + design.Number(float64(n)) + " entities of type " + p.Entity.Name + ", " +
			design.Number(float64(rows-len(seen))) + " have the key of an earlier one." + says,
	}, d, many)
}

// within says whether all properties of a key are in those of a place.
func within(t *design.Template, p *design.Place) bool {
	e := keyed(p)
	return t.Find(func(part *design.Part) bool { return !slices.Contains(e.Properties, part.Property) }) == nil
}

// independent returns the properties of a place's keys if each has a number of values, whose combinations are
// random then. One alone can't be unique.
func independent(p *design.Place) (names []string) {
	for _, of := range keyed(p).Properties {
		if of.Values == 0 || of.Skew > 0 {
			return nil
		}
		names = append(names, of.Name)
	}
	if len(names) < 2 {
		return nil
	}
	return names
}

// keyed is a type with nothing but the properties of the keys, because others can be large.
func keyed(p *design.Place) *design.Entity {
	e := &design.Entity{Name: p.Entity.Name}
	for _, part := range p.Parts() {
		if part.Property != nil && !slices.Contains(e.Properties, part.Property) {
			e.Properties = append(e.Properties, part.Property)
		}
	}
	return e
}
