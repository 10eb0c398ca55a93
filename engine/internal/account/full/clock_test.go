package full_test

import (
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// TestFromTheFuture: in an account with data of a clock that was an hour ahead, durations end as by the clock
// of today.
func TestFromTheFuture(t *testing.T) {
	w := enginetest.NewWorld(t, nil)
	w.Now = w.Now.Add(time.Hour)
	w.Expect(grant.Queue, "PUT", "/orders", "", 201, "")
	w.Expect(grant.Blob, "PUT", "/docs?restype=container", "", 201, "")
	w.Expect(grant.Blob, "PUT", "/gone?restype=container", "", 201, "")
	w.Expect(grant.Table, "POST", "/Tables", `{"TableName":"Gone"}`, 201, "")
	w.Now = w.Now.Add(-time.Hour)
	const lease = "/docs?restype=container&comp=lease"
	w.Expect(grant.Blob, "PUT", lease, "", 201, "", "x-ms-lease-action", "acquire", "x-ms-lease-duration", "15")
	w.Expect(grant.Blob, "PUT", lease, "", 409, "LeaseAlreadyPresent",
		"x-ms-lease-action", "acquire", "x-ms-lease-duration", "15")
	w.Expect(grant.Blob, "DELETE", "/gone?restype=container", "", 202, "")
	w.Expect(grant.Table, "DELETE", "/Tables('Gone')", "", 204, "")
	const message = "<QueueMessage><MessageText>a</MessageText></QueueMessage>"
	w.Expect(grant.Queue, "POST", "/orders/messages", message, 201, "")
	take := func() bool {
		r := w.Expect(grant.Queue, "GET", "/orders/messages?visibilitytimeout=20", "", 200, "")
		return strings.Contains(string(r.Body), "<MessageText>")
	}
	if !take() || take() {
		t.Error("a message isn't there, or isn't hidden")
	}
	w.Now = w.Now.Add(time.Minute)
	if !take() {
		t.Error("a message stays hidden")
	}
	w.Expect(grant.Blob, "PUT", lease, "", 201, "", "x-ms-lease-action", "acquire", "x-ms-lease-duration", "15")
	w.Expect(grant.Blob, "PUT", "/gone?restype=container", "", 201, "")
	w.Expect(grant.Table, "POST", "/Tables", `{"TableName":"Gone"}`, 201, "")
}
