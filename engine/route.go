package engine

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/store"
)

// operation is one operation of the service.
type operation struct {
	name  string                                 // after the title of its REST page, in one word
	parse func(*call) error                      // reads the request's own text
	apply func(*store.Tx, *call) (result, error) // scans or writes, in one store transaction
	mode  mode
}

// mode says what an operation does to the store and what its success answers.
type mode uint8

const (
	reads   mode = iota // nothing, and answers with a body
	creates             // writes, and answers with an echo unless the client prefers none
	writes              // writes, and answers without a body
	groups              // writes, and answers with its parts' answers
)

// route decides what a request wants and what it is about. Of several faults the service tells that of
// the URL first, then that of the headers, then that of the path.
func (c *call) route() error {
	path, err := c.locate()
	c.json = c.readLevel() // whatever is refused is refused in that format and at that level
	if err != nil {
		return err
	}
	if c.req.Method == "OPTIONS" {
		c.trace.Operation = "PreflightTableRequest"
		return c.preflightFault()
	}
	misnamed := c.resolve(path)
	c.trace.Table = c.table
	method, err := c.method()
	if err == nil && misnamed == nil {
		misnamed = c.choose(method)
	}
	return cmp.Or(err, c.negotiate(), misnamed, c.checkParams())
}

// choose finds the operation that the method is on what the path names.
func (c *call) choose(method string) (err error) {
	if c.operation, err = operationFor(method, c); err != nil {
		return err
	}
	c.trace.Operation = c.operation.name
	if mode := c.operation.mode; c.secondary && (mode == creates || mode == writes) {
		return &fault.Error{
			Code: fault.InsufficientAccountPermissions, Stage: fault.Validation,
			Hint: "The secondary endpoint is read-only: write to the account's own, without -secondary.",
		}
	}
	return nil
}

// methods are those that some resource of the service takes, and HEAD, which none of the tables does.
var methods = [...]string{"GET", "HEAD", "POST", "PUT", "MERGE", "PATCH", "DELETE"}

// method returns the request's method, or the one that X-HTTP-Method puts in its place.
func (c *call) method() (string, error) {
	const name = "X-HTTP-Method"
	switch {
	case !slices.Contains(methods[:], c.req.Method):
		return "", fault.Invalid(fault.UnsupportedHTTPVerb, "")
	case !c.req.Headers.Has(name):
		return c.req.Method, nil
	case c.req.Method != "POST":
		return "", fault.Invalid(fault.XMethodNotUsingPost, "")
	case c.req.Headers.Count(name) > 1, strings.Contains(c.req.Headers.Get(name), ","):
		return "", fault.Invalid(fault.XMethodIncorrectCount, "")
	}
	switch m := c.req.Headers.Get(name); m {
	case "PUT", "MERGE", "PATCH", "DELETE":
		return m, nil
	default:
		return "", fault.Invalid(fault.XMethodIncorrectValue, "")
	}
}

// operationFor is the table of what each method does to each resource.
// https://learn.microsoft.com/rest/api/storageservices/table-service-rest-api
func operationFor(method string, c *call) (operation, error) {
	if _, ok := c.param("comp"); ok || c.resource == serviceRoot {
		return operation{}, notOffered(c)
	}
	switch c.resource {
	case tableSet:
		switch method {
		case "GET":
			return operation{"QueryTables", parseQueryTables, queryTables, reads}, nil
		case "POST":
			return operation{"CreateTable", parseCreateTable, createTable, creates}, nil
		}
	case oneTable:
		switch method {
		case "GET":
			return operation{"QueryTable", parseNothing, getTable, reads}, nil
		case "DELETE":
			return operation{"DeleteTable", parseNothing, deleteTable, writes}, nil
		}
	case entitySet:
		switch method {
		case "GET":
			return operation{"QueryEntities", parseQuery, queryEntities, reads}, nil
		case "POST":
			return operation{"InsertEntity", parseInsert, insertEntity, creates}, nil
		}
	case oneEntity:
		return entityOperationFor(method, c)
	case metadata:
		if method == "GET" {
			return operation{"QueryMetadata", parseNothing, getMetadata, reads}, nil
		}
	case batchRoot:
		if method == "POST" {
			return operation{"EntityGroupTransaction", parseTransaction, transact, groups}, nil
		}
	}
	return operation{}, methodFault(c)
}

// entityOperationFor tells an update from an upsert by If-Match: an upsert is the write that makes no
// condition.
// https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
func entityOperationFor(method string, c *call) (operation, error) {
	upsert := !c.req.Headers.Has("If-Match")
	switch {
	case method == "GET":
		return operation{"QueryEntity", parseGetEntity, getEntity, reads}, nil
	case method == "DELETE":
		return operation{"DeleteEntity", parseDelete, deleteEntity, writes}, nil
	case method == "PUT" && upsert:
		return operation{"InsertOrReplaceEntity", parseUpdate, replaceEntity, writes}, nil
	case method == "PUT":
		return operation{"UpdateEntity", parseUpdate, replaceEntity, writes}, nil
	case method != "MERGE" && method != "PATCH":
		return operation{}, methodFault(c)
	case upsert:
		return operation{"InsertOrMergeEntity", parseUpdate, mergeEntity, writes}, nil
	default:
		return operation{"MergeEntity", parseUpdate, mergeEntity, writes}, nil
	}
}

// notOffered answers for the parts of the service that this engine leaves out.
func notOffered(c *call) error {
	hint := "This engine serves tables and entities; this part of the service is not in it."
	if comp, ok := c.param("comp"); ok {
		hint = "comp=" + comp + " is not in this engine yet."
	}
	return &fault.Error{Code: fault.NotImplemented, Stage: fault.Validation, Hint: hint}
}

// preflightFault answers a browser that asks whether a page may send a request. No account here has
// rules that would let it; a host may have some of its own.
// https://learn.microsoft.com/rest/api/storageservices/preflight-table-request
func (c *call) preflightFault() error {
	if c.req.Headers.Get("Origin") == "" || c.req.Headers.Get("Access-Control-Request-Method") == "" {
		return fault.Refused(fault.InvalidHeaderValue, fault.TextPreflight)
	}
	return &fault.Error{
		Code: fault.CorsPreflightFailure, Stage: fault.Early,
		Hint: "Pages of this origin may not call. The endpoint of rowkey serve lets them with -cors ORIGIN.",
	}
}

// methodFault is the fault of a method that a resource does not take.
func methodFault(c *call) error {
	taken := map[resource]string{
		tableSet: "The list of tables takes GET and POST.",
		oneTable: "A table takes GET and DELETE.",
		entitySet: "A table's entities take GET and POST; other methods go to one of them, " +
			"/Orders(PartitionKey='…',RowKey='…').",
		oneEntity: "An entity takes GET, PUT, PATCH, MERGE and DELETE; POST goes to the table.",
		metadata:  "$metadata takes GET.",
		batchRoot: "$batch takes POST.",
	}
	return &fault.Error{
		Code: fault.MethodNotAllowed, Stage: fault.Validation,
		Hint: taken[c.resource],
	}
}
