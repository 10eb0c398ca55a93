package engine

import (
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// resource is the kind of thing a path names.
type resource uint8

const (
	nothing     resource = iota // the path names nothing the service has
	serviceRoot                 // /
	tableSet                    // /Tables
	oneTable                    // /Tables('name')
	entitySet                   // /name or /name()
	oneEntity                   // /name(PartitionKey='p',RowKey='r')
	batchRoot                   // /$batch
	metadata                    // /$metadata
)

// address is what a request's URL says.
type address struct {
	base      string // http://127.0.0.1:10002/account: what absolute URLs in answers begin with
	secondary bool   // it names the read-only copy of the account
	resource  resource
	table     string // "" for a resource that is above tables
	key       table.Key
	params    []wire.Param
}

// param returns the first query parameter of that name.
func (a *address) param(name string) (value string, ok bool) {
	for _, p := range a.params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// locate reads the account and the parameters from the URL and returns the path below the account.
// Accounts stand in the path, as on the emulator, or at the front of the host name, as in the cloud.
func (c *call) locate() (path string, err error) {
	u := wire.SplitURL(c.req.URL)
	path, ok := wire.Unescape(u.Path)
	if !ok || !utf8.ValidString(path) {
		return "", escapeFault()
	}
	if u.Host == "" && strings.HasPrefix(u.Path, "/") {
		return "", fault.Invalid(fault.HostInformationNotPresent, "")
	}
	path, c.base = strings.TrimPrefix(path, "/"), u.Base
	host, _, _ := strings.Cut(u.Host, ".")
	if !c.names(strings.ToLower(host)) {
		first, rest, _ := strings.Cut(path, "/")
		if !c.names(first) {
			return "", &fault.Error{
				Code: fault.InvalidURI, Stage: fault.Validation,
				Hint: "The path must begin with the account: /" + c.engine.options.Account + "/…",
			}
		}
		path, c.base = rest, u.Base+"/"+first
	}
	if c.params, ok = wire.Params(u.Query); !ok {
		return "", escapeFault()
	}
	return path, nil
}

// names reports whether a part of the URL is the name of the account, or that of its secondary.
func (c *call) names(part string) bool {
	account, secondary := strings.CutSuffix(part, "-secondary")
	if account != c.engine.options.Account {
		return false
	}
	c.secondary = c.secondary || secondary
	return true
}

// resolve reads a decoded path below the account.
func (c *call) resolve(path string) error {
	name, args, hasArgs := strings.Cut(path, "(")
	if hasArgs {
		inner, closed := strings.CutSuffix(args, ")")
		if !closed {
			return syntaxFault(hintKeys)
		}
		args = strings.TrimSpace(inner)
	}
	switch {
	case path == "":
		c.resource = serviceRoot
	case path == "$batch":
		c.resource = batchRoot
	case path == "$metadata":
		c.resource = metadata
	case wire.EqualFold(name, "Tables"):
		return c.resolveTables(args)
	case name == "" || strings.Contains(name, "/"):
		return syntaxFault(hintPath)
	case args == "":
		c.resource, c.table = entitySet, name
	default:
		c.resource, c.table = oneEntity, name
		return c.resolveKey(args)
	}
	return nil
}

func (c *call) resolveTables(args string) error {
	if args == "" {
		c.resource = tableSet
		return nil
	}
	name, rest, ok := quoted(args)
	if !ok || rest != "" {
		return syntaxFault(hintTable)
	}
	c.resource, c.table = oneTable, name
	return nil
}

// resolveKey reads PartitionKey='p',RowKey='r', in either order and with blanks around the parts.
func (c *call) resolveKey(args string) error {
	var partition, row bool // have been read
	for args != "" {
		name, rest, _ := strings.Cut(args, "=")
		value, rest, ok := quoted(strings.TrimSpace(rest))
		switch name = strings.TrimSpace(name); {
		case ok && name == table.PartitionKey && !partition:
			c.key.PartitionKey, partition = value, true
		case ok && name == table.RowKey && !row:
			c.key.RowKey, row = value, true
		default:
			return syntaxFault(hintKeys)
		}
		more, comma := strings.CutPrefix(strings.TrimSpace(rest), ",")
		if args = strings.TrimSpace(more); comma != (args != "") {
			return syntaxFault(hintKeys)
		}
	}
	if !partition || !row {
		return syntaxFault(hintKeys)
	}
	return checkURLKey(c.key)
}

// checkURLKey refuses keys that no entity can have; which error depends on the character.
func checkURLKey(k table.Key) error {
	for _, key := range [...]string{k.PartitionKey, k.RowKey} {
		switch {
		case table.ValidKey(key):
		case strings.ContainsAny(key, `/\`):
			return syntaxFault(hintSlash)
		default:
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
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != '\'':
		case i+1 < len(s) && s[i+1] == '\'':
			i++
		default:
			return strings.ReplaceAll(s[1:i], "''", "'"), s[i+1:], true
		}
	}
	return "", s, false
}

// escapeFault is the fault of a URL that cannot be decoded.
func escapeFault() error {
	return &fault.Error{
		Code: fault.InvalidURI, Stage: fault.Validation,
		Hint: "An escape is % and two hexadecimal digits, and escapes together spell UTF-8.",
	}
}

// Hints for paths that name nothing the service has.
const (
	hintPath  = "The path is that of a table, /Orders, or of an entity, /Orders(PartitionKey='…',RowKey='…')."
	hintTable = "A table is named in single quotes: /Tables('Orders')."
	hintKeys  = "An entity is named by both keys in single quotes, (PartitionKey='…',RowKey='…'), with every ' " +
		"within a key doubled."
	hintSlash = "No key holds / or \\."
)

// syntaxFault is the fault of a path that names nothing the service has.
func syntaxFault(hint string) error {
	return &fault.Error{
		Code: fault.InvalidInput, Message: fault.TextQuerySyntax, Stage: fault.Validation, Hint: hint,
	}
}
