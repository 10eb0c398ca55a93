package code

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// What a client library can be asked to do. The names are those of its methods, more or less.
const (
	createTable = "createTable"
	deleteTable = "deleteTable"
	listTables  = "listTables"
	get         = "get"
	list        = "list"
	create      = "create"
	update      = "update"
	upsert      = "upsert"
	remove      = "delete"
	transaction = "transaction"
	plainHTTP   = "plain" // a request that no client sends
)

// call is a request as something that a client library is asked to do. Comments name what uses a
// field.
type call struct {
	does       string
	table      string
	key        table.Key  // of one entity
	properties []property // create, update, upsert
	mode       string     // update, upsert: Merge or Replace
	match      match      // update, delete
	filter     string     // list, listTables
	selected   []string   // get, list
	top        int        // list, listTables: the most entities of a page; 0 asks for all pages
	changes    []looped   // transaction

	// plainHTTP
	request wire.Request
	service service
	path    string // behind the account, with the query
	why     string // in a sentence
}

// match is the ETag that a write needs the entity to have, or the name of the request whose answer
// has it.
type match struct{ etag, of string }

func (m match) any() bool { return m.etag == "*" }

// looped is a change of a transaction, which a loop can make many of.
type looped struct {
	change call
	rounds int
}

// writes reports whether the call writes one entity.
func (c *call) writes() bool {
	return c.does == create || c.does == update || c.does == upsert || c.does == remove
}

// ours are headers that clients set themselves, or that change nothing in what is done.
var ours = []string{
	"accept", "content-type", "dataserviceversion", "maxdataserviceversion", "prefer", "if-match",
	"x-http-method", "x-ms-version", "x-ms-date", "authorization", "content-length", "user-agent",
	"x-ms-client-request-id",
}

// oddHeader says which header clients don't send, if there's one.
func oddHeader(headers wire.Headers) string {
	begins := map[string]string{
		"accept": "application/json", "content-type": "application/json", "dataserviceversion": "3.0",
	}
	for _, h := range headers {
		_, usual := wire.CutPrefixFold(h.Value, begins[strings.ToLower(h.Name)])
		if !usual || !oneOf(h.Name, ours) {
			return "Clients don't send " + h.Name + ": " + h.Value
		}
	}
	return ""
}

// options are the query parameters that an operation of a client can have.
var options = map[string][]string{
	"QueryTables":   {"$filter", "$top"},
	"QueryEntities": {"$filter", "$select", "$top"},
	"QueryEntity":   {"$select"},
}

const noAddress = "No client has such an address"

// callOf returns a request to tables as a call. target is what follows the address of the account.
// If clients don't send the request, why says why, in a sentence without its stop.
func callOf(r wire.Request, target string, m match) (c call, why string) {
	if why := oddHeader(r.Headers); why != "" {
		return c, why
	}
	path, query, _ := strings.Cut(target, "?")
	found, err := tables.Recognize(r, path)
	c = call{table: found.Table, key: found.Key, match: m}
	f, _ := err.(*fault.Error)
	switch {
	case strings.HasPrefix(path, "Tables") && err != nil:
		return c, "No client sends this"
	case found.Table == "" && err != nil:
		return c, noAddress
	case err != nil && f.Code != fault.MethodNotAllowed:
		return c, "No client writes an address like this"
	case err != nil && found.Key == table.Key{}:
		return c, "Clients send no " + r.Method + " to a table"
	case err != nil:
		return c, "Clients send no " + r.Method + " to an entity"
	}
	if why := c.readOptions(query, found.Operation); why != "" {
		return c, why
	}
	why = c.readOperation(found.Operation, string(r.Body))
	if valid := c.does == listTables || namesTable(c.table); why == "" && !valid {
		why = noAddress
		if c.does == createTable || c.does == deleteTable {
			why = "No client sends this"
		}
	}
	return c, why
}

// namesTable reports whether a name, which can have marks, is that of a table.
func namesTable(name string) bool {
	name = strings.Map(func(r rune) rune {
		if isMark(r) {
			return '0'
		}
		return r
	}, name)
	return table.ValidName(name) && len(name) >= 3 && len(name) <= 63
}

// readOperation reads what is particular to an operation, and its body.
func (c *call) readOperation(operation, body string) (why string) {
	conditional := c.match != match{}
	switch operation {
	case "QueryTables":
		c.does = listTables
	case "DeleteTable":
		c.does = deleteTable
	case "CreateTable":
		members, why := membersOf(body)
		if why != "" {
			return why
		}
		if len(members) != 1 || members[0].name != "TableName" || hasMark(members[0].value) {
			return "No client sends this"
		}
		c.does, c.table = createTable, members[0].value
	case "QueryEntities":
		c.does = list
	case "QueryEntity":
		if c.does = get; conditional {
			return "Clients have no condition for reading"
		}
	case "InsertEntity":
		c.does = create
		c.key, c.properties, why = entityOf(body, nil)
	case "DeleteEntity":
		if c.does = remove; !conditional {
			return "Clients always send a condition when they delete"
		}
	case "UpdateEntity", "InsertOrReplaceEntity", "MergeEntity", "InsertOrMergeEntity":
		c.does, c.mode = upsert, "Merge"
		if conditional {
			c.does = update
		}
		if operation == "UpdateEntity" || operation == "InsertOrReplaceEntity" {
			c.mode = "Replace"
		}
		_, c.properties, why = entityOf(body, &c.key)
	case "QueryTable":
		return "No client sends this"
	default:
		return noAddress
	}
	return why
}

// readOptions reads the query parameters.
func (c *call) readOptions(query, operation string) (why string) {
	params, ok := wire.Params(query)
	if !ok {
		return noAddress
	}
	seen := map[string]bool{}
	for _, p := range params {
		switch {
		case p.Name == "sig":
			return "The token is a part of this request"
		case seen[p.Name]:
			return p.Name + " is there twice"
		}
		seen[p.Name] = true
	}
	for _, p := range params {
		switch {
		case operation == "QueryEntities" && strings.HasPrefix(p.Name, "Next"):
			return "Clients follow continuation tokens themselves, and this asks for one page"
		case !oneOf(p.Name, options[operation]):
			return "Clients don't send " + p.Name + " here"
		}
	}
	for _, p := range params {
		switch strings.ToLower(p.Name) {
		case "$filter":
			c.filter = p.Value
		case "$select":
			if c.selected, ok = namesIn(p.Value); !ok {
				return "Clients don't send such a $select"
			}
		case "$top":
			if c.top, _ = strconv.Atoi(p.Value); c.top <= 0 || c.top > 9999 {
				return "Clients don't send such a $top"
			}
		}
	}
	return ""
}

// namesIn reads a list of properties.
func namesIn(list string) (names []string, ok bool) {
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if names = append(names, name); !table.ValidPropertyName(name) {
			return nil, false
		}
	}
	return names, true
}
