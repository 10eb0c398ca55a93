package keys

import (
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

const (
	entityMark = 'e'
	tableMark  = 't'
	pastTables = 'u'
	end        = 0 // ends a part
	past       = 1 // replaces end in the upper bound of the keys that share a part
)

// room is the initial capacity for a key. Most keys fit.
const room = 128

// Table returns the store key of a table's own record. name is case-insensitive.
func Table(name string) string { return string(appendTable(make([]byte, 0, room), tableMark, name)) }

// Entity returns the store key of an entity. tbl is case-insensitive, k is case-sensitive.
func Entity(tbl string, k table.Key) string {
	return string(AppendEntity(make([]byte, 0, room), tbl, k))
}

// AppendEntity appends the store key of an entity.
func AppendEntity(dst []byte, tbl string, k table.Key) []byte {
	return appendPart(appendPart(appendTable(dst, entityMark, tbl), k.PartitionKey), k.RowKey)
}

// SplitEntity splits the store key of an entity. It returns the table's name in lower case.
func SplitEntity(key string) (tbl string, k table.Key, ok bool) {
	if key == "" || key[0] != entityMark {
		return "", table.Key{}, false
	}
	rest := key[1:]
	var parts [3]string
	for i := range parts {
		if parts[i], rest, ok = cutPart(rest); !ok {
			return "", table.Key{}, false
		}
	}
	return parts[0], table.Key{PartitionKey: parts[1], RowKey: parts[2]}, rest == ""
}

// cutPart decodes the first part of a store key.
func cutPart(key string) (text, rest string, ok bool) {
	at := strings.IndexByte(key, end)
	if at < 0 {
		return "", "", false
	}
	text, ok = decode(key[:at])
	return text, key[at+1:], ok
}

// PartitionOf returns the prefix that the entities of a partition share with no other store key. key is
// the store key of one of them.
func PartitionOf(key string) string {
	n := strings.IndexByte(key, end) + 1
	return key[:n+strings.IndexByte(key[n:], end)+1]
}

// After returns the smallest store key greater than key.
func After(key string) string { return key + "\x00" }

// appendTable appends a mark and the name of a table in lower case, because table names are
// case-insensitive. They have only ASCII letters and digits.
// https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
func appendTable(dst []byte, mark byte, name string) []byte {
	n := len(dst)
	dst = appendPart(append(dst, mark), name)
	for i := n + 1; i < len(dst); i++ {
		if c := dst[i]; c >= 'A' && c <= 'Z' {
			dst[i] = c + 'a' - 'A'
		}
	}
	return dst
}
