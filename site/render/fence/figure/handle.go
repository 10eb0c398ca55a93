package figure

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// handle is what a reader can change.
type handle struct {
	label     string
	positions [][]string // the words of each, of which the first is shown
	places    []string   // what they change, with % for the position
}

// mostPositions is how many the style sheet can show.
const mostPositions = 8

// readHandle reads "Events | 25, 100, 400 | # % times".
func readHandle(line string) (h handle, err error) {
	parts := strings.Split(line, " | ")
	if len(parts) < 3 {
		return h, errors.New("write a handle as Label | position, position | what changes, with %")
	}
	h.label, h.places = parts[0], parts[2:]
	for one := range strings.SplitSeq(parts[1], ", ") {
		h.positions = append(h.positions, strings.Fields(one))
	}
	if n := len(h.positions); n < 2 || n > mostPositions {
		return h, fmt.Errorf("a handle has 2 to %d positions, not %d", mostPositions, n)
	}
	return h, nil
}

// at is a place at a position: %1 stands for the position's first word, %2 for its second, and % for
// its only one.
func at(place string, position []string) string {
	for i, word := range position {
		place = strings.ReplaceAll(place, "%"+strconv.Itoa(i+1), word)
	}
	return strings.ReplaceAll(place, "%", position[0])
}

// usual finds the position at which a page is.
func (h handle) usual(page string) (int, error) {
	for i, position := range h.positions {
		found := true
		for _, place := range h.places {
			found = found && strings.Contains(page, at(place, position))
		}
		if found {
			return i, nil
		}
	}
	return 0, fmt.Errorf("the page is at no position of the handle: it doesn't have %q", h.places)
}

// turn returns the page with the handle in another position.
func (h handle) turn(page string, from, to int) string {
	var pairs []string
	for _, place := range h.places {
		pairs = append(pairs, at(place, h.positions[from]), at(place, h.positions[to]))
	}
	return strings.NewReplacer(pairs...).Replace(page)
}
