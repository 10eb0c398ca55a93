package queues_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/wire"
)

// TestModel compares a queue with the simplest model of one: a list of messages that every request searches
// from end to end.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &model{T: t, w: newWorld(t)}
		m.w.expect("PUT", "/orders", "", 201, "")
		t.Repeat(map[string]func(*rapid.T){
			"put": m.put, "get": m.get, "peek": m.peek, "update": m.update, "delete": m.delete,
			"clear": m.clear,
			"again": m.again, "sleep": m.sleep, "": m.check,
		})
	})
}

// model is the queue and what should be in it.
type model struct {
	*rapid.T
	w        *world
	messages []*known
	receipts [][2]string // of all messages there ever were: an id and a receipt
	puts     int
}

// known is a message in the model.
type known struct {
	id, receipt, text          string
	visible, inserted, expires time.Time
	dequeues                   int
}

// never is the expiry of a message that doesn't expire.
func never() time.Time { return time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC) }

// seconds draws a duration, from those near a limit or an event.
func (m *model) seconds(name string) int {
	return rapid.SampledFrom([]int{0, 1, 2, 3, 5, 10, 30, 604800, 604801}).Draw(m.T, name)
}

func (m *model) put(t *rapid.T) {
	hidden, ttl := m.seconds("hidden"), rapid.SampledFrom(
		[]int{-2, -1, 0, 1, 3, 8, 60, 604800, 1<<31 - 1}).Draw(t, "ttl")
	m.puts++
	text := strconv.Itoa(m.puts)
	path := fmt.Sprintf("/orders/messages?visibilitytimeout=%d&messagettl=%d", hidden, ttl)
	if hidden > 604800 || ttl < -1 || ttl == 0 {
		m.w.expect("POST", path, put(text), 400, "OutOfRangeQueryParameterValue")
		return
	}
	if ttl > 0 && hidden >= ttl {
		m.w.expect("POST", path, put(text), 400, "InvalidQueryParameterValue")
		return
	}
	got := m.w.messages(m.w.expect("POST", path, put(text), 201, ""))[0]
	now := m.w.Now
	k := &known{id: got.id, receipt: got.receipt, text: text, inserted: now, visible: after(now, hidden),
		expires: never()}
	if ttl > 0 {
		k.expires = after(now, ttl)
	}
	m.messages = append(m.messages, k)
	m.receipts = append(m.receipts, [2]string{k.id, k.receipt})
}

func after(t time.Time, seconds int) time.Time { return t.Add(time.Duration(seconds) * time.Second) }

// alive returns the messages that haven't expired, in the order in which they become visible.
func (m *model) alive() []*known {
	m.messages = slices.DeleteFunc(m.messages, func(k *known) bool { return !k.expires.After(m.w.Now) })
	slices.SortFunc(m.messages, func(a, b *known) int {
		return cmp.Or(a.visible.Compare(b.visible), a.inserted.Compare(b.inserted))
	})
	return m.messages
}

// first returns the first n visible messages, or all of them.
func (m *model) first(n int) (found []*known) {
	for _, k := range m.alive() {
		if !k.visible.After(m.w.Now) && len(found) < n {
			found = append(found, k)
		}
	}
	return found
}

// returned compares the messages of an answer with those it should have.
func (m *model) returned(r wire.Response, want []*known) []taken {
	var all []string
	for _, k := range want {
		all = append(all, k.text+strconv.Itoa(k.dequeues))
	}
	if got, want := m.w.texts(r), strings.Join(all, " "); got != want {
		m.Fatalf("got %q, want %q", got, want)
	}
	return m.w.messages(r)
}

func (m *model) get(t *rapid.T) {
	n, hidden := rapid.IntRange(0, 33).Draw(t, "n"), m.seconds("hidden")
	path := fmt.Sprintf("/orders/messages?numofmessages=%d&visibilitytimeout=%d", n, hidden)
	if n < 1 || n > 32 || hidden < 1 || hidden > 604800 {
		m.w.expect("GET", path, "", 400, "OutOfRangeQueryParameterValue")
		return
	}
	r := m.w.expect("GET", path, "", 200, "")
	want := m.first(n)
	for _, k := range want {
		k.dequeues++
	}
	for i, got := range m.returned(r, want) {
		k := want[i]
		if got.id != k.id || got.receipt == k.receipt {
			t.Fatalf("got %v, want %v", got, k)
		}
		k.receipt, k.visible = got.receipt, after(m.w.Now, hidden)
		m.receipts = append(m.receipts, [2]string{k.id, k.receipt})
	}
}

func (m *model) peek(t *rapid.T) {
	n := rapid.IntRange(1, 32).Draw(t, "n")
	before := m.w.Store.Digest()
	r := m.w.expect("GET", fmt.Sprintf("/orders/messages?peekonly=true&numofmessages=%d", n), "", 200, "")
	for _, got := range m.returned(r, m.first(n)) {
		if got.receipt != "" {
			t.Fatal("a message that was peeked at has a receipt")
		}
	}
	if m.w.Store.Digest() != before {
		t.Fatal("a peek changes something")
	}
}

// receipt draws a receipt and returns the path of its message. find returns the message if the receipt is
// its latest one, and otherwise the error that a request gets.
func (m *model) receipt(t *rapid.T) (path, receipt string, find func() (k *known, status int, code string)) {
	if len(m.receipts) == 0 {
		t.Skip("nothing was put")
	}
	drawn := m.receipts[len(m.receipts)-1-rapid.IntRange(0, min(8, len(m.receipts)-1)).Draw(t, "receipt")]
	return "/orders/messages/" + drawn[0], drawn[1], func() (*known, int, string) {
		for _, k := range m.alive() {
			switch {
			case k.id == drawn[0] && k.receipt == drawn[1]:
				return k, 204, ""
			case k.id == drawn[0]:
				return nil, 400, "PopReceiptMismatch"
			}
		}
		return nil, 404, "MessageNotFound"
	}
}

func (m *model) delete(t *rapid.T) {
	path, receipt, find := m.receipt(t)
	r := m.w.send("DELETE", path+"?popreceipt="+wire.Escape(receipt, ""), "")
	k, status, code := find()
	m.answered(r, status, code)
	if k != nil {
		m.messages = slices.DeleteFunc(m.messages, func(other *known) bool { return other == k })
	}
}

func (m *model) answered(r wire.Response, status int, code string) {
	if got := r.Headers.Get("x-ms-error-code"); r.Status != status || got != code {
		m.Fatalf("got %d %s, want %d %s", r.Status, got, status, code)
	}
}

func (m *model) update(t *rapid.T) {
	path, receipt, find := m.receipt(t)
	hidden, body := m.seconds("hidden"), ""
	if k, _, _ := find(); k != nil && rapid.Bool().Draw(t, "to its end") {
		hidden = int(k.expires.Sub(m.w.Now)/time.Second) - rapid.IntRange(1, 2).Draw(t, "short of")
		hidden = max(0, min(hidden, 604801))
	}
	m.puts++
	if rapid.Bool().Draw(t, "text") {
		body = put(strconv.Itoa(m.puts))
	}
	before := m.w.Store.Digest()
	r := m.w.send("PUT", path+"?visibilitytimeout="+strconv.Itoa(hidden)+"&popreceipt="+wire.Escape(receipt,
		""), body)
	k, status, code := find()
	visible := after(m.w.Now, hidden)
	if hidden > 604800 || k != nil && !visible.Before(k.expires) {
		k, status, code = nil, 400, "OutOfRangeQueryParameterValue"
	}
	m.answered(r, status, code)
	if k == nil {
		if m.w.Store.Digest() != before {
			t.Fatal("an update that is refused changes something")
		}
		return
	}
	k.visible, k.receipt = visible, r.Headers.Get("x-ms-popreceipt")
	if body != "" {
		k.text = strconv.Itoa(m.puts)
	}
	m.receipts = append(m.receipts, [2]string{k.id, k.receipt})
}

func (m *model) clear(*rapid.T) {
	m.w.expect("DELETE", "/orders/messages", "", 204, "")
	m.messages = nil
}

// again deletes the queue and creates it again, after the time that its name is taken.
func (m *model) again(*rapid.T) {
	m.w.expect("DELETE", "/orders", "", 204, "")
	m.w.expect("GET", "/orders/messages", "", 409, "QueueBeingDeleted")
	m.w.Now = m.w.Now.Add(30 * time.Second)
	m.w.expect("PUT", "/orders", "", 201, "")
	m.messages = nil
}

func (m *model) sleep(*rapid.T) { m.w.Now = after(m.w.Now, m.seconds("sleep")) }

// check compares the count of messages, and the visible ones, with the model.
func (m *model) check(*rapid.T) {
	r := m.w.expect("HEAD", "/orders?comp=metadata", "", 200, "")
	if got, want := r.Headers.Get("x-ms-approximate-messages-count"),
		strconv.Itoa(len(m.alive())); got != want {
		m.Fatalf("%s messages are counted, want %s", got, want)
	}
	r = m.w.expect("GET", "/orders/messages?peekonly=true&numofmessages=32", "", 200, "")
	m.returned(r, m.first(32))
	if err := m.w.Account.Check(); err != nil {
		m.Fatal(err)
	}
}
