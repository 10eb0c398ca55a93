package service

import (
	"strings"

	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/engine/xmlbody"
)

// CheckName refuses what no queue or container can be called: 3 to 63 lower-case letters, digits and
// hyphens, of which hyphens stand alone and between others.
// https://learn.microsoft.com/rest/api/storageservices/naming-queues-and-metadata
func CheckName(name string) error {
	if len(name) < 3 || len(name) > 63 {
		return Hinted(nameLength, "A queue or container has a name of 3 to 63 characters.")
	}
	for i := range len(name) {
		c := name[i]
		inner := c == '-' && i > 0 && i < len(name)-1 && name[i-1] != '-'
		if !inner && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return Hinted(InvalidResourceName,
				"The name of a queue or container is made of lower-case letters, digits and single hyphens between them.")
		}
	}
	return nil
}

var nameLength = Code{"OutOfRangeInput", 400, "The specified resource name length is not within the permissible limits."}

// Metadata is what a client has put beside a queue, container or blob: name and value pairs, the names
// in lower case.
type Metadata []wire.Header

const metaPrefix = "x-ms-meta-"

// ReadMetadata takes the metadata from the headers of a request.
func ReadMetadata(sent wire.Headers) (m Metadata, err error) {
	for _, h := range sent {
		if len(h.Name) < len(metaPrefix) || !wire.EqualFold(h.Name[:len(metaPrefix)], metaPrefix) {
			continue
		}
		name := strings.ToLower(h.Name[len(metaPrefix):])
		if !identifier(name) {
			return nil, Hinted(InvalidMetadata, "The name of metadata is that of an identifier: letters, digits and _.")
		}
		m = append(m, wire.Header{Name: name, Value: h.Value})
	}
	return m, nil
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
