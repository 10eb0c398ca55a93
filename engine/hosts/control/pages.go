package control

import (
	"math/rand/v2"

	"github.com/rowkey/rowkey/engine/protocol"
)

// pages says how long pages are.
type pages struct {
	protocol.PageMode
	random *rand.Rand // nil for full ones
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
	return pages{p, rand.New(rand.NewPCG(uint64(p.Seed), 0))}
}

// size returns how many entries a page has at most for which so many were asked. One in four is empty. Most
// of the others have a few, so that small tables have several pages. One in eight can have more, so that
// reading a large table doesn't take too many.
func (p pages) size(asked int) int {
	if p.random == nil {
		return asked
	}
	longest := 10
	switch p.random.IntN(8) {
	case 0, 1:
		return 0
	case 2:
		longest = 100
	}
	return min(asked, 1+p.random.IntN(longest))
}

func (p pages) state() *protocol.PageMode {
	if p.random == nil {
		return &protocol.PageMode{Mode: "full"}
	}
	return &p.PageMode
}
