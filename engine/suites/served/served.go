package served

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// folder is the environment variable that makes a process serve, and says what.
const folder = "ROWKEY_SERVED"

// services are those of the addresses that a server prints, in this order.
var services = []grant.Service{grant.Table, grant.Queue, grant.Blob}

// Main serves the store that open returns, and ends the process with it, if Start began this process.
// Otherwise it does nothing. told are the lines that Tell sends.
func Main(open func(path string, told <-chan string) (*store.Store, error)) {
	path := os.Getenv(folder)
	if path == "" {
		return
	}
	fmt.Fprintln(os.Stderr, serve(path, open))
	os.Exit(1)
}

func serve(path string, open func(string, <-chan string) (*store.Store, error)) error {
	told := make(chan string)
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			told <- lines.Text()
		}
		os.Exit(0) // the process that began this one has ended
	}()
	s, err := open(path, told)
	if err != nil {
		return err
	}
	a, ended := Open(s), make(chan error)
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

// Open opens the account that is served on a store. It has the time of day.
func Open(s *store.Store) *account.Account {
	return full.Open(s, full.Options{
		Name:  auth.DevelopmentAccount,
		Clock: func() table.Ticks { return table.TicksOf(time.Now()) },
		NewID: func() string { return "00000000-0000-4000-8000-000000000000" },
	})
}

// Server is a process that serves a folder.
type Server struct {
	Bases map[grant.Service]string // the URLs of the account's services, from Wait on

	process *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Reader
	errors  bytes.Buffer
}

// Start begins a process that serves a folder. environment is as in exec.Cmd, in addition to this process's.
func Start(path string, environment ...string) (*Server, error) {
	s := &Server{process: exec.Command(os.Args[0])}
	s.process.Env = append(append(os.Environ(), folder+"="+path), environment...)
	s.process.Stderr = &s.errors
	input, err := s.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.input, s.output = input, bufio.NewReader(output)
	return s, s.process.Start()
}

// Wait waits until the server has opened its folder and listens.
func (s *Server) Wait() error {
	s.Bases = map[grant.Service]string{}
	for _, to := range services {
		address, err := s.output.ReadString('\n')
		if err != nil {
			s.Kill()
			return fmt.Errorf("the server didn't start: %w\n%s", err, s.Said())
		}
		s.Bases[to] = "http://" + strings.TrimSpace(address) + "/" + auth.DevelopmentAccount
	}
	return nil
}

// Tell sends the server a line. One that is gone doesn't hear it.
func (s *Server) Tell(line string) { _, _ = fmt.Fprintln(s.input, line) }

// Kill ends the process in the middle of whatever it does.
func (s *Server) Kill() { _ = s.process.Process.Kill() }

// Gone waits until the process has ended.
func (s *Server) Gone() {
	_ = s.process.Wait()
	_ = s.input.Close()
}

// Said returns what the server has written to its standard error. Call it after Gone.
func (s *Server) Said() string { return s.errors.String() }
