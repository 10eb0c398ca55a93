package runner

import "github.com/rowkey/rowkey/engine/table"

// Standing is a target whose clock only Sleep moves. Two runs of a script against such targets send the same
// requests, however long the answers take.
type Standing struct {
	Target
	Time table.Ticks
}

// Now returns the time at which the run began, and the waits since.
func (s *Standing) Now() table.Ticks { return s.Time }

// Sleep waits.
func (s *Standing) Sleep(d table.Ticks) {
	s.Target.Sleep(d)
	s.Time += d
}
