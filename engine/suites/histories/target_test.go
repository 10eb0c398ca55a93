package histories_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/served"
)

func TestMain(m *testing.M) {
	served.Main(func(path string, _ <-chan string) (*store.Store, error) {
		d, err := datadir.Open(path, datadir.Options{
			Slack: 1 << 16, Report: func(err error) { fmt.Fprintln(os.Stderr, err) },
		})
		if err != nil {
			return nil, err
		}
		return d.Store(auth.DevelopmentAccount, 0)
	})
	os.Exit(m.Run())
}

// target is an endpoint that can be killed.
type target interface {
	// start starts the endpoint, with what it has kept, and returns the URLs of its services.
	start() (map[grant.Service]string, error)
	// kill ends it in the middle of whatever it does, and gone waits until it has ended.
	kill()
	gone()
}

// memory is an endpoint that keeps nothing, so it's never killed. Its handlers are wrapped.
type memory struct {
	*testing.T
	wrap func(http.Handler) http.Handler
}

func (m memory) start() (map[grant.Service]string, error) {
	s, err := store.Open(store.Options{})
	if err != nil {
		return nil, err
	}
	a, bases := served.Open(s), map[grant.Service]string{}
	m.Cleanup(func() {
		if err := a.Check(); err != nil {
			m.Error(err)
		}
	})
	for _, to := range []grant.Service{grant.Table, grant.Blob} {
		server := httptest.NewServer(m.wrap(&httphost.Endpoint{Service: to, Fallback: a}))
		m.Cleanup(server.Close)
		bases[to] = server.URL + "/" + auth.DevelopmentAccount
	}
	return bases, nil
}

func (memory) kill() {}
func (memory) gone() {}

// folder is an endpoint that keeps its account in a folder.
type folder struct {
	path   string
	server *served.Server
}

func (f *folder) start() (map[grant.Service]string, error) {
	var err error
	if f.server, err = served.Start(f.path); err != nil {
		return nil, err
	}
	return f.server.Bases, f.server.Wait()
}

func (f *folder) kill() { f.server.Kill() }
func (f *folder) gone() { f.server.Gone() }

// worker is the Worker in workerd.
type worker struct {
	program string // of workerd
	path    string
	process *exec.Cmd
}

func (w *worker) start() (map[grant.Service]string, error) {
	config := filepath.Join("..", "..", "..", "wasm", "worker", "workertest", "failing.capnp")
	w.process = exec.Command(w.program, "serve", config, "--directory-path=storage="+w.path,
		"--socket-addr=http=127.0.0.1:0", "--control-fd=3")
	w.process.Env = []string{"ACCOUNTS=" + auth.DevelopmentAccount + ":a2V5", "UNSIGNED=allow"}
	events, into, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer events.Close()
	w.process.ExtraFiles = []*os.File{into}
	err = w.process.Start()
	_ = into.Close()
	if err != nil {
		return nil, err
	}
	var listening struct{ Port int }
	if err := json.NewDecoder(events).Decode(&listening); err != nil {
		return nil, fmt.Errorf("workerd didn't start: %w", err)
	}
	base := fmt.Sprintf("http://127.0.0.1:%d/s/%s/", listening.Port, auth.DevelopmentAccount)
	return map[grant.Service]string{grant.Table: base + "table", grant.Blob: base + "blob"}, nil
}

func (w *worker) kill() { _ = w.process.Process.Kill() }
func (w *worker) gone() { _ = w.process.Wait() }
