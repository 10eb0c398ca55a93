package main

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

// changes finds which files have changed. It looks at them again and again, because that works on every
// system and with every editor.
type changes struct {
	look  func() map[string]stamp
	files map[string]stamp
}

type stamp struct {
	changed time.Time
	size    int64
}

// looksEvery is how long a change can stay unseen.
const looksEvery = 250 * time.Millisecond

func newChanges(look func() map[string]stamp) *changes { return &changes{look, look()} }

// changed returns the files that have changed since the last call.
func (c *changes) changed() []string {
	now := c.look()
	var names []string
	for name, s := range now {
		if c.files[name] != s {
			names = append(names, name)
		}
	}
	for name := range c.files {
		if _, ok := now[name]; !ok {
			names = append(names, name)
		}
	}
	c.files = now
	sort.Strings(names)
	return names
}

// list names the first few files for the terminal.
func list(names []string) string {
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
	}
	return strings.Join(names, ", ")
}
