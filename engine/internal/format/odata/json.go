package odata

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
)

// maxNesting bounds how deep brackets nest: gjson recurses, and in WebAssembly the stack is small.
const maxNesting = 100

// ParseJSON reads a JSON text, which may have blanks around it. ok is false when it is none, or nests
// deeper than what the engine takes as a body.
func ParseJSON(text []byte) (doc gjson.Result, ok bool) {
	if tooDeep(text) || !gjson.ValidBytes(text) {
		return gjson.Result{}, false
	}
	return gjson.ParseBytes(bytes.TrimSpace(text)), true
}

// tooDeep reports whether brackets are nested deeper than maxNesting. The text need not be valid.
func tooDeep(text []byte) bool {
	if bytes.Count(text, []byte{'{'})+bytes.Count(text, []byte{'['}) <= maxNesting {
		return false
	}
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxNesting {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// Member walks from object to object by the names of members. The result does not exist when one is
// missing.
//
// gjson's own Get reads a path language, which brings encoding/json and 130 KB of WebAssembly with
// it. Nothing under engine/ or wasm/ calls it.
func Member(doc gjson.Result, names ...string) gjson.Result {
	for _, name := range names {
		var found gjson.Result
		if doc.IsObject() {
			doc.ForEach(func(key, value gjson.Result) bool {
				if key.String() == name {
					found = value
				}
				return !found.Exists()
			})
		}
		doc = found
	}
	return doc
}

// between returns what stands from the end of a tag to the next one.
func between(body []byte, tag string) string {
	_, rest, _ := strings.Cut(string(body), tag)
	text, _, _ := strings.Cut(rest, "<")
	return text
}

// ReadError reads an error body, in JSON or in XML, of tables or of queues and blobs: the code, and the
// text without its trailer lines. Both are "" for any other body.
func ReadError(body []byte) (code, text string) {
	if body = bytes.TrimPrefix(body, []byte("\uFEFF")); bytes.HasPrefix(body, []byte("<")) {
		code, text = between(body, "code>"), between(body, `message xml:lang="en-US">`)
		if code == "" {
			code, text = between(body, "<Code>"), between(body, "<Message>")
		}
		text, _, _ = strings.Cut(text, "\n")
		text = strings.ReplaceAll(strings.ReplaceAll(text, "&lt;", "<"), "&gt;", ">")
		return code, strings.ReplaceAll(text, "&amp;", "&")
	}
	doc, _ := ParseJSON(body)
	fault := Member(doc, "odata.error")
	text, _, _ = strings.Cut(Member(fault, "message", "value").String(), "\n")
	return Member(fault, "code").String(), text
}
