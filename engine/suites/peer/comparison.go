package peer

import (
	"fmt"
	"slices"
	"strings"
)

// Comparison is what a run of the scripts on Azurite has found.
type Comparison struct {
	Azurite string // its version
	Date    string // of the run, such as 2026-01-05
	Areas   []Area
}

// Area is how the answers to the requests of a script compare, apart from what all answers have otherwise.
type Area struct {
	File     string
	Requests int
	Other    int // requests to which Azurite answers otherwise than the service
	Unknown  int // those to which it only answers otherwise than we do, and no source tells who is right
}

// General reports whether the entry is about all answers.
func (d *Deviation) General() bool { return d.At[0].File == "*" }

// Count adds differences to the areas of their files, each request once, by the first entry that matches.
func Count(areas []Area, differences []Difference, list []Deviation) {
	right := map[Place]string{}
	for _, x := range differences {
		at := Place{x.File, x.Request}
		for _, d := range list {
			if _, _, ok := d.match(x); !ok {
				continue
			}
			if !d.General() && right[at] != "ours" {
				right[at] = d.Right
			}
			break
		}
	}
	for at, who := range right {
		i := slices.IndexFunc(areas, func(a Area) bool { return a.File == at.File })
		switch who {
		case "ours":
			areas[i].Other++
		case "unknown":
			areas[i].Unknown++
		}
	}
}

const comparisonForm = `What TestAzurite has found: of each script the requests, those to which Azurite
answers otherwise than the service, and those to which it answers otherwise than we do while no source tells
who is right.
go test ./engine/suites/peer -run TestAzurite -update writes it again.

`

// Text returns the comparison as ParseComparison reads it.
func (c *Comparison) Text() string {
	var b strings.Builder
	b.WriteString(comparisonForm)
	fmt.Fprintf(&b, "Azurite %s, %s\n", c.Azurite, c.Date)
	for _, a := range c.Areas {
		fmt.Fprintf(&b, "%s %d %d %d\n", a.File, a.Requests, a.Other, a.Unknown)
	}
	return b.String()
}

// ParseComparison reads the text of a comparison.
func ParseComparison(text string) (c Comparison, err error) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(text, comparisonForm), "\n")
	var ok bool
	if c.Azurite, c.Date, ok = strings.Cut(strings.TrimPrefix(first, "Azurite "), ", "); !ok {
		return c, fmt.Errorf("%q isn't a version and a date", first)
	}
	for line := range strings.Lines(rest) {
		var a Area
		if _, err := fmt.Sscan(line, &a.File, &a.Requests, &a.Other, &a.Unknown); err != nil {
			return c, fmt.Errorf("%q: %w", line, err)
		}
		c.Areas = append(c.Areas, a)
	}
	return c, nil
}
