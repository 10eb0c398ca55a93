package tables

import (
	"strings"

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

// target is what a request is about.
type target struct {
	resource resource
	table    string // "" for a resource that is above tables
	key      table.Key
}

// resolve reads a path below the account, whose escapes are well-formed.
func resolve(escaped string) (t target, err error) {
	path, _ := wire.Unescape(escaped)
	name, args, hasArgs := strings.Cut(path, "(")
	if hasArgs {
		inner, closed := strings.CutSuffix(args, ")")
		if !closed {
			return t, syntaxFault(hintKeys)
		}
		args = strings.TrimSpace(inner)
	}
	switch {
	case path == "":
		t.resource = serviceRoot
	case path == "$batch":
		t.resource = batchRoot
	case path == "$metadata":
		t.resource = metadata
	case wire.EqualFold(name, "Tables"):
		return resolveTables(args)
	case name == "" || strings.Contains(name, "/"):
		return t, syntaxFault(hintPath)
	case args == "":
		t.resource, t.table = entitySet, name
	default:
		t.resource, t.table = oneEntity, name
		t.key, err = resolveKey(args)
	}
	return t, err
}

func resolveTables(args string) (target, error) {
	if args == "" {
		return target{resource: tableSet}, nil
	}
	name, rest, ok := quoted(args)
	if !ok || rest != "" {
		return target{}, syntaxFault(hintTable)
	}
	return target{resource: oneTable, table: name}, nil
}

// resolveKey reads PartitionKey='p',RowKey='r', in either order and with spaces around the parts.
func resolveKey(args string) (k table.Key, err error) {
	var partition, row bool // have been read
	for args != "" {
		name, rest, _ := strings.Cut(args, "=")
		value, rest, ok := quoted(strings.TrimSpace(rest))
		switch name = strings.TrimSpace(name); {
		case ok && name == table.PartitionKey && !partition:
			k.PartitionKey, partition = value, true
		case ok && name == table.RowKey && !row:
			k.RowKey, row = value, true
		default:
			return k, syntaxFault(hintKeys)
		}
		more, comma := strings.CutPrefix(strings.TrimSpace(rest), ",")
		if args = strings.TrimSpace(more); comma != (args != "") {
			return k, syntaxFault(hintKeys)
		}
	}
	if !partition || !row {
		return k, syntaxFault(hintKeys)
	}
	return k, checkURLKey(k)
}

// checkURLKey refuses keys that no entity can have; which error depends on the character.
func checkURLKey(k table.Key) error {
	for _, key := range [...]string{k.PartitionKey, k.RowKey} {
		switch {
		case table.ValidKey(key):
		case strings.ContainsAny(key, `/\`):
			return syntaxFault(hintSlash)
		default:
			return fault.Refused(fault.OutOfRangeInput, "")
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
	return fault.Invalid(fault.InvalidInput, fault.TextQuerySyntax).WithHint(hint)
}
