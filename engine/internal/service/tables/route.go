package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
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
	r.Operation = service.Operation{
		Need: grant.Need{Service: grant.Table, Resource: r.table}, Task: r,
	}
	method, err := methodOf(r.Request)
	if err == nil && pathErr == nil {
		pathErr = r.choose(method)
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

// choose finds the operation of a method on a resource.
// https://learn.microsoft.com/rest/api/storageservices/table-service-rest-api
func (r *request) choose(method string) error {
	if comp, ok := r.Param("comp"); ok {
		return notImplemented("comp=" + comp + " isn't in this engine.")
	}
	switch r.resource {
	case serviceRoot:
		return notImplemented("This engine has tables and entities, but not this part of the service.")
	case tableSet:
		switch method {
		case "GET":
			return r.reads("QueryTables", grant.OfService, toList, work{parseQueryTables, queryTables})
		case "POST":
			return r.writes(createsTable, grant.OfContainer, toCreate, work{parseCreateTable, createTable})
		}
	case oneTable:
		switch method {
		case "GET":
			return r.reads("QueryTable", grant.OfContainer, toList, work{parseNothing, getTable})
		case "DELETE":
			return r.writes("DeleteTable", grant.OfContainer, toDelete, work{parseNothing, deleteTable})
		}
	case entitySet:
		switch method {
		case "GET":
			return r.reads("QueryEntities", grant.OfObject, toRead, work{parseQuery, queryEntities})
		case "POST":
			return r.writes(insertsEntity, grant.OfObject, toAdd, work{parseInsert, insertEntity})
		}
	case oneEntity:
		return r.chooseEntity(method)
	case metadata:
		if method == "GET" {
			return r.reads("QueryMetadata", grant.OfService, toList, work{parseNothing, getMetadata})
		}
	case batchRoot:
		if method == "POST" {
			r.Group = true
			return r.writes("EntityGroupTransaction", 0, nil, work{parseTransaction, transact})
		}
	}
	return methodFault(r.resource)
}

// chooseEntity finds the operation of a method on an entity. A write without If-Match is an upsert.
// https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
func (r *request) chooseEntity(method string) error {
	upsert := !r.Request.Headers.Has("If-Match")
	switch {
	case method == "GET":
		return r.reads("QueryEntity", grant.OfObject, toRead, work{parseGetEntity, getEntity})
	case method == "DELETE":
		return r.writes("DeleteEntity", grant.OfObject, toDelete, work{parseDelete, deleteEntity})
	case method == "PUT" && upsert:
		return r.writes("InsertOrReplaceEntity", grant.OfObject, toUpsert, work{parseUpdate, replaceEntity})
	case method == "PUT":
		return r.writes("UpdateEntity", grant.OfObject, toUpdate, work{parseUpdate, replaceEntity})
	case method != "MERGE" && method != "PATCH":
		return methodFault(r.resource)
	case upsert:
		return r.writes("InsertOrMergeEntity", grant.OfObject, toUpsert, work{parseUpdate, mergeEntity})
	default:
		return r.writes("MergeEntity", grant.OfObject, toUpdate, work{parseUpdate, mergeEntity})
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
