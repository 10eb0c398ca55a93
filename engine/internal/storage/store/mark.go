package store

import (
	"errors"
	"maps"
	"slices"

	"github.com/rowkey/rowkey/engine/table"
)

// Mark is a state of a store to go back to. It has what was written over from then to the next mark, and not
// a copy of the rows. So making one takes no time, and going back takes as long as what was written since.
type Mark struct {
	before map[string]original // by key
	last   table.Ticks         // the store's
}

// original is what was under a key before a write.
type original struct {
	key, data string
	found     bool
}

var errDropped = errors.New("the mark was dropped")

// note adds what was written over. What is noted already is older, and stays.
func (m *Mark) note(o original) {
	if _, noted := m.before[o.key]; !noted {
		m.before[o.key] = o
	}
}

// Mark remembers the present state. Until the mark is dropped, the store keeps what is written over.
func (s *Store) Mark() (*Mark, error) {
	m := &Mark{before: map[string]original{}}
	return m, s.tree.update(func(*branch) error { // alone, as one who writes is
		m.last = s.Last()
		s.marks = append(s.marks, m)
		return nil
	})
}

// Back gives the store the contents that it had at a mark, in one Update, which the journal gets like any
// other. All marks stay: also a later one can be gone back to.
func (s *Store) Back(m *Mark) error {
	return s.Update(func(tx *Tx) error {
		at := slices.Index(s.marks, m)
		if at < 0 {
			return errDropped
		}
		tx.Stamp(s.Last())
		tx.back = m
		then := Mark{before: map[string]original{}}
		for _, later := range s.marks[at:] {
			for _, o := range later.before {
				then.note(o)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(then.before)) {
			if err := tx.restore(then.before[key]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Drop forgets a mark. There's no way back to it afterwards.
func (s *Store) Drop(m *Mark) error {
	return s.tree.update(func(*branch) error {
		at := slices.Index(s.marks, m)
		if at < 0 {
			return errDropped
		}
		if at > 0 { // what was written over after it was so after the one before it, too
			for _, o := range m.before {
				s.marks[at-1].note(o)
			}
		}
		s.marks = slices.Delete(s.marks, at, at+1)
		return nil
	})
}

// restore writes what was under a key once, unless it's still there.
func (t *Tx) restore(o original) error {
	row, found, err := t.rows.get(o.key)
	switch {
	case err != nil || found == o.found && row.data == o.data:
		return err
	case o.found:
		_, err = t.set(o.key, o.data)
		return err
	default:
		return t.remove(o.key)
	}
}
