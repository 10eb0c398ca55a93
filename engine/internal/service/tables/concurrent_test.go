package tables_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// workers is how many clients the tests of this file have, and rounds how many requests each sends.
const (
	workers = 8
	rounds  = 60
)

// together runs f in every worker at once.
func together(f func(worker int)) {
	var all sync.WaitGroup
	begin := make(chan bool)
	for worker := range workers {
		all.Go(func() {
			<-begin
			f(worker)
		})
	}
	close(begin)
	all.Wait()
}

// tally counts outcomes.
type tally struct {
	mu    sync.Mutex
	count map[string]int
}

func (t *tally) add(outcome string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.count == nil {
		t.count = map[string]int{}
	}
	t.count[outcome]++
}

// send sends a request with a condition and returns the answer and its error code.
func send(e *enginetest.Tables, method, path, body, ifMatch string) (r wire.Response, code string) {
	req := wire.Request{Method: method, URL: enginetest.Base + path, Body: []byte(body)}
	req.Headers.Add("Accept", "application/json")
	req.Headers.Add("Content-Type", "application/json")
	if ifMatch != "" {
		req.Headers.Add("If-Match", ifMatch)
	}
	r, _ = e.Do(req)
	return r, gjson.GetBytes(r.Body, `odata\.error.code`).String()
}

func entityPath(row int) string { return fmt.Sprintf("/Orders(PartitionKey='a',RowKey='%d')", row) }

// TestConcurrentInserts: of many inserts of one key, and of many deletes of one version, one succeeds.
func TestConcurrentInserts(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	var inserts, deletes tally
	together(func(int) {
		for row := range rounds {
			r, code := send(e, "POST", "/Orders", fmt.Sprintf(`{"PartitionKey":"a","RowKey":"%d"}`, row), "")
			inserts.add(fmt.Sprint(r.Status, code))
		}
	})
	together(func(int) {
		for row := range rounds {
			r, _ := send(e, "GET", entityPath(row), "", "")
			if etag := r.Headers.Get("ETag"); etag != "" {
				r, code := send(e, "DELETE", entityPath(row), "", etag)
				deletes.add(fmt.Sprint(r.Status, code))
			}
		}
	})
	if inserts.count["201"] != rounds || inserts.count["409EntityAlreadyExists"] != (workers-1)*rounds {
		t.Errorf("inserts: %v", inserts.count)
	}
	if deletes.count["204"] != rounds || len(deletes.count) > 2 {
		t.Errorf("deletes: %v", deletes.count)
	}
}

// TestConcurrentCounters: workers read a counter and write the next number, on the condition of the ETag
// they read. No number is written twice, and each has a later Timestamp than the one before.
func TestConcurrentCounters(t *testing.T) {
	const counters = 3
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	for row := range counters {
		expect(t, e, "PUT", entityPath(row), `{"N":0}`, 204, ok)
	}
	var mu sync.Mutex
	var written [counters]map[int64]string // the ETag by number
	for row := range counters {
		written[row] = map[int64]string{}
	}
	together(func(worker int) {
		for i := range rounds {
			row := (worker + i) % counters
			r, _ := send(e, "GET", entityPath(row), "", "")
			next := gjson.GetBytes(r.Body, "N").Int() + 1
			method := []string{"PUT", "PATCH", "MERGE"}[i%3]
			r, code := send(e, method, entityPath(row), fmt.Sprintf(`{"N":%d}`, next), r.Headers.Get("ETag"))
			mu.Lock()
			switch _, twice := written[row][next]; {
			case r.Status == 204 && twice:
				t.Errorf("counter %d was set to %d twice", row, next)
			case r.Status == 204:
				written[row][next] = r.Headers.Get("ETag")
			case code != "UpdateConditionNotSatisfied":
				t.Errorf("%d %s", r.Status, code)
			}
			mu.Unlock()
		}
	})
	for row := range counters {
		r, _ := send(e, "GET", entityPath(row), "", "")
		if n := gjson.GetBytes(r.Body, "N").Int(); int(n) != len(written[row]) || n == 0 {
			t.Errorf("counter %d is %d after %d updates", row, n, len(written[row]))
		}
		var last table.Ticks
		for n := range int64(len(written[row])) {
			if at := ticksOf(t, written[row][n+1]); at <= last {
				t.Errorf("counter %d: the Timestamp of %d is not later than that of %d", row, n+1, n)
			} else {
				last = at
			}
		}
	}
}

// ticksOf reads the Timestamp in an ETag.
func ticksOf(t *testing.T, etag string) table.Ticks {
	text := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(etag, `W/"datetime'`), `'"`), "%3A", ":")
	at, ok := table.ParseTicks(text)
	if !ok {
		t.Errorf("no Timestamp in %q", etag)
	}
	return at
}

// TestConcurrentTransfers: transactions move amounts between two entities, on the condition of both ETags.
// Readers always see the same sum, and Timestamps never decrease.
func TestConcurrentTransfers(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	for row := range 2 {
		expect(t, e, "PUT", entityPath(row), `{"N":100}`, 204, ok)
	}
	// both reads the two entities at once.
	both := func() []gjson.Result {
		r, _ := send(e, "GET", "/Orders()", "", "")
		found := gjson.GetBytes(r.Body, "value").Array()
		if len(found) != 2 || found[0].Get("N").Int()+found[1].Get("N").Int() != 200 {
			t.Errorf("half a transfer: %s", r.Body)
			return nil
		}
		return found
	}
	var outcomes tally
	together(func(worker int) {
		last := ""
		for i := range rounds {
			now := both()
			if now == nil {
				return
			}
			etags := []string{now[0].Get(`odata\.etag`).Str, now[1].Get(`odata\.etag`).Str}
			if later := max(ticksOf(t, etags[0]), ticksOf(t, etags[1])).Full(); later < last {
				t.Errorf("a Timestamp went from %s back to %s", last, later)
			} else {
				last = later
			}
			var operations []string
			for row, by := range []int64{1, -1} {
				body := fmt.Sprintf(`{"N":%d}`, now[row].Get("N").Int()+by)
				url := strings.TrimPrefix(entityPath(row), "/")
				operations = append(operations, operation("PATCH "+etags[row], url, body))
			}
			if (worker+i)%4 == 0 {
				slices.Reverse(operations)
			}
			_, code, _, _ := transact(e, operations...)
			outcomes.add(code)
		}
	})
	moved := int64(0)
	if now := both(); now != nil {
		moved = now[0].Get("N").Int() - 100
	}
	if done := outcomes.count[""]; moved != int64(done) || done == 0 || len(outcomes.count) > 2 {
		t.Errorf("%d were moved: %v", moved, outcomes.count)
	}
	if n := outcomes.count[""] + outcomes.count["UpdateConditionNotSatisfied"]; n != workers*rounds {
		t.Errorf("%v", outcomes.count)
	}
}
