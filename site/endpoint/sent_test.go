package endpoint_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/endpoint"
	"github.com/rowkey/rowkey/site/logged"
)

// TestSent: the page has what was sent and answered, and the request as a script.
func TestSent(t *testing.T) {
	l := openLogged(t)
	const body = `{"PartitionKey":"p","RowKey":"r","Note":"{{no}}"}`
	l.send("POST", "/Tables", `{"TableName":"Orders"}`)
	l.send("POST", "/Orders", body, "Prefer", "return-no-content")
	l.send("GET", "/Orders()?$filter=PartitionKey%20eq%20'p'&$top=5", "")
	l.send("GET", "/Orders()?$filter=PartitionKey%20eq%20'q'&$top=7", "")
	_, got := l.follow("")()
	insert, query := got[1].Sent, got[2].Sent
	if insert.Request.Body != body || insert.Request.Size != int64(len(body)) || insert.Request.Cut {
		t.Errorf("got %+v, want its body", insert.Request)
	}
	if !strings.Contains(query.Answer.Body, `"RowKey":"r"`) || query.Answer.Binary {
		t.Errorf("got %+v, want the answer's body", query.Answer)
	}
	if !hasHeader(insert.Request, "Prefer") || !hasHeader(query.Answer, "Content-Type") {
		t.Errorf("got %v and %v", insert.Request.Headers, query.Answer.Headers)
	}
	want := "### Insert entity in Orders\nPOST {{host}}/Orders\nAccept: application/json;odata=nometadata\n" +
		"Content-Type: application/json\nPrefer: return-no-content\n\n" +
		strings.ReplaceAll(body, "{{", `\u007b\u007b`) + "\n"
	if diff := cmp.Diff(want, insert.Script); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(query.Script, "\nGET {{host}}/Orders()?$filter=PartitionKey eq 'p'&$top=5\n") {
		t.Error(query.Script)
	}
	if got[2].Shape != "QueryEntities Orders where PartitionKey eq ?, top ?" || got[3].Shape != got[2].Shape {
		t.Errorf("got %q and %q", got[2].Shape, got[3].Shape)
	}
}

// TestSentIsCut: a body is cut between two characters, and one that isn't text is left out.
func TestSentIsCut(t *testing.T) {
	l := openLogged(t)
	long := `{"Name":"` + strings.Repeat("ü", logged.MostBody*4) + `"}`
	l.send("POST", "/Orders", long)
	l.send("POST", "/Orders", "\xff\xfe\x00binary")
	l.send("POST", "/Orders", "{\n# not a comment\n}")
	_, got := l.follow("")()
	cut, binary := got[0].Sent, got[1].Sent
	if m := cut.Request; !m.Cut || m.Size != int64(len(long)) || !strings.HasPrefix(long, m.Body) ||
		len(m.Body) < logged.MostBody-utf8.UTFMax || len(m.Body) > logged.MostBody {
		t.Errorf("%d bytes of %d, cut: %v", len(m.Body), m.Size, m.Cut)
	}
	if !binary.Request.Binary || binary.Request.Body != "" {
		t.Errorf("got %+v", binary.Request)
	}
	for i, want := range []string{
		"# Only the beginning of the body is here", "# The body, 9 bytes, is left out, because it isn't text.",
		"# The body, 19 bytes, is left out, because a script would",
	} {
		if !strings.Contains(got[i].Sent.Script, want) {
			t.Errorf("got %.200s, want %s", got[i].Sent.Script, want)
		}
	}
}

// TestAnswersAreSilent: an answer repeats a wrong signature, and another one is a key.
func TestAnswersAreSilent(t *testing.T) {
	const secret = "c2VjcmV0"
	log := endpoint.NewLog()
	c := client{t, open(t, "", endpoint.Options{Unsigned: true, Log: log})}
	stream := httptest.NewServer(log)
	defer stream.Close()
	defer stream.CloseClientConnections()
	refused := c.send(engine.Queues, "GET /?comp=list", "",
		"Authorization", "SharedKey devstoreaccount1:"+secret,
		"x-ms-date", time.Now().UTC().Format(http.TimeFormat), "x-ms-version", "2021-12-02")
	if !strings.Contains(refused.body, secret) {
		t.Errorf("the answer doesn't repeat the signature, so this tests nothing: %s", refused.body)
	}
	c.does(engine.Blobs, "PUT /docs?restype=container", "")
	c.does(engine.Blobs, "PUT /docs/key", "<UserDelegationKey>\n<Value>"+secret+"</Value></UserDelegationKey>",
		"x-ms-blob-type", "BlockBlob")
	c.does(engine.Blobs, "GET /docs/key", "")
	text, entries := watched{t, "", stream}.follow("")()
	if at := strings.Index(text, secret); at >= 0 || len(entries) != 4 {
		t.Errorf("%d entries: …%s", len(entries), text[max(0, at-200):])
	}
}

// TestSentRuns: whatever was sent, what the page says as a script can be read as one, with the same request.
func TestSentRuns(t *testing.T) {
	l := openLogged(t)
	for _, target := range []string{
		"/Orders()?$filter=Name%20eq%20'%7B%7Bx%7D%7D'", "/Orders()?$filter=Name+eq+'a%2Bb%23c'", "/{{x}}",
		"/Orders(PartitionKey='it''s',RowKey='%20')", "/Orders()?a=b%20HTTP/1.1", "/Orders?$top=1%20",
	} {
		for _, body := range []string{
			"", "{}", "a\n### b", "{{x}}", "<a>{{x}}</a>", "@x = 1", "> {% %}", "GET http://127.0.0.1/",
		} {
			l.send("POST", target, body)
		}
	}
	_, got := l.follow("")()
	if len(got) != 48 {
		t.Fatalf("%d entries", len(got))
	}
	for _, e := range got {
		if s := script.Parse("a.http", e.Sent.Script); len(s.Errors) > 0 {
			t.Errorf("%v:\n%s", s.Errors, e.Sent.Script)
		}
	}
}

func hasHeader(m logged.Message, name string) bool {
	for _, h := range m.Headers {
		if h[0] == name {
			return h[1] != ""
		}
	}
	return false
}
