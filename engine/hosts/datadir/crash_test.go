//go:build !js

package datadir_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/suites/served"
)

var (
	kills     = flag.Int("crash.kills", 5, "how often TestCrash kills the server")
	crashSeed = flag.Uint64("crash.seed", 0, "the seed of TestCrash; 0 takes the time of day")
)

// serveSlack is the environment variable with the Slack of a server.
const serveSlack = "ROWKEY_CRASH_SLACK"

func TestMain(m *testing.M) {
	served.Main(serve)
	os.Exit(m.Run())
}

// serve opens the folder of a server that is killed. Its disk is full from the line "full N", which says how
// many bytes of each write still fit, to the line "free".
func serve(path string, told <-chan string) (*store.Store, error) {
	slack, err := strconv.ParseInt(os.Getenv(serveSlack), 10, 64)
	if err != nil {
		return nil, err
	}
	disk := newFaultyDisk(datadir.OSDisk())
	disk.fails = &fs.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
	go func() {
		for line := range told {
			if n, full := strings.CutPrefix(line, "full "); full {
				disk.short, _ = strconv.Atoi(n)
				disk.failOn("write", "create")
			} else {
				disk.failOn()
			}
		}
	}()
	d, err := datadir.OpenOn(disk, path, datadir.Options{
		Slack: slack, Report: func(err error) { fmt.Fprintln(os.Stderr, err) },
	})
	if err != nil {
		return nil, err
	}
	return d.Store(enginetest.Account, 0)
}

// crash is a folder, the clients that write to it, and the results so far.
type crash struct {
	*testing.T
	path    string
	random  *rand.Rand
	clients []*client
	reports reports
	journal []byte // as it was after the kill before, with everything answered until then

	torn, drafts     int // torn tails and half-written journals
	damages, full    int // damaged journals, and writes refused because the disk was full
	answered         int // writes
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
	t.Logf("%d writes were answered, none is lost; %d torn tails, %d half-written journals, %d damaged ones; "+
		"%d writes refused by a full disk; of %d requests without an answer %d were done",
		c.answered, c.torn, c.drafts, c.damages, c.full, c.unanswered, c.done)
}

// kill starts a server, lets the clients write to it and kills it after a random number of answers. If
// that is 0, the server is killed while it starts. Every other server compacts its journal all the time and
// is killed during a compaction. The disk of every third is full for some requests.
func (c *crash) kill() {
	answers, slack, patience, fullAt := int64(c.random.IntN(100)), 0, int64(0), int64(never)
	if c.random.IntN(8) == 0 {
		answers = 0
	}
	if c.random.IntN(2) == 0 {
		slack, patience = 1, 300
	}
	if c.random.IntN(3) == 0 {
		fullAt = c.random.Int64N(answers + 1)
	}
	server, err := served.Start(c.path, fmt.Sprintf("%s=%d", serveSlack, slack))
	if err != nil {
		c.Fatal(err)
	}
	if answers > 0 {
		if err := server.Wait(); err != nil {
			c.Fatal(err)
		}
		v := &running{Server: server, draft: c.draft(), gone: make(chan bool)}
		v.answers.Store(answers)
		v.patience, v.fullAt = patience, fullAt
		v.short, v.refusals = c.random.IntN(100), 1+c.random.Int64N(20)
		c.load(v)
		c.full += int(v.refused.Load())
	}
	server.Kill()
	server.Gone()
	for line := range strings.Lines(server.Said()) {
		if !strings.Contains(line, syscall.ENOSPC.Error()) {
			c.Errorf("the server said: %s", line)
		}
	}
}

// draft is the file that a compaction writes.
func (c *crash) draft() string { return filepath.Join(c.path, enginetest.Account+".journal.new") }

// never is how many answers are never left.
const never = math.MinInt64

// running is a server that will be killed.
type running struct {
	*served.Server
	draft    string
	answers  atomic.Int64 // before it may be killed
	patience int64        // further answers during which to wait for a compaction
	gone     chan bool    // closed when the server no longer answers

	fullAt   int64        // how many answers are left when its disk gets full
	short    int          // bytes that then still fit
	refusals int64        // after which there's space again
	refused  atomic.Int64 // writes
}

// answered counts an answer, fills or frees the disk or kills the server if it's time.
func (v *running) answered(refused bool) {
	left := v.answers.Add(-1)
	if left == v.fullAt {
		v.Tell(fmt.Sprint("full ", v.short))
	}
	if refused && v.refused.Add(1) == v.refusals {
		v.Tell("free")
	}
	switch left {
	case -v.patience:
		v.Kill()
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
			v.Kill()
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
				status, err := client.write(transport, v.Bases)
				if status == 503 && v.fullAt == never {
					err = errors.New("the disk isn't full")
				}
				if err != nil {
					c.Error(err)
					v.Kill()
				}
				if err != nil || status == 0 {
					return
				}
				v.answered(status == 503)
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
	content := c.content(c.path)
	if c.random.IntN(2) == 0 {
		c.damage(content)
	}
	state, err := c.open(c.path)
	if err != nil {
		c.Fatal(err)
	}
	for _, message := range c.reports.take() {
		c.torn++
		if !strings.HasSuffix(message, "they are cut off") {
			c.Errorf("reported: %s", message)
		}
	}
	for _, client := range c.clients {
		if client.pending != nil {
			c.unanswered++
		}
		c.answered += len(client.since)
		done, problem := client.compare(state)
		if problem != "" {
			c.Errorf("client %d: %s", client.id, problem)
		}
		if done {
			c.done++
		}
		client.since, client.before = nil, maps.Clone(client.held)
	}
	if len(state) > 0 {
		c.Errorf("no client has written %v", state)
	}
	c.journal = c.content(c.path)
}

func (c *crash) content(path string) []byte {
	content, err := os.ReadFile(filepath.Join(path, enginetest.Account+".journal"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.Fatal(err)
	}
	return content
}

// open opens a folder and returns what is in it.
func (c *crash) open(path string) (map[string]thing, error) {
	d := open(c.T, path, datadir.Options{Report: c.reports.add})
	defer closed(c.T, d)
	s, err := d.Store(enginetest.Account, 0)
	if err != nil {
		return nil, err
	}
	state := c.state(s)
	a := served.Open(s)
	if err := a.Check(); err != nil {
		c.Errorf("the account is inconsistent: %v", err)
	}
	c.messages(a, state)
	c.blobs(a, state)
	return state, nil
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
		return unseen(tx, found)
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
