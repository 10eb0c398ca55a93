package runner

import "time"

// Standing is a target whose clock only Sleep moves. Two runs of a script against such targets send the same
// requests, however long the answers take.
type Standing struct {
	Target
	Time time.Time
}

// Now returns the time at which the run began, and the waits since.
func (s *Standing) Now() time.Time { return s.Time }

// Sleep waits.
func (s *Standing) Sleep(d time.Duration) {
	s.Target.Sleep(d)
	s.Time = s.Time.Add(d)
}
