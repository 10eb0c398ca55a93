package endpoint

import (
	"container/list"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// Crowd bounds how many connections its ports have together. For a client beyond the bound, the connection
// that has been without a request for longest is closed: one that's idle, or whose first request doesn't
// come. If all have one, the client gets 503 and Retry-After, and disconnected.
//
// Each connection takes a descriptor. Without a bound, clients that open many and send nothing take all of
// them, and then nobody is answered, journals can't be compacted, and nobody is told why.
type Crowd struct {
	inside   chan struct{} // has one for each connection
	refusing chan struct{} // has one for each refusal that is under way

	mu     sync.Mutex
	ended  bool
	idle   list.List // of waiting: those without a request, the longest first
	places map[net.Conn]*list.Element
	spare  *os.File // a descriptor to refuse a connection with when all others are taken, or nil
}

const (
	mostConnections = 4096 // a default, for systems with hardly any limit
	reserved        = 64   // descriptors for everything else: ports, journals, the program's own files
	refusals        = 32   // connections to which a refusal is under way; others are just closed
	refusalTime     = time.Second
	beginning       = time.Second // how long a new client can take to send a request's headers while others wait
)

const refusal = "HTTP/1.1 503 Service Unavailable\r\nx-ms-error-code: ServerBusy\r\nRetry-After: 1\r\n" +
	"Connection: close\r\nContent-Length: 0\r\n\r\n"

// NewCrowd returns a Crowd of at most so many connections. 0 stands for what the process's limit of
// descriptors allows, up to some thousands.
func NewCrowd(most int) *Crowd {
	if most == 0 {
		most = defaultMost(descriptors())
	}
	c := &Crowd{
		inside: make(chan struct{}, most), refusing: make(chan struct{}, refusals),
		places: map[net.Conn]*list.Element{},
	}
	c.spare, _ = os.Open(os.DevNull) // without it, a lack of descriptors only can't be told
	return c
}

// defaultMost leaves descriptors for the rest of the program, even if there are few.
func defaultMost(descriptors int) int {
	return min(mostConnections, max(descriptors-reserved, descriptors/2))
}

// Listener returns a port whose connections count.
func (c *Crowd) Listener(port net.Listener) net.Listener { return &countedPort{port, c} }

// countedPort accepts connections as long as there is room.
type countedPort struct {
	net.Listener
	crowd *Crowd
}

// Accept returns the next connection that there is room for.
func (p *countedPort) Accept() (net.Conn, error) {
	for {
		conn, err := p.Listener.Accept()
		switch {
		case err != nil && noDescriptor(err):
			p.crowd.refuseWithSpare(p.Listener)
			return nil, err // the server waits a moment after it
		case err != nil:
			return nil, err
		case p.crowd.enter() || p.crowd.closeIdle(time.Now()) && p.crowd.enter():
			return &countedConn{Conn: conn, leave: sync.OnceFunc(func() { <-p.crowd.inside })}, nil
		}
		p.crowd.refuse(conn)
	}
}

// countedConn leaves the crowd when it's closed.
type countedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *countedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

func (c *Crowd) enter() bool {
	select {
	case c.inside <- struct{}{}:
		return true
	default:
		return false
	}
}

// waiting is a connection without a request.
type waiting struct {
	net.Conn
	until time.Time // from then on it can be closed for another client
}

// Watch keeps which connections are without a request. It's for a server's ConnState. A new one counts until
// the server has the headers of its first request.
func (c *Crowd) Watch(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	if at := c.places[conn]; at != nil {
		c.idle.Remove(at)
		delete(c.places, conn)
	}
	switch state {
	case http.StateNew:
		c.places[conn] = c.idle.PushBack(waiting{conn, time.Now().Add(beginning)})
	case http.StateIdle:
		c.places[conn] = c.idle.PushBack(waiting{Conn: conn})
	}
	ended := c.ended
	c.mu.Unlock()
	if ended {
		c.End()
	}
}

// End closes the connections without a request, now and later. A server that's shut down would wait five
// seconds for one that was opened and never used.
func (c *Crowd) End() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	for c.closeIdle(time.Now().Add(beginning)) {
	}
}

// closeIdle closes the connection that has been without a request for longest, if it can be closed at a time,
// and reports whether there was one. The client of an idle one asks again if its request has just been sent.
func (c *Crowd) closeIdle(now time.Time) bool {
	c.mu.Lock()
	longest := c.idle.Front()
	for longest != nil && longest.Value.(waiting).until.After(now) {
		longest = longest.Next()
	}
	if longest == nil {
		c.mu.Unlock()
		return false
	}
	conn := c.idle.Remove(longest).(waiting).Conn
	delete(c.places, conn)
	c.mu.Unlock()
	if encrypted, ok := conn.(*tls.Conn); ok {
		conn = encrypted.NetConn() // nobody waits for its client to read a farewell
	}
	_ = conn.Close()
	return true
}

// refuse tells a client that too many are connected, and disconnects it. Closing at once could destroy the
// answer on its way, if the client's request has come and wasn't read; so what it sends is read for a moment.
func (c *Crowd) refuse(conn net.Conn) {
	select {
	case c.refusing <- struct{}{}:
		go func() {
			tell(conn)
			<-c.refusing
		}()
	default:
		_ = conn.Close()
	}
}

func tell(conn net.Conn) {
	_ = conn.SetDeadline(time.Now().Add(refusalTime))
	if _, err := io.WriteString(conn, refusal); err == nil {
		if half, ok := conn.(*net.TCPConn); ok && half.CloseWrite() == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(conn, maxHeaders))
		}
	}
	_ = conn.Close()
}

// refuseWithSpare refuses one connection when all descriptors are taken: it gives up the spare one for it.
func (c *Crowd) refuseWithSpare(port net.Listener) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.spare == nil || c.spare.Close() != nil {
		return
	}
	if conn, err := port.Accept(); err == nil {
		tell(conn)
	}
	c.spare, _ = os.Open(os.DevNull)
}
