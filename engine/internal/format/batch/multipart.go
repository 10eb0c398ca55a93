package batch

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/wire"
)

const (
	contentID = "Content-ID"
	blanks    = " \t\r\n"

	usualHeaders = 8 // of a part and of a message, at most
)

// part is a piece of a multipart body: headers and what follows them.
type part struct {
	headers wire.Headers
	content string
}

// multipart cuts a body into its parts, of which there is at least one.
func multipart(contentType, body string) ([]part, error) {
	boundary := boundaryOf(contentType)
	if boundary == "" {
		return nil, fmt.Errorf("%q is not multipart/mixed with a boundary", contentType)
	}
	var parts []part
	for _, piece := range pieces(body, boundary) {
		headers, content, err := readHeaders(piece)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{headers, content})
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("nothing stands after a line --%s", boundary)
	}
	return parts, nil
}

// isMedia compares a Content-Type, whatever its parameters.
func isMedia(contentType, media string) bool {
	got, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(got), media)
}

// boundaryOf returns the boundary of a multipart/mixed media type, or "".
func boundaryOf(contentType string) string {
	if !isMedia(contentType, "multipart/mixed") {
		return ""
	}
	for param := range strings.SplitSeq(contentType, ";") {
		name, value, _ := strings.Cut(param, "=")
		if strings.EqualFold(strings.TrimSpace(name), "boundary") {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

// pieces returns what stands between boundary lines. What follows the last one counts unless it is
// blank, since some clients close with an opening boundary and some not at all.
func pieces(body, boundary string) []string {
	var found []string
	start := -1
	for at := 0; at < len(body); {
		line, rest := cutLine(body[at:])
		next := len(body) - len(rest)
		after, dashed := strings.CutPrefix(line, "--")
		after, ok := strings.CutPrefix(after, boundary)
		if dashed && ok && (after == "" || after == "--") {
			if start >= 0 {
				found = append(found, body[start:at])
			}
			if after != "" {
				return found
			}
			start = next
		}
		at = next
	}
	if start >= 0 && strings.Trim(body[start:], blanks) != "" {
		found = append(found, body[start:])
	}
	return found
}

// message reads the HTTP message of a part.
func (p part) message() (message, error) {
	if got := p.headers.Get("Content-Type"); !isMedia(got, "application/http") {
		return message{}, fmt.Errorf("its Content-Type is %q, not application/http", got)
	}
	text := strings.TrimLeft(p.content, blanks)
	if text == "" {
		return message{}, errors.New("it is empty")
	}
	start, rest := cutLine(text)
	headers, body, err := readHeaders(rest)
	if err != nil {
		return message{}, err
	}
	return message{
		contentID: p.headers.Get(contentID),
		start:     start,
		headers:   headers,
		// A body is JSON: blanks around it mean nothing, and clients differ in how many they leave.
		body: []byte(strings.Trim(body, blanks)),
	}, nil
}

// readHeaders reads header lines up to a blank line or the end.
func readHeaders(text string) (headers wire.Headers, rest string, err error) {
	for text != "" {
		var line string
		line, text = cutLine(text)
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return nil, "", fmt.Errorf("%q is not a header line", line)
		}
		if headers == nil {
			headers = make(wire.Headers, 0, usualHeaders)
		}
		headers.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return headers, text, nil
}

// cutLine returns the first line without its end and the blanks before it, and what follows.
func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return strings.TrimRight(line, blanks), rest
}
