package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/table"
)

// json compares two values of JSON, whatever the order of their members.
func (c *comparison) json(path string, here, there jsontext.Value) {
	switch {
	case here.IsArray() && there.IsArray():
		a, b := here.Array(), there.Array()
		c.text("body "+path, items(len(a)), items(len(b)))
		for i := range min(len(a), len(b)) {
			c.json(path+"["+strconv.Itoa(i)+"]", a[i], b[i])
		}
	case here.IsObject() && there.IsObject():
		a, b := here.Map(), there.Map()
		var names []string
		here.ForEach(func(key, _ jsontext.Value) bool {
			names = append(names, key.Str)
			return true
		})
		there.ForEach(func(key, _ jsontext.Value) bool {
			if _, known := a[key.Str]; !known {
				names = append(names, key.Str)
			}
			return true
		})
		for _, name := range names {
			c.member(path+step(name), name, a[name], b[name])
		}
	case here.Type == jsontext.Number && there.Type == jsontext.Number && sameNumber(here.Raw, there.Raw):
	default:
		c.text("body "+path, here.Raw, there.Raw)
	}
}

// fleeting are the members, and the elements of XML, whose values differ each time.
var fleeting = []string{
	table.Timestamp, "odata.etag", "Etag", "Last-Modified", "Creation-Time", "MessageId", "PopReceipt",
	"InsertionTime", "ExpirationTime", "TimeNextVisible", "LastSyncTime",
}

// member compares two members with the same name. What OData and the service add differs between accounts and
// from one write to the next.
func (c *comparison) member(path, name string, here, there jsontext.Value) {
	both := here.Type == jsontext.String && there.Type == jsontext.String
	a, b := here.Str, there.Str
	switch {
	case both && slices.Contains(fleeting, name):
		return
	case both && name == "odata.metadata":
		a, b = behind(a, "$metadata#"), behind(b, "$metadata#")
	case both && name == "odata.type":
		a, b = behind(a, "."), behind(b, ".")
	case both && (name == "odata.id" || name == "odata.editLink"):
		a, b = tail(a), tail(b)
	default:
		c.json(path, here, there)
		return
	}
	c.text("body "+path, a, b)
}

// behind returns what follows the first mark in a text, or the text if it has none.
func behind(text, mark string) string {
	if _, after, found := strings.Cut(text, mark); found {
		return after
	}
	return text
}

// step is the step of a path to a member.
func step(name string) string {
	if strings.ContainsAny(name, ".'[]") {
		return "['" + name + "']"
	}
	return "." + name
}

func items(n int) string {
	if n == 1 {
		return "1 item"
	}
	return strconv.Itoa(n) + " items"
}

// sameNumber reports whether two JSON numbers are equal, integers exactly.
func sameNumber(a, b string) bool {
	i, errI := strconv.ParseInt(a, 10, 64)
	j, errJ := strconv.ParseInt(b, 10, 64)
	if errI == nil && errJ == nil {
		return i == j
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return a == b || errX == nil && errY == nil && x == y
}
