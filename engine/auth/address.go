package auth

import (
	"net/netip"
	"strings"
)

// contains reports whether an address is the one a token allows, or is in the range it allows. ok is
// false unless allowed is an IP address, or two of the same version with a hyphen between them.
func contains(allowed, address string) (inside, ok bool) {
	low, high, isRange := strings.Cut(allowed, "-")
	if !isRange {
		high = low
	}
	from, err := netip.ParseAddr(low)
	if err != nil {
		return false, false
	}
	to, err := netip.ParseAddr(high)
	if err != nil || from.BitLen() != to.BitLen() {
		return false, false
	}
	at, err := netip.ParseAddr(address)
	at = at.Unmap() // a server that listens to both versions sees IPv4 as ::ffff:10.0.0.1
	return err == nil && at.BitLen() == from.BitLen() && from.Compare(at) <= 0 && at.Compare(to) <= 0, true
}
