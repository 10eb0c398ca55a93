package tally

import (
	"strings"

	"github.com/rowkey/rowkey/engine/spelling"
)

// mostTold is how many queries a problem tells of.
const mostTold = 5

// Problem says what a test's requests read too much: more than most entities together, or anything by a scan.
// It returns "" if they didn't. It's a problem, too, if no request came, because then nothing was tested.
func (t *Tally) Problem(most int) string {
	cost := t.Cost()
	scans := 0
	for _, q := range cost.Scans {
		scans += q.Requests
	}
	var text strings.Builder
	switch {
	case cost.Requests == 0:
		return "no request came to " + t.account + ": does what is tested use its connection string?"
	case cost.EntitiesRead > most:
		text.WriteString("requests read " + spelling.Count(cost.EntitiesRead, "entity", "entities") +
			", and may read " + spelling.Number(most))
	case scans > 0:
		text.WriteString("requests scan, and may not")
	default:
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, q := range t.dearest() {
		if i == mostTold {
			text.WriteString("\n  …")
			break
		}
		if q.EntitiesRead > 0 || q.kind.Scans() {
			q.tell(&text)
		}
	}
	return text.String()
}

func (q *Query) tell(text *strings.Builder) {
	_, name := q.kind.Shown()
	text.WriteString("\n  " + q.Request + "\n    ")
	if q.Requests > 1 {
		text.WriteString(spelling.Number(q.Requests) + " times a ")
	} else {
		text.WriteString("a ")
	}
	text.WriteString(name + ": read " + spelling.Number(q.EntitiesRead) + ", returned " +
		spelling.Number(q.EntitiesReturned))
	if q.Advice != "" {
		text.WriteString("\n    cheaper: " + q.Advice)
	}
}
