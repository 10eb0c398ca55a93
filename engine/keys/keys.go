package keys

import (
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

const (
	entityMark = "e"
	tableMark  = "t"
	pastTables = "u"
	end        = "\x00" // ends a part
	past       = "\x01" // in the place of end: after every key that has the part
)

// Table returns the store key of a table's own record. Case makes no difference in name.
func Table(name string) string { return tableMark + fold(name) + end }

// Entity returns the store key of an entity. Case makes no difference in tbl, and does in k.
func Entity(tbl string, k table.Key) string {
	return entityMark + fold(tbl) + end + encode(k.PartitionKey) + end + encode(k.RowKey) + end
}

// SplitEntity takes the store key of an entity apart. The table's name comes back in lower case.
func SplitEntity(key string) (tbl string, k table.Key, ok bool) {
	rest, ok := strings.CutPrefix(key, entityMark)
	if !ok {
		return "", table.Key{}, false
	}
	var parts [3]string
	for i := range parts {
		var part string
		if part, rest, ok = strings.Cut(rest, end); !ok {
			return "", table.Key{}, false
		}
		if parts[i], ok = decode(part); !ok {
			return "", table.Key{}, false
		}
	}
	return parts[0], table.Key{PartitionKey: parts[1], RowKey: parts[2]}, rest == ""
}

// After returns the smallest store key greater than key.
func After(key string) string { return key + "\x00" }

// fold encodes a table name. Names that differ in case only are one table to the service.
// https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
func fold(name string) string { return encode(strings.ToLower(name)) }
