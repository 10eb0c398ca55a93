package view

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/wire"
)

// maxBody is how many bytes of a body are shown.
const maxBody = 3000

// rawHTTP shows a request as sent and its response as received.
func rawHTTP(req wire.Request, res wire.Response) []Node {
	shown, note := messageText(req.Method+" "+req.URL, req.Headers, req.Body)
	parts := []Node{textEl("p", "rs-label", "Request, as sent"+note), raw("Request", shown)}
	if res.Status != 0 {
		shown, note = messageText(statusLine(res.Status), res.Headers, res.Body)
		parts = append(parts, textEl("p", "rs-label", "Response, as received"+note), raw("Response", shown))
	}
	return parts
}

func statusLine(status int) string { return strconv.Itoa(status) + " " + wire.StatusText(status) }

func raw(label, s string) Node { return scroller("pre", "", label, textEl("code", "", s)) }

// messageText writes a request or a response. note says what was done to the body to show it.
func messageText(first string, headers wire.Headers, body []byte) (shown, note string) {
	var b strings.Builder
	b.WriteString(first)
	for _, line := range headers {
		b.WriteString("\n" + line.Name + ": " + line.Value)
	}
	if len(body) == 0 {
		return b.String(), ""
	}
	text, ok := breakLines(string(body))
	if ok {
		note = "; line breaks added"
	}
	if len(text) > maxBody {
		text = text[:cut(text, maxBody)] + "\n…"
		note += "; cut, the body has " + size(len(body))
	}
	b.WriteString("\n\n" + text)
	return b.String(), note
}

// cut returns the length of the longest prefix of s with at most limit bytes that doesn't split a character.
func cut(s string, limit int) int {
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return limit
}

// breakLines puts each member of a JSON document, each entity of a collection or each element of an XML
// document on a line of its own. Only white space changes. ok is false for any other text, and for one that
// already has line breaks, which is shown as written.
func breakLines(s string) (broken string, ok bool) {
	if isXML(s) && !strings.Contains(s, ">\n") {
		return breakTags(s), true
	}
	if _, ok := odata.ParseJSON([]byte(s)); !ok || s[0] != '{' || strings.Contains(s, "\n") {
		return s, false
	}
	const deepest = 2 // the value array of a collection
	var b strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quoted && c == '\\':
			b.WriteByte(c)
			i++
			c = s[i]
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
			if depth < deepest && s[i-1] != '{' && s[i-1] != '[' {
				newLine(&b, depth)
			}
		}
		b.WriteByte(c)
		if !quoted && depth <= deepest && breaksAfter(s, i) {
			newLine(&b, depth)
			for s[i+1] == ' ' {
				i++
			}
		}
	}
	broken = b.String()
	return broken, broken != s
}

// breaksAfter reports whether a member or an element begins after s[i].
func breaksAfter(s string, i int) bool {
	switch s[i] {
	case ',':
		return true
	case '{', '[':
		return s[i+1] != '}' && s[i+1] != ']'
	}
	return false
}

func newLine(b *strings.Builder, depth int) {
	b.WriteByte('\n')
	for range depth {
		b.WriteString("  ")
	}
}

// isXML reports whether a string looks like an XML document, which may begin with a byte order mark.
func isXML(s string) bool {
	s = strings.TrimPrefix(s, "\uFEFF")
	return len(s) > 1 && s[0] == '<' && s[len(s)-1] == '>'
}

// breakTags puts each tag that follows another on a line of its own.
func breakTags(s string) string {
	var b strings.Builder
	depth := 0
	for i := range len(s) {
		opens := s[i] == '<' && s[i+1] != '/' && s[i+1] != '?'
		if s[i] == '<' && s[i+1] == '/' {
			depth--
		}
		if i > 0 && s[i-1] == '>' && s[i] == '<' {
			newLine(&b, depth)
		}
		b.WriteByte(s[i])
		if opens {
			depth++
		} else if i > 0 && s[i-1] == '/' && s[i] == '>' {
			depth--
		}
	}
	return b.String()
}

// content shows what a queue or a blob answered with.
func content(r wire.Response) Node {
	body := r.Body
	if r.Status >= 400 || len(body) == 0 {
		return Node{}
	}
	if !utf8.Valid(body) {
		return textEl("p", "rs-more", "The answer is "+size(len(body))+" that are no text.")
	}
	if list, ok := listing(string(body)); ok {
		return list
	}
	text, _ := breakLines(string(body))
	if len(text) > maxBody {
		text = text[:cut(text, maxBody)] + "\n…"
	}
	return raw("Content", text)
}
