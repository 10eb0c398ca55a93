//go:build !js

package datadir_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
)

var (
	kills     = flag.Int("crash.kills", 5, "how often TestCrash kills the server")
	crashSeed = flag.Uint64("crash.seed", 0, "the seed of TestCrash; 0 takes the time of day")
)

// Environment variables that make the test's program serve a folder instead of running tests.
const (
	serveDir   = "ROWKEY_CRASH_DIR"
	serveSlack = "ROWKEY_CRASH_SLACK"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(serveDir); path != "" {
		fmt.Fprintln(os.Stderr, serve(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serve is the server that is killed. It also ends when the process that started it does.
func serve(path string) error {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	slack, err := strconv.ParseInt(os.Getenv(serveSlack), 10, 64)
	if err != nil {
		return err
	}
	d, err := datadir.Open(path, datadir.Options{
		Slack: slack, Report: func(err error) { fmt.Fprintln(os.Stderr, err) },
	})
	if err != nil {
		return err
	}
	s, err := d.Store(enginetest.Account, 0)
	if err != nil {
		return err
	}
	o := options(9)
	o.Clock = func() table.Ticks { return table.TicksOf(time.Now()) }
	a, ended := full.Open(s, o), make(chan error)
	for _, to := range services {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		fmt.Println(listener.Addr())
		go func() { ended <- http.Serve(listener, &httphost.Endpoint{Service: to, Fallback: a}) }()
	}
	return <-ended
}

var services = []grant.Service{grant.Table, grant.Queue, grant.Blob}

// crash is a folder, the clients that write to it, and the results so far.
type crash struct {
	*testing.T
	path    string
	random  *rand.Rand
	clients []*client
	reports reports

	torn, drafts     int // torn tails and half-written journals
	unanswered, done int // requests without an answer, and how many of them were done
}

// TestCrash kills a server under load, again and again. After each kill, everything that was answered must
// be there, and of each unanswered request all or nothing. A seed repeats what the clients do and when the
// server is killed, but not the outcome, which also depends on the scheduler.
func TestCrash(t *testing.T) {
	seed := *crashSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-crash.kills %d -crash.seed %d", *kills, seed)
	c := &crash{T: t, path: t.TempDir(), random: rand.New(rand.NewPCG(seed, 0))}
	for id := range 8 {
		client := newClient(id, rand.New(rand.NewPCG(seed, uint64(id)+1)))
		switch id {
		case 4, 5:
			client.draw = client.drawMessage
		case 6, 7:
			client.draw = client.drawBlob
		}
		c.clients = append(c.clients, client)
	}
	for n := range *kills {
		c.kill()
		c.check()
		if t.Failed() {
			t.Fatalf("after %d kills", n+1)
		}
	}
	t.Logf("%d torn tails, %d half-written journals; of %d requests without an answer %d were done",
		c.torn, c.drafts, c.unanswered, c.done)
}

// kill starts a server, lets the clients write to it and kills it after a random number of answers. If
// that is 0, the server is killed while it starts. Every other server compacts its journal all the time and
// is killed during a compaction.
func (c *crash) kill() {
	answers, slack, patience := int64(c.random.IntN(100)), 0, int64(0)
	if c.random.IntN(8) == 0 {
		answers = 0
	}
	if c.random.IntN(2) == 0 {
		slack, patience = 1, 300
	}
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), serveDir+"="+c.path, fmt.Sprintf("%s=%d", serveSlack, slack))
	var stderr bytes.Buffer
	server.Stderr = &stderr
	input, err := server.StdinPipe()
	if err != nil {
		c.Fatal(err)
	}
	defer input.Close()
	output, err := server.StdoutPipe()
	if err != nil {
		c.Fatal(err)
	}
	if err := server.Start(); err != nil {
		c.Fatal(err)
	}
	if answers > 0 {
		v := &running{
			Process: server.Process, bases: map[grant.Service]string{}, draft: c.draft(), gone: make(chan bool),
		}
		lines := bufio.NewReader(output)
		for _, to := range services {
			address, err := lines.ReadString('\n')
			if err != nil {
				_ = server.Wait()
				c.Fatalf("the server did not start: %v\n%s", err, stderr.String())
			}
			v.bases[to] = "http://" + strings.TrimSpace(address) + "/" + enginetest.Account
		}
		v.answers.Store(answers)
		v.patience = patience
		c.load(v)
	}
	_ = server.Process.Kill()
	_ = server.Wait()
	if stderr.Len() > 0 {
		c.Errorf("the server said: %s", stderr.String())
	}
}

// draft is the file that a compaction writes.
func (c *crash) draft() string { return filepath.Join(c.path, enginetest.Account+".journal.new") }

// running is a server that will be killed.
type running struct {
	*os.Process
	bases    map[grant.Service]string
	draft    string
	answers  atomic.Int64 // before it may be killed
	patience int64        // further answers during which to wait for a compaction
	gone     chan bool    // closed when the server no longer answers
}

// answered counts an answer and kills the server if it's time.
func (v *running) answered() {
	switch v.answers.Add(-1) {
	case -v.patience:
		_ = v.Kill()
	case 0:
		go v.watch()
	}
}

// watch kills the server when it compacts.
func (v *running) watch() {
	for {
		select {
		case <-v.gone:
			return
		default:
		}
		if _, err := os.Stat(v.draft); err == nil {
			_ = v.Kill()
			return
		}
	}
}

// load lets all clients write concurrently, each one request at a time, until the server is gone.
func (c *crash) load(v *running) {
	transport := &http.Transport{MaxIdleConnsPerHost: len(c.clients)}
	defer transport.CloseIdleConnections()
	defer close(v.gone)
	var all sync.WaitGroup
	for _, client := range c.clients {
		all.Go(func() {
			for {
				answered, err := client.write(transport, v.bases)
				if err != nil {
					c.Error(err)
					_ = v.Kill()
				}
				if err != nil || !answered {
					return
				}
				v.answered()
			}
		})
	}
	all.Wait()
}

// check opens what the server left and compares it with what the clients know.
func (c *crash) check() {
	c.Helper()
	if _, err := os.Stat(c.draft()); err == nil {
		c.drafts++
	}
	d := open(c.T, c.path, datadir.Options{Report: c.reports.add})
	defer closed(c.T, d)
	s, err := d.Store(enginetest.Account, 0)
	if err != nil {
		c.Fatal(err)
	}
	for _, message := range c.reports.take() {
		c.torn++
		if !strings.HasSuffix(message, "they are cut off") {
			c.Errorf("reported: %s", message)
		}
	}
	state := c.state(s)
	o := options(9)
	o.Clock = func() table.Ticks { return table.TicksOf(time.Now()) }
	a := full.Open(s, o)
	if err := a.Check(); err != nil {
		c.Errorf("the account is inconsistent: %v", err)
	}
	c.messages(a, state)
	c.blobs(a, state)
	for _, client := range c.clients {
		if client.pending != nil {
			c.unanswered++
		}
		done, problem := client.compare(state)
		if problem != "" {
			c.Errorf("client %d: %s", client.id, problem)
		}
		if done {
			c.done++
		}
	}
	if len(state) > 0 {
		c.Errorf("no client has written %v", state)
	}
}

// state returns the tables of a store by name, and entities by table and RowKey.
func (c *crash) state(s *store.Store) map[string]thing {
	found := map[string]thing{}
	if err := s.View(func(tx *store.Tx) error {
		for tbl := range tx.Tables(keys.Tables()) {
			if tbl.Deleted == 0 {
				found[tbl.Name] = thing{}
			}
			for row := range tx.Scan(keys.Entities(tbl.Name)) {
				n, _ := row.Property("N")
				found[tbl.Name+"/"+row.Key().RowKey] = thing{int(n.Int()), string(row.ETag())}
			}
		}
		return nil
	}); err != nil {
		c.Fatal(err)
	}
	return found
}

// take removes a client's tables from a state and returns them.
func (c *client) take(state map[string]thing) map[string]thing {
	own := map[string]thing{}
	for name, t := range state {
		if c.owns(name) {
			own[name] = t
		}
	}
	maps.DeleteFunc(state, func(name string, _ thing) bool { return c.owns(name) })
	return own
}
