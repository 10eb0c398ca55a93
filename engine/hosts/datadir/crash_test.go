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

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

var (
	kills     = flag.Int("crash.kills", 20, "how often TestCrash kills the server")
	crashSeed = flag.Uint64("crash.seed", 0, "what TestCrash draws from; 0 takes the time of day")
)

// What makes the test's program serve a folder in place of running tests.
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

// serve is the server that is killed. It also ends when whoever started it does.
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
	o.Clock = time.Now
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, httphost.Handler(engine.On(s, o)))
}

// crash is a folder, the clients who write to it, and what has come of it so far.
type crash struct {
	*testing.T
	path    string
	random  *rand.Rand
	clients []*client
	told    reports

	torn, drafts, doubts, done int // torn tails, half-written journals, open requests and how many of them were done
}

// TestCrash kills a server under load, again and again. After each kill everything that was answered
// must be there, and of each request that was not, all or nothing. What a kill hits depends on the
// scheduler, too, so a seed repeats what the clients do and when the kill is sent, not every outcome.
func TestCrash(t *testing.T) {
	seed := *crashSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-crash.kills %d -crash.seed %d", *kills, seed)
	c := &crash{T: t, path: t.TempDir(), random: rand.New(rand.NewPCG(seed, 0))}
	for id := range 6 {
		c.clients = append(c.clients, newClient(id, rand.New(rand.NewPCG(seed, uint64(id)+1))))
	}
	for n := range *kills {
		c.kill()
		c.check()
		if t.Failed() {
			t.Fatalf("after %d kills", n+1)
		}
	}
	t.Logf("%d torn tails, %d half-written journals; of %d requests without an answer %d were done",
		c.torn, c.drafts, c.doubts, c.done)
}

// kill starts a server, lets the clients write to it and kills it after a number of answers. After
// none it is killed while it starts. Every other server has a journal that it compacts all the time,
// and is killed in the next compaction.
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
	var complaints bytes.Buffer
	server.Stderr = &complaints
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
		address, err := bufio.NewReader(output).ReadString('\n')
		if err != nil {
			_ = server.Wait()
			c.Fatalf("the server did not start: %v\n%s", err, complaints.String())
		}
		v := &victim{
			Process: server.Process, base: "http://" + strings.TrimSpace(address) + "/" + enginetest.Account,
			draft: c.draft(), gone: make(chan bool),
		}
		v.answers.Store(answers)
		v.patience = patience
		c.load(v)
	}
	_ = server.Process.Kill()
	_ = server.Wait()
	if complaints.Len() > 0 {
		c.Errorf("the server said: %s", complaints.String())
	}
}

// draft is where a compaction writes.
func (c *crash) draft() string { return filepath.Join(c.path, enginetest.Account+".journal.new") }

// victim is a server that is to be killed.
type victim struct {
	*os.Process
	base     string
	draft    string
	answers  atomic.Int64 // before it may be killed
	patience int64        // answers after these in which a compaction is waited for
	gone     chan bool    // closed when no client has got an answer
}

// answered kills the server if it is time.
func (v *victim) answered() {
	switch v.answers.Add(-1) {
	case -v.patience:
		_ = v.Kill()
	case 0:
		go v.watch()
	}
}

// watch kills the server when it compacts.
func (v *victim) watch() {
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

// load lets all clients write, each one request after the other, until the server is gone.
func (c *crash) load(v *victim) {
	transport := &http.Transport{MaxIdleConnsPerHost: len(c.clients)}
	defer transport.CloseIdleConnections()
	defer close(v.gone)
	var all sync.WaitGroup
	for _, client := range c.clients {
		all.Go(func() {
			for {
				answered, err := client.write(transport, v.base)
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

// check opens what the server left and holds it against what the clients know.
func (c *crash) check() {
	c.Helper()
	if _, err := os.Stat(c.draft()); err == nil {
		c.drafts++
	}
	d := open(c.T, c.path, datadir.Options{Report: c.told.add})
	defer closed(c.T, d)
	s, err := d.Store(enginetest.Account, 0)
	if err != nil {
		c.Fatal(err)
	}
	for _, told := range c.told.take() {
		c.torn++
		if !strings.HasSuffix(told, "they are cut off") {
			c.Errorf("reported: %s", told)
		}
	}
	if err := s.Check(); err != nil {
		c.Errorf("the store is inconsistent: %v", err)
	}
	state := c.state(s)
	for _, client := range c.clients {
		doubt := client.doubt != nil
		done, problem := client.settle(state)
		if problem != "" {
			c.Errorf("client %d: %s", client.id, problem)
		}
		if doubt {
			c.doubts++
		}
		if done {
			c.done++
		}
	}
	if len(state) > 0 {
		c.Errorf("nobody has written %v", state)
	}
}

// state returns everything in a store: tables by their names and entities by table and RowKey.
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

// take moves what belongs to a client out of a state.
func (c *client) take(state map[string]thing) map[string]thing {
	own := map[string]thing{}
	for name, t := range state {
		if strings.HasPrefix(name, c.prefix()) {
			own[name] = t
		}
	}
	maps.DeleteFunc(state, func(name string, _ thing) bool { return strings.HasPrefix(name, c.prefix()) })
	return own
}
