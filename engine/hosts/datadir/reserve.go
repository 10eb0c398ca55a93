package datadir

import (
	"os"
	"sync"
)

// reserveSize is how much of the disk is kept for deletes: records of about 10,000 of them, and a compacted
// journal of what they leave.
const reserveSize = 1 << 20

// reserve is a file that only takes space. When the disk is full, it's removed for the deletes that make
// room. Until it's there again, nothing else is written.
type reserve struct {
	path string

	mu    sync.Mutex
	spent bool // removed for deletes
}

// fill makes the file, if there's space.
func (r *reserve) fill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if info, err := os.Stat(r.path); err == nil && info.Size() == reserveSize {
		return
	}
	if err := os.WriteFile(r.path, make([]byte, reserveSize), 0o600); err != nil {
		_ = os.Remove(r.path)
		return
	}
	r.spent = false
}

// spend gives the space back to the disk. It returns false if that has been done.
func (r *reserve) spend() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if os.Remove(r.path) != nil {
		return false
	}
	r.spent = true
	return true
}

func (r *reserve) isSpent() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.spent
}
