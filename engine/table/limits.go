package table

import "unicode"

// Limits of the service.
// https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
const (
	MaxEntitySize         = 1 << 20 // bytes, by Entity.Size
	MaxProperties         = 252     // custom ones, besides the keys and the Timestamp
	MaxPropertyName       = 255     // UTF-16 code units
	MaxStringLength       = 1 << 15 // UTF-16 code units: 64 KiB
	MaxBinarySize         = 1 << 16 // bytes
	MaxKeyLength          = 512     // UTF-16 code units: 1 KiB
	MaxTableName          = 63
	MinTableName          = 3
	MaxBodySize           = 4 << 20 // bytes of a request body, also of a transaction
	MaxTransaction        = 100     // operations in an entity group transaction
	MaxPage               = 1000    // entities or tables in one answer
	MaxSelectedProperties = 255
)

// The service's targets a second: entities of a partition, and requests of an account, of 1 KiB each.
// https://learn.microsoft.com/azure/storage/tables/scalability-targets
const (
	PartitionTarget = 2_000
	AccountTarget   = 20_000
)

// MaxExamined is how many entities a page examines at most. The service ends a page after five seconds; how
// many entities that are isn't documented, so this number is our choice.
const MaxExamined = 100_000

// ValidName reports whether name has only the characters of a table name: a letter, then letters and
// digits. It doesn't check the length, for which the service has another error.
func ValidName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// ValidKey reports whether the service allows every character of a PartitionKey or RowKey: all except
// / \ # ? and control characters.
func ValidKey(key string) bool {
	for _, r := range key {
		switch {
		case r == '/' || r == '\\' || r == '#' || r == '?':
			return false
		case r < 0x20 || r >= 0x7F && r <= 0x9F:
			return false
		}
	}
	return true
}

// ValidPropertyName reports whether name is a C# identifier. C# looks at UTF-16 code units, so a
// character above U+FFFF never counts as a letter.
func ValidPropertyName(name string) bool {
	for i, r := range name {
		switch {
		case r > 0xFFFF:
			return false
		case r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r):
		case i > 0 && (unicode.IsDigit(r) || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Cf)):
		default:
			return false
		}
	}
	return name != ""
}
