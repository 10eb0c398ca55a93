package odata

import (
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

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
