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

	// Initial capacity for headers. Few messages and batches have more.
	usualHeaders  = 10
	usualMessages = 100

	// Far above what a service allows. Parts and headers can be tiny, and what is remembered of them isn't.
	mostParts   = 1000
	mostHeaders = 200
	mostLine    = 64 << 10 // bytes: what HTTP servers take for a head
)

// source is the body of a batch, as bytes and as text. What is read from it are pieces of one or the other,
// so that nothing is copied again.
type source struct {
	bytes []byte
	text  string
}

// span is a range of the source.
type span struct{ from, to int }

// part is one part of a multipart body.
type part struct {
	contentType, contentID string // of its headers, which can have others
	content                span
}

// multipart splits a span into its parts. No part is an error.
func (s *source) multipart(contentType string, in span) ([]part, error) {
	boundary := boundaryOf(contentType)
	if boundary == "" {
		return nil, errors.New(strconv.Quote(contentType) + " is not multipart/mixed with a boundary")
	}
	pieces := pieces(s.text[:in.to], in.from, boundary)
	if len(pieces) == 0 {
		return nil, errors.New("nothing stands after a line --" + boundary)
	}
	if len(pieces) > mostParts {
		return nil, errors.New("it has more than " + strconv.Itoa(mostParts) + " parts")
	}
	parts := make([]part, len(pieces))
	var headers wire.Headers
	for i, piece := range pieces {
		read, rest, err := readHeaders(headers[:0], s.text[piece.from:piece.to])
		if err != nil {
			return nil, err
		}
		parts[i] = part{read.Get("Content-Type"), read.Get(contentID), span{piece.to - len(rest), piece.to}}
		headers = read
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

// pieces returns what is between boundary lines, from a place in the text on, up to one piece too many. What
// follows the last line counts unless it's blank, because some clients end with an opening boundary, and some
// without any.
func pieces(text string, at int, boundary string) []span {
	var found []span
	start := -1
	for at < len(text) && len(found) <= mostParts {
		line, rest, _ := strings.Cut(text[at:], "\n")
		if opens, ends := isBoundary(line, boundary); opens || ends {
			if start >= 0 {
				found = append(found, span{start, at})
			}
			if ends {
				return found
			}
			start = len(text) - len(rest)
		}
		next := strings.Index(text[at:], "\n--") // few lines can be boundaries
		if next < 0 {
			at = len(text)
			break
		}
		at += next + len("\n")
	}
	if at == len(text) && start >= 0 && strings.Trim(text[start:], whitespace) != "" {
		found = append(found, span{start, len(text)})
	}
	return found
}

// isBoundary reports whether a line is a boundary before a part, or the one at the end.
func isBoundary(line, boundary string) (opens, ends bool) {
	if !strings.HasPrefix(line, "--") {
		return false, false
	}
	after, ok := strings.CutPrefix(trimRight(line)[len("--"):], boundary)
	return ok && after == "", ok && after == "--"
}

// message reads the HTTP message of a part. It appends the message's headers to room.
func (s *source) message(p part, room *wire.Headers) (message, error) {
	if !isMedia(p.contentType, "application/http") {
		return message{}, errors.New("its Content-Type is " + strconv.Quote(p.contentType) +
			", not application/http")
	}
	text := strings.TrimLeft(s.text[p.content.from:p.content.to], whitespace)
	if text == "" {
		return message{}, errors.New("it is empty")
	}
	start, rest := cutLine(text)
	n := len(*room)
	all, body, err := readHeaders(*room, rest)
	if err != nil {
		return message{}, err
	}
	*room = all
	// A body is JSON, so whitespace around it means nothing, and clients differ in how much they send.
	body = strings.TrimLeft(body, whitespace)
	from := p.content.to - len(body)
	to := from + len(strings.TrimRight(body, whitespace))
	return message{p.contentID, start, all[n:len(all):len(all)], s.bytes[from:to:to]}, nil
}

// readHeaders appends the headers of the lines up to a blank line or the end.
func readHeaders(headers wire.Headers, text string) (all wire.Headers, rest string, err error) {
	for most := len(headers) + mostHeaders; text != ""; {
		var line string
		line, text = cutLine(text)
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, "", errors.New(strconv.Quote(line) + " is not a header line")
		}
		if len(headers) == most {
			return nil, "", errors.New("it has more than " + strconv.Itoa(mostHeaders) + " headers")
		}
		headers.Add(name, strings.TrimSpace(value))
	}
	return headers, text, nil
}

// cutLine returns the first line without trailing whitespace, and the rest.
func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return trimRight(line), rest
}

// trimRight removes trailing whitespace. strings.TrimRight takes longer to begin than most lines need.
func trimRight(line string) string {
	n := len(line)
	for n > 0 && (line[n-1] == ' ' || line[n-1] == '\t' || line[n-1] == '\r' || line[n-1] == '\n') {
		n--
	}
	return line[:n]
}
