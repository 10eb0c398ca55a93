package tables_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// sent parses a request in the form that test tables have: METHOD path, header lines, an empty line, a body.
// Its defaults are to accept JSON without metadata and to send JSON. The value none leaves a header out.
func sent(text string) wire.Request {
	head, body, _ := strings.Cut(text, "\n\n")
	first, lines, _ := strings.Cut(head, "\n")
	method, url, _ := strings.Cut(first, " ")
	if strings.HasPrefix(url, "/") {
		url = enginetest.Base + url
	}
	req := wire.Request{Method: method, URL: url, Body: []byte(body)}
	for line := range strings.Lines(lines) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if value != "none" {
			req.Headers.Add(name, value)
		}
	}
	if !strings.Contains(lines, "Accept: ") {
		req.Headers.Add("Accept", "application/json;odata=nometadata")
	}
	if body != "" && !strings.Contains(lines, "Content-Type: ") {
		req.Headers.Add("Content-Type", "application/json")
	}
	return req
}

// populated returns an account with the tables Orders, which has the entity (p, r), and Gone, which is being
// deleted.
func populated(t *testing.T) *enginetest.Tables {
	t.Helper()
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"r","A":1}`, 201, ok)
	expect(t, e, "POST", "/Tables", `{"TableName":"Gone"}`, 201, ok)
	expect(t, e, "DELETE", "/Tables('Gone')", "", 204, ok)
	return e
}

// The reply headers of a fault depend on the stage at which it was raised.
const (
	early = ""                                 // neither Cache-Control nor Preference-Applied
	plain = "Cache-Control"                    // no preference is applied
	late  = "Cache-Control Preference-Applied" // a preference is applied
)

// elsewhere are the codes that these requests can't get, and where they are tested.
var elsewhere = map[string]string{
	fault.InternalError.Name:                     "TestAuthorize",
	fault.ServerBusy.Name:                        "hosts/httphost",
	fault.OperationTimedOut.Name:                 "hosts/control",
	fault.AuthenticationFailed.Name:              "engine/auth",
	fault.InvalidAuthenticationInfo.Name:         "engine/auth",
	fault.NoAuthenticationInformation.Name:       "internal/account/full",
	fault.AuthorizationFailure.Name:              "access/grant",
	fault.AuthorizationPermissionMismatch.Name:   "access/grant",
	fault.AuthorizationResourceTypeMismatch.Name: "access/grant",
	fault.AuthorizationServiceMismatch.Name:      "access/grant",
	fault.AuthorizationProtocolMismatch.Name:     "engine/auth",
	fault.AuthorizationSourceIPMismatch.Name:     "engine/auth",
}

// faults are requests that the service refuses, with the code and message of its answer. Those that can
// have Prefer: return-no-content have it.
var faults = []struct {
	request string
	status  int
	code    string
	text    string // without the trailer
	headers string
}{
	{"POST /Tables\nPrefer: return-no-content\n\n{\"TableName\":\"ORDERS\"}", 409, "TableAlreadyExists",
		"The table specified already exists.", late},
	{"POST /Tables\nPrefer: return-no-content\n\n{\"TableName\":\"Gone\"}", 409, "TableBeingDeleted",
		"The specified table is being deleted. Try operation later.", late},
	{"POST /Gone\nPrefer: return-no-content\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}", 409,
		"TableBeingDeleted",
		"The specified table is being deleted. Try operation later.", early},
	{"POST /Tables\nPrefer: return-no-content\n\n{\"TableName\":\"a-b\"}", 400, "InvalidResourceName",
		"The specifed resource name contains invalid characters.", late},
	{"POST /Tables\nPrefer: return-no-content\n\n{\"TableName\":\"ab\"}", 400, "OutOfRangeInput",
		"The specified resource name length is not within the permissible limits.", late},
	{"POST /Tables\nPrefer: return-no-content\n\n{\"TableName\":\"tables\"}", 400, "InvalidInput",
		"One of the request inputs is not valid.", late},

	{"POST /None\nPrefer: return-no-content\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}", 404,
		"TableNotFound",
		"The table specified does not exist.", early},
	{"GET /None()", 404, "TableNotFound", "The table specified does not exist.", early},
	{"DELETE /None(PartitionKey='p',RowKey='r')\nIf-Match: *", 404, "TableNotFound",
		"The table specified does not exist.", early},
	{"DELETE /Tables('None')", 404, "ResourceNotFound", "The specified resource does not exist.", plain},
	{"DELETE /Tables('a-b')", 404, "ResourceNotFound", "The specified resource does not exist.", plain},
	{"DELETE /Tables('a')", 404, "ResourceNotFound", "The specified resource does not exist.", plain},
	{"DELETE /Tables('Tables')", 404, "ResourceNotFound", "The specified resource does not exist.", plain},
	{"DELETE /Tables('')", 404, "ResourceNotFound", "The specified resource does not exist.", plain},
	{"GET /Orders(PartitionKey='p',RowKey='x')", 404, "ResourceNotFound",
		"The specified resource does not exist.", plain},
	{"PATCH /Orders(PartitionKey='p',RowKey='x')\nIf-Match: *\n\n{}", 404, "ResourceNotFound",
		"The specified resource does not exist.", plain},

	{"POST /Orders\nPrefer: return-no-content\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}", 409,
		"EntityAlreadyExists", "The specified entity already exists.", late},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\nIf-Match: W/\"wrong\"\n\n{}", 412,
		"UpdateConditionNotSatisfied",
		"The update condition specified in the request was not satisfied.", plain},
	{"POST /Orders\nPrefer: return-no-content\n\n{\"PartitionKey\":\"p\",\"RowKey\":null}", 400,
		"PropertiesNeedValue", "The values are not specified for all properties in the entity.", late},

	{"POST /Orders\nPrefer: return-no-content\n\n{\"PartitionKey\":5,\"RowKey\":\"r\"}", 400, "InvalidInput",
		"One of the request inputs is not valid.", early},
	{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"RowKey@odata.type\":\"Edm.Guid\"}", 400,
		"InvalidInput", "One of the request inputs is not valid.", early},
	{"GET /Orders()?$top=-1", 400, "InvalidInput", "One of the request inputs is not valid.", plain},
	{"GET /Orders()?$top=1001", 400, "InvalidInput", "One of the request inputs is not valid.", plain},
	{"GET /Orders()?$filter=A+ne+null", 400, "InvalidInput", "One of the request inputs is not valid.",
		plain},
	{"GET /Orders()?NextPartitionKey=1!4!cA--&NextRowKey=", 400, "InvalidInput",
		"One of the request inputs is not valid.", plain},
	{"POST /Orders\n\n{\"PartitionKey\":\"p\"", 400, "InvalidInput",
		"An error occurred while processing this request.", early},
	{"GET /Orders(PartitionKey='a%2Fb',RowKey='r')", 400, "InvalidInput",
		"Bad Request - Error in query syntax.", plain},
	{"GET /Orders()?$filter=property1+eq+1'invalid'", 400, "InvalidInput",
		"Syntax error at position 23 in 'property1 eq 1'invalid''.", early},
	{"GET /Orders()?$filter=A+lt+null", 400, "InvalidInput", "The operator 'LessThan' is not supported for " +
		"the 'null' literal; only equality checks are supported.", early},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\nIf-Match: MalformedETag\n\n{}", 400, "InvalidInput",
		"The etag value 'MalformedETag' specified in one of the request headers is not valid. " +
			"Please make sure only one etag value is specified and is valid.", plain},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\nIf-None-Match: *\n\n{}", 400, "InvalidInput",
		"If-None-Match HTTP header cannot be specified for PUT operations.", plain},
	{"DELETE /Orders(PartitionKey='p',RowKey='r')\nIf-None-Match: *", 400, "InvalidInput",
		"If-None-Match HTTP header cannot be specified for DELETE operations.", plain},
	{"MERGE /Orders(PartitionKey='p',RowKey='r')\nIf-None-Match: *\nIf-Match: *\n\n{}", 400, "InvalidInput",
		"Both If-Match and If-None-Match HTTP headers cannot be specified at the same time. " +
			"Please specify either one of the headers or none of them.", plain},
	{"DELETE /Orders(PartitionKey='p',RowKey='r')", 400, "InvalidInput",
		"One of the request inputs is not valid.", plain},

	{"POST /Orders\nPrefer: return-no-content\n\n{\"PartitionKey\":\"a#b\",\"RowKey\":\"r\"}", 400,
		"OutOfRangeInput", "The 'PartitionKey' parameter of value 'a#b' is out of range.", early},
	{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"a?b\"}", 400,
		"OutOfRangeInput", "The 'RowKey' parameter of value 'a?b' is out of range.", early},
	{"GET /Orders(PartitionKey='a%23b',RowKey='r')", 400, "OutOfRangeInput",
		"One of the request inputs is out of range.", early},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\n\n{\"D@odata.type\":\"Edm.DateTime\",\"D\":\"1600-12-" +
		"31T23:59:59Z\"}",
		400, "OutOfRangeInput", "The 'D' parameter of value '12/31/1600 23:59:59' is out of range.", plain},
	{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"123\":1}", 400, "PropertyNameInvalid",
		"The property name is invalid.", early},
	{"POST /Orders\nPrefer: return-no-content\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"s\",\"" +
		strings.Repeat("n", 256) + "\":1}", 400, "PropertyNameTooLong",
		"The property name exceeds the maximum allowed length (255).", late},
	{"POST /Orders\nPrefer: return-no-content\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"s\",\"S\":\"" +
		strings.Repeat("s", 1<<15+1) + "\"}", 400, "PropertyValueTooLarge",
		"The property value exceeds the maximum " +
			"allowed size (64KB). If the property value is a string, it is UTF-16 encoded and the maximum " +
			"number of " +
			"characters should be 32K or less.", late},
	{"PUT /Orders(PartitionKey='p',RowKey='s')\n\n" + numbered(253), 400, "TooManyProperties", "The entity " +
		"contains more properties than allowed. Each entity can include up to 252 properties to store " +
		"data. " +
		"Each entity also has 3 system properties.", plain},
	{"PUT /Orders(PartitionKey='p',RowKey='s')\n\n" + texts(16, 1<<15), 400, "EntityTooLarge",
		"The entity is larger than the maximum allowed size (1MB).", plain},
	{"PUT /Orders(PartitionKey='p',RowKey='s')\n\n" + texts(129, 1<<15), 413, "RequestBodyTooLarge",
		"The request body is too large and exceeds the maximum permissible limit.", plain},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\n\n{\"A\":1,\"A\":1}", 400, "DuplicatePropertiesSpecified",
		"A property is specified more than one time.", early},

	{"GET /Orders()\nAccept: application/atom+xml", 415, "AtomFormatNotSupported",
		"Atom format is not supported.", early},
	{"GET /Orders()\nAccept: none", 415, "AtomFormatNotSupported", "Atom format is not supported.", early},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\nContent-Type: application/atom+xml\n\n<a/>", 415,
		"AtomFormatNotSupported", "Atom format is not supported.", early},
	{"GET /Orders()\nx-ms-version: 2012-02-12", 415, "JsonFormatNotSupported",
		"JSON format is not supported.", early},
	{"GET /Orders()\nDataServiceVersion: 2.0;NetFx", 415, "JsonFormatNotSupported",
		"JSON format is not supported.", early},
	{"GET /Orders()\nAccept: application/json;odata=verbose", 415, "JsonVerboseFormatNotSupported",
		"JSON verbose format is not supported.", early},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\nContent-Type: application/json;odata=verbose\n\n{}", 415,
		"JsonVerboseFormatNotSupported", "JSON verbose format is not supported.", early},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\nContent-Type: text/plain\n\n{}", 415, "MediaTypeNotSupported",
		"None of the provided media types are supported", early},
	{"PUT /Orders\n\n{}", 405, "MethodNotAllowed",
		"The requested method is not allowed on the specified resource.", plain},
	{"OPTIONS /Orders\nOrigin: https://a.example\nAccess-Control-Request-Method: GET", 403,
		"CorsPreflightFailure",
		"CORS not enabled or no matching rule found for this request.", early},
	{"OPTIONS /Orders", 400, "InvalidHeaderValue", "A required CORS header is not present.", early},
	{"BREW /Orders", 405, "UnsupportedHttpVerb", "The resource doesn't support the specified HTTP verb.",
		plain},
	{"GET /Orders()?$filter=startswith(PartitionKey,'2021')", 501, "NotImplemented",
		"The requested operation is not implemented on the specified resource.", plain},
	{"GET /Tables?$filter=endswith(TableName,'s')", 501, "NotImplemented",
		"The requested operation is not implemented on the specified resource.", plain},
	{"GET /Orders()?$orderby=A", 501, "NotImplemented",
		"The requested operation is not implemented on the specified resource.", plain},
	{"PUT /Orders(PartitionKey='p',RowKey='r')\nX-HTTP-Method: MERGE\n\n{}", 400, "XMethodNotUsingPost",
		"The request uses X-HTTP-Method with an HTTP verb other than POST.", plain},
	{"POST /Orders(PartitionKey='p',RowKey='r')\nX-HTTP-Method: GET", 400, "XMethodIncorrectValue",
		"The specified X-HTTP-Method is invalid.", plain},
	{"POST /Orders(PartitionKey='p',RowKey='r')\nX-HTTP-Method: PUT\nX-HTTP-Method: PUT\n\n{}", 400,
		"XMethodIncorrectCount", "More than one X-HTTP-Method is specified.", plain},
	{"GET http:///devstoreaccount1/Orders()", 400, "HostInformationNotPresent",
		"The required host information " +
			"is not present in the request. You must send a non-empty Host header or include the absolute " +
			"URI in the " +
			"request line.", plain},
	{"GET /Orders()\nx-ms-version: 2019-02-03", 400, "InvalidHeaderValue",
		"The value for one of the HTTP headers is not in the correct format.", early},
	{"GET /Orders()?timeout=soon", 400, "InvalidQueryParameterValue",
		"Value for one of the query parameters specified in the request URI is invalid.", plain},
	{"GET /Orders()?timeout=0", 400, "OutOfRangeQueryParameterValue",
		"One of the query parameters specified in the request URI is outside the permissible range.", plain},
	{"GET http://127.0.0.1:10002/contoso/Orders()", 400, "InvalidUri",
		"The requested URI does not represent any resource on the server.", plain},
	{"DELETE http://127.0.0.1:10002/devstoreaccount1-secondary/Tables('Orders')", 403,
		"InsufficientAccountPermissions",
		"The account being accessed does not have sufficient permissions to " +
			"execute this operation.", plain},
	{"POST /$batch\nContent-Type: multipart/mixed; boundary=b\n\n--c", 400, "InvalidInput",
		"One of the request inputs is not valid.", plain},

	{envelope(insert("a"), operation("PUT", "Orders(PartitionKey='q',RowKey='a')", `{}`)), 400,
		"CommandsInBatchActOnDifferentPartitions",
		"1:All commands in a batch must operate on same entity group.", plain},
	{envelope(insert("a"), operation("PUT", "Orders(PartitionKey='p',RowKey='a')", `{}`)), 400,
		"InvalidDuplicateRow", "1:The batch request contains multiple changes with same row key. " +
			"An entity can appear only once in a batch request.", plain},
}

// TestFaults compares the answer to each request with the service's: status, code, message and reply headers.
// A refused request changes nothing.
func TestFaults(t *testing.T) {
	e := populated(t)
	met := map[string]bool{}
	for code := range elsewhere {
		met[code] = true
	}
	for _, c := range faults {
		met[c.code] = true
		name := strings.ReplaceAll(c.request[:min(60, len(c.request))], "\n", " | ")
		before := e.Digest()
		response, _ := e.Do(sent(c.request))
		if response.Status == 202 {
			response = firstPart(t, response)
		}
		code, text := errorbody.Read(response.Body)
		if response.Status != c.status || code != c.code || text != c.text {
			t.Errorf("%s:\n got %d %s %s\nwant %d %s %s", name, response.Status, code, text, c.status,
				c.code, c.text)
		}
		if got := response.Headers.Get("Content-Type"); got != expectedMedia(c.request) {
			t.Errorf("%s: the error is in %s, want %s", name, got, expectedMedia(c.request))
		}
		if got := stageHeaders(response); got != c.headers {
			t.Errorf("%s: the answer has %q, want %q", name, got, c.headers)
		}
		if e.Digest() != before {
			t.Errorf("%s: was refused but changed what is stored", name)
		}
	}
	for _, file := range []string{"common.go", "tables.go"} {
		source, err := os.ReadFile("../../../fault/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`= Code\{"(\w+)"`).FindAllStringSubmatch(string(source),
			-1) {
			if !met[match[1]] {
				t.Errorf("nothing here is refused with %s: add a request, or say in elsewhere where "+
					"it's tested", match[1])
			}
		}
	}
}

// expectedMedia returns the format of a fault: JSON at the level that the request accepts, or XML if it
// doesn't accept JSON.
func expectedMedia(request string) string {
	head, body, _ := strings.Cut(request, "\n\n")
	switch {
	case strings.Contains(head, "Accept: ") && !strings.Contains(head, "verbose"):
		return odata.XMLType
	case strings.Contains(head, "Accept: "), strings.Contains(body, "Accept: "):
		return "application/json;odata=minimalmetadata;streaming=true;charset=utf-8"
	default:
		return "application/json;odata=nometadata;streaming=true;charset=utf-8"
	}
}

// firstPart returns the first answer in the answer to a transaction.
func firstPart(t *testing.T, response wire.Response) wire.Response {
	t.Helper()
	parts, err := batch.ParseReply(response.Headers.Get("Content-Type"), response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return parts[0].Response
}

// stageHeaders returns the headers of an answer that depend on the stage of its fault.
func stageHeaders(response wire.Response) string {
	var found []string
	for _, name := range []string{"Cache-Control", "Preference-Applied"} {
		if response.Headers.Has(name) {
			found = append(found, name)
		}
	}
	return strings.Join(found, " ")
}

// numbered returns a body of n properties.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"P%d":1`, i)
	}
	return "{" + b.String()[1:] + "}"
}

// texts returns a body of n String properties of a length.
func texts(n, length int) string {
	return strings.ReplaceAll(numbered(n), ":1", `:"`+strings.Repeat("s", length)+`"`)
}
