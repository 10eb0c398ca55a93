package engine

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// resource is the kind of thing a path names.
type resource uint8

const (
	serviceRoot resource = iota
	tableSet             // /Tables
	oneTable             // /Tables('name')
	entitySet            // /name or /name()
	oneEntity            // /name(PartitionKey='p',RowKey='r')
	batchRoot            // /$batch
	metadata             // /$metadata
)

// address is what a request's URL says.
type address struct {
	base     string // http://127.0.0.1:10002/account: what absolute URLs in answers begin with
	resource resource
	table    string
	key      table.Key
	params   []wire.Param
}

// operation is one operation of the service.
type operation struct {
	name  string                                 // the title of its REST page, in one word
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

// route decides what a request wants and what it is about.
func (c *call) route() error {
	if err := c.locate(); err != nil {
		return err
	}
	c.trace.Table = c.table
	method, err := c.method()
	if err != nil {
		return err
	}
	op, err := operationFor(method, c)
	if err != nil {
		return err
	}
	c.operation = op
	c.trace.Operation = op.name
	return c.negotiate()
}

// locate cuts the URL into account, resource, key and parameters. Accounts stand in the path, as on
// the emulator, or at the front of the host name, as in the cloud.
func (c *call) locate() error {
	u := wire.SplitURL(c.req.URL)
	path, ok := wire.Unescape(u.Path)
	if !ok {
		return fault.Invalid(fault.InvalidURI, "")
	}
	account, path, prefix := c.engine.options.Account, strings.TrimPrefix(path, "/"), ""
	if !hostNames(u.Host, account) {
		first, rest, _ := strings.Cut(path, "/")
		if strings.TrimSuffix(first, "-secondary") != account {
			return &fault.Error{
				Code: fault.InvalidURI, Stage: fault.Validation,
				Hint: "The path must begin with the account: /" + account + "/…",
			}
		}
		path, prefix = rest, "/"+first
	}
	c.base = u.Base + prefix
	if c.params, ok = wire.Params(u.Query); !ok {
		return fault.Invalid(fault.InvalidURI, "")
	}
	return c.resolve(path)
}

// hostNames reports whether host is <account>.… or <account>-secondary.…
func hostNames(host, account string) bool {
	first, _, _ := strings.Cut(host, ".")
	return strings.TrimSuffix(first, "-secondary") == account
}

// resolve reads a decoded path below the account.
func (c *call) resolve(path string) error {
	name, args, hasArgs := strings.Cut(path, "(")
	if hasArgs {
		inner, closed := strings.CutSuffix(args, ")")
		if !closed {
			return syntaxFault()
		}
		args = strings.TrimSpace(inner)
	}
	c.table = name
	switch {
	case path == "":
		c.resource, c.table = serviceRoot, ""
	case path == "$batch":
		c.resource, c.table = batchRoot, ""
	case path == "$metadata":
		c.resource, c.table = metadata, ""
	case strings.EqualFold(name, "Tables"):
		return c.resolveTables(args)
	case args == "":
		c.resource = entitySet
	default:
		c.resource = oneEntity
		return c.resolveKey(args)
	}
	if strings.Contains(name, "/") {
		return syntaxFault()
	}
	return nil
}

func (c *call) resolveTables(args string) error {
	c.resource, c.table = tableSet, ""
	if args == "" {
		return nil
	}
	name, rest, ok := quoted(args)
	if !ok || rest != "" {
		return syntaxFault()
	}
	c.resource, c.table = oneTable, name
	return nil
}

// resolveKey reads PartitionKey='p',RowKey='r', in either order and with blanks around the parts.
func (c *call) resolveKey(args string) error {
	var seen [2]bool
	for args != "" {
		name, rest, ok := strings.Cut(args, "=")
		if !ok {
			return syntaxFault()
		}
		value, rest, ok := quoted(strings.TrimSpace(rest))
		if !ok {
			return syntaxFault()
		}
		part := 0
		switch strings.TrimSpace(name) {
		case "PartitionKey":
			c.key.PartitionKey = value
		case "RowKey":
			c.key.RowKey, part = value, 1
		default:
			return syntaxFault()
		}
		if seen[part] {
			return syntaxFault()
		}
		seen[part] = true
		rest = strings.TrimSpace(rest)
		args = strings.TrimSpace(strings.TrimPrefix(rest, ","))
		if rest != "" && rest[0] != ',' || rest != "" && args == "" {
			return syntaxFault()
		}
	}
	if !seen[0] || !seen[1] {
		return &fault.Error{
			Code: fault.InvalidInput, Message: fault.TextQuerySyntax, Stage: fault.Validation,
			Hint: "An entity is named by both keys: (PartitionKey='…',RowKey='…')",
		}
	}
	return checkURLKey(c.key)
}

// checkURLKey refuses keys that no entity can have; which error depends on the character.
func checkURLKey(k table.Key) error {
	for _, key := range [...]string{k.PartitionKey, k.RowKey} {
		if strings.ContainsAny(key, `/\`) {
			return syntaxFault()
		}
		if !table.ValidKey(key) {
			return fault.Refused(fault.OutOfRangeInput, fault.TextInputRange)
		}
	}
	return nil
}

// quoted reads a quoted string, in which a doubled quote stands for one, from the front of s.
func quoted(s string) (value, rest string, ok bool) {
	if s == "" || s[0] != '\'' {
		return "", s, false
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] != '\'' {
			b.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == '\'' {
			b.WriteByte('\'')
			i++
			continue
		}
		return b.String(), s[i+1:], true
	}
	return "", s, false
}

func syntaxFault() error { return fault.Invalid(fault.InvalidInput, fault.TextQuerySyntax) }

// method returns the request's method, or the one that X-HTTP-Method puts in its place.
func (c *call) method() (string, error) {
	const name = "X-HTTP-Method"
	switch {
	case !c.req.Headers.Has(name):
		return c.req.Method, nil
	case c.req.Method != "POST":
		return "", fault.Invalid(fault.XMethodNotUsingPost, "")
	case c.req.Headers.Count(name) > 1:
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
	if _, ok := c.param("comp"); ok || c.resource == serviceRoot || c.resource == metadata {
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
		return entityOperationFor(method, c.req.Headers.Has("If-Match"))
	case batchRoot:
		if method == "POST" {
			return operation{"EntityGroupTransaction", parseTransaction, transact, groups}, nil
		}
	}
	return operation{}, fault.Invalid(fault.MethodNotAllowed, "")
}

func entityOperationFor(method string, conditional bool) (operation, error) {
	switch {
	case method == "GET":
		return operation{"QueryEntity", parseGetEntity, getEntity, reads}, nil
	case method == "DELETE":
		return operation{"DeleteEntity", parseDelete, deleteEntity, writes}, nil
	case method == "PUT" && conditional:
		return operation{"UpdateEntity", parseUpdate, updateEntity, writes}, nil
	case method == "PUT":
		return operation{"InsertOrReplaceEntity", parseUpdate, updateEntity, writes}, nil
	case method == "MERGE" && conditional, method == "PATCH" && conditional:
		return operation{"MergeEntity", parseUpdate, mergeEntity, writes}, nil
	case method == "MERGE", method == "PATCH":
		return operation{"InsertOrMergeEntity", parseUpdate, mergeEntity, writes}, nil
	default:
		return operation{}, fault.Invalid(fault.MethodNotAllowed, "")
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

func (c *call) param(name string) (value string, ok bool) {
	for _, p := range c.params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

func (c *call) header(name string) (value string, ok bool) {
	return c.req.Headers.Get(name), c.req.Headers.Has(name)
}

func (c *call) writer() odata.Writer {
	return odata.Writer{Base: c.base, Account: c.engine.options.Account, Level: c.level}
}
