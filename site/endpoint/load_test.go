package endpoint_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/site/endpoint"
)

var loadTime = flag.Duration("load.time", 0, "how long TestLoad works; 0 for 24 requests of each client")

// TestLoad lets clients write, read and delete in all services of an account in a folder. Once they have
// deleted everything and left, the goroutines, descriptors and memory that the endpoint used are free again.
func TestLoad(t *testing.T) {
	e := open(t, "", endpoint.Options{Unsigned: true, FreeNames: true, Folder: t.TempDir()})
	pool := &http.Transport{MaxIdleConnsPerHost: 64}
	before := use()
	stop, at := time.Now().Add(*loadTime), time.Now()
	for more := true; more; more = time.Now().Before(stop) {
		var all sync.WaitGroup
		for id := range 64 {
			all.Go(func() { loader{t, e, pool, id}.work() })
		}
		all.Wait()
		if *loadTime > 0 && time.Since(at) > 30*time.Second {
			at = time.Now()
			t.Logf("%v, with everything deleted", use())
		}
	}
	pool.CloseIdleConnections()
	after := use()
	for range 1000 {
		if after.goroutines <= before.goroutines && after.files <= before.files {
			break
		}
		time.Sleep(10 * time.Millisecond) // the server notices a while later that connections were closed
		after = use()
	}
	t.Logf("before %v, after %v", before, after)
	if after.goroutines > before.goroutines || after.files > before.files || after.heap > before.heap+8<<20 {
		t.Errorf("before %v, after %v", before, after)
	}
}

// usage is what the process has in use.
type usage struct{ goroutines, files, heap, system int }

func (u usage) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, heap %d KiB, from the system %d KiB",
		u.goroutines, u.files, u.heap>>10, u.system>>10)
}

func use() usage {
	var m runtime.MemStats
	debug.FreeOSMemory()
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/proc/self/fd") // none on other systems
	return usage{runtime.NumGoroutine(), len(files), int(m.HeapAlloc), int(m.Sys - m.HeapReleased)}
}

// loader is a client with a table, a queue and a container of its own.
type loader struct {
	t    *testing.T
	e    *endpoint.Endpoint
	pool *http.Transport
	id   int
}

func (l loader) work() {
	table, queue := fmt.Sprint("Load", l.id), fmt.Sprint("load", l.id)
	l.send(engine.Tables, "POST /Tables", `{"TableName":"`+table+`"}`, 201)
	l.send(engine.Queues, "PUT /"+queue, "", 201)
	l.send(engine.Blobs, "PUT /"+queue+"?restype=container", "", 201)
	for n := range 3 {
		key := fmt.Sprintf("(PartitionKey='%d',RowKey='%d')", n%3, n)
		l.send(engine.Tables, "PUT /"+table+key, `{"Text":"`+strings.Repeat("x", rand.IntN(2000))+`"}`, 204)
		l.send(engine.Tables, "GET /"+table+"()?$filter=PartitionKey%20eq%20'1'", "", 200)
		l.send(engine.Queues, "POST /"+queue+"/messages", message, 201)
		l.send(engine.Queues, "GET /"+queue+"/messages?visibilitytimeout=1", "", 200)
		content := strings.Repeat("0123456789abcdef", rand.IntN(1<<16))
		l.send(engine.Blobs, "PUT /"+queue+"/b", content, 201)
		if got := l.send(engine.Blobs, "GET /"+queue+"/b", "", 200); got != content {
			l.t.Errorf("%d bytes came back of %d", len(got), len(content))
		}
	}
	l.send(engine.Tables, "DELETE /Tables('"+table+"')", "", 204)
	l.send(engine.Queues, "DELETE /"+queue, "", 204)
	l.send(engine.Blobs, "DELETE /"+queue+"?restype=container", "", 202)
}

func (l loader) send(of engine.Service, request, body string, want int) string {
	method, target, _ := strings.Cut(request, " ")
	url := l.e.URL(of, endpoint.Account{Name: auth.DevelopmentAccount}) + target
	r, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
	if err != nil {
		l.t.Error(err)
		return ""
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("x-ms-blob-type", "BlockBlob")
	answer, err := l.pool.RoundTrip(r)
	if err != nil {
		l.t.Errorf("%s: %v", request, err)
		return ""
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != want {
		l.t.Errorf("%s: %d, %v", request, answer.StatusCode, err)
	}
	return string(text)
}
