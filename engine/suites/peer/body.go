package peer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// bodies compares two bodies as parts, as JSON, or as text.
func (c *comparison) bodies(ours, azurite answer) {
	mine, ok := ours.parts()
	theirs, both := azurite.parts()
	if ok && both {
		c.parts(mine, theirs)
		return
	}
	a, ok := ours.json()
	b, both := azurite.json()
	if !ok || !both {
		c.values("body", kind(ours), kind(azurite))
		return
	}
	bodies{c, ours, azurite}.values("$", a, b)
}

// kind describes a body that isn't compared member by member.
func kind(a answer) string {
	if _, ok := a.json(); ok {
		return "JSON"
	}
	if _, ok := a.parts(); ok {
		return "parts"
	}
	if strings.HasPrefix(a.Headers.Get("Content-Type"), "multipart/") {
		return "parts that cannot be read"
	}
	return a.normalize(string(a.Body))
}

// parts compares the number of parts in the replies to a transaction and, unless each operation is a step of
// the script, the parts.
func (c *comparison) parts(ours, azurite []answer) {
	if !c.values("parts", strconv.Itoa(len(ours)), strconv.Itoa(len(azurite))) || c.scripted {
		return
	}
	for i := range ours {
		part := *c
		part.prefix = "part " + strconv.Itoa(i) + ": "
		part.answers(ours[i], azurite[i])
	}
}

// bodies are two JSON bodies to compare.
type bodies struct {
	*comparison
	ours, azurite answer
}

// message is the path of an error's message.
const message = "$.odata.error.message.value"

// values compares two values at a path. All elements of an array share a path, so that the same difference
// in several of them counts once.
func (b bodies) values(path string, ours, azurite jsontext.Value) {
	switch {
	case ours.IsObject() && azurite.IsObject():
		b.objects(path, ours, azurite)
	case ours.IsArray() && azurite.IsArray():
		b.arrays(path, ours, azurite)
	case path == message:
		mine, myForm := trailer(ours.Str)
		theirs, theirForm := trailer(azurite.Str)
		b.comparison.values("message", mine, theirs)
		b.comparison.values("trailer", myForm, theirForm)
	default:
		b.comparison.values("body "+path, text(b.ours, path, ours), text(b.azurite, path, azurite))
	}
}

// objects compares members by name, then their order, and separately the place of the Timestamp.
func (b bodies) objects(path string, ours, azurite jsontext.Value) {
	var mine, theirs []string
	ours.ForEach(func(name, value jsontext.Value) bool {
		other := odata.Member(azurite, name.Str)
		if other.Exists() {
			mine = append(mine, name.Str)
		}
		b.values(path+"."+name.Str, value, other)
		return true
	})
	azurite.ForEach(func(name, value jsontext.Value) bool {
		if own := odata.Member(ours, name.Str); own.Exists() {
			theirs = append(theirs, name.Str)
		} else {
			b.values(path+"."+name.Str, own, value)
		}
		return true
	})
	myStamp, theirStamp := stamp(&mine), stamp(&theirs)
	b.comparison.values("place "+path+".Timestamp", myStamp, theirStamp)
	b.comparison.values("order "+path, strings.Join(mine, " "), strings.Join(theirs, " "))
}

// stamp removes the Timestamp from the names of members and says after which of them it was.
func stamp(names *[]string) string {
	i := slices.Index(*names, table.Timestamp)
	if i < 0 {
		return absent
	}
	*names = slices.Delete(*names, i, i+1)
	if i > 0 && (*names)[i-1] == table.Timestamp+"@odata.type" {
		i--
		*names = slices.Delete(*names, i, i+1)
	}
	if i == 0 {
		return "first"
	}
	return "behind " + (*names)[i-1]
}

// arrays compares the names of entities or tables in order and, if they are the same, each pair.
func (b bodies) arrays(path string, ours, azurite jsontext.Value) {
	mine, theirs := ours.Array(), azurite.Array()
	if !b.comparison.values("entities "+path, listing(mine), listing(theirs)) {
		return
	}
	for i := range mine {
		b.values(path+"[*]", mine[i], theirs[i])
	}
}

// listing lists the elements of an array by their keys or table names, if they have any.
func listing(elements []jsontext.Value) string {
	names := make([]string, len(elements))
	for i, e := range elements {
		for _, member := range [...]string{table.PartitionKey, table.RowKey, "TableName"} {
			if key := odata.Member(e, member); key.Exists() {
				names[i] += "/" + key.String()
			}
		}
	}
	return strconv.Itoa(len(elements)) + ": " + strings.Join(names, " ")
}

// text is a value as written in the body, normalized.
func text(a answer, path string, value jsontext.Value) string {
	if !value.Exists() {
		return absent
	}
	if value.Type != jsontext.String {
		return value.Raw
	}
	var normal string
	switch path[strings.LastIndexByte(path, '.')+1:] {
	case "etag": // odata.etag
		normal = normalizeTag(value.Str)
	case table.Timestamp:
		normal = normalizeTime(value.Str)
	default:
		normal = a.normalize(value.Str)
	}
	return strconv.Quote(normal)
}
