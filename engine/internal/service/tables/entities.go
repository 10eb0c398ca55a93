package tables

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

func parseGetEntity(r *request) (err error) {
	raw, _ := r.Param("$select")
	r.selected, err = odata.ParseSelect(raw)
	return err
}

func getEntity(tx *store.Tx, r *request) (result, error) {
	row, found, err := find(tx, r)
	if err != nil {
		return result{}, err
	}
	if !found {
		return result{}, fault.New(fault.ResourceNotFound)
	}
	r.Trace.Record(r.key, trace.Returned, row.Size())
	return result{status: 200, etag: row.ETag(), content: func(dst []byte) []byte {
		var room [16]table.Property
		return writer(r).Entity(dst, r.table, row.Entity(room[:0], selects(r.selected)), r.selected)
	}}, nil
}

// find looks up the entity that a request names. It fails if the table doesn't exist.
func find(tx *store.Tx, r *request) (store.Row, bool, error) {
	if err := enter(tx, r); err != nil {
		return store.Row{}, false, err
	}
	return tx.Get(r.table, r.key)
}

// enter checks that the table of a request about one entity exists, and sets the plan.
func enter(tx *store.Tx, r *request) error {
	if r.grouped {
		return nil
	}
	if err := InUse(tx, r.Call, r.table); err != nil {
		return err
	}
	r.Trace.Plan = plan.PointOf(r.table, r.key)
	return nil
}

func parseInsert(r *request) (err error) {
	r.key, r.properties, err = odata.DecodeInsert(r.Request.Body)
	return err
}

func insertEntity(tx *store.Tx, r *request) (result, error) {
	if err := enter(tx, r); err != nil {
		return result{}, err
	}
	e := table.Entity{Key: r.key, Timestamp: r.Now, Properties: r.properties}
	size, err := checkLimits(e)
	if err != nil {
		return result{}, err
	}
	fresh, err := tx.Insert(r.table, e)
	if err != nil {
		return result{}, err
	}
	if !fresh {
		return result{}, fault.New(fault.EntityAlreadyExists) // which rolls the insert back
	}
	r.Trace.Record(e.Key, trace.Written, size)
	res := created(r, odata.EntityURL(r.Base, r.table, r.key), func(dst []byte) []byte {
		return writer(r).Entity(dst, r.table, e, odata.Select{})
	})
	res.etag = e.ETag()
	return res, nil
}

func parseDelete(r *request) (err error) {
	if r.condition, err = conditionOf(r, "DELETE"); err != nil {
		return err
	}
	if r.condition == "" {
		return fault.Invalid(fault.InvalidInput, "").WithHint(
			"A delete needs If-Match: the entity's ETag, or * to delete any version.")
	}
	return nil
}

func deleteEntity(tx *store.Tx, r *request) (result, error) {
	row, found, err := find(tx, r)
	if err != nil {
		return result{}, err
	}
	if err := checkCondition(r.condition, row, found); err != nil {
		return result{}, err
	}
	r.Trace.Record(r.key, trace.Deleted, row.Size())
	return result{status: 204}, tx.Delete(r.table, r.key)
}
