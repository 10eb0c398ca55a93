package batch_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	insertURL = "https://acct.table.core.windows.net/t?%24format=application%2Fjson"
	deleteURL = "https://acct.table.core.windows.net/t(PartitionKey='p',RowKey='3')"
)

// request is an envelope as current clients send it, except for its line ends, which crlf fixes.
const request = `--batch_X
Content-Type: multipart/mixed; boundary=changeset_Y

--changeset_Y
Content-Transfer-Encoding: binary
Content-Type: application/http

POST ` + insertURL + ` HTTP/1.1
Accept: application/json;odata=minimalmetadata
Prefer: return-no-content

{"PartitionKey":"p","RowKey":"1"}
--changeset_Y
Content-Transfer-Encoding: binary
Content-Type: application/http

DELETE ` + deleteURL + ` HTTP/1.1
If-Match: *


--changeset_Y--

--batch_X--
`

func operations() []wire.Request {
	return []wire.Request{
		{
			Method: "POST", URL: insertURL, Body: []byte(`{"PartitionKey":"p","RowKey":"1"}`),
			Headers: wire.Headers{
				{Name: "Accept", Value: "application/json;odata=minimalmetadata"},
				{Name: "Prefer", Value: "return-no-content"},
			},
		},
		{Method: "DELETE", URL: deleteURL, Headers: wire.Headers{{Name: "If-Match", Value: "*"}}},
	}
}

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

func requests(e batch.Envelope) []wire.Request {
	var all []wire.Request
	for _, op := range e.Operations {
		all = append(all, op.Request)
	}
	return all
}

// TestParse: different clients write the same two operations in each of these ways.
func TestParse(t *testing.T) {
	const mixed = "multipart/mixed; boundary=batch_X"
	swap := strings.NewReplacer(
		"Content-Transfer-Encoding: binary\nContent-Type: application/http",
		"content-type:  application/http; msgtype=request\ncontent-transfer-encoding:binary",
		"Content-Type: multipart", "content-type: Multipart")
	blank := strings.NewReplacer("boundary=changeset_Y\n", "boundary=changeset_Y\n\n",
		"HTTP/1.1\n", "HTTP/1.1\n", "\n{", "\n\n{", "application/http\n\n", "application/http\n\n\n")
	for _, c := range []struct{ name, contentType, body string }{
		{"plain", mixed, crlf(request)},
		{"line ends without CR", mixed, request},
		{"quoted boundary", `Multipart/Mixed;charset=utf-8 ; Boundary="batch_X"`, crlf(request)},
		{"part headers in another order and case", mixed, crlf(swap.Replace(request))},
		{"blank lines", mixed, crlf(blank.Replace(request))},
		{"last boundary without its end", mixed, crlf(strings.TrimSuffix(request, "--\n") + "\n")},
		{"no last boundary", mixed, crlf(strings.TrimSuffix(request, "--batch_X--\n"))},
		{"no boundary at either end", mixed,
			crlf(strings.TrimSuffix(request, "\n\n--changeset_Y--\n\n--batch_X--\n"))},
		{"text before and after", mixed, crlf("This is a batch.\n" + request + "--batch_X\nno part\n")},
		{"blanks after a boundary", mixed,
			crlf(strings.ReplaceAll(request, "changeset_Y\nContent", "changeset_Y \nContent"))},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := batch.Parse(c.contentType, []byte(c.body))
			if err != nil {
				t.Fatalf("%+v", err)
			}
			if got.Query {
				t.Error("taken for a query")
			}
			if diff := cmp.Diff(operations(), requests(got), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseQuery(t *testing.T) {
	for name, body := range map[string]string{
		"whole": "--batch_X\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n" +
			"GET /t(PartitionKey='a b',RowKey='1') HTTP/1.1\nAccept: application/json\n\n--batch_X--\n",
		"no end": "--batch_X\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n" +
			"GET /t(PartitionKey='a b',RowKey='1') HTTP/1.1\nAccept: application/json\n",
	} {
		got, err := batch.Parse("multipart/mixed; boundary=batch_X", []byte(crlf(body)))
		if err != nil {
			t.Fatalf("%s: %+v", name, err)
		}
		want := batch.Envelope{Query: true, Operations: []batch.Operation{{Request: wire.Request{
			Method: "GET", URL: "/t(PartitionKey='a b',RowKey='1')",
			Headers: wire.Headers{{Name: "Accept", Value: "application/json"}},
		}}}}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestParseContentID: clients put it in the headers of the part, or of the request.
func TestParseContentID(t *testing.T) {
	body := crlf(strings.NewReplacer(
		"binary\nContent-Type: application/http\n\nPOST",
		"binary\ncontent-id: 7\nContent-Type: application/http\n\nPOST",
		"If-Match", "Content-ID: eight\nIf-Match",
	).Replace(request))
	got, err := batch.Parse("multipart/mixed; boundary=batch_X", []byte(body))
	if err != nil {
		t.Fatalf("%+v", err)
	}
	if got.Operations[0].ContentID != "7" || got.Operations[1].ContentID != "eight" {
		t.Errorf("got %q and %q", got.Operations[0].ContentID, got.Operations[1].ContentID)
	}
}

func TestParseFaults(t *testing.T) {
	const mixed = "multipart/mixed; boundary=batch_X"
	changeSet := strings.TrimSuffix(request, "--batch_X--\n")
	for _, c := range []struct{ name, contentType, body, hint string }{
		{"other media type", "application/json", request,
			`"application/json" is not multipart/mixed with a boundary`},
		{"no boundary", "multipart/mixed", request, `"multipart/mixed" is not multipart/mixed with a boundary`},
		{"nothing", mixed, "", "nothing stands after a line --batch_X"},
		{"another boundary", "multipart/mixed; boundary=Z", request, "nothing stands after a line --Z"},
		{"empty", mixed, "--batch_X\n--batch_X--\n", `operation 0: its Content-Type is "", not application/http`},
		{"only an end", mixed, "--batch_X--\n", "nothing stands after a line --batch_X"},
		{"two change sets", mixed, changeSet + request,
			"a batch holds one change set, or one query and nothing else"},
		{
			"query beside a change set", mixed,
			"--batch_X\nContent-Type: application/http\n\nGET /t() HTTP/1.1\n\n" + request,
			"a batch holds one change set, or one query and nothing else",
		},
		{
			"change set without operations", mixed,
			"--batch_X\nContent-Type: multipart/mixed; boundary=Y\n\n--Y--\n--batch_X--\n",
			"change set: nothing stands after a line --Y",
		},
		{
			"operation without a type", mixed, strings.Replace(request, "Content-Type: application/http\n", "", 1),
			`operation 0: its Content-Type is "", not application/http`,
		},
		{
			"nested change set", mixed, strings.Replace(request, "application/http", "multipart/mixed; boundary=Z", 1),
			`operation 0: its Content-Type is "multipart/mixed; boundary=Z", not application/http`,
		},
		{
			"empty operation", mixed, "--batch_X\nContent-Type: application/http\n\n\n--batch_X--",
			"operation 0: it is empty",
		},
		{
			"bad request line", mixed, strings.Replace(request, " HTTP/1.1\nIf-Match", "\nIf-Match", 1),
			`operation 1: "DELETE ` + deleteURL + `" does not read METHOD URL HTTP/1.1`,
		},
		{
			"no URL", mixed, strings.Replace(request, "DELETE "+deleteURL, "DELETE ", 1),
			`operation 1: "DELETE  HTTP/1.1" does not read METHOD URL HTTP/1.1`,
		},
		{"bad header", mixed, strings.Replace(request, "If-Match: *", "If-Match", 1),
			`operation 1: "If-Match" is not a header line`},
		{"a long line", mixed,
			"--batch_X\nContent-Type: application/http\n\nGET /" + strings.Repeat("x", 64<<10) + " HTTP/1.1\n\n",
			"operation 0: its first line has more than 64 KiB"},
		{"too many parts", mixed, strings.Repeat("--batch_X\n", 1100), "it has more than 1000 parts"},
		{
			"too many operations", mixed, strings.Replace(request, "--changeset_Y\n",
				strings.Repeat("--changeset_Y\n", 1100), 1), "change set: it has more than 1000 parts",
		},
		{
			"too many headers", mixed, strings.Replace(request, "If-Match: *",
				strings.Repeat("X: y\n", 200)+"If-Match: *", 1), "operation 1: it has more than 200 headers",
		},
		{
			"bad part header", mixed, strings.Replace(request, "Content-Type: multi", ": multi", 1),
			`": multipart/mixed; boundary=changeset_Y" is not a header line`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := batch.Parse(c.contentType, []byte(crlf(c.body)))
			got, ok := errors.AsType[*fault.Error](err)
			if !ok || got.Code != fault.InvalidInput || got.Stage != fault.Validation {
				t.Fatalf("got %+v", err)
			}
			if want := "The batch cannot be read: " + c.hint + "."; got.Hint != want {
				t.Errorf("got hint %q, want %q", got.Hint, want)
			}
		})
	}
}
