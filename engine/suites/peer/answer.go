package peer

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// answer is a response to compare.
type answer struct {
	base string // the URL of the account, which is normalized to {host}
	wire.Response
}

// outcome is the status and, for an error, the code.
func (a answer) outcome() string {
	if a.Status == 0 {
		return "no part"
	}
	if code := a.code(); code != "" {
		return strconv.Itoa(a.Status) + " " + code
	}
	return strconv.Itoa(a.Status)
}

func (a answer) code() string {
	if a.Status < 400 {
		return ""
	}
	if code, _ := errorbody.Read(a.Body); code != "" {
		return code
	}
	if code := a.Headers.Get("x-ms-error-code"); code != "" {
		return code
	}
	if len(a.Body) == 0 {
		return "without a body"
	}
	return "without a code"
}

// trailer cuts off the two lines that end a message, and describes their format.
func trailer(text string) (message, form string) {
	message, lines, ok := strings.Cut(text, "\nRequestId:")
	id, time, two := strings.Cut(lines, "\nTime:")
	if _, isTime := table.ParseTicks(time); !ok || !two || !isID(id) || !isTime {
		return text, absent
	}
	return message, "time of " + strconv.Itoa(len(time)) + " characters"
}

// What replaces the values that differ in every run.
const (
	aHost = "{host}"
	aTime = "{time}"
	anID  = "{id}"
)

// isID reports whether text is a GUID.
func isID(text string) bool {
	_, ok := table.ParseGUID(text)
	return ok
}

// normalizeTime replaces a time in the format of a Timestamp.
func normalizeTime(text string) string {
	const shortest = len("2026-01-05T09:00:00Z")
	if _, ok := table.ParseTicks(text); ok && len(text) >= shortest && strings.HasSuffix(text, "Z") {
		return aTime
	}
	return text
}

// normalizeTag replaces the time in an ETag that has the service's format.
func normalizeTag(text string) string {
	const before, after = `W/"datetime'`, `'"`
	time, begins := strings.CutPrefix(text, before)
	time, ends := strings.CutSuffix(time, after)
	colons := strings.ReplaceAll(time, "%3A", ":")
	if begins && ends && !strings.Contains(time, ":") && normalizeTime(colons) == aTime {
		return before + aTime + after
	}
	return text
}

// normalize replaces the account's URL.
func (a answer) normalize(text string) string { return strings.ReplaceAll(text, a.base, aHost) }

// header is the normalized value of a header; "absent" if it wasn't sent.
func (a answer) header(name string) string {
	if !a.Headers.Has(name) {
		return absent
	}
	value := a.Headers.Get(name)
	switch strings.ToLower(name) {
	case "etag":
		return normalizeTag(value)
	case "x-ms-request-id":
		if isID(value) {
			return anID
		}
	case "content-type":
		if media, boundary, ok := strings.Cut(value, "_"); ok && isID(boundary) {
			return media + "_" + anID
		}
	}
	if isToken(name) {
		form, _ := token(value)
		return form
	}
	return a.normalize(value)
}

const absent = "absent"

// isToken reports whether a header is a continuation token.
func isToken(name string) bool {
	const prefix = "x-ms-continuation-"
	return len(name) > len(prefix) && wire.EqualFold(name[:len(prefix)], prefix)
}

// token returns the format of a continuation token and its meaning: the key or the table that the next page
// begins with.
func token(value string) (form, meaning string) {
	if key, ok := odata.DecodeToken(value); ok {
		name, _, _ := strings.Cut(key, "\x01") // the name of a table is followed by the time of its creation
		return "framed base64", name
	}
	if key, err := base64.StdEncoding.DecodeString(value); err == nil {
		return "plain base64", string(key)
	}
	return "plain text", value
}

// json is the body, if it is JSON.
func (a answer) json() (jsontext.Value, bool) { return odata.ParseJSON(a.Body) }

// parts returns the answers in the reply to a transaction.
func (a answer) parts() (parts []answer, ok bool) {
	opened, err := batch.ParseReply(a.Headers.Get("Content-Type"), a.Body)
	if err != nil || a.Status != 202 {
		return nil, false
	}
	for _, p := range opened {
		part := answer{base: a.base, Response: p.Response}
		if p.ContentID != "" {
			part.Headers = append(part.Headers, wire.Header{Name: "Content-ID", Value: p.ContentID})
		}
		parts = append(parts, part)
	}
	return parts, true
}
