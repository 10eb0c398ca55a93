package tables

import (
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// request is a call to the service and what routing found in it.
type request struct {
	*service.Call
	target    // what the path names
	operation // what the call wants
	format    // how its answer is written
	input     // what parse found in it
}

// input is what the parse of an operation found in a request.
type input struct {
	properties  []table.Property // insert, replace, merge
	condition   table.ETag       // replace, merge, delete; "" for none
	selected    odata.Select     // get entity, query entities
	query       *query           // query entities
	tableQuery  *tableQuery      // query tables
	transaction *transaction     // entity group transaction
}

// operation is one operation of the service.
type operation struct {
	name  string // after the title of its REST page, in one word
	mode  mode
	scope grant.Level
	any   permissions                               // of which the sender needs one
	parse func(*request) error                      // reads the request's own text
	apply func(*store.Tx, *request) (result, error) // scans or writes, in one transaction of the store
}

// mode says what an operation does to the store and what its success answers.
type mode uint8

const (
	reads   mode = iota // nothing, and answers with a body
	creates             // writes, and answers with an echo unless the client prefers none
	writes              // writes, and answers without a body
	groups              // writes, and answers with its parts' answers
)

// permissions are letters of a shared access signature.
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
