//go:build unix

package endpoint_test

import (
	"errors"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/rowkey/rowkey/site/endpoint"
)

// starved is a port that finds no descriptor for its first client, as a process that has too many files open.
type starved struct {
	net.Listener
	times int
}

func (s *starved) Accept() (net.Conn, error) {
	if s.times++; s.times == 1 {
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return s.Listener.Accept()
}

// TestNoDescriptor: even without a descriptor for a connection, its client is told.
func TestNoDescriptor(t *testing.T) {
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = port.Close() }()
	told := make(chan string, 1)
	go func() {
		c, err := net.Dial("tcp", port.Addr().String())
		if err != nil {
			told <- err.Error()
			return
		}
		defer func() { _ = c.Close() }()
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		text := make([]byte, 12)
		_, _ = c.Read(text)
		told <- string(text)
	}()
	_, err = endpoint.NewCrowd(5).Listener(&starved{Listener: port}).Accept()
	if !errors.Is(err, syscall.EMFILE) {
		t.Errorf("got %v", err)
	}
	if got := <-told; got != "HTTP/1.1 503" {
		t.Errorf("the client got %q", got)
	}
}
