package auth

import (
	"net/netip"
	"strings"
)

// contains reports whether an address is the one, or lies between the two, that a token names. ok is
// false when those are no addresses, or not of one kind.
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
	at = at.Unmap() // as a server that listens to both kinds sees those of the older
	return err == nil && at.BitLen() == from.BitLen() && from.Compare(at) <= 0 && at.Compare(to) <= 0, true
}
