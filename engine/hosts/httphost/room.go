package httphost

import "sync"

// Room is how many bytes the bodies of all requests under way can take together. Endpoints share one. Small
// bodies aren't counted.
type Room struct {
	mu   sync.Mutex
	free int64
}

// NewRoom returns a Room of so many bytes.
func NewRoom(bytes int64) *Room { return &Room{free: bytes} }

func (r *Room) take(bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if bytes > r.free {
		return false
	}
	r.free -= bytes
	return true
}

func (r *Room) give(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free += bytes
}
