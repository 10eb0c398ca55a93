package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

// read finds the target, the format and the operation of the call. If several things are wrong, the method
// comes first, then headers, the path, and parameters, as in the service. After an error the request has
// what was found before it.
func (r *request) read() error {
	var pathErr error
	r.format = formatOf(r.Call)
	r.target, pathErr = resolve(r.Path)
	r.Trace.Table = r.table
	method, err := methodOf(r.Request)
	if err == nil && pathErr == nil {
		r.operation, pathErr = operationFor(method, r)
	}
	return cmp.Or(err, negotiate(r), pathErr, checkParams(r))
}

// methods are the ones that the service knows. HEAD is one, although no resource of tables supports it.
var methods = [...]string{"GET", "HEAD", "POST", "PUT", "MERGE", "PATCH", "DELETE"}

// methodOf returns a request's method, or the one in X-HTTP-Method if that replaces it.
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

// operationFor returns the operation of a method on a resource.
// https://learn.microsoft.com/rest/api/storageservices/table-service-rest-api
func operationFor(method string, r *request) (operation, error) {
	if comp, ok := r.Param("comp"); ok {
		return operation{}, notImplemented("comp=" + comp + " isn't in this engine.")
	}
	switch r.resource {
	case serviceRoot:
		return operation{}, notImplemented("This engine has tables and entities, but not this part of the service.")
	case tableSet:
		switch method {
		case "GET":
			return operation{"QueryTables", reads, grant.OfService, toList, parseQueryTables, queryTables}, nil
		case "POST":
			return operation{createsTable, creates, grant.OfContainer, toCreate, parseCreateTable, createTable}, nil
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
			return operation{insertsEntity, creates, grant.OfObject, toAdd, parseInsert, insertEntity}, nil
		}
	case oneEntity:
		return entityOperationFor(method, r)
	case metadata:
		if method == "GET" {
			return operation{"QueryMetadata", reads, grant.OfService, toList, parseNothing, getMetadata}, nil
		}
	case batchRoot:
		if method == "POST" {
			return operation{
				name: "EntityGroupTransaction", mode: groups, parse: parseTransaction, apply: transact,
			}, nil
		}
	}
	return operation{}, methodFault(r.resource)
}

// entityOperationFor returns the operation of a method on an entity. A write without If-Match is an upsert.
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

// notImplemented returns the fault for a part of the service that this engine doesn't have.
func notImplemented(hint string) error { return fault.Invalid(fault.NotImplemented, "").WithHint(hint) }

// methodFault returns the fault for a method that a resource doesn't support.
func methodFault(of resource) error {
	hint := ""
	switch of {
	case tableSet:
		hint = "The list of tables supports GET and POST."
	case oneTable:
		hint = "A table supports GET and DELETE."
	case entitySet:
		hint = "A table's entities support GET and POST; other methods need an entity, " +
			"/Orders(PartitionKey='…',RowKey='…')."
	case oneEntity:
		hint = "An entity supports GET, PUT, PATCH, MERGE and DELETE; POST goes to the table."
	case metadata:
		hint = "$metadata supports GET."
	case batchRoot:
		hint = "$batch supports POST."
	}
	return fault.Invalid(fault.MethodNotAllowed, "").WithHint(hint)
}
