package endpoint_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
	"github.com/rowkey/rowkey/site/logged"
)

// watched is an endpoint with a log that is served as a stream.
type watched struct {
	t      *testing.T
	base   string // of the account
	stream *httptest.Server
}

func openLogged(t *testing.T) watched {
	t.Helper()
	log := endpoint.NewLog()
	e := open(t, "", endpoint.Options{Log: log, Unsigned: true})
	stream := httptest.NewServer(log)
	t.Cleanup(func() {
		stream.CloseClientConnections()
		stream.Close()
	})
	return watched{t, e.URL(engine.Tables, endpoint.Account{Name: "devstoreaccount1"}), stream}
}

// send sends a request whose target follows the account, with headers in pairs.
func (l watched) send(method, target, body string, headers ...string) {
	l.t.Helper()
	r, err := http.NewRequest(method, l.base+target, strings.NewReader(body))
	if err != nil {
		l.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json;odata=nometadata")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatal(err)
	}
	_ = answer.Body.Close()
}

// follow connects to the stream. Each call of next returns its next message.
func (l watched) follow(lastID string) (next func() (text string, entries []logged.Entry)) {
	l.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", l.stream.URL, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	r.Header.Set("Last-Event-ID", lastID)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { _ = answer.Body.Close() })
	lines := bufio.NewReader(answer.Body)
	return func() (text string, entries []logged.Entry) {
		l.t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				l.t.Fatalf("the stream ended: %v", err)
			}
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				if err := json.Unmarshal([]byte(data), &entries); err != nil {
					l.t.Fatal(err)
				}
				return data, entries
			}
		}
	}
}

func TestLog(t *testing.T) {
	l := openLogged(t)
	l.send("POST", "/Tables", `{"TableName":"Orders"}`)
	l.send("POST", "/Orders", `{"PartitionKey":"p","RowKey":"r","Secret":"body"}`)
	l.send("GET", "/Orders()?$filter=PartitionKey%20eq%20'p'+and%20Total%20gt%201", "")
	l.send("GET", "/Orders()?$filter=PartitionKey%20is%20'p'", "")
	_, got := l.follow("")()
	want := []logged.Entry{
		{Method: "POST", URL: "/devstoreaccount1/Tables", Status: 201, Transactions: 1, Service: "tables"},
		{
			Method: "POST", URL: "/devstoreaccount1/Orders", Status: 201, Written: 1, Transactions: 1,
			Service: "tables",
		},
		{
			Method: "GET", URL: "/devstoreaccount1/Orders()?$filter=PartitionKey eq 'p' and Total gt 1", Status: 200,
			Kind: "partition-scan", Read: 1, Transactions: 1, Service: "tables",
		},
		{
			Method: "GET", URL: "/devstoreaccount1/Orders()?$filter=PartitionKey is 'p'", Status: 400,
			Error:        "InvalidInput",
			Transactions: 1, Service: "tables",
		},
	}
	shown := cmpopts.IgnoreFields(logged.Entry{}, "ID", "Time", "Label", "Detail", "Shape", "Sent")
	if diff := cmp.Diff(want, got, shown); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	for i, want := range []string{"Create table", "Insert entity", "Partition scan", "Query entities"} {
		if label := string(got[i].Label); !strings.Contains(label, want) {
			t.Errorf("label %s, want %s", label, want)
		}
	}
	details := []string{"", "1 entity written", "tested after the read", "# @expect error == InvalidInput"}
	for i, want := range details {
		if detail := string(got[i].Detail); !strings.Contains(detail, want) {
			t.Errorf("detail %s, want %s", detail, want)
		}
	}
}

// TestLogIsSilent: keys and signatures stay out of the log, wherever they are.
func TestLogIsSilent(t *testing.T) {
	l := openLogged(t)
	const secret = "c2VjcmV0"
	l.send("GET", "/Tables?sv=2019-02-02&sig="+secret, "")
	l.send("GET", "/Tables?%53ig="+secret+"&sv=2019-02-02", "")
	l.send("GET", "/Tables?%sig="+secret, "")
	l.send("GET", "/Tables", "", "Authorization", "SharedKey devstoreaccount1:"+secret, "Accept", "*/*",
		"x-ms-date", "Fri, 20 Nov 2026 09:00:00 GMT")
	l.send("GET", "/Tables", "", "Authorization", "Bearer "+secret)
	l.send("GET", "/Tables", "", "Cookie", "session="+secret)
	l.send("GET", "/Tables", "", "x-ms-copy-source", "http://127.0.0.1/a/b?sv=1&%73ig="+secret)
	l.send("POST", "/Orders", `{"Url":"https://a/b?se=1\u0026sig=`+secret+`"}`)
	l.send("POST", "/Orders", `{"Url":"https%3A%2F%2Fa%2Fb%3Fse%3D1%26s%69g%3D`+secret+`"}`)
	l.send("POST", "/$batch", "--b\r\nAUTHORIZATION: SharedKey a:"+secret+"\r\nGET http://a?sig="+secret+
		" HTTP/1.1\r\n", "Content-Type", "multipart/mixed; boundary=b")
	text, entries := l.follow("")()
	if at := strings.Index(text, secret); at >= 0 || len(entries) != 10 {
		t.Errorf("%d entries: …%s", len(entries), text[max(0, at-200):])
	}
	for i, want := range []string{
		"/devstoreaccount1/Tables?sv=2019-02-02&sig=…",
		"/devstoreaccount1/Tables?Sig=…&sv=2019-02-02",
	} {
		if entries[i].URL != want {
			t.Errorf("got %s, want %s", entries[i].URL, want)
		}
	}
	for i, want := range []int{3: 403, 4: 403} {
		if want != 0 && entries[i].Status != want {
			t.Errorf("%s: got %d, want %d", entries[i].URL, entries[i].Status, want)
		}
	}
	if got := entries[0].Sent.Script; !strings.Contains(got, "GET {{host}}/Tables\n") {
		t.Errorf("a script with a token: %s", got)
	}
}

// TestFollow: requests arrive as they happen, and a page that reconnects gets those it missed.
func TestFollow(t *testing.T) {
	l := openLogged(t)
	next := l.follow("")
	l.send("GET", "/First", "")
	_, first := next()
	l.send("GET", "/Second", "")
	_, second := next()
	if len(first) != 1 || len(second) != 1 || !strings.HasSuffix(second[0].URL, "/Second") {
		t.Fatalf("got %v and %v", first, second)
	}
	for last, want := range map[string]int{"": 2, first[0].ID: 1, "of another run": 2} {
		if _, again := l.follow(last)(); len(again) != want {
			t.Errorf("after %q: got %d, want %d", last, len(again), want)
		}
	}
}

// TestLogForgets: what a request was about doesn't stay in memory.
func TestLogForgets(t *testing.T) {
	const count, size = 20, 15 << 16
	l := openLogged(t)
	l.send("POST", "/Tables", `{"TableName":"Orders"}`)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	body := `{"PartitionKey":"p","RowKey":"r"`
	for i := range 15 {
		body += fmt.Sprintf(`,"P%d":"%s"`, i, strings.Repeat("x", 1<<15))
	}
	for range count {
		l.send("POST", "/Orders", body+"}")
		l.send("DELETE", "/Orders(PartitionKey='p',RowKey='r')", "", "If-Match", "*")
	}
	if grown := int64(heap() - before); grown > count*size/8 {
		t.Errorf("the log keeps %d bytes of %d requests", grown, 2*count)
	}
	_, got := l.follow("")()
	if len(got) != 1+2*count || got[len(got)-1].Written != 1 || got[len(got)-2].Written != 1 {
		t.Errorf("%d entries, the last of them %v", len(got), got[len(got)-2:])
	}
}

// TestKept: only the newest requests are kept.
func TestKept(t *testing.T) {
	l := openLogged(t)
	for i := range endpoint.Kept + 1 {
		l.send("GET", fmt.Sprintf("/T%d", i), "")
	}
	_, got := l.follow("")()
	if last := fmt.Sprintf("/T%d", endpoint.Kept); len(got) != endpoint.Kept ||
		!strings.HasSuffix(got[0].URL, "/T1") || !strings.HasSuffix(got[len(got)-1].URL, last) {
		t.Errorf("%d from %s to %s", len(got), got[0].URL, got[len(got)-1].URL)
	}
}
