package batch_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestRoundTrip(t *testing.T) {
	header := rapid.Custom(func(t *rapid.T) wire.Header {
		return wire.Header{
			Name:  rapid.StringMatching(`[A-Za-z][A-Za-z-]{0,10}`).Draw(t, "name"),
			Value: rapid.StringMatching(`([!-~]([ -~]*[!-~])?)?`).Draw(t, "value"),
		}
	})
	body := rapid.Map(rapid.String(), func(s string) []byte { return bytes.Trim([]byte(s), " \t\r\n") })
	operation := rapid.Custom(func(t *rapid.T) wire.Request {
		return wire.Request{
			Method:  rapid.SampledFrom([]string{"POST", "PUT", "MERGE", "PATCH", "DELETE"}).Draw(t, "method"),
			URL:     rapid.StringMatching(`(https://a\.b)?/[!-~]*( [!-~]+)?`).Draw(t, "URL"),
			Headers: rapid.SliceOf(header).Draw(t, "headers"),
			Body:    body.Draw(t, "body"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(operation, 1, 5).Draw(t, "operations")
		changeSetID := "Y"
		if len(want) == 1 && rapid.Bool().Draw(t, "query") {
			changeSetID = ""
		}
		got, err := batch.Parse(batch.Write("X", changeSetID, want))
		if err != nil {
			t.Fatalf("%+v", err)
		}
		if got.Query != (changeSetID == "") {
			t.Errorf("Query is %v", got.Query)
		}
		if diff := cmp.Diff(want, requests(got), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
	})
}

// FuzzParse: reading never panics, and requests that were read survive writing and reading.
func FuzzParse(f *testing.F) {
	const mixed = "multipart/mixed; boundary=batch_X"
	f.Add(mixed, []byte(crlf(request)))
	f.Add(mixed, []byte(request))
	f.Add(`multipart/mixed;boundary="batch_X"`, []byte("--batch_X\n\n\n--batch_X--"))
	f.Add("multipart/mixed; boundary=-", []byte("---\nContent-Type: multipart/mixed; boundary=-\n\n---\n-----"))
	f.Add(mixed, []byte("--batch_X\nContent-Type:application/http\n\nGET / HTTP/1.1\n:"))
	f.Add("", []byte{})
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		_, _ = batch.ParseReply(contentType, body)
		first, err := batch.Parse(contentType, body)
		if err != nil || strings.Contains(string(body), "_again") {
			return
		}
		changeSetID := "again"
		if first.Query {
			changeSetID = ""
		}
		second, err := batch.Parse(batch.Write("again", changeSetID, requests(first)))
		if err != nil {
			t.Fatalf("%+v", err)
		}
		if diff := cmp.Diff(requests(first), requests(second), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
	})
}
