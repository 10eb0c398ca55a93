package script

import (
	"slices"
	"strconv"
	"strings"
)

// maxChain limits a chain of requests in which each refers to the next, and with it the depth of recursion.
const maxChain = 100

// MaxOperations is the most operations that the service accepts in one transaction.
const MaxOperations = 100

// units groups the requests of an example into units.
func (l *linker) units(e *Example) {
	for _, r := range e.Requests {
		last := len(e.units) - 1
		if r.Transaction != "" && last >= 0 && e.units[last].requests[0].Transaction == r.Transaction {
			r.unit = e.units[last]
			r.unit.requests = append(r.unit.requests, r)
			continue
		}
		r.unit = &unit{requests: []*Request{r}}
		e.units = append(e.units, r.unit)
	}
}

// Order returns what is sent when the example runs: its requests from top to bottom, each after the ones
// it refers to, and each once. The requests of a transaction come together.
func (e *Example) Order() [][]*Request { return inOrder(e.units, nil) }

// Order returns what is sent when these requests run: each of them after the ones it refers to, except for
// those that needn't run again because done returns true for all of what is sent together.
func Order(requests []*Request, done func(*Request) bool) [][]*Request {
	var units []*unit
	for _, r := range requests {
		units = append(units, r.unit)
	}
	open := func(r *Request) bool { return !done(r) }
	return inOrder(units, func(u *unit) bool {
		return !slices.Contains(units, u) && !slices.ContainsFunc(u.requests, open)
	})
}

func inOrder(units []*unit, done func(*unit) bool) [][]*Request {
	var order [][]*Request
	seen := map[*unit]bool{}
	var visit func(u *unit, depth int)
	visit = func(u *unit, depth int) {
		if seen[u] || depth > maxChain || done != nil && done(u) {
			return
		}
		seen[u] = true
		for _, r := range u.requests {
			for _, d := range r.deps {
				visit(d.on.unit, depth+1)
			}
		}
		order = append(order, u.requests)
	}
	for _, u := range units {
		visit(u, 0)
	}
	return order
}

// mark says whether a unit has been visited.
type mark uint8

const (
	unseen mark = iota
	underWay
	visited
)

// visit looks for requests that refer to themselves, directly or through others.
func (l *linker) visit(u *unit) {
	if u.mark != unseen {
		return
	}
	u.mark = underWay
	l.trail = append(l.trail, u)
	for _, r := range u.requests {
		for _, d := range r.deps {
			on := d.on.unit
			switch {
			case d.on != r && on == u: // the requests of a transaction are sent together anyway
				continue
			case on.mark == underWay:
				l.fail(d.at, "These requests refer to each other in a circle: "+l.circle(on, r)+".",
					"Remove one of the references.")
				continue
			case len(l.trail) > maxChain:
				l.fail(d.at, "More than 100 requests refer to one another in a row.", "")
				continue
			}
			l.visit(on)
			if u.height = max(u.height, on.height+1); u.height > maxChain {
				l.fail(d.at, "More than 100 requests refer to one another in a row.", "")
			}
		}
	}
	l.trail = l.trail[:len(l.trail)-1]
	u.mark = visited
}

// circle names the requests on the way from a unit back to itself. last is the one that closes the circle.
func (l *linker) circle(on *unit, last *Request) string {
	var names []string
	for _, u := range l.trail[slices.Index(l.trail, on):] {
		r := u.requests[0]
		if u == last.unit {
			r = last
		}
		names = append(names, r.label())
	}
	return strings.Join(append(names, names[0]), " → ")
}

// label returns a name for a request that may not have one.
func (r *Request) label() string {
	switch {
	case r.Name != "":
		return r.Name
	case r.Title != "":
		return r.Title
	default:
		return r.Method + " on line " + strconv.Itoa(r.Line)
	}
}

// transaction checks the rules of a transaction. begun has the ones that come before it in the file.
func (l *linker) transaction(u *unit, begun map[string]*unit) {
	first := u.requests[0]
	if first.Transaction == "" {
		return
	}
	if before := begun[first.Transaction]; before != nil {
		l.fail(first.at, "The requests of transaction "+first.Transaction+" aren't next to each other: "+
			"it begins on line "+strconv.Itoa(before.requests[0].Line)+".",
			"Put them together, with nothing but blank lines between their fences, "+
				"or give this one another name.")
		return
	}
	begun[first.Transaction] = u
	for i, r := range u.requests {
		if strings.HasPrefix(r.Source, "{{"+Queue+"}}") || strings.HasPrefix(r.Source, "{{"+Blob+"}}") {
			l.fail(r.at, "Transactions are for tables, not for queues and blobs.",
				"Remove # @transaction.")
		}
		if r.Loop > MaxOperations && len(u.requests) > 1 {
			l.fail(r.at,
				"A loop of more than 100 needs several transactions, which can't contain another request.",
				"Give it a # @transaction of its own.")
		}
		for _, e := range r.Expects {
			if e.OfWork() && i < len(u.requests)-1 {
				l.fail(e.at, "Plan and cost belong to the whole transaction.",
					"Move this to the last request of transaction "+first.Transaction+".")
			}
		}
	}
}
