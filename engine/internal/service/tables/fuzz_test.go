package tables_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// prober sends the requests of a fuzzer, each to an account with the same contents: after a request has
// changed something, the next one gets a new account.
type prober struct{ engine *enginetest.Tables }

// probe checks that the answer is one that the service could give, and that a refused request changes
// nothing.
func (p *prober) probe(t *testing.T, req wire.Request) {
	t.Helper()
	if p.engine == nil {
		p.engine = populated(t)
	}
	before := p.engine.Digest()
	response, _ := p.engine.Do(req)
	wellFormed(t, response)
	changed := p.engine.Digest() != before
	if changed && refused(t, response) {
		t.Errorf("was refused but changed what is stored: %d %s", response.Status, response.Body)
	}
	if changed {
		if err := p.engine.Check(); err != nil {
			t.Error(err)
		}
		p.engine = nil
	}
}

// wellFormed checks what every answer, and every part of one, has in common.
func wellFormed(t *testing.T, response wire.Response) {
	t.Helper()
	if wire.StatusText(response.Status) == strconv.Itoa(response.Status) || response.Status == 500 {
		t.Errorf("the status is %d: %s", response.Status, response.Body)
	}
	for _, h := range response.Headers {
		if strings.Trim(h.Value, printable) != "" {
			t.Errorf("the header %s has the value %q", h.Name, h.Value)
		}
	}
	media := response.Headers.Get("Content-Type")
	switch {
	case strings.HasPrefix(media, "multipart/mixed"):
		for _, part := range parts(t, response) {
			wellFormed(t, part.Response)
		}
	case strings.HasPrefix(media, "application/json;odata="):
		if !json.Valid(response.Body) {
			t.Errorf("the body is not JSON: %q", response.Body)
		}
	case media == odata.XMLType:
	case media != "" || len(response.Body) > 0:
		t.Errorf("the body is %q in %q", response.Body, media)
	}
	if code, text := errorbody.Read(response.Body); response.Status >= 400 &&
		(code == "" || text == "") {
		t.Errorf("%d with the error %q %q", response.Status, code, text)
	}
}

// printable are the characters that header values are made of.
var printable = func() string {
	var b strings.Builder
	for c := ' '; c <= '~'; c++ {
		b.WriteRune(c)
	}
	return b.String()
}()

func parts(t *testing.T, response wire.Response) []batch.Part {
	t.Helper()
	parts, err := batch.ParseReply(response.Headers.Get("Content-Type"), response.Body)
	if err != nil {
		t.Errorf("the answer cannot be read: %v\n%s", err, response.Body)
	}
	return parts
}

func refused(t *testing.T, response wire.Response) bool {
	t.Helper()
	if response.Status == 202 {
		response = parts(t, response)[0].Response
	}
	return response.Status >= 400
}

// FuzzPath sends any method to any path with any headers.
func FuzzPath(f *testing.F) {
	for _, c := range faults {
		if head, body, _ := strings.Cut(c.request, "\n\n"); len(body) < 1000 {
			first, headers, _ := strings.Cut(head, "\n")
			method, path, _ := strings.Cut(first, " ")
			f.Add(method, path, headers, body)
		}
	}
	for _, path := range []string{
		"/", "/Tables", "/Tables()", "/Tables('Orders')", "/Orders", "/Orders()", "/$metadata", "/$batch",
		"//", "/(", "/)", "/'",
		"/Orders(PartitionKey='p',RowKey='r')", "/Orders(RowKey='r', PartitionKey='p')?$select=A,*,%20B",
		"/Orders()(", "/%",
		"/Orders()?$filter=not+(A+ge+1L+or+B+eq+guid'0')&$top=1&$format=*/*",
		"/Orders(PartitionKey='%F0%9F%98%80',RowKey='''')",
		"/Tables?$filter=TableName%20lt%20'x'&NextTableName=1!4!AA--", "?&&=&$=",
		"/Orders?comp=acl&timeout=99999999999999999999",
	} {
		for _, method := range []string{"GET", "POST", "DELETE", "PATCH"} {
			f.Add(method, path, "If-Match: *\nPrefer: return-content", `{"PartitionKey":"","RowKey":"'"}`)
		}
	}
	f.Fuzz(func(t *testing.T, method, path, headers, body string) {
		var p prober
		p.probe(t, sent(method+" "+path+"\n"+headers+"\n\n"+body))
		p.probe(t, sent(method+" /Orders"+path+"\n"+headers+"\n\n"+body))
	})
}

// FuzzBody sends any body to each operation that reads one.
func FuzzBody(f *testing.F) {
	for _, body := range []string{
		``, `{}`, `[]`, `null`, `{"PartitionKey":"p","RowKey":"s"}`, `{"TableName":"Bills"}`,
		`{"TableName":null}`,
		`{"PartitionKey":"é\ud83d\ude00'","RowKey":"","A":1,"B":1.5,"C":-0.0,"D":1e300,"E":true,"F":null,` +
			`"G":"\u0000"}`,
		`{"PartitionKey":"p","RowKey":"s","A":"1","A@odata.type":"Edm.Int64","B":"NaN",` +
			`"B@odata.type":"Edm.Double"}`,
		`{"A@odata.type":"Edm.DateTime","A":"2000-01-01T01:00:00+02:00","B":"AAA=","B@odata.type":"Edm.Binary"}`,
		`{"A":"9b8fbe91-a1d8-46bb-99b6-09e1a6afd9cf","A@odata.type":"Edm.Guid"}`, `{"a":"\ud83d"}`, `[[[[`,
		`{"a":1`,
		`{"A":"1600-01-01","A@odata.type":"Edm.DateTime"}`, `{"A":9223372036854775808000}`,
		"{\"a\":\"\xff\"}", numbered(253),
		`{"odata.etag":"x","Timestamp":"0001-01-01","@odata.type":"x","A@":1,"@":2,` +
			`"A@odata.type@odata.type":3}`, `{"1":1}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var p prober
		const one = "/Orders(PartitionKey='p',RowKey='r')"
		for _, target := range []string{"POST /Tables", "POST /Orders", "PUT " + one,
			"PATCH " + one + "\nIf-Match: *"} {
			p.probe(t, sent(target+"\n\n"+body))
		}
		p.probe(t, sent(envelope(insert("s"), operation("POST", "Orders", body),
			operation("PUT", one[1:], body))))
	})
}

// FuzzBatch sends anything as the body of a transaction.
func FuzzBatch(f *testing.F) {
	const one = "Orders(PartitionKey='p',RowKey='r')"
	whole := func(request string) string {
		_, body, _ := strings.Cut(request, "\n\n")
		return body
	}
	query := "--b\nContent-Type: application/http\n\nGET " + one +
		" HTTP/1.1\nAccept: application/json\n\n--b--"
	set := whole(envelope(insert("s"), operation("PATCH *", one, `{"B":2}`),
		operation("DELETE *", "Orders(PartitionKey='p',RowKey='x')", "")))
	for _, body := range []string{
		"", "--b", "--b--", "--b\n\n--b--", query, strings.ReplaceAll(query, one, "Orders()?$top=1"), set,
		set + set, set + query,
		strings.ReplaceAll(set, "\n", "\r\n"), strings.TrimSuffix(set, "--\n--b--\n"),
		strings.ReplaceAll(set, "application/http", "multipart/mixed; boundary=b"),
		whole(envelope(insert("s"), insert("s"))), whole(envelope(operation("GET", one, ""))),
		whole(envelope(operation("POST", "$batch", "x"))),
		whole(envelope(operation("DELETE *", one, ""))),
		whole(envelope(operation("POST", "http:///Orders", "{}"))), whole(envelope(insert("a/b"))),
		strings.ReplaceAll(set, "Content-Type", "content-id: \x00é\nContent-Type"),
		strings.ReplaceAll(set, "boundary=c", "boundary=\"c\""),
		whole(envelope(operation("POST", one, "{}\nX-HTTP-Method: PUT"))),
		strings.ReplaceAll(set, " HTTP/1.1", " HTTP/1.1 HTTP/1.1"),
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var p prober
		p.probe(t, sent("POST /$batch\nContent-Type: multipart/mixed; boundary=b\n\n"+body))
	})
}

// FuzzToken resumes queries with anything as their continuation tokens.
func FuzzToken(f *testing.F) {
	f.Add("1!4!cA--", "1!4!cg--")
	f.Add("", "")
	f.Add(odata.EncodeToken("orders\x0101dc7e2f9e0f3f80"), odata.EncodeToken("\U0010FFFF\x00'"))
	f.Add("1!0!", "1!4!MQ==")
	f.Add("p", "1!4!/+==")
	f.Fuzz(func(t *testing.T, one, other string) {
		var p prober
		one, other = wire.Escape(one, ""), wire.Escape(other, "")
		for _, query := range []string{
			"/Orders()?NextPartitionKey=" + one + "&NextRowKey=" + other, "/Orders()?NextPartitionKey=" + one,
			"/Orders()?NextRowKey=" + other + "&$filter=PartitionKey+eq+'p'&$top=1",
			"/Tables?NextTableName=" + one,
		} {
			p.probe(t, wire.Request{Method: "GET", URL: enginetest.Base + query, Headers: wire.Headers{
				{Name: "Accept", Value: "application/json"},
			}})
		}
	})
}
