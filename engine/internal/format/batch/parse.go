package batch

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/wire"
)

// Operation is one request in an envelope. Its URL is as sent: absolute, from the root, or relative.
type Operation struct {
	Request   wire.Request
	ContentID string // "" if the client sent none
}

// Envelope is the content of a request to $batch.
type Envelope struct {
	Operations []Operation
	Query      bool // the one operation is outside a change set
}

// Part is one response in an envelope.
type Part struct {
	ContentID string // of the operation that it answers
	Response  wire.Response
}

// Parse reads the body of a request to $batch. The bodies of the operations are slices of it. Errors are
// *fault.Error.
func Parse(contentType string, body []byte) (Envelope, error) {
	e, err := parse(contentType, body)
	if err != nil {
		malformed := fault.Invalid(fault.InvalidInput, "")
		malformed.Hint = "The batch cannot be read: " + err.Error() + "."
		return Envelope{}, malformed
	}
	return e, nil
}

func parse(contentType string, body []byte) (Envelope, error) {
	messages, inChangeSet, err := open(contentType, body)
	if err != nil {
		return Envelope{}, err
	}
	e := Envelope{Query: !inChangeSet}
	e.Operations, err = operations(messages)
	return e, err
}

// ParseFlat reads a batch of blobs, whose requests are in no change set. Its errors are *fault.Error.
func ParseFlat(contentType string, body []byte) (found []Operation, err error) {
	s := source{body, string(body)}
	parts, err := s.multipart(contentType, span{0, len(body)})
	if err == nil {
		var all []message
		if all, err = s.messages(parts); err == nil {
			found, err = operations(all)
		}
	}
	if err != nil {
		return nil, fault.New(fault.InvalidInput).WithHint("The batch cannot be read: " + err.Error() + ".")
	}
	return found, nil
}

// operations reads the requests in messages.
func operations(messages []message) ([]Operation, error) {
	found := make([]Operation, len(messages))
	for i, m := range messages {
		op, ok := &found[i], false
		op.ContentID, op.Request.Headers, op.Request.Body = m.contentID, m.headers, m.body
		if len(m.start) > mostLine {
			return nil, within("operation "+strconv.Itoa(i), errors.New("its first line has more than 64 KiB"))
		}
		if op.Request.Method, op.Request.URL, ok = requestLine(m.start); !ok {
			return nil, within("operation "+strconv.Itoa(i),
				errors.New(strconv.Quote(m.start)+" does not read METHOD URL HTTP/1.1"))
		}
		if op.ContentID == "" {
			op.ContentID = m.headers.Get(contentID)
		}
	}
	return found, nil
}

func requestLine(line string) (method, url string, ok bool) {
	method, rest, _ := strings.Cut(line, " ")
	end := strings.LastIndex(rest, " HTTP/1.")
	if end < 0 {
		return "", "", false
	}
	url = strings.TrimSpace(rest[:end])
	return method, url, method != "" && url != ""
}

// ParseReply reads the answer to a request to $batch.
func ParseReply(contentType string, body []byte) ([]Part, error) {
	messages, _, err := open(contentType, body)
	if err != nil {
		return nil, within("read batch reply", err)
	}
	var parts []Part
	for _, m := range messages {
		version, rest, _ := strings.Cut(m.start, " ")
		number, _, _ := strings.Cut(rest, " ")
		status, err := strconv.Atoi(number)
		if err != nil || !strings.HasPrefix(version, "HTTP/1.") {
			return nil, within("read batch reply", errors.New(strconv.Quote(m.start)+" is not a status line"))
		}
		p := Part{ContentID: m.contentID, Response: wire.Response{Status: status, Body: m.body}}
		for _, h := range m.headers {
			if wire.EqualFold(h.Name, contentID) {
				p.ContentID = h.Value
			} else {
				p.Response.Headers = append(p.Response.Headers, h)
			}
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// message is one HTTP message in an envelope.
type message struct {
	contentID string // from the headers of its part
	start     string // the request line or status line
	headers   wire.Headers
	body      []byte
}

// open returns the messages in an envelope, and whether they are in a change set.
func open(contentType string, body []byte) (found []message, inChangeSet bool, err error) {
	s := source{body, string(body)}
	parts, err := s.multipart(contentType, span{0, len(body)})
	if err != nil {
		return nil, false, err
	}
	if len(parts) > 1 {
		return nil, false, errors.New("a batch holds one change set, or one query and nothing else")
	}
	own := parts[0].contentType
	if inChangeSet = isMedia(own, "multipart/mixed"); inChangeSet {
		if parts, err = s.multipart(own, parts[0].content); err != nil {
			return nil, false, within("change set", err)
		}
	}
	found, err = s.messages(parts)
	return found, inChangeSet, err
}

// messages reads the message in each part.
func (s source) messages(parts []part) ([]message, error) {
	found := make([]message, len(parts))
	headers := make(wire.Headers, 0, usualHeaders*min(len(parts), usualMessages))
	for i, p := range parts {
		var err error
		if found[i], err = s.message(p, &headers); err != nil {
			return nil, within("operation "+strconv.Itoa(i), err)
		}
	}
	return found, nil
}

// within says which part of the envelope an error is about. Nothing asks for its cause.
func within(part string, err error) error { return errors.New(part + ": " + err.Error()) }
