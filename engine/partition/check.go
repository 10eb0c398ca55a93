package partition

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/spelling"
)

// The limits of a scenario.
const (
	maxLabel    = 40 // letters
	maxKeys     = 60_000
	maxRequests = 40_000_000
	maxSeconds  = 24 * 3600
	minSeconds  = 10
)

// Check returns why a scenario can't be simulated, or nil.
func (s *Scenario) Check() *Error {
	bad := func(message, hint string) *Error { return &Error{Message: message, Hint: hint} }
	if utf8.RuneCountInString(s.Label) > maxLabel {
		return bad("The name of a design has at most "+strconv.Itoa(maxLabel)+" letters.",
			"Shorten it: the picture is small.")
	}
	if s.Seconds < minSeconds || s.Seconds > maxSeconds {
		return bad("It takes "+strconv.Itoa(s.Seconds)+" seconds.", "Take from 10 s to 24 h.")
	}
	for _, a := range s.Assume.List() {
		if !within(*a.Value, a.Least, a.Most) {
			return bad("The assumption "+a.Name+" is "+digits(*a.Value)+".",
				"Take a number from "+digits(a.Least)+" to "+digits(a.Most)+".")
		}
	}
	if len(s.Loads) == 0 || len(s.Loads) > 200 {
		return bad("Nothing loads the table.", "Write a line such as rate: 5,000/s.")
	}
	k := s.Keys
	if !within(k.Zipf, 0, 10) || !within(k.Hot, 0, 1) || k.Every != 0 && !within(k.Every, 0.1, 1e9) {
		return bad("There are no such keys.",
			"Take zipf from 0 to 10, a hot share up to 100%, and times of 0.1 s or more.")
	}
	if n := s.Keys.count(s.Seconds); n > maxKeys {
		return bad("These are "+spelling.Number(n)+" PartitionKeys.",
			"At most "+spelling.Number(maxKeys)+" can be simulated: take fewer, or a longer time for each.")
	}
	requests := 0.0
	for _, l := range s.Loads {
		until := float64(s.Seconds)
		if l.Until > 0 {
			until = min(until, l.Until)
		}
		if !within(l.Rate, 0, 1e9) || !within(l.From, 0, 1e9) || l.Entities < 1 {
			return bad("A load has less than nothing.", "Take a rate and a time of 0 or more, and an entity or more.")
		}
		requests += l.Rate * max(0, until-l.From)
	}
	if requests > maxRequests {
		return bad("These are more than "+spelling.Number(maxRequests)+" requests.",
			"Take a lower rate or a shorter time.")
	}
	return nil
}

// within reports whether x is a number from least to most.
func within(x, least, most float64) bool { return x >= least && x <= most }
