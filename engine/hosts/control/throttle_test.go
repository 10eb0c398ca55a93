package control_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/table"
)

// TestThrottle: what is over a partition's or the account's target is refused, in the words of the service,
// and only that.
func TestThrottle(t *testing.T) {
	w := newWorld(t)
	w.do("POST /Tables", `{"TableName":"Orders"}`)
	w.do("PUT q:/jobs", "")
	// second sends so many requests in a second, and returns how many were refused.
	second := func(n int, request, body string) (refused int) {
		for i := range n {
			w.own += table.Second / table.Ticks(n)
			r := w.do(strings.ReplaceAll(request, "%d", fmt.Sprint(i)), strings.ReplaceAll(body, "%d", fmt.Sprint(i)))
			if r.Status == 503 {
				refused++
				if r.Headers.Get("Retry-After") != "1" || !strings.Contains(string(r.Body), "ServerBusy") {
					t.Fatalf("%v %s", r.Headers, r.Body)
				}
			}
		}
		return refused
	}
	const upsert = "PUT /Orders(PartitionKey='%s',RowKey='%%d')"
	const get = "GET /Orders()?$filter=PartitionKey%20eq%20'p'"
	on := func(line string) { w.asked(200, "PUT", "/throttle", `"`+line+`"`) }

	on("partition=50 burst=0 seed=1")
	if got := second(20, fmt.Sprintf(upsert, "p"), "{}"); got != 0 {
		t.Errorf("under the target %d were refused", got)
	}
	second(200, fmt.Sprintf(upsert, "p"), "{}")
	if got := second(200, fmt.Sprintf(upsert, "p"), "{}"); got < 130 || got > 170 {
		t.Errorf("of 200 over the target %d were refused", got)
	}
	if got := second(40, fmt.Sprintf(upsert, "q"), "{}"); got != 0 {
		t.Errorf("in another partition %d were refused", got)
	}
	second(200, "GET q:/jobs/messages", "")
	if got := second(200, "GET q:/jobs/messages", ""); got < 130 || got > 170 {
		t.Errorf("of 200 over the target of a queue %d were refused", got)
	}

	on("partition=50 burst=0")
	second(20, fmt.Sprintf(upsert, "p"), "{}") // so that p has entities
	w.own += 60 * table.Second
	if second(10, get, ""); second(10, fmt.Sprintf(upsert, "p"), "{}") == 0 {
		t.Error("what queries read doesn't count")
	}

	on("account=30 burst=0")
	second(200, "GET /Tables", "")
	if got := second(200, "GET /Tables", ""); got < 150 || got > 190 {
		t.Errorf("of 200 over the account's target %d were refused", got)
	}
	state := w.asked(200, "GET", "/throttle", "")
	if state.Get("refusedByAccount").Int() < 150 || state.Get("refusedByPartition").Int() != 0 {
		t.Errorf("got %s", state)
	}
	seen := w.asked(200, "GET", "/requests", "").Raw
	if !strings.Contains(seen, `"fault":"throttled"`) {
		t.Error("the log doesn't have them")
	}
	w.asked(200, "DELETE", "/throttle", "")
	if got := second(200, "GET /Tables", ""); got != 0 {
		t.Errorf("without throttling %d were refused", got)
	}
}
