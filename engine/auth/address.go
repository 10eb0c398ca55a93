package auth

import (
	"net/netip"
	"strings"
)

// contains reports whether an address is the one, or lies between the two, that a token names. ok is
// false when those are no addresses.
func contains(allowed, address string) (inside, ok bool) {
	low, high, isRange := strings.Cut(allowed, "-")
	from, err := netip.ParseAddr(low)
	if err != nil {
		return false, false
	}
	to := from
	if isRange {
		if to, err = netip.ParseAddr(high); err != nil {
			return false, false
		}
	}
	at, err := netip.ParseAddr(address)
	return err == nil && from.Compare(at) <= 0 && at.Compare(to) <= 0, true
}
