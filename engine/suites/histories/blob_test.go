package histories_test

import "fmt"

// blob is the state of a blob, which is always there, and what a read has seen.
type blob struct {
	content int
	lease   int // its ID; 0 if nobody has leased it
	broken  bool
}

// sight is what a read of a blob sees.
type sight struct {
	content int
	state   string // of the lease
}

// blobs are blobs with their leases, which have no end.
type blobs struct{}

func (blobs) start() any { return blob{} }

func (b blob) state() string {
	switch {
	case b.lease == 0:
		return "available"
	case b.broken:
		return "broken"
	}
	return "leased"
}

// apply follows https://learn.microsoft.com/rest/api/storageservices/lease-blob.
func (blobs) apply(state any, p part, seen any) (any, int, bool) {
	b := state.(blob)
	leased := b.lease != 0 && !b.broken
	switch p.verb {
	case read:
		was, ok := seen.(sight)
		return b, 0, !ok || was == sight{b.content, b.state()}
	case write:
		if leased && p.match != b.lease || !leased && p.match != 0 {
			return b, 412, true
		}
		b.content = p.id
		if !leased {
			b.lease, b.broken = 0, false
		}
		return b, 0, true
	case acquire:
		if leased && b.lease != p.id {
			return b, 409, true
		}
		return blob{b.content, p.id, false}, 0, true
	case renew:
		if b.broken || b.lease != p.match {
			return b, 409, true
		}
	case change:
		if !leased || b.lease != p.match && b.lease != p.id {
			return b, 409, true
		}
		b.lease = p.id
	case release:
		if b.lease == 0 || b.lease != p.match {
			return b, 409, true
		}
		b.lease, b.broken = 0, false
	case breakUp:
		if b.lease == 0 {
			return b, 409, true
		}
		b.broken = true
	}
	return b, 0, true
}

func (blobs) ids(seen any) []int {
	switch s := seen.(type) {
	case sight:
		return []int{s.content}
	case blob:
		return []int{s.content, s.lease}
	}
	return nil
}

func (blobs) rename(seen any, id func(int) int) any {
	switch s := seen.(type) {
	case sight:
		s.content = id(s.content)
		return s
	case blob:
		s.content, s.lease = id(s.content), id(s.lease)
		return s
	}
	return seen
}

// starts returns the blobs with any content and any lease to which events refer and that were there before.
func (blobs) starts(story, _ []event, written map[int]bool) (all []any) {
	contents, leases := []int{0}, []int{0, junk}
	for _, e := range story {
		if s, ok := e.answer.seen.(sight); ok && written[s.content] {
			contents = append(contents, s.content)
		}
		for _, p := range e.parts {
			if written[p.match] {
				leases = append(leases, p.match)
			}
		}
	}
	for _, lease := range leases {
		for _, content := range contents {
			all = append(all, blob{content, lease, false}, blob{content, lease, lease != 0})
		}
	}
	return all
}

func (blobs) show(state any) string {
	b := state.(blob)
	text := fmt.Sprintf("content %d, %s", b.content, b.state())
	if b.lease != 0 {
		text += fmt.Sprintf(" by %d", b.lease)
	}
	return text
}

func (blobs) tell(e event, p part) string {
	text := verbs[p.verb]
	switch p.verb {
	case read:
		if s, ok := e.answer.seen.(sight); ok {
			text += fmt.Sprintf(" (content %d, %s)", s.content, s.state)
		}
	case write, acquire, change:
		text += fmt.Sprintf(" %d", p.id)
	}
	if p.match > 0 {
		text += fmt.Sprintf(" with the lease %d", p.match)
	}
	return text
}
