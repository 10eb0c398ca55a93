package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

func parseNothing(*call) error { return nil }

func parseCreateTable(c *call) error {
	name, err := odata.DecodeTable(c.req.Body)
	if err != nil {
		return err
	}
	c.table, c.trace.Table = name, name
	switch {
	case wire.EqualFold(name, "tables"):
		return fault.Invalid(fault.InvalidInput, "")
	case name != "" && !table.ValidName(name):
		return &fault.Error{
			Code: fault.InvalidResourceName, Stage: fault.Validation,
			Hint: "A table name is a letter followed by letters and digits.",
		}
	case len(name) < table.MinTableName || len(name) > table.MaxTableName:
		return &fault.Error{
			Code: fault.OutOfRangeInput, Message: fault.TextNameLength, Stage: fault.Validation,
			Hint: "A table name has 3 to 63 characters.",
		}
	}
	return nil
}

func createTable(tx *store.Tx, c *call) (result, error) {
	_, found, err := c.lookUp(tx)
	if err != nil {
		return result{}, err
	}
	if found {
		return result{}, fault.New(fault.TableAlreadyExists)
	}
	if err := tx.PutTable(store.Table{Name: c.table, Created: c.now}); err != nil {
		return result{}, err
	}
	return c.created(odata.TableURL(c.base, c.table), func(dst []byte) []byte {
		return c.writer().Table(dst, c.table)
	}), nil
}

func getTable(tx *store.Tx, c *call) (result, error) {
	tbl, found, err := c.lookUp(tx)
	if err != nil {
		return result{}, err
	}
	if !found {
		return result{}, fault.New(fault.ResourceNotFound)
	}
	return result{status: 200, content: func(dst []byte) []byte {
		return c.writer().Table(dst, tbl.Name)
	}}, nil
}

// deleteTable drops the entities at once and keeps the name taken for a while, as the service does,
// unless the client asks for it at once.
func deleteTable(tx *store.Tx, c *call) (result, error) {
	tbl, found, err := c.lookUp(tx)
	if err != nil {
		return result{}, err
	}
	if !found {
		return result{}, fault.New(fault.ResourceNotFound)
	}
	if err := tx.DeleteEntities(c.table); err != nil {
		return result{}, err
	}
	if err := tx.DeleteRecord(keys.PoliciesOf('t', c.table)); err != nil {
		return result{}, err
	}
	tbl.Deleted = c.now
	if c.req.Headers.AtOnce() {
		tbl.Deleted = 1
	}
	return result{status: 204}, tx.PutTable(tbl)
}

// getMetadata answers with the schema of the account. All tables have the same: their other properties
// are each entity's own.
func getMetadata(tx *store.Tx, c *call) (result, error) {
	var names []string
	for tbl := range tx.Tables(keys.Tables()) {
		if tbl.Deleted == 0 {
			names = append(names, tbl.Name)
		}
	}
	return result{status: 200, media: odata.XMLType, content: func(dst []byte) []byte {
		return c.writer().Metadata(dst, names)
	}}, nil
}

// lookUp finds the table that a request is about. While that is being deleted, nothing can be done
// with its name but to have it free at once, and afterwards there is no such table.
func (c *call) lookUp(tx *store.Tx) (tbl store.Table, found bool, err error) {
	tbl, found, err = tx.Table(c.table)
	if err != nil || !found || tbl.Deleted == 0 {
		return tbl, found, err
	}
	switch {
	case !tbl.BeingDeleted(c.now):
		return store.Table{}, false, nil
	case c.req.Headers.AtOnce():
		return tbl, true, nil
	}
	return store.Table{}, false, fault.New(fault.TableBeingDeleted)
}

// inUse makes sure that the table whose entities a request is about can be used.
func (c *call) inUse(tx *store.Tx) error {
	_, found, err := c.lookUp(tx)
	switch {
	case errors.Is(err, fault.TableBeingDeleted):
		return fault.Refused(fault.TableBeingDeleted, "")
	case err == nil && !found:
		return fault.Refused(fault.TableNotFound, "")
	default:
		return err
	}
}

// tableQuery is what a query of tables asks for.
type tableQuery struct {
	wanted filter.Predicate
	limit  int
	from   string // folded name to start at; "" for the first
}

func parseQueryTables(c *call) error {
	source, _ := c.param("$filter")
	expr, err := filter.Parse(source)
	if err != nil {
		return err
	}
	c.tableQuery = &tableQuery{wanted: filter.Compile(expr)}
	if c.tableQuery.limit, err = c.top(); err != nil {
		return err
	}
	if token, ok := c.param("NextTableName"); ok {
		name, ok := odata.DecodeToken(token)
		if !ok {
			return badToken("NextTableName")
		}
		if c.tableQuery.from, _, ok = strings.Cut(name, tokenMark); !ok {
			return badToken("NextTableName")
		}
	}
	return nil
}

func queryTables(tx *store.Tx, c *call) (result, error) {
	q := c.tableQuery
	run := keys.Tables()
	if q.from != "" {
		run = run.StartAt(keys.Table(q.from))
	}
	var names []string
	res := result{status: 200}
	for tbl := range tx.Tables(run) {
		if tbl.Deleted != 0 || !q.wanted(tableRow(tbl.Name)) {
			continue
		}
		if len(names) == q.limit {
			if q.limit > 0 {
				res.nextTable = tableToken(tbl)
			}
			break
		}
		names = append(names, tbl.Name)
	}
	c.trace.Cost.Pages = 1
	res.content = func(dst []byte) []byte { return c.writer().Tables(dst, names) }
	return res, nil
}

const tokenMark = "\x01"

// tableToken names the table a next page begins with: its folded name, a mark and its creation time
// as a FILETIME (100 ns since 1601) in sixteen hexadecimal digits.
func tableToken(tbl store.Table) string {
	created := fmt.Sprintf("%016s", strconv.FormatInt(int64(tbl.Created-table.MinTicks), 16))
	return odata.EncodeToken(strings.ToLower(tbl.Name) + tokenMark + created)
}

// tableRow lets a filter ask for the one property of a table.
type tableRow string

func (t tableRow) Property(name string) (table.Value, bool) {
	if name == "TableName" {
		return table.StringValue(string(t)), true
	}
	return table.Value{}, false
}
