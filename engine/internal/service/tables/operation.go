package tables

import (
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// request is a call to the service, with what read and parse found in it.
type request struct {
	*service.Call
	target         // what the path names
	operation      // what to do
	format         // how its answer is written
	input          // what the operation parsed
	grouped   bool // part of a transaction, which has found the table and needs no plan
}

// input is what the parse function of an operation found in the request. Comments name the operations that
// set a field.
type input struct {
	properties  []table.Property // insert, replace, merge
	condition   table.ETag       // replace, merge, delete; "" without a condition
	selected    odata.Select     // get entity, query entities
	query       *query           // query entities
	tableQuery  *tableQuery      // query tables
	transaction *transaction     // entity group transaction
}

// operation is one operation of the service.
type operation struct {
	name  string // the title of its REST page as one word
	mode  mode
	scope grant.Level
	any   permissions                               // the sender needs one of them
	parse func(*request) error                      // reads parameters, headers and body
	apply func(*store.Tx, *request) (result, error) // reads or writes the store, in one transaction
}

// mode says whether an operation writes, and what kind of answer it has.
type mode uint8

const (
	reads   mode = iota // doesn't write; answers with a body
	creates             // writes; answers with an echo unless the client prefers none
	writes              // writes; answers without a body
	groups              // writes; answers with its parts' answers
)

// The operations that create. A refusal applies their Prefer header, too.
const (
	createsTable  = "CreateTable"
	insertsEntity = "InsertEntity"
)

// permissions are sets of letters in a shared access signature; an upsert needs both of its letters.
// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
type permissions []string

var (
	toList   = permissions{"l"}
	toCreate = permissions{"c", "w"}
	toRead   = permissions{"r"}
	toAdd    = permissions{"a"}
	toUpdate = permissions{"u"}
	toUpsert = permissions{"au"}
	toDelete = permissions{"d"}
)
