package batch

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/wire"
)

const (
	contentID  = "Content-ID"
	whitespace = " \t\r\n"

	usualHeaders = 8 // initial capacity: few parts and messages have more
)

// part is one part of a multipart body: headers and content.
type part struct {
	headers wire.Headers
	content string
}

// multipart splits a body into its parts. No part is an error.
func multipart(contentType, body string) ([]part, error) {
	boundary := boundaryOf(contentType)
	if boundary == "" {
		return nil, errors.New(strconv.Quote(contentType) + " is not multipart/mixed with a boundary")
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
		return nil, errors.New("nothing stands after a line --" + boundary)
	}
	return parts, nil
}

// isMedia reports whether a Content-Type is the media type, with any parameters.
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

// pieces returns the text between boundary lines. The text after the last one counts unless it is blank,
// because some clients end with an opening boundary, and some without any.
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
	if start >= 0 && strings.Trim(body[start:], whitespace) != "" {
		found = append(found, body[start:])
	}
	return found
}

// message reads the HTTP message of a part.
func (p part) message() (message, error) {
	if got := p.headers.Get("Content-Type"); !isMedia(got, "application/http") {
		return message{}, errors.New("its Content-Type is " + strconv.Quote(got) + ", not application/http")
	}
	text := strings.TrimLeft(p.content, whitespace)
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
		// A body is JSON, so whitespace around it means nothing, and clients differ in how much they send.
		body: []byte(strings.Trim(body, whitespace)),
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
			return nil, "", errors.New(strconv.Quote(line) + " is not a header line")
		}
		if headers == nil {
			headers = make(wire.Headers, 0, usualHeaders)
		}
		headers.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return headers, text, nil
}

// cutLine returns the first line without trailing whitespace, and the rest.
func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return strings.TrimRight(line, whitespace), rest
}
