package sandbox

import (
	"slices"

	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

// Amend changes the entities of a table as rows of its data have changed. A row that can't be stored is none,
// and of several with the same keys the first counts. Entities whose rows haven't changed stay as they are,
// whatever requests have made of them. Nothing happens if the table isn't there.
func (a *Account) Amend(before, after *data.Table) error {
	was, is, now := entities(before), entities(after), a.tick()
	return a.store.Update(func(tx *store.Tx) error {
		tx.Stamp(now)
		tbl, found, err := tx.Table(after.Name)
		if !found || tbl.Deleted != 0 {
			return err
		}
		for _, key := range was.all {
			if _, kept := is.of[key]; !kept && err == nil {
				err = tx.Delete(tbl.Name, key)
			}
		}
		for _, key := range is.all {
			e, old := is.of[key], was.of[key]
			if (old == nil || !slices.Equal(old.Properties, e.Properties)) && err == nil {
				e.Timestamp = now
				err = tx.Put(tbl.Name, *e)
			}
		}
		return err
	})
}

// rows are entities by their keys, and the keys in the order of the rows.
type rows struct {
	of  map[table.Key]*table.Entity
	all []table.Key
}

// entities returns those of some rows.
func entities(t *data.Table) rows {
	r := rows{of: map[table.Key]*table.Entity{}}
	t.Each(start, func(_ *data.Row, e *table.Entity, bad *data.Error) bool {
		if bad == nil && r.of[e.Key] == nil {
			r.of[e.Key] = &table.Entity{Key: e.Key, Properties: slices.Clone(e.Properties)}
			r.all = append(r.all, e.Key)
		}
		return true
	})
	return r
}
