package control

import (
	"math/rand/v2"

	"github.com/rowkey/rowkey/engine/protocol"
)

// pages says how long pages are.
type pages struct {
	protocol.PageMode
	random *rand.Rand // nil for full ones
	given  int
}

func pageFields(p *protocol.PageMode) []field {
	return []field{
		{"mode", aString, oneOf(&p.Mode, "short", "full")},
		{"seed", aNumber, whole(&p.Seed, 0, maxSeed)},
	}
}

func newPages(p protocol.PageMode) pages {
	if p.Mode != "short" {
		return pages{}
	}
	return pages{PageMode: p, random: rand.New(rand.NewPCG(uint64(p.Seed), 0))}
}

// size returns how many entries a page has at most for which so many were asked. That's none for one in four
// and up to three for others, so that what a test has is rarely on one page. Every eighth can have more, so
// that reading a large table doesn't take too many.
func (p *pages) size(asked int) int {
	if p.random == nil {
		return asked
	}
	if p.given++; p.given%8 == 0 {
		return min(asked, 1+p.random.IntN(100))
	}
	return min(asked, p.random.IntN(4))
}

func (p pages) state() *protocol.PageMode {
	if p.random == nil {
		return &protocol.PageMode{Mode: "full"}
	}
	return &p.PageMode
}
