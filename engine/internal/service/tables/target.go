package tables

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// resource is what kind of thing a path names.
type resource uint8

const (
	nothing     resource = iota // the path is malformed
	serviceRoot                 // /
	tableSet                    // /Tables
	oneTable                    // /Tables('name')
	entitySet                   // /name or /name()
	oneEntity                   // /name(PartitionKey='p',RowKey='r')
	batchRoot                   // /$batch
	metadata                    // /$metadata
)

// target is what the path of a request names.
type target struct {
	resource resource
	table    string // "" if the path names no table
	key      table.Key
}

// resolve reads the path after the account. Its escapes are well-formed.
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
	case wire.EqualFold(name, "Tables"), wire.EqualFold(path, "Tables/"):
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
	name, rest, ok := odata.PathString(args)
	if !ok || rest != "" {
		return target{}, syntaxFault(hintTable)
	}
	return target{resource: oneTable, table: name}, nil
}

// resolveKey reads the keys of an entity's path, and checks their characters.
func resolveKey(args string) (table.Key, error) {
	k, ok := odata.PathKey(args)
	if !ok {
		return k, syntaxFault(hintKeys)
	}
	return k, checkURLKey(k)
}

// checkURLKey refuses keys that an entity can't have. The error depends on the character.
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

// Hints for malformed paths.
const (
	hintPath  = "The path needs to be a table, /Orders, or an entity, /Orders(PartitionKey='…',RowKey='…')."
	hintTable = "The table's name needs single quotes: /Tables('Orders')."
	hintKeys  = "An entity needs both keys in single quotes, (PartitionKey='…',RowKey='…'). Double every ' " +
		"inside a key."
	hintSlash = "A key can't have / or \\."
)

// syntaxFault returns the fault for a malformed path.
func syntaxFault(hint string) error {
	return fault.Invalid(fault.InvalidInput, fault.TextQuerySyntax).WithHint(hint)
}
