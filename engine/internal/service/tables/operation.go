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
	target            // what the path names
	service.Operation // what to do; its task is the request
	format            // how its answer is written
	work
	input
	grouped bool // part of a transaction, which has found the table and needs no plan
}

// work is the two steps of an operation. As parts of a transaction have results and not replies, they
// aren't the methods Parse and Apply.
type work struct {
	parse func(*request) error                      // reads parameters, headers and body
	apply func(*store.Tx, *request) (result, error) // reads or writes the store, in one transaction
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

// reads makes the request one that reads. The sender needs one of the permissions.
func (r *request) reads(name string, level grant.Level, permissions []string, w work) error {
	r.Name, r.Need.Level, r.Need.Any, r.work = name, level, permissions, w
	return nil
}

// writes makes the request one that writes.
func (r *request) writes(name string, level grant.Level, permissions []string, w work) error {
	r.Writes = true
	return r.reads(name, level, permissions, w)
}

// The operations that create: they answer with an echo unless the client prefers none.
const (
	createsTable  = "CreateTable"
	insertsEntity = "InsertEntity"
)

func (r *request) creates() bool { return r.Name == createsTable || r.Name == insertsEntity }

// Sets of letters in a shared access signature, of which a sender needs one; an upsert needs both of its
// letters.
// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
var (
	toList   = []string{"l"}
	toCreate = []string{"c", "w"}
	toRead   = []string{"r"}
	toAdd    = []string{"a"}
	toUpdate = []string{"u"}
	toUpsert = []string{"au"}
	toDelete = []string{"d"}
)
