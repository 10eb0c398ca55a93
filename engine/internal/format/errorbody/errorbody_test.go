package errorbody_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
)

func TestJSON(t *testing.T) {
	got := string(errorbody.JSON(nil, "TableNotFound",
		"The table specified does not exist.\nRequestId:5\nTime:6"))
	want := `{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US",` +
		`"value":"The table specified does not exist.\nRequestId:5\nTime:6"}}}`
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// TestXML: characters that XML doesn't allow are replaced, and Read reads the rest.
func TestXML(t *testing.T) {
	got := string(errorbody.XML(nil, "OutOfRangeInput", "The 'A' of <a&b>\x00 \uFFFF is.\nRequestId:5\nTime:6"))
	want := `<?xml version="1.0" encoding="utf-8"?>` +
		`<error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">` +
		`<code>OutOfRangeInput</code><message xml:lang="en-US">` +
		"The 'A' of &lt;a&amp;b&gt;\uFFFD \uFFFD is.\nRequestId:5\nTime:6</message></error>"
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	prefix := strings.NewReplacer("<code", "<m:code", "<message", "<m:message", "<error xmlns",
		"<m:error xmlns:m")
	for _, document := range []string{want, prefix.Replace(want)} {
		code, text := errorbody.Read([]byte(document))
		if code != "OutOfRangeInput" || text != "The 'A' of <a&b>\uFFFD \uFFFD is." {
			t.Errorf("%s: got %s %q", document, code, text)
		}
	}
	if code, text := errorbody.Read([]byte("<html>")); code != "" || text != "" {
		t.Errorf("got %s %q", code, text)
	}
}

// TestRead: Read reads what JSON writes, without the lines after the first.
func TestRead(t *testing.T) {
	body := errorbody.JSON(nil, "TableNotFound", "0:\"No\" \\ table.\nRequestId:1\nTime:2")
	if code, text := errorbody.Read(body); code != "TableNotFound" || text != `0:"No" \ table.` {
		t.Errorf("got %q, %q", code, text)
	}
	service := "\uFEFF" + `<?xml version="1.0" encoding="utf-8"?><Error><Code>BlobNotFound</Code>` +
		"<Message>No &lt;blob&gt;.\nRequestId:1\nTime:2</Message></Error>"
	if code, text := errorbody.Read([]byte(service)); code != "BlobNotFound" || text != "No <blob>." {
		t.Errorf("got %q, %q", code, text)
	}
	for _, body := range []string{"", "<error/>", "\uFEFF<Error/>", `{"value":[]}`, `{"odata.error":5}`} {
		if code, text := errorbody.Read([]byte(body)); code != "" || text != "" {
			t.Errorf("%s: got %q, %q", body, code, text)
		}
	}
}
