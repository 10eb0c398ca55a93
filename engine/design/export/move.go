package export

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
)

// move writes the steps that move live data from one design to another. Writers keep the old keys true until
// the readers have gone over, so there's a way back from each step but the last.
func move(f *design.File, from, to *design.Design) string {
	rows, created, given := differences(f, from, to)
	var b strings.Builder
	b.WriteString("# From “" + from.Name + "” to “" + to.Name + "”\n\n" +
		"Keys can't be changed, so each entity is written under its new keys, and its old ones are deleted at " +
		"the end. Until step 5 the old keys are right, so every step before it can be undone.\n\n" +
		"| type | where | PartitionKey | RowKey |\n|---|---|---|---|\n" + strings.Join(rows, "\n") + "\n")
	step := func(title, text string) { b.WriteString("\n## " + title + "\n\n" + text + "\n") }
	if created == nil {
		step("1. No new table", "The new rows go into tables that are there. Check that no new key is an old one: "+
			"a row of each would overwrite the other.")
	} else {
		step("1. Create the tables", "Create "+design.List(created)+".")
	}
	step("2. Write both", writeBoth)
	step("3. Copy", copyRows)
	step("4. Compare, until nothing differs", compareRows)
	step("5. Read the new keys", "Release the readers. Run `tests.http` against the account: it fails if a "+
		"question scans. Way back: release the older readers, because writers still keep the old rows.")
	if given == nil {
		step("6. Keep the old rows", "The new design has all of them, so writers go on as they are.")
		return b.String()
	}
	step("6. Write the new keys alone", "After some days, release writers that write only the new rows. Now "+
		"there's no way back to the old ones.")
	step("7. Delete the old rows", "Delete "+design.List(given)+". A table that nothing else uses is deleted "+
		"as a whole, which is one request.")
	return b.String()
}

// The steps that are the same for all designs.
const (
	writeBoth = `Release a version of every writer that first writes the old row as it does now, and then the
new ones:

- insert or update: insert or replace the new row with all its properties
- delete: delete the new row, and take a 404 for done
- an update that changes a property of a new key: also delete the row under the new key that it had

If a new write fails, go on: step 4 finds it. Wait until no older version runs.`

	copyRows = `Read the old rows page by page. For each:

1. Insert the new row. A 409 is fine: a writer was there first.
2. If you inserted it, read the old row again. If it's gone, delete the new row. If its ETag is another one,
   replace the new row with what you read, and look again.

Without the second look, what was deleted meanwhile comes back. Keep the last continuation token: the copy
goes on there after a stop.`

	compareRows = `Read the old rows, compute the new keys of each and compare all properties. Then read the
new rows: one whose old row is gone is deleted, after another look at the old one. Mend what differs and
compare again, until a whole pass finds nothing.`
)

// differences returns the rows of a table of both designs, the tables that only the new one has, and what
// only the old one has.
func differences(f *design.File, from, to *design.Design) (rows, created, given []string) {
	known := map[string]bool{}
	for _, p := range from.Places {
		known[p.Table] = true
	}
	for _, e := range f.Entities {
		old, fresh := placesOf(from, e), placesOf(to, e)
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
			if rows = append(rows, row(e.Name+", new", p)); !known[p.Table] {
				known[p.Table], created = true, append(created, "`"+p.Table+"`")
			}
		}
	}
	return rows, created, given
}

func row(name string, p *design.Place) string {
	if p.Copy != "" {
		name += ", copy " + p.Copy
	}
	return "| " + name + " | `" + p.Table + "` | `" + p.PartitionKey.Text + "` | `" + p.RowKey.Text + "` |"
}

func placesOf(d *design.Design, e *design.Entity) (all []*design.Place) {
	for _, p := range d.Places {
		if p.Entity == e {
			all = append(all, p)
		}
	}
	return all
}

// has reports whether one of the places has the same keys in the same table.
func has(all []*design.Place, p *design.Place) bool {
	return slices.ContainsFunc(all, func(one *design.Place) bool {
		return one.Table == p.Table && one.PartitionKey.Text == p.PartitionKey.Text &&
			one.RowKey.Text == p.RowKey.Text
	})
}
