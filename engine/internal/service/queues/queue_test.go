package queues_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// world is an account with helpers for requests to its queues.
type world struct{ *enginetest.World }

func newWorld(t enginetest.T) *world {
	t.Helper()
	return &world{enginetest.NewWorld(t, nil)}
}

func (w *world) send(method, path, body string, headers ...string) wire.Response {
	return w.Send(grant.Queue, method, path, body, headers...)
}

func (w *world) expect(method, path, body string, status int, code string, headers ...string) wire.Response {
	w.T.Helper()
	return w.Expect(grant.Queue, method, path, body, status, code, headers...)
}

func put(text string) string {
	return "<QueueMessage><MessageText>" + text + "</MessageText></QueueMessage>"
}

type taken struct{ id, receipt, text, count string }

// messages returns the messages in a reply.
func (w *world) messages(r wire.Response) (found []taken) {
	w.T.Helper()
	root, err := xmlbody.Parse(r.Body)
	if err != nil || root.Name != "QueueMessagesList" {
		w.T.Fatalf("got %v\n%s", err, r.Body)
	}
	for _, e := range root.Children {
		part := func(name string) string { c, _ := e.Child(name); return c.Text }
		found = append(found, taken{part("MessageId"), part("PopReceipt"), part("MessageText"),
			part("DequeueCount")})
	}
	return found
}

// texts returns the texts and dequeue counts of a reply's messages.
func (w *world) texts(r wire.Response) string {
	w.T.Helper()
	var all []string
	for _, m := range w.messages(r) {
		all = append(all, m.text+m.count)
	}
	return strings.Join(all, " ")
}

func (w *world) sees(path, want string) []taken {
	w.T.Helper()
	r := w.expect("GET", path, "", 200, "")
	if got := w.texts(r); got != want {
		w.T.Errorf("%s: got %q, want %q", path, got, want)
	}
	return w.messages(r)
}

func TestQueues(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "", "X-Ms-Meta-Kind", "work")
	w.expect("PUT", "/orders", "", 204, "", "x-ms-meta-kind", "work")
	w.expect("PUT", "/orders", "", 409, "QueueAlreadyExists")
	w.expect("POST", "/orders/messages", put("a"), 201, "")
	r := w.expect("GET", "/orders?comp=metadata", "", 200, "")
	if r.Headers.Get("x-ms-meta-kind") != "work" || r.Headers.Get("x-ms-approximate-messages-count") != "1" {
		t.Errorf("got %v", r.Headers)
	}
	w.expect("PUT", "/orders?comp=metadata", "", 204, "", "x-ms-meta-a", "1", "x-ms-meta-b", "<2>")
	w.expect("PUT", "/archive", "", 201, "")
	w.expect("PUT", "/order-lines", "", 201, "")
	list := w.expect("GET", "/?comp=list&prefix=order&include=metadata&maxresults=1", "", 200, "")
	head := "\uFEFF" + xmlbody.Head + `<EnumerationResults ServiceEndpoint="` +
		enginetest.BaseOf(grant.Queue) + `/"><Prefix>order</Prefix>`
	if want := head + `<MaxResults>1</MaxResults><Queues><Queue><Name>order-lines</Name><Metadata /></Queue>` +
		`</Queues>` +
		`<NextMarker>orders</NextMarker></EnumerationResults>`; string(list.Body) != want {
		t.Errorf("got %s\nwant %s", list.Body, want)
	}
	list = w.expect("GET", "/?comp=list&prefix=order&marker=orders&include=metadata", "", 200, "")
	if want := head + `<Marker>orders</Marker><Queues><Queue><Name>orders</Name><Metadata><a>1</a><b>&lt;2&` +
		`gt;</b></Metadata>` +
		`</Queue></Queues><NextMarker /></EnumerationResults>`; string(list.Body) != want {
		t.Errorf("got %s\nwant %s", list.Body, want)
	}
	w.expect("DELETE", "/orders", "", 204, "")
	w.expect("DELETE", "/orders", "", 409, "QueueBeingDeleted")
	w.expect("PUT", "/orders", "", 409, "QueueBeingDeleted")
	w.Now = w.Now.Add(30 * time.Second)
	w.expect("GET", "/orders/messages", "", 404, "QueueNotFound")
	w.expect("PUT", "/orders", "", 201, "")
	w.sees("/orders/messages?peekonly=true", "")
}

func TestNames(t *testing.T) {
	w := newWorld(t)
	for name, code := range map[string]string{
		"ab": "OutOfRangeInput", strings.Repeat("a", 64): "OutOfRangeInput",
		"Orders": "InvalidResourceName", "-orders": "InvalidResourceName", "orders-": "InvalidResourceName",
		"or--ders": "InvalidResourceName", "or_ders": "InvalidResourceName",
	} {
		w.expect("PUT", "/"+name, "", 400, code)
	}
	w.expect("PUT", "/3-o", "", 201, "")
	w.expect("PUT", "/orders", "", 400, "InvalidMetadata", "x-ms-meta-a-b", "1")
	w.expect("PATCH", "/orders", "", 405, "UnsupportedHttpVerb")
	w.expect("GET", "/", "", 405, "UnsupportedHttpVerb")
	w.expect("GET", "/orders/others", "", 405, "UnsupportedHttpVerb")
}

// A message that is taken comes back when its time is over, unless it has been deleted.
func TestVisibility(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "")
	for _, text := range []string{"a", "b", "&lt;c&gt;"} {
		w.expect("POST", "/orders/messages", put(text), 201, "")
	}
	w.expect("POST", "/orders/messages?visibilitytimeout=60", put("later"), 201, "")
	w.expect("GET", "/orders/messages?peekonly=True", "", 400, "InvalidQueryParameterValue")
	w.sees("/orders/messages?peekonly=true&numofmessages=32", "a0 b0 <c>0")
	first := w.sees("/orders/messages?peekonly=false&numofmessages=2&visibilitytimeout=20", "a1 b1")
	w.sees("/orders/messages?peekonly=true&numofmessages=32", "<c>0")
	w.expect("DELETE", "/orders/messages/"+first[0].id+"?popreceipt="+first[0].receipt, "", 204, "")
	w.expect("DELETE", "/orders/messages/"+first[0].id+"?popreceipt="+first[0].receipt, "", 404,
		"MessageNotFound")
	w.Now = w.Now.Add(20 * time.Second)
	second := w.sees("/orders/messages?numofmessages=32", "<c>1 b2")
	w.expect("DELETE", "/orders/messages/"+first[1].id+"?popreceipt="+first[1].receipt, "", 400,
		"PopReceiptMismatch")
	w.Now = w.Now.Add(60 * time.Second)
	w.sees("/orders/messages?peekonly=true&numofmessages=32", "b2 <c>1 later0")
	// Nobody has taken it since, so a receipt whose time is over still counts.
	w.expect("DELETE", "/orders/messages/"+second[1].id+"?popreceipt="+second[1].receipt, "", 204, "")
	w.sees("/orders/messages?peekonly=true&numofmessages=32", "<c>1 later0")
	w.expect("DELETE", "/orders/messages", "", 204, "")
	w.sees("/orders/messages", "")
}

func TestUpdate(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "")
	w.expect("POST", "/orders/messages?messagettl=100", put("a"), 201, "")
	m := w.sees("/orders/messages", "a1")[0]
	at := "/orders/messages/" + m.id
	r := w.expect("PUT", at+"?visibilitytimeout=0&popreceipt="+m.receipt, put("b"), 204, "")
	renewed := r.Headers.Get("x-ms-popreceipt")
	if renewed == "" || renewed == m.receipt || r.Headers.Get(
		"x-ms-time-next-visible") != "Mon, 05 Jan 2026 09:00:04 GMT" {
		t.Errorf("got %v", r.Headers)
	}
	w.expect("PUT", at+"?visibilitytimeout=0&popreceipt="+m.receipt, put("c"), 400, "PopReceiptMismatch")
	w.sees("/orders/messages?peekonly=true", "b1")
	w.expect("PUT", at+"?visibilitytimeout=50&popreceipt="+renewed, "", 204, "")
	w.sees("/orders/messages?peekonly=true", "")
	w.Now = w.Now.Add(50 * time.Second)
	last := w.sees("/orders/messages", "b2")[0]
	w.expect("PUT", at+"?visibilitytimeout=90&popreceipt="+last.receipt, "", 400,
		"OutOfRangeQueryParameterValue")
	w.expect("PUT", at+"?popreceipt="+last.receipt, "", 400, "MissingRequiredQueryParameter")
	w.expect("PUT", at+"?visibilitytimeout=1", "", 400, "MissingRequiredQueryParameter")
	w.expect("PUT", at+"?visibilitytimeout=1&popreceipt=AAAA", "", 400, "PopReceiptMismatch")
	w.expect("DELETE", at+"?popreceipt="+last.receipt, "", 204, "")
}

func TestExpiry(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "")
	w.expect("POST", "/orders/messages?messagettl=10", put("short"), 201, "")
	w.expect("POST", "/orders/messages?messagettl=-1", put("ever"), 201, "")
	r := w.expect("POST", "/orders/messages", put("week"), 201, "")
	if want := "<ExpirationTime>Mon, 12 Jan 2026 09:00:04 GMT</ExpirationTime>"; !strings.Contains(
		string(r.Body), want) {
		t.Errorf("got %s", r.Body)
	}
	w.sees("/orders/messages?peekonly=true&numofmessages=32", "short0 ever0 week0")
	w.Now = w.Now.Add(10 * time.Second)
	w.sees("/orders/messages?peekonly=true&numofmessages=32", "ever0 week0")
	if got := w.send("HEAD", "/orders?comp=metadata", "").Headers.Get(
		"x-ms-approximate-messages-count"); got != "2" {
		t.Errorf("%s messages are counted", got)
	}
	w.Now = w.Now.Add(8 * 24 * time.Hour)
	m := w.sees("/orders/messages?numofmessages=32", "ever1")[0]
	w.Now = w.Now.Add(1000 * 24 * time.Hour)
	w.expect("DELETE", "/orders/messages/"+m.id+"?popreceipt="+m.receipt, "", 204, "")
}

// A message comes back as it was put, white space included.
func TestText(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "")
	for sent, want := range map[string]string{
		"": "", " a\tb \n": " a\tb \n", "&#13;&#10;": "\r\n", "\r\n": "\n", // as XML says
		"&lt;a b=&quot;c&quot;&gt; &amp;amp;": `<a b="c"> &amp;`, "<![CDATA[<&]]>": "<&",
		"é€\U0001F600": "é€\U0001F600",
		"a<!-- b -->c": "ac", strings.Repeat("&#38;", 64<<10): strings.Repeat("&", 64<<10),
	} {
		w.expect("POST", "/orders/messages", put(sent), 201, "")
		if got := w.messages(w.expect("GET", "/orders/messages", "", 200, "")); len(got) != 1 ||
			got[0].text != want {
			t.Errorf("%.40q came back as %.40q", sent, got)
		}
	}
}

// A queue that no client gets messages from doesn't grow forever.
func TestDiscard(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "")
	for range 50 {
		w.expect("POST", "/orders/messages?messagettl=10", put(strings.Repeat("x", 1000)), 201, "")
	}
	if used := w.Store.Used(); used > 15_000 {
		t.Errorf("%d bytes are stored for messages that live 10 seconds", used)
	}
}

// The dequeue count shows that a message fails again and again, so a client can move it to another queue.
func TestPoison(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "")
	w.expect("PUT", "/orders-poison", "", 201, "")
	w.expect("POST", "/orders/messages", put("bad"), 201, "")
	for count := 1; ; count++ {
		m := w.messages(w.expect("GET", "/orders/messages?visibilitytimeout=1", "", 200, ""))[0]
		if m.count != strconv.Itoa(count) {
			t.Fatalf("it was taken %d times and says %s", count, m.count)
		}
		if count == 5 {
			w.expect("POST", "/orders-poison/messages", put(m.text), 201, "")
			w.expect("DELETE", "/orders/messages/"+m.id+"?popreceipt="+m.receipt, "", 204, "")
			break
		}
	}
	w.Now = w.Now.Add(time.Hour)
	w.sees("/orders/messages", "")
	w.sees("/orders-poison/messages", "bad1")
}

func TestMetadata(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "", "x-ms-meta-b", "2", "X-MS-Meta-A", "")
	w.expect("PUT", "/orders", "", 204, "", "x-ms-meta-A", "", "x-ms-meta-B", "2")
	r := w.expect("GET", "/?comp=list&include=metadata", "", 200, "")
	if want := "<Metadata><a /><b>2</b></Metadata>"; !strings.Contains(string(r.Body), want) {
		t.Errorf("got %s", r.Body)
	}
	for _, value := range []string{"é", "\xE9", "\x00", "\x7F"} {
		w.expect("PUT", "/orders?comp=metadata", "", 400, "InvalidMetadata", "x-ms-meta-a", value)
	}
	w.expect("PUT", "/orders?comp=metadata", "", 204, "", "x-ms-meta-a", strings.Repeat("x", 8<<10-1))
	w.expect("PUT", "/orders?comp=metadata", "", 400, "MetadataTooLarge", "x-ms-meta-a",
		strings.Repeat("x", 8<<10))
	w.expect("PUT", "/orders?comp=metadata", "", 400, "InvalidMetadata", "x-ms-meta-", "1")
	w.expect("PUT", "/orders?comp=metadata", "", 400, "InvalidMetadata", "x-ms-meta-1a", "1")
}

func TestRefusals(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "")
	const outside = "OutOfRangeQueryParameterValue"
	for query, code := range map[string]string{
		"numofmessages=0": outside, "numofmessages=33": outside, "visibilitytimeout=0": outside,
		"visibilitytimeout=604801": outside, "numofmessages=x": "InvalidQueryParameterValue",
	} {
		w.expect("GET", "/orders/messages?"+query, "", 400, code)
	}
	for query, code := range map[string]string{
		"messagettl=0": outside, "messagettl=-2": outside, "visibilitytimeout=604801": outside,
		"visibilitytimeout=5&messagettl=5": "InvalidQueryParameterValue",
	} {
		w.expect("POST", "/orders/messages?"+query, put("a"), 400, code)
	}
	w.expect("POST", "/orders/messages", "a", 400, "InvalidXmlDocument")
	w.expect("POST", "/orders/messages", "<QueueMessage/>", 400, "MissingRequiredXmlNode")
	for _, text := range []string{"<b>bold</b>", "&#0;", "&#xB;", "\x01", "\xFF", "&nbsp;", "&#xFFFF;"} {
		w.expect("POST", "/orders/messages", put(text), 400, "InvalidXmlDocument")
	}
	w.expect("POST", "/orders/messages", put(strings.Repeat(" ", 1<<20)), 413, "RequestBodyTooLarge")
	w.expect("GET", "/?comp=list&prefix=%01", "", 400, "InvalidQueryParameterValue")
	w.expect("GET", "/%01", "", 400, "InvalidUri")
	w.expect("POST", "/orders/messages", put(strings.Repeat("x", 64<<10)), 201, "")
	w.expect("POST", "/orders/messages", put(strings.Repeat("x", 64<<10+1)), 413, "RequestBodyTooLarge")
	w.expect("POST", "/none/messages", put("a"), 404, "QueueNotFound")
	w.expect("GET", "/none?comp=metadata", "", 404, "QueueNotFound")
	w.expect("DELETE", "/orders/messages/none?popreceipt=AAAA", "", 404, "MessageNotFound")
	body := string(w.expect("GET", "/none/messages", "", 404, "QueueNotFound").Body)
	if !strings.HasPrefix(body,
		"\uFEFF"+xmlbody.Head+"<Error><Code>QueueNotFound</Code><Message>The specified queue does not "+
			"exist.\nRequestId:") {
		t.Errorf("got %s", body)
	}
}

// TestLongLived: a message that is to live longer than any clock counts never expires.
func TestLongLived(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/orders", "", 201, "")
	for _, ttl := range []string{"2147483648", "9223372036854775807"} {
		r := w.expect("POST", "/orders/messages?messagettl="+ttl, put("ever"), 201, "")
		if !strings.Contains(string(r.Body), "<ExpirationTime>Fri, 31 Dec 9999 23:59:59 GMT</ExpirationTime>") {
			t.Errorf("%s: got %s", ttl, r.Body)
		}
	}
}
