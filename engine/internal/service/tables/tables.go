package tables

import (
	"errors"
	"math"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

func parseCreateTable(r *request) error {
	name, err := odata.DecodeTable(r.Request.Body)
	if err != nil {
		return err
	}
	r.table, r.Trace.Table = name, name
	switch {
	case wire.EqualFold(name, "tables"):
		return fault.Invalid(fault.InvalidInput, "")
	case name != "" && !table.ValidName(name):
		return fault.Invalid(fault.InvalidTableName, "").WithHint(
			"A table name is a letter followed by letters and digits.")
	case len(name) < table.MinTableName || len(name) > table.MaxTableName:
		return fault.Invalid(fault.ResourceNameLength, "").WithHint("A table name has 3 to 63 characters.")
	}
	return nil
}

func createTable(tx *store.Tx, r *request) (result, error) {
	_, found, err := lookUp(tx, r.Call, r.table)
	if err != nil {
		return result{}, err
	}
	if found {
		return result{}, fault.New(fault.TableAlreadyExists)
	}
	if err := tx.PutTable(store.Table{Name: r.table, Created: r.Now}); err != nil {
		return result{}, err
	}
	return created(r, odata.TableURL(r.Base, r.table), func(dst []byte) []byte {
		return writer(r).Table(dst, r.table)
	}), nil
}

func getTable(tx *store.Tx, r *request) (result, error) {
	tbl, err := exists(tx, r)
	if err != nil {
		return result{}, err
	}
	return result{status: 200, content: func(dst []byte) []byte { return writer(r).Table(dst, tbl.Name) }},
		nil
}

// deleteTable deletes the table with its entities and policies. As in the service, the name can't be used
// for a while, unless the call frees names.
func deleteTable(tx *store.Tx, r *request) (result, error) {
	tbl, err := exists(tx, r)
	if err != nil {
		return result{}, err
	}
	if err := tx.DeleteEntities(r.table); err != nil {
		return result{}, err
	}
	if err := tx.DeleteRecord(keys.PoliciesOf(byte(grant.Table), r.table)); err != nil {
		return result{}, err
	}
	tbl.Deleted = r.Now
	if r.FreesName() {
		tbl.Deleted = 1 // so long ago that the name is free
	}
	return result{status: 204}, tx.PutTable(tbl)
}

// getMetadata returns the schema of the account. Every table has the same one, the system properties,
// because the other properties belong to each entity.
func getMetadata(tx *store.Tx, r *request) (result, error) {
	all := names(tx, math.MaxInt)
	return result{status: 200, media: odata.XMLType, content: func(dst []byte) []byte {
		return writer(r).Metadata(dst, all)
	}}, nil
}

// exists returns the table that a request reads or deletes.
func exists(tx *store.Tx, r *request) (store.Table, error) {
	tbl, found, err := lookUp(tx, r.Call, r.table)
	if err == nil && !found {
		err = misspelt(fault.New(fault.ResourceNotFound), tx, r.Call, r.table)
	}
	return tbl, err
}

// lookUp finds a table. A table that is being deleted is a fault, or is found if the call frees names.
// After that time it isn't found.
func lookUp(tx *store.Tx, c *service.Call, name string) (tbl store.Table, found bool, err error) {
	tbl, found, err = tx.Table(name)
	if err != nil || !found || tbl.Deleted == 0 {
		return tbl, found, err
	}
	switch {
	case !tbl.BeingDeleted(c.Now):
		return store.Table{}, false, nil
	case c.FreesName():
		return tbl, true, nil
	}
	return store.Table{}, false, fault.New(fault.TableBeingDeleted)
}

// InUse refuses a call about a table's entities or settings if the table doesn't exist or is being deleted.
// Its faults are of the stage Early, unlike those of requests about the table itself.
func InUse(tx *store.Tx, c *service.Call, name string) error {
	_, found, err := lookUp(tx, c, name)
	switch {
	case err == nil && found:
		return nil
	case err == nil:
		return misspelt(fault.Refused(fault.TableNotFound, ""), tx, c, name)
	case errors.Is(err, fault.TableBeingDeleted):
		return fault.Refused(fault.TableBeingDeleted, "")
	default:
		return err
	}
}

// misspelt offers the table whose name is most like the given one, to a sender that may list tables anyway. A
// name that ends with a digit is one of a series, and so no misspelling.
func misspelt(f *fault.Error, tx *store.Tx, c *service.Call, name string) *fault.Error {
	if !c.Grant.IsOwner() || name == "" || name[len(name)-1] <= '9' {
		return f
	}
	if f.Meant = spelling.Nearest(name, names(tx, 500)); f.Meant != "" {
		f.Hint = "There is no table " + name + ". Did you mean " + f.Meant + "?"
	}
	return f
}

// names lists the tables of the account, but no more than the first ones.
func names(tx *store.Tx, most int) (list []string) {
	for tbl := range tx.Tables(keys.Tables()) {
		if tbl.Deleted == 0 && len(list) < most {
			list = append(list, tbl.Name)
		}
	}
	return list
}
