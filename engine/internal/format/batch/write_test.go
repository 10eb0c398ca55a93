package batch_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestWrite(t *testing.T) {
	contentType, body := batch.Write("X", "Y", operations())
	if want := "multipart/mixed; boundary=batch_X"; contentType != want {
		t.Errorf("got %q, want %q", contentType, want)
	}
	if diff := cmp.Diff(crlf(request), string(body)); diff != "" {
		t.Error(diff)
	}
}

func TestWriteQuery(t *testing.T) {
	_, body := batch.Write("X", "", []wire.Request{{Method: "GET", URL: "/acct/t()"}})
	want := crlf(`--batch_X
Content-Transfer-Encoding: binary
Content-Type: application/http

GET /acct/t() HTTP/1.1


--batch_X--
`)
	if diff := cmp.Diff(want, string(body)); diff != "" {
		t.Error(diff)
	}
}

func part(status int, contentID, body string, headers ...string) batch.Part {
	p := batch.Part{ContentID: contentID, Response: wire.Response{Status: status, Body: []byte(body)}}
	for i := 0; i < len(headers); i += 2 {
		p.Response.Headers.Add(headers[i], headers[i+1])
	}
	return p
}

// TestEncode compares complete replies with ones recorded from the service.
func TestEncode(t *testing.T) {
	const etag = `W/"datetime'2021-06-08T02%3A10%3A09.1234567Z'"`
	const media = "application/json;odata=minimalmetadata;streaming=true;charset=utf-8"
	for _, c := range []struct {
		name, changeSetID string
		parts             []batch.Part
		want              string
	}{
		{
			"success", "B",
			[]batch.Part{
				part(204, "", "", "X-Content-Type-Options", "nosniff", "DataServiceVersion", "3.0;", "ETag", etag),
				part(201, "2", `{"RowKey":"r"}`, "DataServiceVersion", "3.0;", "Content-Type", media),
			},
			`--batchresponse_A
Content-Type: multipart/mixed; boundary=changesetresponse_B

--changesetresponse_B
Content-Type: application/http
Content-Transfer-Encoding: binary

HTTP/1.1 204 No Content
X-Content-Type-Options: nosniff
DataServiceVersion: 3.0;
ETag: ` + etag + `


--changesetresponse_B
Content-Type: application/http
Content-Transfer-Encoding: binary

HTTP/1.1 201 Created
Content-ID: 2
DataServiceVersion: 3.0;
Content-Type: ` + media + `

{"RowKey":"r"}
--changesetresponse_B--
--batchresponse_A--
`,
		},
		{
			"failure", "B",
			[]batch.Part{part(409, "", `{"odata.error":{}}`, "Cache-Control", "no-cache", "Content-Type", media)},
			`--batchresponse_A
Content-Type: multipart/mixed; boundary=changesetresponse_B

--changesetresponse_B
Content-Type: application/http
Content-Transfer-Encoding: binary

HTTP/1.1 409 Conflict
Cache-Control: no-cache
Content-Type: ` + media + `

{"odata.error":{}}
--changesetresponse_B--
--batchresponse_A--
`,
		},
		{
			"query", "",
			[]batch.Part{part(200, "", `{"RowKey":"r"}`, "DataServiceVersion", "3.0;", "ETag", etag)},
			`--batchresponse_A
Content-Type: application/http
Content-Transfer-Encoding: binary

HTTP/1.1 200 OK
DataServiceVersion: 3.0;
ETag: ` + etag + `

{"RowKey":"r"}
--batchresponse_A--
`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			contentType, body := batch.MediaType("A"), batch.Append(nil, "A", c.changeSetID, slices.Values(c.parts))
			if want := "multipart/mixed; boundary=batchresponse_A"; contentType != want {
				t.Errorf("got %q, want %q", contentType, want)
			}
			if diff := cmp.Diff(crlf(c.want), string(body)); diff != "" {
				t.Error(diff)
			}
			back, err := batch.ParseReply(contentType, body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.parts, back, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("comes back otherwise: %s", diff)
			}
		})
	}
}

func TestParseReplyErrors(t *testing.T) {
	const mixed = "multipart/mixed; boundary=A"
	for _, c := range []struct{ contentType, body, want string }{
		{"application/json", `{}`, `read batch reply: "application/json" is not multipart/mixed with a boundary`},
		{
			mixed, "--A\nContent-Type: application/http\n\nHTTP/1.1 OK\n\n--A--\n",
			`read batch reply: "HTTP/1.1 OK" is not a status line`,
		},
		{
			mixed, "--A\nContent-Type: application/http\n\nGET /t() HTTP/1.1\n\n--A--\n",
			`read batch reply: "GET /t() HTTP/1.1" is not a status line`,
		},
	} {
		if _, err := batch.ParseReply(c.contentType, []byte(c.body)); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
