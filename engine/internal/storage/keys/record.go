package keys

import "strings"

// Kind is the first letter of the store key of a record that isn't a table or an entity.
type Kind string

// The kinds of records. Their letters differ from those of tables and entities.
const (
	Queue      Kind = "q" // a queue, by its name
	Message    Kind = "m" // a message, by its queue and its position in it
	Container  Kind = "c" // a container, by its name
	Blob       Kind = "b" // a blob, by its container and its name
	Content    Kind = "d" // a piece of a blob's content, by container, blob and position
	Block      Kind = "k" // a block that no list has named yet, by container, blob and ID
	BlockList  Kind = "l" // the IDs of a blob's blocks, by container and blob
	Lease      Kind = "o" // the lease of a container, by its name, or of a blob, by container and blob
	Policies   Kind = "p" // the stored access policies of a resource, by service and name
	Properties Kind = "s" // the properties of a service, by its letter
)

// Kinds are all the kinds of records.
var Kinds = [...]Kind{
	Queue, Message, Container, Blob, Content, Block, BlockList, Lease, Policies, Properties,
}

// Record returns the store key of a record. Each part sorts like the key of an entity and is
// case-sensitive.
func Record(kind Kind, parts ...string) string {
	return string(appendRecord(kind, parts))
}

// PoliciesOf returns the store key of the stored access policies of a table, queue or container. service
// is the letter of its service; resource is its name, case-insensitive.
func PoliciesOf(service byte, resource string) string {
	return Record(Policies, string(service), strings.ToLower(resource))
}

// Records returns the range of the records of a kind that begin with parts.
func Records(kind Kind, parts ...string) Range {
	if len(parts) == 0 {
		return Range{From: string(kind), To: string(kind[0] + 1)}
	}
	return under(appendRecord(kind, parts))
}

func appendRecord(kind Kind, parts []string) []byte {
	dst := []byte(kind)
	for _, part := range parts {
		dst = appendPart(dst, part)
	}
	return dst
}

// SplitRecord returns the parts of a record's store key.
func SplitRecord(kind Kind, key string) (parts []string, ok bool) {
	rest, ok := strings.CutPrefix(key, string(kind))
	for ok && rest != "" {
		var part string
		if part, rest, ok = cutPart(rest); ok {
			parts = append(parts, part)
		}
	}
	return parts, ok
}
