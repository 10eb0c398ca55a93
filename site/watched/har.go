package watched

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/rowkey/rowkey/engine/wire"
)

// archive matches the beginning of an HTTP archive: http://www.softwareishard.com/blog/har-12-spec
var archive = regexp.MustCompile(`^\{\s*"log"\s*:\s*\{`)

// harEntry is what is read of an exchange in an archive.
type harEntry struct {
	Request struct {
		Method   string
		URL      string
		Headers  []harHeader
		BodySize int64
		PostData struct{ Text string }
	}
	Response struct {
		Status   int
		Headers  []harHeader
		BodySize int64
		Content  struct {
			Size           int64
			Text, Encoding string
		}
	}
}

type harHeader struct{ Name, Value string }

// readArchive adds the entries of an HTTP archive, one after another.
func (c *capture) readArchive(in io.Reader, text *lines) error {
	d := json.NewDecoder(in)
	failed := func(err error) error { return c.malformed(d, text, err) }
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			return failed(err)
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			if depth--; depth == 0 {
				return c.wrong(text.at(d.InputOffset()), "an archive has log.entries, and this one has none")
			}
		case "entries":
			if depth == 2 { // within log
				return c.readList(d, text)
			}
		}
	}
}

func (c *capture) readList(d *json.Decoder, text *lines) error {
	if start, err := d.Token(); err != nil || start != json.Delim('[') {
		return c.wrong(text.at(d.InputOffset()), "log.entries has to be a list")
	}
	for d.More() {
		line := text.at(d.InputOffset() + 1)
		var e harEntry
		if err := d.Decode(&e); err != nil {
			return c.malformed(d, text, err)
		}
		x := captured{line: line}
		x.Request.Method, x.Request.URL = e.Request.Method, e.Request.URL
		x.Request.Headers, x.Response.Headers = headers(e.Request.Headers), headers(e.Response.Headers)
		x.Request.Body = []byte(e.Request.PostData.Text)
		x.Response.Status, x.Response.Body = e.Response.Status, []byte(e.Response.Content.Text)
		if e.Response.Content.Encoding == "base64" {
			x.Response.Body, _ = base64.StdEncoding.DecodeString(e.Response.Content.Text) // or there is none
		}
		x.sizes = [2]int64{max(0, e.Request.BodySize), max(0, e.Response.BodySize, e.Response.Content.Size)}
		x.returned()
		if err := c.add(x); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return c.malformed(d, text, err)
	}
	return nil
}

func headers(all []harHeader) (headers wire.Headers) {
	for _, h := range all {
		headers = append(headers, wire.Header(h))
	}
	return headers
}

// returned counts the entities of an answer, if its body is there and whole.
func (x *captured) returned() {
	var answer struct {
		Value        []json.RawMessage
		PartitionKey *string
	}
	if x.Response.Status != 200 || json.Unmarshal(x.Response.Body, &answer) != nil {
		return
	}
	x.answered = answer.Value != nil || answer.PartitionKey != nil
	x.Trace.Cost.EntitiesReturned = len(answer.Value)
	if answer.PartitionKey != nil {
		x.Trace.Cost.EntitiesReturned = 1
	}
}

// malformed says where JSON is wrong.
func (c *capture) malformed(d *json.Decoder, text *lines, err error) error {
	at, why := d.InputOffset(), "this isn't JSON"
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return c.wrong(text.at(text.read), "the file ends too early")
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = syntax.Offset - 1
	} else if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		why = fmt.Sprintf("%s can't be a %s", kind.Field, kind.Value)
	}
	return c.wrong(text.at(at), why)
}
