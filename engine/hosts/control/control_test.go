package control_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/control"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// world is an account and what breaks it.
type world struct {
	*testing.T
	control *control.Control
	account *engine.Account
	own     table.Ticks   // the host's time
	waited  []table.Ticks // in the order in which it was waited
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, own: table.Date(2026, 1, 5)}
	w.control = control.New(control.Options{
		Clock: func() table.Ticks { return w.own },
		Wait:  func(span table.Ticks, _ wire.Request) { w.waited = append(w.waited, span) },
	})
	ids := 0
	account, err := engine.Open(engine.Options{
		Control: w.control, Clock: w.own.Time,
		NewID: func() string { ids++; return fmt.Sprintf("%08x-0000-0000-0000-000000000000", ids) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = account.Close() })
	w.account = account
	return w
}

// asked sends a request to the interface, which has to answer with a status.
func (w *world) asked(status int, method, path, body string) gjson.Result {
	w.Helper()
	got, answer := w.control.Handle(method, path, body)
	if got != status || !gjson.ValidBytes(answer) {
		w.Fatalf("%s %s %s: got %d %s, want %d", method, path, body, got, answer, status)
	}
	return gjson.ParseBytes(answer)
}

const (
	tables = "http://127.0.0.1:10002/devstoreaccount1"
	queues = "http://127.0.0.1:10001/devstoreaccount1"
	blobs  = "http://127.0.0.1:10000/devstoreaccount1"
)

// do sends a request: a method and a path, the body, and headers in pairs. Paths of queues and blobs begin
// with q: and b:.
func (w *world) do(request, body string, headers ...string) engine.Response {
	w.Helper()
	method, path, _ := strings.Cut(request, " ")
	to, url := engine.Tables, tables+path
	if rest, ok := strings.CutPrefix(path, "q:"); ok {
		to, url = engine.Queues, queues+rest
	} else if rest, ok := strings.CutPrefix(path, "b:"); ok {
		to, url = engine.Blobs, blobs+rest
	}
	r := engine.Request{Method: method, URL: url, Body: []byte(body)}
	r.Headers.Add("Accept", "application/json;odata=nometadata")
	switch {
	case path == "/$batch":
		r.Headers.Add("Content-Type", "multipart/mixed; boundary=b")
	case to == engine.Tables && body != "":
		r.Headers.Add("Content-Type", "application/json")
	case method == "PUT" && to == engine.Blobs:
		r.Headers.Add("x-ms-blob-type", "BlockBlob")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Headers.Add(headers[i], headers[i+1])
	}
	response, _ := w.account.Do(to, r)
	return response
}

func (w *world) insert(key string) int {
	w.Helper()
	return w.do("POST /Orders", `{"PartitionKey":"p","RowKey":"`+key+`"}`).Status
}

// keys returns the RowKeys in Orders.
func (w *world) keys() (keys string) {
	w.Helper()
	for _, key := range gjson.GetBytes(w.do("GET /Orders", "").Body, "value.#.RowKey").Array() {
		keys += key.String()
	}
	return keys
}

// TestFaults: what each fault answers, whether the write is carried out, and how long the client waits.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		rule, error string
		status      int
		written     bool
		waited      table.Ticks
	}{
		{"busy", "ServerBusy", 503, false, 0},
		{"busy wait=1s", "ServerBusy", 503, false, table.Second},
		{"error", "InternalError", 500, false, 0},
		{"timeout", "OperationTimedOut", 500, false, 0},
		{"timeout wait=30s", "OperationTimedOut", 500, false, 30 * table.Second},
		{"timeout-after-write", "OperationTimedOut", 500, true, 0},
		{"lose-request", "", 0, false, 0},
		{"lose-answer", "", 0, true, 0},
		{"hang", "", 0, false, control.Forever},
		{"hang-after-write", "", 0, true, control.Forever},
		{"slow", "", 204, true, 2 * table.Second},
		{"slow wait=1500ms", "", 204, true, 1500 * table.Millisecond},
	} {
		w := newWorld(t)
		w.do("POST /Tables", `{"TableName":"Orders"}`)
		w.asked(200, "POST", "/faults", `"`+test.rule+` operation=InsertOrReplaceEntity"`)
		r := w.do("PUT /Orders(PartitionKey='p',RowKey='1')", "{}")
		if r.Status != test.status || gjson.GetBytes(r.Body, "odata\\.error.code").String() != test.error {
			t.Errorf("%s: got %d %s, want %d %s", test.rule, r.Status, r.Body, test.status, test.error)
		}
		if got := r.Headers.Get("Retry-After"); (got == "1") != (test.status == 503) {
			t.Errorf("%s: Retry-After is %q", test.rule, got)
		}
		if written := w.keys() == "1"; written != test.written {
			t.Errorf("%s: written: %t, want %t", test.rule, written, test.written)
		}
		waited := table.Ticks(0)
		for _, span := range w.waited {
			waited += span
		}
		if waited != test.waited {
			t.Errorf("%s: waited %d, want %d", test.rule, waited, test.waited)
		}
		seen := w.asked(200, "GET", "/requests", "").Get("requests.1")
		if seen.Get("fault").String() != strings.Fields(test.rule)[0] || seen.Get("rule").String() != "1" ||
			seen.Get("status").Int() != int64(test.status) || seen.Get("error").String() != test.error {
			t.Errorf("%s: logged as %s", test.rule, seen)
		}
	}
}

// TestRefusedAnyway: a fault after the write doesn't hide why the service refuses a request. It isn't done
// then, and nobody says that it was.
func TestRefusedAnyway(t *testing.T) {
	w := newWorld(t)
	w.asked(200, "POST", "/faults", `"timeout-after-write times=1"`)
	if got := w.insert("1"); got != 404 {
		t.Errorf("got %d", got)
	}
	if seen := w.asked(200, "GET", "/requests", "").Get("requests.0"); seen.Get("fault").Exists() ||
		seen.Get("rule").Exists() {
		t.Errorf("logged as %s", seen)
	}
	if got := w.do("POST /Tables", `{"TableName":"Orders"}`).Status; got != 500 {
		t.Errorf("its time is still to come: got %d", got)
	}
}

// TestConditions: a rule is for the requests that fulfill all of its conditions.
func TestConditions(t *testing.T) {
	const batch = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n" +
		"--c\r\nContent-Type: application/http\r\n\r\n" +
		"POST " + tables + "/Orders HTTP/1.1\r\nContent-Type: application/json\r\n\r\n" +
		`{"PartitionKey":"p","RowKey":"9"}` + "\r\n--c--\r\n--b--\r\n"
	requests := []struct{ name, request, body string }{
		{"insert", "POST /Orders", `{"PartitionKey":"p","RowKey":"1"}`},
		{"insert of q", "POST /Orders", `{"PartitionKey":"q","RowKey":"1"}`},
		{"insert elsewhere", "POST /Others", `{"PartitionKey":"p","RowKey":"1"}`},
		{"get", "GET /Orders(PartitionKey='p',RowKey='1')", ""},
		{"query", "GET /Orders()?$filter=PartitionKey%20eq%20'p'", ""},
		{"batch", "POST /$batch", batch},
		{"create", "POST /Tables", `{"TableName":"orders"}`},
		{"put message", "POST q:/jobs/messages", "<QueueMessage><MessageText>a</MessageText></QueueMessage>"},
		{"create queue", "PUT q:/jobs", ""},
		{"put blob", "PUT b:/docs/a/b.txt", "text"},
		{"list", "GET b:/docs?restype=container&comp=list", ""},
		{"other list", "GET b:/docs2?restype=container&comp=list", ""},
		{"nonsense", "PUT /Orders", "{}"},
	}
	for rule, want := range map[string]string{
		"": "insert, insert of q, insert elsewhere, get, query, batch, create, put message, create queue, " +
			"put blob, list, other list, nonsense",
		"operation=InsertEntity":            "insert, insert of q, insert elsewhere",
		"table=ORDERS":                      "insert, insert of q, get, query, batch, create, nonsense",
		"operation=CreateTable":             "create",
		"partitionKey=p":                    "insert, insert elsewhere, get, batch",
		"partitionKey=p table=Orders":       "insert, get, batch",
		"rowKey=9":                          "batch",
		"operation=EntityGroupTransaction":  "batch",
		"service=queues":                    "put message, create queue",
		"queue=jobs operation=PutMessage":   "put message",
		"container=docs":                    "put blob, list",
		"blob=a/b.txt":                      "put blob",
		"account=devstoreaccount1 rowKey=9": "batch",
		"account=contoso":                   "",
	} {
		w := newWorld(t)
		w.asked(200, "POST", "/faults", `"lose-request `+rule+`"`)
		var got []string
		for _, r := range requests {
			if w.do(r.request, r.body).Status == 0 {
				got = append(got, r.name)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q is for %q, want %q", rule, got, want)
		}
	}
}

// TestWhich: which of the requests that a rule is for it's done to. In the pattern each letter is a request,
// small ones for the key a, large ones for b: x is broken, o isn't.
func TestWhich(t *testing.T) {
	for _, test := range []struct{ rule, requests, want string }{
		{"nth=3", "aaaaa", "ooxoo"},
		{"times=2", "aaaa", "xxoo"},
		{"each=once", "aabbab", "xoxooo"},
		{"each=once times=1", "aabb", "xooo"},
		{"rate=1", "aaaa", "xxxx"},
		{"rate=0.5 seed=3", "aaaaaaaa", "oxoxooxx"},
		{"rate=0.5 seed=4", "aaaaaaaa", "xoxoxooo"},
		{"nth=2 rowKey=b", "ababab", "oooxoo"},
	} {
		w := newWorld(t)
		w.asked(200, "POST", "/faults", `"lose-request `+test.rule+`"`)
		got := ""
		for _, key := range test.requests {
			if w.insert(string(key)) == 0 {
				got += "x"
			} else {
				got += "o"
			}
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.rule, got, test.want)
		}
		rule := w.asked(200, "GET", "/faults", "").Get("faults.0")
		if int(rule.Get("applied").Int()) != strings.Count(got, "x") {
			t.Errorf("%s: %s", test.rule, rule)
		}
	}
}

// TestWalk: a harness counts a program's requests and breaks each in its turn.
func TestWalk(t *testing.T) {
	program := func(w *world) (statuses string) {
		created := w.do("POST /Tables", `{"TableName":"Orders"}`).Status
		for _, status := range []int{created, w.insert("1"), w.insert("2")} {
			statuses += fmt.Sprint(status, " ")
		}
		return statuses
	}
	w := newWorld(t)
	program(w)
	n := int(w.asked(200, "GET", "/requests", "").Get("total").Int())
	if n != 3 {
		t.Fatalf("%d requests", n)
	}
	for k, want := range []string{"0 201 201 ", "201 0 201 ", "201 201 0 "} {
		w := newWorld(t)
		w.asked(200, "POST", "/faults", fmt.Sprintf(`{"fault":"lose-answer","nth":%d}`, k+1))
		if got := program(w); got != want || w.keys() != "12" {
			t.Errorf("request %d: got %q with %s, want %q", k+1, got, w.keys(), want)
		}
	}
}

// TestOrder: the first rule that is to be done is; others only count.
func TestOrder(t *testing.T) {
	w := newWorld(t)
	w.asked(200, "POST", "/faults", `["lose-request nth=1", {"fault": "busy", "retryAfter": 7}]`)
	if first, second := w.insert("1"), w.do("GET /Orders", ""); first != 0 || second.Status != 503 ||
		second.Headers.Get("Retry-After") != "7" {
		t.Errorf("got %d and %d", first, second.Status)
	}
	const want = `{"faults":[{"id":"1","fault":"lose-request","nth":1,"matched":2,"applied":1},` +
		`{"id":"2","fault":"busy","retryAfter":7,"matched":2,"applied":1}]}`
	if got := w.asked(200, "GET", "/faults", "").Raw; got != want {
		t.Errorf("got %s", got)
	}
	if got := w.asked(200, "GET", "/faults/2", "").Get("faults.#.id").Raw; got != `["2"]` {
		t.Errorf("the second rule is %s", got)
	}
	w.asked(404, "DELETE", "/faults/3", "")
	if got := w.asked(200, "DELETE", "/faults/2", "").Get("faults.#").Int(); got != 1 {
		t.Errorf("%d rules are left", got)
	}
	if got := w.insert("1"); got != 404 {
		t.Errorf("without the rule: %d", got)
	}
	if got := w.asked(200, "DELETE", "/faults", "").Raw; got != `{"faults":[]}` {
		t.Errorf("got %s", got)
	}
}

// TestSeen: the log forgets what it's told to, never has signatures, and leaves out preflights.
func TestSeen(t *testing.T) {
	w := newWorld(t)
	w.do("POST /Tables", `{"TableName":"Orders"}`)
	if got := w.asked(200, "DELETE", "/requests", "").Raw; got != `{"total":0,"requests":[]}` {
		t.Errorf("got %s", got)
	}
	w.do("OPTIONS /Orders", "")
	w.insert("1")
	w.do("GET /Orders()?sv=2020-12-06&sig=secret%2B&%73ig=secret", "")
	const want = `{"total":2,"requests":[` +
		`{"number":1,"time":"2026-01-05T00:00:00Z","account":"devstoreaccount1","service":"tables",` +
		`"method":"POST","url":"` + tables + `/Orders","operation":"InsertEntity","resource":"Orders",` +
		`"status":201,"plan":"point","entitiesRead":0,"entitiesReturned":0,"entitiesWritten":1},` +
		`{"number":2,"time":"2026-01-05T00:00:00Z","account":"devstoreaccount1","service":"tables",` +
		`"method":"GET","url":"` + tables + `/Orders()?sv=2020-12-06&sig=\u2026&%73ig=\u2026",` +
		`"operation":"QueryEntities","resource":"Orders",` +
		`"status":200,"plan":"table-scan","entitiesRead":1,"entitiesReturned":1,"entitiesWritten":0}]}`
	if got := w.asked(200, "GET", "/requests", "").Raw; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSeenIsBrief: a log of long URLs takes little memory, whatever else of the requests is in it.
func TestSeenIsBrief(t *testing.T) {
	w := newWorld(t)
	before := heap()
	for range 300 {
		long := strings.Repeat("é", 1<<15)
		head := "GET " + tables + "/Orders()?$filter=" + long // a host's method is a part of the whole head
		r := engine.Request{Method: head[:3], URL: head[4:]}
		w.account.Do(engine.Tables, r)
		r.URL = head[4:4+len(tables)+1] + long // as long as the name of a table
		w.account.Do(engine.Tables, r)
	}
	if grown := heap() - before; grown > 4<<20 {
		t.Errorf("the log has %d MiB", grown>>20)
	}
	if url := w.asked(200, "GET", "/requests", "").Get("requests.0.url").String(); len(url) > 1010 ||
		!strings.HasSuffix(url, "é…") {
		t.Errorf("logged as %q", url)
	}
}

// heap returns how many bytes are in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
