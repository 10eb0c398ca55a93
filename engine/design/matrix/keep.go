package matrix

import (
	"container/list"

	"github.com/rowkey/rowkey/engine/table"
)

// Bench measures files, and keeps what it has measured and made. So a file of which little has changed since
// the last run takes little time.
type Bench struct {
	kept  map[string]*list.Element // of *kept
	order list.List                // what was used last is in front
	size  int                      // of all that is kept, in bytes
}

// kept is a result, what a pattern wants, how large a part is, the values of a property, or the store of a
// part.
type kept struct {
	key   string
	size  int // in bytes, about
	value any
}

// keptBytes is the most that is kept.
const keptBytes = 24_000_000

// recall returns what is kept of a kind under a key. Kinds have keys of their own.
func recall[T any](b *Bench, key print) (value T, ok bool) {
	if e := b.kept[string(key)]; e != nil {
		b.order.MoveToFront(e)
		value, ok = e.Value.(*kept).value.(T)
	}
	return value, ok
}

// keep keeps something in place of what was used longest ago. What takes more than a third of the room isn't
// kept.
func (b *Bench) keep(key print, size int, value any) {
	size += len(key)
	if _, found := b.kept[string(key)]; found || size > keptBytes/3 {
		return
	}
	if b.kept == nil {
		b.kept = map[string]*list.Element{}
	}
	k := &kept{string(key), size, value}
	b.kept[k.key] = b.order.PushFront(k)
	for b.size += size; b.size > keptBytes; {
		old := b.order.Remove(b.order.Back()).(*kept)
		delete(b.kept, old.key)
		b.size -= old.size
	}
}

// size returns about how many bytes a result takes.
func (r *result) size() int {
	const usual = 4 << 10
	size := usual
	for _, q := range r.plan.Requests {
		size += len(q.Path) + len(q.Body)
	}
	for _, t := range r.tries {
		for _, all := range append([][]table.Property{t.in.Entity, t.in.Changed}, t.in.More...) {
			for _, p := range all {
				size += len(p.Value.Text())
			}
		}
	}
	return size
}
