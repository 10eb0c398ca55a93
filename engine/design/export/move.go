package export

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/wire"
)

// move writes the steps that move live data from one design to another. At any time one of them is the truth,
// and the rows of the other are made of it, so there's a way back from each step but the last.
func move(f *design.File, from, to *design.Design) string {
	rows, created, shared, given := differences(f, from, to)
	var b strings.Builder
	b.WriteString("# From “" + from.Name + "” to “" + to.Name + "”\n\n" +
		"Keys can't be changed, so each entity is written under its new keys, and its old ones are deleted at " +
		"the end. Until step 6 the old rows are right, and every step can be undone.\n\n" +
		spelling.Table(rows))
	n := 0
	step := func(title, text string) {
		n++
		b.WriteString("\n## " + strconv.Itoa(n) + ". " + title + "\n\n" + text + "\n")
	}
	tables := "Create " + design.List(created) + "."
	if created == nil {
		tables = "The new rows go into tables that are there."
	}
	if shared != nil {
		tables += "\n\nOld and new rows are both in " + design.List(shared) + ", so a reader that doesn't name " +
			"whole keys finds both, and one can overwrite the other if their keys are equal. Better give the new " +
			"rows a table of their own: write `table: ` and a new name into the design, and export this file again."
	}
	step("Make the tables", tables)
	step("Write both", writeBoth)
	step("Copy", copyRows)
	step("Compare, until nothing differs", compareRows)
	step("Read the new keys", "Release the readers. Run `tests.http` against the account: it fails if a "+
		"question scans. What's read to be changed is still read under the old keys. Way back: release the older "+
		"readers, because writers still keep the old rows.")
	if given == nil {
		step("Keep the old rows", "The new design has all of them, so writers go on as they are.")
		return b.String()
	}
	step("Write the new keys first", writeNew)
	step("Write the new keys alone", "After some days, release writers that write only the new rows. Now "+
		"there's no way back.")
	step("Delete the old rows", "Delete "+design.List(given)+". A table that nothing else uses is deleted "+
		"as a whole, which is one request.")
	return b.String()
}

// The steps that are the same for all designs. What they ask of a writer is what the recipe refreshCopy does,
// except that a new key can depend on more than the old one.
const (
	writeBoth = `Release a version of every writer that writes the old row as it does now, and then brings the
new row under each of its new keys up to date:

1. Read the new row, then the old one. In this order, what you write is never older than what was there.
2. If both are there, replace the new row with all properties of the old one, and its own ETag in
   ` + "`If-Match`" + `.
3. If only the old one is there, insert the new row. Then read the old one again: if its ETag is another one
   or it's gone, begin again.
4. If only the new one is there, delete it, with its ETag in ` + "`If-Match`" + `.
5. After a 404, 409 or 412 for a write, begin again.

An old row whose values lead to another new key now counts as gone for this key. So a writer that deletes, or
that changes a property of a new key, reads the old row first, and brings the row under the key that it had up
to date, too.

If a process stops between the two, step 4 finds it. Wait until no older version runs.`

	copyRows = `Read the old rows page by page, and bring the new rows of each up to date as in step 2. Keep the
last continuation token: after a stop, the copy goes on there. What's written or deleted meanwhile is safe,
because of the ETags and the second look.`

	compareRows = `Note the keys and ETags of all new rows. Then read the old rows, bring the new rows of those
that differ up to date, and cross out the new keys of each. Delete what's left on the list, with the ETag that
you noted: its old row is gone, or leads to another key. A 412 means that it was written since, so leave it.
Repeat this until a whole pass changes nothing.`

	writeNew = `Stop every writer, repeat step 4 if one of them has crashed since, and only then start a version
that writes the new rows first, and then brings the old ones up to date as in step 2, the other way round.
Don't let the two versions overlap: one that
takes the old row for the truth would overwrite what the other wrote. Way back: stop them, and start those of
step 2 again.`
)

// differences returns the rows of a table of both designs, the tables that only the new one has, those where
// old rows get new ones beside them, and what only the old one has.
func differences(
	f *design.File, from, to *design.Design,
) (rows [][]string, created, shared, given []string) {
	rows = append(rows, []string{"type", "where", "PartitionKey", "RowKey"})
	for _, e := range f.Entities {
		old, fresh := from.PlacesOf(e), to.PlacesOf(e)
		for _, p := range old {
			if has(fresh, p) {
				rows = append(rows, row(e.Name+", stays", p))
				continue
			}
			rows = append(rows, row(e.Name+", old", p))
			given = append(given, "`"+p.Table+"` with PartitionKey `"+p.PartitionKey.Text+"`, RowKey `"+
				p.RowKey.Text+"`")
		}
		for _, p := range fresh {
			if has(old, p) {
				continue
			}
			rows = append(rows, row(e.Name+", new", p))
			tables, name := &created, "`"+p.Table+"`"
			same := func(o *design.Place) bool { return wire.EqualFold(o.Table, p.Table) }
			if slices.ContainsFunc(from.Places, same) {
				tables = &shared
			}
			if !slices.Contains(*tables, name) {
				*tables = append(*tables, name)
			}
		}
	}
	return rows, created, shared, given
}

func row(name string, p *design.Place) []string {
	if p.Copy != "" {
		name += ", copy " + p.Copy
	}
	return []string{
		name, spelling.Code(p.Table), spelling.Code(p.PartitionKey.Text), spelling.Code(p.RowKey.Text),
	}
}

// has reports whether one of the places has the same keys in the same table.
func has(all []*design.Place, p *design.Place) bool {
	return slices.ContainsFunc(all, func(one *design.Place) bool {
		return one.Table == p.Table && one.PartitionKey.Text == p.PartitionKey.Text &&
			one.RowKey.Text == p.RowKey.Text
	})
}
