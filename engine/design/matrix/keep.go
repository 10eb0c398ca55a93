package matrix

// Bench measures files, and keeps what it has measured and made. So a file of which little has changed since
// the last run takes little time.
type Bench struct {
	kept map[string]*kept
	size int // of all that is kept, in bytes
	uses int
}

// kept is a result, the choices of a pattern, the values of a property, or the keys of a part.
type kept struct {
	key   string
	size  int // in bytes, about
	value any
	used  int // which use of the bench was the last
}

// keptBytes is the most that is kept.
const keptBytes = 24_000_000

// recall returns what is kept under a key, or nil. Each kind has keys of its own.
func (b *Bench) recall(key print) any {
	k := b.kept[string(key)]
	if k == nil {
		return nil
	}
	b.uses++
	k.used = b.uses
	return k.value
}

// keep keeps something in place of what was used longest ago. What takes more than a third of the room isn't
// kept.
func (b *Bench) keep(key print, size int, value any) {
	size += len(key)
	if b.kept[string(key)] != nil || size > keptBytes/3 {
		return
	}
	if b.kept == nil {
		b.kept = map[string]*kept{}
	}
	b.uses++
	k := &kept{string(key), size, value, b.uses}
	b.kept[k.key] = k
	for b.size += size; b.size > keptBytes; {
		oldest := k
		for _, other := range b.kept {
			if other.used < oldest.used {
				oldest = other
			}
		}
		delete(b.kept, oldest.key)
		b.size -= oldest.size
	}
}

// size returns about how many bytes a result takes.
func (r *result) size() int {
	const usual = 4 << 10
	size := usual
	for _, q := range r.plan.Requests {
		size += len(q.Path) + len(q.Body)
	}
	for _, h := range r.heat {
		size += 2 * len(h.PartitionKey)
	}
	return size
}
