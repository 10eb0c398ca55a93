package endpoint

import (
	"errors"
	"net"
	"net/netip"

	"github.com/rowkey/rowkey/engine"
)

// Service is a service of an account, with its names for people and connection strings.
type Service struct {
	Letter  engine.Service
	Noun    string // such as tables
	Port    string // where clients expect an emulator
	setting string // its name in a connection string
	maxBody int64  // bytes of a request body; 0 for the default of httphost
}

// Services returns all services, in the order in which they are shown.
func Services() []Service {
	return []Service{
		{engine.Tables, "tables", "10002", "TableEndpoint", 0},
		{engine.Queues, "queues", "10001", "QueueEndpoint", 0},
		{engine.Blobs, "blobs", "10000", "BlobEndpoint", engine.MaxBlob},
	}
}

// Ports are where services listen. A service without a port isn't served.
type Ports map[engine.Service][]net.Listener

// Close closes the ports. A port that is already closed doesn't count as an error.
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

// Origin is the address at which clients on this machine can reach a port. For a port that listens on
// all addresses, that is the loopback address.
func Origin(port net.Listener) string {
	at := port.Addr().(*net.TCPAddr).AddrPort()
	if at.Addr().IsUnspecified() {
		at = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), at.Port())
	}
	return "http://" + at.String()
}

// Listen opens a port. On the IPv4 loopback address it also opens the port for IPv6 if possible, because
// clients differ in how they resolve localhost.
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
