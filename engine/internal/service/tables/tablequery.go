package tables

import (
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// tableQuery is what a query of tables parsed.
type tableQuery struct {
	matches filter.Predicate
	limit   int
	from    string // lower-case name of the first table; "" for no token
}

func parseQueryTables(r *request) error {
	source, _ := r.Param("$filter")
	expr, err := filter.Parse(source)
	if err != nil {
		return err
	}
	q := &tableQuery{matches: filter.Compile(expr)}
	r.tableQuery = q
	if q.limit, err = top(r); err != nil {
		return err
	}
	if token, ok := r.Param("NextTableName"); ok {
		name, ok := odata.DecodeToken(token)
		if !ok {
			return badToken("NextTableName")
		}
		if q.from, _, ok = strings.Cut(name, tokenMark); !ok {
			return badToken("NextTableName")
		}
	}
	return nil
}

func queryTables(tx *store.Tx, r *request) (result, error) {
	q := r.tableQuery
	run := keys.Tables()
	if q.from != "" {
		run = run.StartAt(keys.Table(q.from))
	}
	var names []string
	res, limit := result{status: 200}, r.PageSize(q.limit)
	for tbl := range tx.Tables(run) {
		if tbl.Deleted != 0 || !q.matches(tableRow(tbl.Name)) {
			continue
		}
		if len(names) == limit {
			if q.limit > 0 {
				res.nextTable = tableToken(tbl)
			}
			break
		}
		names = append(names, tbl.Name)
	}
	r.Trace.Cost.Pages = 1
	res.content = func(dst []byte) []byte { return writer(r).Tables(dst, names) }
	return res, nil
}

const tokenMark = "\x01"

// tableToken returns the token for a page that begins with a table: its lower-case name, tokenMark, and when
// it was created, as a FILETIME (units of 100 ns since 1601) in sixteen hexadecimal digits.
func tableToken(tbl store.Table) string {
	created := fmt.Sprintf("%016x", int64(tbl.Created-table.MinTicks))
	return odata.EncodeToken(strings.ToLower(tbl.Name) + tokenMark + created)
}

// tableRow gives a filter the only property of a table, its name.
type tableRow string

// Property returns the table's name if it's asked for TableName.
func (t tableRow) Property(name string) (table.Value, bool) {
	if name == "TableName" {
		return table.StringValue(string(t)), true
	}
	return table.Value{}, false
}
