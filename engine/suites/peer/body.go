package peer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// bodies compares what follows the headers: parts, JSON or text.
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

// kind is what a body that is not compared by members is.
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
	return a.steady(string(a.Body))
}

// parts compares how many parts the replies to a transaction have and, where the script did not send
// their operations itself, the parts.
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

// bodies is two JSON bodies being compared.
type bodies struct {
	*comparison
	ours, azurite answer
}

// message is where the text of a refusal stands.
const message = "$.odata.error.message.value"

// values compares two values at a path. Elements of arrays share one path, so that what is told of
// them is told once.
func (b bodies) values(path string, ours, azurite gjson.Result) {
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

// objects compares members by name, then their order, and apart from it the place of the Timestamp.
func (b bodies) objects(path string, ours, azurite gjson.Result) {
	var mine, theirs []string
	ours.ForEach(func(name, value gjson.Result) bool {
		other := odata.Member(azurite, name.Str)
		if other.Exists() {
			mine = append(mine, name.Str)
		}
		b.values(path+"."+name.Str, value, other)
		return true
	})
	azurite.ForEach(func(name, value gjson.Result) bool {
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

// stamp takes the Timestamp out of the names of members and says behind which of them it stood.
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

// arrays compares which entities, or tables, there are in which order and, if these are the same,
// each with its like.
func (b bodies) arrays(path string, ours, azurite gjson.Result) {
	mine, theirs := ours.Array(), azurite.Array()
	if !b.comparison.values("entities "+path, listing(mine), listing(theirs)) {
		return
	}
	for i := range mine {
		b.values(path+"[*]", mine[i], theirs[i])
	}
}

// listing names the elements of an array by their keys, as far as they have any.
func listing(elements []gjson.Result) string {
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

// text is a value as it stands in the body, with what differs on each run in one form.
func text(a answer, path string, value gjson.Result) string {
	if !value.Exists() {
		return absent
	}
	if value.Type != gjson.String {
		return value.Raw
	}
	var steady string
	switch path[strings.LastIndexByte(path, '.')+1:] {
	case "etag": // odata.etag
		steady = steadyTag(value.Str)
	case table.Timestamp:
		steady = steadyTime(value.Str)
	default:
		steady = a.steady(value.Str)
	}
	return strconv.Quote(steady)
}
