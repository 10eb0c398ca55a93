package design

import "strings"

// List writes names for people: a, b and c.
func List(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}

// Types returns the names of the types that a pattern is for.
func (p *Pattern) Types() (names []string) {
	for _, q := range p.Each() {
		names = append(names, q.Entity.Name)
	}
	return names
}
