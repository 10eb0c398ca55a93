package resource

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// CheckName refuses what no queue or container can be called: 3 to 63 lower-case letters, digits and
// hyphens, of which hyphens stand alone and between others.
// https://learn.microsoft.com/rest/api/storageservices/naming-queues-and-metadata
func CheckName(name string) error {
	if len(name) < 3 || len(name) > 63 {
		return fault.New(fault.ResourceNameLength).WithHint("A queue or container has a name of 3 to 63 characters.")
	}
	for i := range len(name) {
		c := name[i]
		inner := c == '-' && i > 0 && i < len(name)-1 && name[i-1] != '-'
		if !inner && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return fault.New(fault.InvalidResourceName).WithHint(
				"The name of a queue or container is made of lower-case letters, digits and single hyphens between them.")
		}
	}
	return nil
}

// Metadata is what a client has put beside a queue, container or blob: name and value pairs, the names
// in lower case.
type Metadata []wire.Header

const metaPrefix = "x-ms-meta-"

const maxMetadata = 8 << 10 // bytes of names and values

// ReadMetadata takes the metadata from the headers of a request, in the order of its names. Of a name
// that is sent more than once the values are joined, as those of any header may be.
func ReadMetadata(sent wire.Headers) (m Metadata, err error) {
	size := 0
	for _, h := range sent {
		if len(h.Name) < len(metaPrefix) || !wire.EqualFold(h.Name[:len(metaPrefix)], metaPrefix) {
			continue
		}
		name := strings.ToLower(h.Name[len(metaPrefix):])
		switch {
		case !identifier(name):
			return nil, fault.New(fault.InvalidMetadata).WithHint("The name of metadata is that of an identifier: letters, digits and _.")
		case !Printable(h.Value):
			return nil, fault.New(fault.InvalidMetadata).WithHint("The value of metadata is ASCII: encode what is not.")
		}
		if size += len(name) + len(h.Value); size > maxMetadata {
			return nil, fault.New(fault.MetadataTooLarge).WithHint("Metadata has at most 8 KiB, names included.")
		}
		at, found := slices.BinarySearchFunc(m, name, func(h wire.Header, name string) int { return cmp.Compare(h.Name, name) })
		if found {
			m[at].Value += "," + h.Value
		} else {
			m = slices.Insert(m, at, wire.Header{Name: name, Value: h.Value})
		}
	}
	return m, nil
}

// Printable reports whether text is what a header of an answer, and a document, can tell: ASCII without
// control characters.
func Printable(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

func identifier(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// AddTo adds the metadata to the headers of a reply.
func (m Metadata) AddTo(h *wire.Headers) {
	for _, pair := range m {
		h.Add(metaPrefix+pair.Name, pair.Value)
	}
}

// Append appends the metadata as lists tell it.
func (m Metadata) Append(dst []byte) []byte {
	if len(m) == 0 {
		return xmlbody.Append(dst, "Metadata", "")
	}
	dst = append(dst, "<Metadata>"...)
	for _, pair := range m {
		dst = xmlbody.Append(dst, pair.Name, pair.Value)
	}
	return append(dst, "</Metadata>"...)
}
