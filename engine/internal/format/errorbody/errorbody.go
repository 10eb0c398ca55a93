package errorbody

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// JSON appends an error body. text includes the lines with the request ID and the time.
// https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2
func JSON(dst []byte, code, text string) []byte {
	dst = append(dst, `{"odata.error":{"code":`...)
	dst = odata.AppendString(dst, code)
	dst = append(dst, `,"message":{"lang":"en-US","value":`...)
	dst = odata.AppendString(dst, text)
	return append(dst, `}}}`...)
}

// XML appends an error body in XML, for clients that don't accept JSON. text is as in JSON.
func XML(dst []byte, code, text string) []byte {
	dst = append(dst, `<?xml version="1.0" encoding="utf-8"?>`+
		`<error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>`+code+
		`</code><message xml:lang="en-US">`...)
	for _, r := range text {
		switch {
		case r == '<':
			dst = append(dst, "&lt;"...)
		case r == '>':
			dst = append(dst, "&gt;"...)
		case r == '&':
			dst = append(dst, "&amp;"...)
		case r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF: // not allowed in XML
			dst = utf8.AppendRune(dst, utf8.RuneError)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, `</message></error>`...)
}

// between returns the text from the end of a tag to the next tag.
func between(body []byte, tag string) string {
	_, rest, _ := strings.Cut(string(body), tag)
	text, _, _ := strings.Cut(rest, "<")
	return text
}

// Read reads an error body of any service, in JSON or XML. It returns the code, and the message up to
// its first line break. Both are "" for any other body.
func Read(body []byte) (code, text string) {
	if body = bytes.TrimPrefix(body, []byte("\uFEFF")); bytes.HasPrefix(body, []byte("<")) {
		code, text = between(body, "code>"), between(body, `message xml:lang="en-US">`)
		if code == "" {
			code, text = between(body, "<Code>"), between(body, "<Message>")
		}
		text, _, _ = strings.Cut(text, "\n")
		return code, Unescape(text)
	}
	doc, _ := odata.ParseJSON(body)
	fault := odata.Member(doc, "odata.error")
	text, _, _ = strings.Cut(odata.Member(fault, "message", "value").String(), "\n")
	return odata.Member(fault, "code").String(), text
}

// Unescape returns the characters that the service escapes in XML.
func Unescape(text string) string {
	for _, r := range [...][2]string{
		{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&#xD;", "\r"}, {"&amp;", "&"},
	} {
		text = strings.ReplaceAll(text, r[0], r[1])
	}
	return text
}
