package service

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Call is one request on its way.
type Call struct {
	Request wire.Request
	Base    string   // http://127.0.0.1:10001/account: what absolute URLs in replies begin with
	Path    []string // what follows the account, decoded and cut at its slashes; empty for the service
	Params  []wire.Param
	Second  bool          // it was sent to the read-only copy of the account
	Now     table.Ticks   // greater than that of any earlier call
	Grant   grant.Grant   // what the sender may do
	ID      string        // of the call
	NewID   func() string // a fresh GUID, 8-4-4-4-12 lower-case digits
	Trace   *trace.Trace  // what the call does is counted here
}

// Param returns the first query parameter called name, in any case: what is signed tells no cases
// apart, either.
func (c *Call) Param(name string) (value string, ok bool) {
	for _, p := range c.Params {
		if wire.EqualFold(p.Name, name) {
			return p.Value, true
		}
	}
	return "", false
}

// Int reads a query parameter that is a whole number from lowest to highest, or returns otherwise if
// it was not sent.
func (c *Call) Int(name string, lowest, highest, otherwise int) (int, error) {
	text, ok := c.Param(name)
	if !ok {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, Fail(InvalidQueryParameterValue)
	}
	if n < lowest || n > highest {
		return 0, Fail(OutOfRangeQueryParameterValue)
	}
	return n, nil
}

// Date writes an instant as HTTP does: Mon, 05 Jan 2026 09:00:00 GMT.
func Date(t table.Ticks) string { return t.Time().Format("Mon, 02 Jan 2006 15:04:05 GMT") }

// Operation is one operation of a service.
type Operation struct {
	Name   string // after the title of its REST page, in one word
	Need   grant.Need
	Writes bool // it changes the store
	Apply  Apply
}

// Reads is an operation that reads and needs one permission.
func Reads(name string, level grant.Level, permission string, apply Apply) Operation {
	return Operation{Name: name, Need: grant.Need{Level: level, Any: []string{permission}}, Apply: apply}
}

// Writes is an operation that writes and needs one of some permissions.
func Writes(name string, level grant.Level, permissions []string, apply Apply) Operation {
	return Operation{Name: name, Need: grant.Need{Level: level, Any: permissions}, Writes: true, Apply: apply}
}

// Apply does what a call wants, within a transaction of the store.
type Apply func(*store.Tx, *Call) (Reply, error)

// Reply is a success. The account adds the headers that every reply carries.
type Reply struct {
	Status  int
	Headers wire.Headers
	Body    []byte
}

// Document is the reply that an XML document makes. It begins with a byte order mark, as the service's do.
func Document(status int, root []byte) Reply {
	return Reply{
		Status:  status,
		Headers: wire.Headers{{Name: "Content-Type", Value: "application/xml"}},
		Body:    append([]byte("\uFEFF"+xmlbody.Head), root...),
	}
}

// Route says what a request to a service wants; its error is a *fault.Error.
type Route func(*Call) (Operation, error)

// Fail returns the fault of a code of this package, or one that a service made itself.
func Fail(c Code) *fault.Error {
	return &fault.Error{Code: fault.Code(c.Name), Status: c.Status, Message: c.Message}
}

// Hinted is Fail with advice for people, which is never sent.
func Hinted(c Code, hint string) *fault.Error {
	f := Fail(c)
	f.Hint = hint
	return f
}

// Code is an error of a service: its name, its status and its usual message.
type Code struct {
	Name    string
	Status  int
	Message string
}

// The codes that the two services share.
// https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes
var (
	ConditionNotMet               = Code{"ConditionNotMet", 412, "The condition specified using HTTP conditional header(s) is not met."}
	InvalidHeaderValue            = Code{"InvalidHeaderValue", 400, "The value for one of the HTTP headers is not in the correct format."}
	InvalidMetadata               = Code{"InvalidMetadata", 400, "The metadata specified is invalid. It has characters that are not permitted."}
	InvalidQueryParameterValue    = Code{"InvalidQueryParameterValue", 400, "Value for one of the query parameters specified in the request URI is invalid."}
	InvalidResourceName           = Code{"InvalidResourceName", 400, "The specified resource name contains invalid characters."}
	InvalidURI                    = Code{"InvalidUri", 400, "The requested URI does not represent any resource on the server."}
	InvalidXMLDocument            = Code{"InvalidXmlDocument", 400, "XML specified is not syntactically valid."}
	MetadataTooLarge              = Code{"MetadataTooLarge", 400, "The size of the specified metadata exceeds the maximum size permitted."}
	MissingRequiredHeader         = Code{"MissingRequiredHeader", 400, "An HTTP header that's mandatory for this request is not specified."}
	MissingRequiredQueryParameter = Code{"MissingRequiredQueryParameter", 400, "A query parameter that's mandatory for this request is not specified."}
	MissingRequiredXMLNode        = Code{"MissingRequiredXmlNode", 400, "A required XML node was not specified in the request body."}
	NotImplemented                = Code{"NotImplemented", 501, "The requested operation is not implemented on the specified resource."}
	OutOfRangeInput               = Code{"OutOfRangeInput", 400, "One of the request inputs is out of range."}
	OutOfRangeQueryParameterValue = Code{"OutOfRangeQueryParameterValue", 400, "One of the query parameters specified in the request URI is outside the permissible range."}
	RequestBodyTooLarge           = Code{"RequestBodyTooLarge", 413, "The request body is too large and exceeds the maximum permissible limit."}
	UnsupportedHTTPVerb           = Code{"UnsupportedHttpVerb", 405, "The resource doesn't support the specified HTTP verb."}
)
