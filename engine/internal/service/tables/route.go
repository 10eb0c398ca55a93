package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

// read finds out what the call wants and what it's about. Of several faults the service answers with
// that of the method and the headers first, then with that of the path. What's known by then stays in
// the request.
func (r *request) read() error {
	var misnamed error
	r.format = formatOf(r.Call)
	r.target, misnamed = resolve(r.Path)
	r.Trace.Table = r.table
	method, err := methodOf(r.Request)
	if err == nil && misnamed == nil {
		r.operation, misnamed = operationFor(method, r)
	}
	return cmp.Or(err, negotiate(r), misnamed, checkParams(r))
}

// methods are those that some resource of the service takes, and HEAD, which none of the tables does.
var methods = [...]string{"GET", "HEAD", "POST", "PUT", "MERGE", "PATCH", "DELETE"}

// methodOf returns a request's method, or the one that X-HTTP-Method puts in its place.
func methodOf(r wire.Request) (string, error) {
	const name = "X-HTTP-Method"
	switch {
	case !slices.Contains(methods[:], r.Method):
		return "", fault.Invalid(fault.UnsupportedHTTPVerb, "")
	case !r.Headers.Has(name):
		return r.Method, nil
	case r.Method != "POST":
		return "", fault.Invalid(fault.XMethodNotUsingPost, "")
	case r.Headers.Count(name) > 1, strings.Contains(r.Headers.Get(name), ","):
		return "", fault.Invalid(fault.XMethodIncorrectCount, "")
	}
	switch m := r.Headers.Get(name); m {
	case "PUT", "MERGE", "PATCH", "DELETE":
		return m, nil
	default:
		return "", fault.Invalid(fault.XMethodIncorrectValue, "")
	}
}

// operationFor is the table of what each method does to each resource.
// https://learn.microsoft.com/rest/api/storageservices/table-service-rest-api
func operationFor(method string, r *request) (operation, error) {
	if comp, ok := r.Param("comp"); ok {
		return operation{}, notOffered("comp=" + comp + " isn't in this engine.")
	}
	switch r.resource {
	case serviceRoot:
		return operation{}, notOffered("This engine serves tables and entities; this part of the service isn't in it.")
	case tableSet:
		switch method {
		case "GET":
			return operation{"QueryTables", reads, grant.OfService, toList, parseQueryTables, queryTables}, nil
		case "POST":
			return operation{"CreateTable", creates, grant.OfContainer, toCreate, parseCreateTable, createTable}, nil
		}
	case oneTable:
		switch method {
		case "GET":
			return operation{"QueryTable", reads, grant.OfContainer, toList, parseNothing, getTable}, nil
		case "DELETE":
			return operation{"DeleteTable", writes, grant.OfContainer, toDelete, parseNothing, deleteTable}, nil
		}
	case entitySet:
		switch method {
		case "GET":
			return operation{"QueryEntities", reads, grant.OfObject, toRead, parseQuery, queryEntities}, nil
		case "POST":
			return operation{"InsertEntity", creates, grant.OfObject, toAdd, parseInsert, insertEntity}, nil
		}
	case oneEntity:
		return entityOperationFor(method, r)
	case metadata:
		if method == "GET" {
			return operation{"QueryMetadata", reads, grant.OfService, toList, parseNothing, getMetadata}, nil
		}
	case batchRoot:
		if method == "POST" {
			return operation{name: "EntityGroupTransaction", mode: groups, parse: parseTransaction, apply: transact}, nil
		}
	}
	return operation{}, methodFault(r.resource)
}

// entityOperationFor tells an update from an upsert by If-Match: an upsert is the write that makes no
// condition.
// https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
func entityOperationFor(method string, r *request) (operation, error) {
	upsert := !r.Request.Headers.Has("If-Match")
	switch {
	case method == "GET":
		return operation{"QueryEntity", reads, grant.OfObject, toRead, parseGetEntity, getEntity}, nil
	case method == "DELETE":
		return operation{"DeleteEntity", writes, grant.OfObject, toDelete, parseDelete, deleteEntity}, nil
	case method == "PUT" && upsert:
		return operation{"InsertOrReplaceEntity", writes, grant.OfObject, toUpsert, parseUpdate, replaceEntity}, nil
	case method == "PUT":
		return operation{"UpdateEntity", writes, grant.OfObject, toUpdate, parseUpdate, replaceEntity}, nil
	case method != "MERGE" && method != "PATCH":
		return operation{}, methodFault(r.resource)
	case upsert:
		return operation{"InsertOrMergeEntity", writes, grant.OfObject, toUpsert, parseUpdate, mergeEntity}, nil
	default:
		return operation{"MergeEntity", writes, grant.OfObject, toUpdate, parseUpdate, mergeEntity}, nil
	}
}

func parseNothing(*request) error { return nil }

// notOffered answers for the parts of the service that this engine leaves out.
func notOffered(hint string) error { return fault.Invalid(fault.NotImplemented, "").WithHint(hint) }

// methodFault is the fault of a method that a resource doesn't take.
func methodFault(of resource) error {
	taken := ""
	switch of {
	case tableSet:
		taken = "The list of tables takes GET and POST."
	case oneTable:
		taken = "A table takes GET and DELETE."
	case entitySet:
		taken = "A table's entities take GET and POST; other methods go to one of them, " +
			"/Orders(PartitionKey='…',RowKey='…')."
	case oneEntity:
		taken = "An entity takes GET, PUT, PATCH, MERGE and DELETE; POST goes to the table."
	case metadata:
		taken = "$metadata takes GET."
	case batchRoot:
		taken = "$batch takes POST."
	}
	return fault.Invalid(fault.MethodNotAllowed, "").WithHint(taken)
}
