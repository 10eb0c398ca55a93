package endpoint

import (
	"errors"
	"net"
	"net/netip"

	"github.com/rowkey/rowkey/engine"
)

// Service is one of the services of an account, as people and connection strings name it.
type Service struct {
	Letter  engine.Service
	Noun    string // what it has: tables
	setting string // of a connection string
	maxBody int64  // bytes of a request; 0 for what all services take
}

// Services are all of them, in the order in which they are shown.
func Services() []Service {
	return []Service{
		{engine.Tables, "tables", "TableEndpoint", 0},
		{engine.Queues, "queues", "QueueEndpoint", 0},
		{engine.Blobs, "blobs", "BlobEndpoint", engine.MaxBlob},
	}
}

// Ports are where services listen. One that is not there is not served.
type Ports map[engine.Service][]net.Listener

// Close frees the ports. One that has been closed already is no error.
func (p Ports) Close() error {
	var problems []error
	for _, listeners := range p {
		for _, l := range listeners {
			if err := l.Close(); !errors.Is(err, net.ErrClosed) {
				problems = append(problems, err)
			}
		}
	}
	return errors.Join(problems...)
}

// Origin is the address at which a client of this machine finds a port: one at all addresses of the
// machine is at the loopback address, too, and a client cannot call all of them.
func Origin(port net.Listener) string {
	at := port.Addr().(*net.TCPAddr).AddrPort()
	if at.Addr().IsUnspecified() {
		at = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), at.Port())
	}
	return "http://" + at.String()
}

// Listen opens a port. One of the loopback address of IPv4 is opened for IPv6 as well, if that can
// be: clients differ in what they take localhost for.
func Listen(address string) ([]net.Listener, error) {
	first, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	listeners := []net.Listener{first}
	here := first.Addr().(*net.TCPAddr).AddrPort()
	if here.Addr().Unmap() != netip.AddrFrom4([4]byte{127, 0, 0, 1}) {
		return listeners, nil
	}
	six := netip.AddrPortFrom(netip.IPv6Loopback(), here.Port())
	if second, err := net.Listen("tcp", six.String()); err == nil {
		listeners = append(listeners, second)
	}
	return listeners, nil
}
