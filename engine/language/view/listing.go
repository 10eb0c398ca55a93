package view

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
)

// listings are the elements that hold the items of a list, and the nouns for them.
var listings = [...]struct{ element, one, many string }{
	{"Blobs", "blob", "blobs"},
	{"Containers", "container", "containers"},
	{"Queues", "queue", "queues"},
	{"QueueMessagesList", "message", "messages"},
}

// unlisted are what a list tells of each item that few readers look for. The HTTP tab has it.
const unlisted = " Creation-Time Etag BlobType LeaseStatus LeaseState ServerEncrypted Content-Type " +
	"AccessTier AccessTierInferred HasImmutabilityPolicy HasLegalHold DefaultEncryptionScope " +
	"DenyEncryptionScopeOverride "

// listing shows the items of a list that a blob or queue service answered with. ok is false for any other
// body. The service writes lists without comments and CDATA.
func listing(body string) (n Node, ok bool) {
	for _, l := range listings {
		_, inside, _ := strings.Cut(body, "<"+l.element+">")
		inside, _, closed := strings.Cut(inside, "</"+l.element+">")
		if strings.Contains(body, "<"+l.element+" />") || closed && inside == "" {
			return textEl("p", "rs-more", "The answer lists no "+l.many+"."), true
		}
		if !closed {
			continue
		}
		a := answer{one: l.one, many: l.many}
		if strings.Contains(inside, "<BlobPrefix>") {
			a.one, a.many = "prefix", "prefixes"
			if strings.Contains(inside, "<Blob>") {
				a.one, a.many = "name", "names"
			}
		}
		if a.items(inside); len(a.rows) == 0 {
			return Node{}, false // a blob with such text, and not a list
		}
		a.order()
		part := el("div", "rs-answer", a.byEntity())
		if _, next, _ := strings.Cut(body, "<NextMarker>"); next != "" {
			next, _, _ = strings.Cut(next, "<")
			part.add(textEl("p", "rs-more", "There is more: the answer ends with the marker "+next+"."))
		}
		return part, true
	}
	return Node{}, false
}

// items reads the items of a list: what stands in the innermost elements, under the names of these.
func (a *answer) items(text string) {
	depth, name := 0, ""
	var row []member
	for {
		before, rest, more := strings.Cut(text, "<")
		if !more {
			return
		}
		tag, after, _ := strings.Cut(rest, ">")
		if tag == "" {
			return
		}
		text = after
		switch {
		case strings.HasSuffix(tag, "/"):
			name = ""
		case tag[0] != '/':
			depth++
			name, _, _ = strings.Cut(tag, " ")
		default:
			if tag[1:] == name && before != "" && !strings.Contains(unlisted, " "+name+" ") {
				value := jsontext.Value{Type: jsontext.String, Raw: before, Str: errorbody.Unescape(before)}
				row = a.put(row, name, member{value, name == "Content-Length" || name == "DequeueCount"})
			}
			if depth, name = depth-1, ""; depth == 0 {
				a.rows, row = append(a.rows, row), nil
			}
		}
	}
}
