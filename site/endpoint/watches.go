package endpoint

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/site/watched"
)

// watches are sums of requests that clients of the control interface have begun. Each gets all requests.
type watches struct {
	any  atomic.Bool // there are some, so that without them a request costs nothing
	mu   sync.RWMutex
	last int
	sums map[string]*watched.Requests
}

// mostWatches is how many there can be at a time: one that nobody ends goes on.
const mostWatches = 16

func (w *watches) add(service string, x httphost.Exchange) {
	if !w.any.Load() {
		return
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	for _, sum := range w.sums {
		sum.Add(service, x)
	}
}

// handle answers a request about them: POST begins one, GET of one says what it has seen, and DELETE ends it
// and says that.
func (w *watches) handle(method, id, body string) (status int, answer []byte) {
	w.mu.Lock()
	sum := w.sums[id]
	if method == "DELETE" {
		delete(w.sums, id)
		w.any.Store(len(w.sums) > 0)
	}
	w.mu.Unlock() // requests needn't wait for a report
	switch {
	case method == "POST" && id == "":
		return w.begin(body)
	case id == "" || method != "GET" && method != "DELETE":
		return 405, protocol.JSON(protocol.Refuse("there are POST /watch, GET /watch/ID and DELETE /watch/ID"))
	case sum == nil:
		return 404, protocol.JSON(protocol.Refuse("there is no watch " + strconv.Quote(id)))
	}
	return 200, []byte(sum.Report().JSON())
}

// begin begins a sum, with the header that says where a request is from, if the body names one.
func (w *watches) begin(body string) (status int, answer []byte) {
	var o struct{ By string }
	if err := json.Unmarshal([]byte(body), &o); strings.TrimSpace(body) != "" && err != nil {
		return 400, protocol.JSON(protocol.Refuse(`write {"by": "HEADER"}, or nothing`))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.sums) == mostWatches {
		why := "there are " + strconv.Itoa(mostWatches) + " watches: DELETE /watch/ID ends one"
		return 409, protocol.JSON(protocol.Refuse(why))
	}
	w.last++
	id := strconv.Itoa(w.last)
	if w.sums == nil {
		w.sums = map[string]*watched.Requests{}
	}
	w.sums[id] = watched.New(watched.Options{By: o.By, Script: Script})
	w.any.Store(true)
	return 200, []byte(`{"watch":"` + id + `"}`)
}
