package resource

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// CheckName refuses a name that a queue or container can't have. A name is 3 to 63 lower-case letters,
// digits and hyphens; a hyphen is between two other characters.
// https://learn.microsoft.com/rest/api/storageservices/naming-queues-and-metadata
func CheckName(name string) error {
	if len(name) < 3 || len(name) > 63 {
		return fault.New(fault.ResourceNameLength).WithHint(
			"The name of a queue or container has 3 to 63 characters.")
	}
	for i := range len(name) {
		c := name[i]
		inner := c == '-' && i > 0 && i < len(name)-1 && name[i-1] != '-'
		if !inner && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return fault.New(fault.InvalidResourceName).WithHint(
				"The name of a queue or container is made of lower-case letters, digits and single " +
					"hyphens between them.")
		}
	}
	return nil
}

// Metadata is the metadata of a queue, container or blob, sorted by name, with names in lower case.
type Metadata []wire.Header

const metaPrefix = "x-ms-meta-"

const maxMetadata = 8 << 10 // bytes of names and values

// ReadMetadata reads the metadata from a request's headers. The values of a name that is sent more than
// once are joined with commas, as HTTP allows for any header.
func ReadMetadata(sent wire.Headers) (m Metadata, err error) {
	size := 0
	for _, h := range sent {
		name, found := wire.CutPrefixFold(h.Name, metaPrefix)
		if !found {
			continue
		}
		name = strings.ToLower(name)
		switch {
		case !identifier(name):
			return nil, fault.New(fault.InvalidMetadata).WithHint(
				"Names of metadata have letters, digits and _, and don't begin with a digit.")
		case !Printable(h.Value):
			return nil, fault.New(fault.InvalidMetadata).WithHint(
				"Values of metadata are printable ASCII. Encode everything else.")
		}
		if size += len(name) + len(h.Value); size > maxMetadata {
			return nil, fault.New(fault.MetadataTooLarge).WithHint(
				"Metadata can have at most 8 KiB, including its names.")
		}
		at, found := slices.BinarySearchFunc(m, name, func(h wire.Header, name string) int {
			return cmp.Compare(h.Name, name)
		})
		if found {
			m[at].Value += "," + h.Value
		} else {
			m = slices.Insert(m, at, wire.Header{Name: name, Value: h.Value})
		}
	}
	return m, nil
}

// Printable reports whether value is ASCII without control characters, so that a header of an answer and
// an XML document can have it.
func Printable(value string) bool {
	for i := range len(value) {
		if value[i] < ' ' || value[i] > '~' {
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

// Append appends the metadata as XML, the form it has in lists.
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
