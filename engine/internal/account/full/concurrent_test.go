package full_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// TestConcurrent: several clients put messages while others take them, and each message is taken once.
// Blocks that are appended at the same time all end up in the blob.
func TestConcurrent(t *testing.T) {
	const clients, each = 4, 50
	w := enginetest.NewWorld(t, nil)
	w.Expect(grant.Queue, "PUT", "/orders", "", 201, "")
	w.Expect(grant.Blob, "PUT", "/logs?restype=container", "", 201, "")
	w.Expect(grant.Blob, "PUT", "/logs/a", "", 201, "", "x-ms-blob-type", "AppendBlob")
	w.Expect(grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, 201, "")
	var all sync.WaitGroup
	taken := make([][]string, clients)
	for i := range clients {
		all.Go(func() {
			for n := range each {
				text := fmt.Sprintf("%d-%d", i, n)
				w.Expect(grant.Queue, "POST", "/orders/messages",
					"<QueueMessage><MessageText>"+text+"</MessageText></QueueMessage>", 201, "")
				w.Expect(grant.Blob, "PUT", "/logs/a?comp=appendblock", "x", 201, "")
				w.Expect(grant.Table, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"`+text+`"}`, 201, "")
			}
		})
		all.Go(func() {
			for range each {
				r := w.Expect(grant.Queue, "GET", "/orders/messages?visibilitytimeout=604800", "", 200, "")
				taken[i] = append(taken[i], texts(t, r.Body)...)
			}
		})
	}
	all.Wait()
	seen := map[string]bool{}
	for _, some := range taken {
		for _, text := range some {
			if seen[text] {
				t.Errorf("%s was taken twice", text)
			}
			seen[text] = true
		}
	}
	for len(seen) < clients*each {
		rest := texts(t, w.Expect(grant.Queue, "GET",
			"/orders/messages?numofmessages=32&visibilitytimeout=604800", "", 200, "").Body)
		for _, text := range rest {
			seen[text] = true
		}
		if len(rest) == 0 {
			t.Fatalf("%d messages of %d were there", len(seen), clients*each)
		}
	}
	r := w.Expect(grant.Blob, "HEAD", "/logs/a", "", 200, "")
	if got := r.Headers.Get("Content-Length"); got != fmt.Sprint(clients*each) {
		t.Errorf("the blob has %s bytes", got)
	}
}

// texts returns the texts of a list of messages.
func texts(t *testing.T, body []byte) (texts []string) {
	t.Helper()
	root, err := xmlbody.Parse(body)
	if err != nil {
		t.Error(err)
	}
	for _, m := range root.Children {
		text, _ := m.Child("MessageText")
		texts = append(texts, text.Text)
	}
	return texts
}
