package keys

import "strings"

// Kind is the first letter of the store key of a record that belongs to no table.
type Kind string

// The kinds of records. Their letters keep clear of those of tables and entities.
const (
	Queue      Kind = "q" // a queue, by its name
	Message    Kind = "m" // a message, by its queue and its place in it
	Container  Kind = "c" // a container, by its name
	Blob       Kind = "b" // a blob, by its container and its name
	Content    Kind = "d" // a piece of a blob's content, by container, blob and place
	Policies   Kind = "p" // the stored access policies of a resource, by service and name
	Properties Kind = "s" // the properties of a service, by its name
)

// Record returns the store key of a record named by parts, of which each orders like a key of an
// entity. Case counts.
func Record(kind Kind, parts ...string) string {
	var b strings.Builder
	b.WriteString(string(kind))
	for _, part := range parts {
		b.WriteString(encode(part))
		b.WriteString(end)
	}
	return b.String()
}

// Records returns the range of all records of a kind whose names begin with parts.
func Records(kind Kind, parts ...string) Range {
	from := Record(kind, parts...)
	if len(parts) == 0 {
		return Range{From: from, To: string(kind[0] + 1)}
	}
	return Range{From: from, To: from[:len(from)-len(end)] + past}
}

// SplitRecord returns the parts of a record's store key.
func SplitRecord(kind Kind, key string) (parts []string, ok bool) {
	rest, ok := strings.CutPrefix(key, string(kind))
	for ok && rest != "" {
		var part string
		if part, rest, ok = strings.Cut(rest, end); !ok {
			return nil, false
		}
		if part, ok = decode(part); !ok {
			return nil, false
		}
		parts = append(parts, part)
	}
	return parts, ok
}
