package odata

import (
	"strings"

	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Address is what the URL of a request for entities names.
type Address struct {
	Table  string
	One    bool // it has both keys
	Key    table.Key
	Params []wire.Param
}

// Param returns the first query parameter called name.
func (a *Address) Param(name string) (value string, ok bool) {
	for _, p := range a.Params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// ParseAddress reads what follows an account's address and its slash. ok is false for anything but entities.
func ParseAddress(url string) (a Address, ok bool) {
	path, query, _ := strings.Cut(url, "?")
	if a.Params, ok = wire.Params(query); !ok {
		return a, false
	}
	if path, ok = wire.Unescape(path); !ok {
		return a, false
	}
	name, keys, found := strings.Cut(path, "(")
	if !table.ValidName(name) || wire.EqualFold(name, "Tables") {
		return a, false
	}
	a.Table = name
	keys = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(keys), ")"))
	if !found || keys == "" {
		return a, true
	}
	a.One = true
	a.Key, ok = PathKey(keys)
	return a, ok
}

// PathKey reads what is between the parentheses of an entity's path: PartitionKey='p',RowKey='r', in either
// order and with spaces around the parts. ok is false if it's anything else.
func PathKey(args string) (k table.Key, ok bool) {
	var partition, row bool // whether each has been read
	for args != "" {
		name, rest, _ := strings.Cut(args, "=")
		value, rest, ok := PathString(strings.TrimSpace(rest))
		switch name = strings.TrimSpace(name); {
		case ok && name == table.PartitionKey && !partition:
			k.PartitionKey, partition = value, true
		case ok && name == table.RowKey && !row:
			k.RowKey, row = value, true
		default:
			return table.Key{}, false
		}
		more, comma := strings.CutPrefix(strings.TrimSpace(rest), ",")
		if args = strings.TrimSpace(more); comma != (args != "") {
			return table.Key{}, false
		}
	}
	return k, partition && row
}

// PathString reads the quoted string at the beginning of s. Two quotes inside stand for one.
func PathString(s string) (value, rest string, ok bool) {
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
