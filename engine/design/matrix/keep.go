package matrix

import "slices"

// Bench measures files, and keeps what it has measured and made. So a file of which little has changed since
// the last run takes little time.
type Bench struct {
	results map[string]*result
	wanted  map[string]float64
	bytes   map[string][]float64 // by part and place
	kept    []kept               // what was used last is at the end
}

// kept is something that takes memory: the values of a property, or the store of a part of a design.
type kept struct {
	key   string
	size  int // in bytes
	value any
}

// The most that is kept, in bytes and in results.
const (
	keptBytes   = 40_000_000
	keptResults = 2000
)

// recall returns what is kept under a key.
func (b *Bench) recall(key string) any {
	i := slices.IndexFunc(b.kept, func(k kept) bool { return k.key == key })
	if i < 0 {
		return nil
	}
	found := b.kept[i]
	b.kept = append(slices.Delete(b.kept, i, i+1), found)
	return found.value
}

// keep keeps something in place of what was used longest ago. What takes more than a quarter of the room
// isn't kept.
func (b *Bench) keep(key string, size int, value any) {
	if size > keptBytes/4 {
		return
	}
	b.kept = append(b.kept, kept{key, size, value})
	sum := 0
	for _, k := range b.kept {
		sum += k.size
	}
	for sum > keptBytes {
		sum -= b.kept[0].size
		b.kept = slices.Delete(b.kept, 0, 1)
	}
}

// note keeps a small thing. When there are too many, all are forgotten.
func note[T any](m *map[string]T, key string, value T) {
	if *m == nil || len(*m) > keptResults {
		*m = map[string]T{}
	}
	(*m)[key] = value
}
