package journal_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/storage/journal"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

func open(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(store.Options{})
	must(t, err)
	t.Cleanup(func() {
		if err := s.Check(); err != nil {
			t.Errorf("inconsistent: %v", err)
		}
		_ = s.Close()
	})
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func createTable(t *testing.T, s *store.Store, name string) {
	t.Helper()
	must(t, s.Update(func(tx *store.Tx) error { return tx.PutTable(store.Table{Name: name}) }))
}

func put(t *testing.T, s *store.Store, tbl, row string) {
	t.Helper()
	must(t, s.Update(func(tx *store.Tx) error {
		return tx.Put(tbl, table.Entity{Key: table.Key{PartitionKey: "p", RowKey: row}})
	}))
}

// journalled returns an empty store and the journal that it writes.
func journalled(t *testing.T) (*store.Store, *bytes.Buffer) {
	t.Helper()
	s, written := open(t), &bytes.Buffer{}
	journal.Keep(s, func(record []byte) error {
		written.Write(record)
		return nil
	})
	return s, written
}

// state returns what tells two stores apart by what they hold.
func state(s *store.Store) string { return fmt.Sprint(s.Digest(), s.Used()) }

func snapshot(t fataler, s *store.Store) []byte {
	t.Helper()
	var all bytes.Buffer
	if err := journal.Snapshot(s, func(records iter.Seq[[]byte]) error {
		for record := range records {
			all.Write(record)
		}
		return nil
	}); err != nil {
		t.Fatalf("%v", err)
	}
	return all.Bytes()
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// replayed returns what a store holds that has replayed a journal.
func replayed(t fataler, written []byte) (held string, whole int64, err error) {
	t.Helper()
	s, openErr := store.Open(store.Options{})
	if openErr != nil {
		t.Fatalf("%v", openErr)
	}
	defer s.Close()
	whole, err = journal.Replay(s, bytes.NewReader(written))
	if err := s.Check(); err != nil {
		t.Fatalf("inconsistent after a replay: %v", err)
	}
	return state(s), whole, err
}

// TestReplay: a journal brings back what its store holds, and so does a snapshot.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var written bytes.Buffer
		s, err := store.Open(store.Options{Limit: 4000})
		if err != nil {
			t.Fatalf("%v", err)
		}
		defer s.Close()
		journal.Keep(s, func(record []byte) error {
			written.Write(record)
			return nil
		})
		names := rapid.SampledFrom([]string{"Apples", "Books", "apples2"})
		now := table.MinTicks
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				for name, data := range map[string][]byte{"journal": written.Bytes(), "snapshot": snapshot(t, s)} {
					got, whole, err := replayed(t, data)
					if err != nil || whole != int64(len(data)) || got != state(s) {
						t.Fatalf("the %s gave %s, %v; want %s", name, got, err, state(s))
					}
				}
			},
			"transaction": func(t *rapid.T) {
				before, length := state(s), written.Len()
				now += table.Ticks(rapid.IntRange(-5, 5).Draw(t, "time"))
				err := s.Update(func(tx *store.Tx) error {
					tx.Stamp(now)
					for range rapid.IntRange(0, 5).Draw(t, "commands") {
						command(t, tx, names.Draw(t, "table"))
					}
					if rapid.IntRange(0, 4).Draw(t, "fails") == 0 {
						return errors.New("refused")
					}
					return nil
				})
				if err != nil && (state(s) != before || written.Len() != length) {
					t.Fatalf("a transaction that failed with %v left something", err)
				}
			},
		})
	})
}

func command(t *rapid.T, tx *store.Tx, tbl string) {
	key := table.Key{PartitionKey: "p", RowKey: rapid.SampledFrom([]string{"", "1", "2", "\ue000"}).Draw(t, "row")}
	text := table.StringValue(strings.Repeat("x", rapid.IntRange(0, 300).Draw(t, "length")))
	var err error
	switch rapid.IntRange(0, 5).Draw(t, "command") {
	case 0:
		err = tx.DeleteEntities(tbl)
	case 1:
		err = tx.Delete(tbl, key)
	default:
		if err = tx.PutTable(store.Table{Name: tbl}); err == nil {
			err = tx.Put(tbl, table.Entity{Key: key, Properties: []table.Property{{Name: "T", Value: text}}})
		}
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
}

// threeRecords returns a journal of three records and what it holds: where each begins, the end, and
// the state at each of these places.
func threeRecords(t *testing.T) (written []byte, at []int, states []string) {
	t.Helper()
	s, buffer := journalled(t)
	mark := func() {
		at, states = append(at, buffer.Len()), append(states, state(s))
	}
	mark()
	for i := range 3 {
		must(t, s.Update(func(tx *store.Tx) error {
			tx.Stamp(table.MinTicks + table.Ticks(i))
			if err := tx.PutTable(store.Table{Name: "Things"}); err != nil {
				return err
			}
			return tx.Put("Things", table.Entity{Key: table.Key{RowKey: fmt.Sprint(i)}})
		}))
		mark()
	}
	return buffer.Bytes(), at, states
}

// TestTornTail cuts a journal at every byte: every whole record counts, and none in part.
func TestTornTail(t *testing.T) {
	written, at, states := threeRecords(t)
	for cut := range len(written) + 1 {
		whole := 0
		for at[whole+1] <= cut && whole+2 < len(at) || at[whole+1] == cut {
			whole++
			if whole+1 == len(at) {
				break
			}
		}
		got, end, err := replayed(t, written[:cut])
		if got != states[whole] || end != int64(at[whole]) {
			t.Errorf("cut at %d: %d bytes are whole, want %d", cut, end, at[whole])
		}
		d, damaged := errors.AsType[*journal.Damage](err)
		switch {
		case cut == at[whole] && err == nil:
		case cut == at[whole] || !damaged || !d.Torn() || d.Offset != int64(at[whole]) || d.Size != int64(cut-at[whole]):
			t.Errorf("cut at %d: got %#v", cut, err)
		}
	}
}

// TestCorruption changes a journal at every byte. A change before the last record is told from a torn
// tail, and nothing from there on is applied.
func TestCorruption(t *testing.T) {
	written, at, states := threeRecords(t)
	for i := range written {
		for _, change := range []byte{0x01, 0x80, 0xff} {
			damaged := bytes.Clone(written)
			damaged[i] ^= change
			record := 0
			for at[record+1] <= i {
				record++
			}
			got, whole, err := replayed(t, damaged)
			d, ok := errors.AsType[*journal.Damage](err)
			if !ok || got != states[record] || whole != int64(at[record]) || d.Offset != whole {
				t.Fatalf("byte %d: %d bytes are whole, %v", i, whole, err)
			}
			next := int64(at[record+1])
			if record == 2 {
				next = 0
			}
			if d.Next != next || d.Torn() != (record == 2) || d.Size != int64(len(written)-at[record]) {
				t.Errorf("byte %d: got %+v, want %d as the next record", i, *d, next)
			}
		}
	}
}

// TestDamage words what can be wrong.
func TestDamage(t *testing.T) {
	written, at, _ := threeRecords(t)
	change := func(i int, b byte) []byte {
		changed := bytes.Clone(written)
		changed[i] = b
		return changed
	}
	stranger := binary.BigEndian.AppendUint32(nil, 9)
	stranger = binary.BigEndian.AppendUint32(stranger, crc32.ChecksumIEEE([]byte("12345678?")))
	stranger = append(stranger, "12345678?"...)
	for _, c := range []struct {
		name    string
		written []byte
		want    string
	}{
		{"no head", written[:at[2]+5], fmt.Sprintf("the last 5 bytes, from byte %d, are no whole record: a record ends within its head", at[2])},
		{"no end", written[:at[2]+20], fmt.Sprintf("the last 20 bytes, from byte %d, are no whole record: a record of %d bytes ends after 20", at[2], at[3]-at[2])},
		{"zeros", append(bytes.Clone(written), make([]byte, 100)...),
			fmt.Sprintf("the last 100 bytes, from byte %d, are no whole record: a record's length is wrong", at[3])},
		{"length", change(3, 1), fmt.Sprintf("corrupt at byte 0: a record's length is wrong; whole records follow from byte %d", at[1])},
		{"contents", change(30, 0xff), fmt.Sprintf("corrupt at byte 0: a record's checksum is wrong; whole records follow from byte %d", at[1])},
		{"a later form", stranger, "the last 17 bytes, from byte 0, are no whole record: a record holds what this version does not know"},
	} {
		if _, _, err := replayed(t, c.written); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// TestRecordInRecord tears a record whose entity holds another whole one.
func TestRecordInRecord(t *testing.T) {
	inner, _, _ := threeRecords(t)
	s, written := journalled(t)
	createTable(t, s, "Things")
	first := written.Len()
	must(t, s.Update(func(tx *store.Tx) error {
		return tx.Put("Things", table.Entity{Properties: []table.Property{
			{Name: "Journal", Value: table.BinaryValue(string(inner))},
			{Name: "More", Value: table.StringValue("more")},
		}})
	}))
	for cut := first + 1; cut < written.Len(); cut++ {
		_, whole, err := replayed(t, written.Bytes()[:cut])
		if d, ok := errors.AsType[*journal.Damage](err); !ok || !d.Torn() || whole != int64(first) {
			t.Fatalf("cut at %d: got %d, %v", cut, whole, err)
		}
	}
}

// TestJournalFails: what cannot be journalled is not kept, whichever way that fails.
func TestJournalFails(t *testing.T) {
	full := errors.New("the disk is full")
	var fail func() error
	called := 0
	s := open(t)
	journal.Keep(s, func([]byte) error {
		called++
		return fail()
	})
	fail = func() error { return nil }
	createTable(t, s, "Things")
	before := state(s)
	for name, f := range map[string]func() error{
		"error": func() error { return full },
		"panic": func() error { panic(full) },
	} {
		fail = f
		err := s.Update(func(tx *store.Tx) error {
			tx.Stamp(table.MaxTicks)
			return tx.Put("Things", table.Entity{})
		})
		if err == nil || !strings.Contains(err.Error(), full.Error()) || name == "error" && !errors.Is(err, full) {
			t.Errorf("%s: got %v", name, err)
		}
		if state(s) != before {
			t.Errorf("%s: something is left of the transaction", name)
		}
	}
	called = 0
	must(t, s.Update(func(tx *store.Tx) error {
		if err := tx.DeleteEntities("Things"); err != nil {
			return err
		}
		return tx.Delete("Things", table.Key{})
	}))
	must(t, s.View(func(tx *store.Tx) error { return nil }))
	if called > 0 {
		t.Error("transactions that write nothing are journalled")
	}
}

// TestDeletedRange: emptying a table is one command, however much it held.
func TestDeletedRange(t *testing.T) {
	s, written := journalled(t)
	createTable(t, s, "Things")
	createTable(t, s, "Things2")
	put(t, s, "Things2", "kept")
	for i := range 100 {
		put(t, s, "Things", fmt.Sprint(i))
	}
	before := written.Len()
	must(t, s.Update(func(tx *store.Tx) error { return tx.DeleteEntities("Things") }))
	if length := written.Len() - before; length > 50 {
		t.Errorf("the record has %d bytes", length)
	}
	if got, _, err := replayed(t, written.Bytes()); err != nil || got != state(s) {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestLargeSnapshot: a snapshot has several records, none much longer than 1 MiB.
func TestLargeSnapshot(t *testing.T) {
	s, _ := journalled(t)
	createTable(t, s, "Things")
	text := []table.Property{{Name: "T", Value: table.StringValue(strings.Repeat("x", 64<<10))}}
	for i := range 40 {
		must(t, s.Update(func(tx *store.Tx) error {
			return tx.Put("Things", table.Entity{Key: table.Key{RowKey: fmt.Sprint(i)}, Properties: text})
		}))
	}
	count := 0
	stop := errors.New("enough")
	if err := journal.Snapshot(s, func(records iter.Seq[[]byte]) error {
		for record := range records {
			if count++; len(record) > 1<<20+70<<10 {
				t.Errorf("record %d has %d bytes", count, len(record))
			}
		}
		for range records {
			return stop
		}
		return nil
	}); !errors.Is(err, stop) || count != 3 {
		t.Errorf("got %d records, %v", count, err)
	}
	if got, _, err := replayed(t, snapshot(t, s)); err != nil || got != state(s) {
		t.Errorf("the snapshot gave something else: %v", err)
	}
}

// TestTimes: the latest time of a journal or a snapshot is that of the store again, also when what was
// written then has been deleted since.
func TestTimes(t *testing.T) {
	s, written := journalled(t)
	for i, write := range []func(*store.Tx) error{
		func(tx *store.Tx) error { return tx.PutTable(store.Table{Name: "Things"}) },
		func(tx *store.Tx) error { return tx.Put("Things", table.Entity{}) },
		func(tx *store.Tx) error { return tx.Delete("Things", table.Key{}) },
		func(tx *store.Tx) error { return tx.DeleteRecords(keys.All()) },
	} {
		now := table.MinTicks + table.Ticks(i)
		must(t, s.Update(func(tx *store.Tx) error {
			tx.Stamp(now)
			return write(tx)
		}))
		for name, data := range map[string][]byte{"journal": written.Bytes(), "snapshot": snapshot(t, s)} {
			again := open(t)
			if _, err := journal.Replay(again, bytes.NewReader(data)); err != nil || again.Last() != now {
				t.Errorf("after %d writes, the %s gives %v, %v; want %v", i+1, name, again.Last(), err, now)
			}
		}
	}
}

// FuzzReplay: whatever a journal holds, a replay ends, and what it calls whole can be replayed.
func FuzzReplay(f *testing.F) {
	s, err := store.Open(store.Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer s.Close()
	journal.Keep(s, func(record []byte) error {
		f.Add(bytes.Clone(record), false)
		f.Add(bytes.Clone(record[8:]), true)
		return nil
	})
	for _, write := range []func(*store.Tx) error{
		func(tx *store.Tx) error { return tx.PutTable(store.Table{Name: "Things"}) },
		func(tx *store.Tx) error { return tx.Put("Things", table.Entity{}) },
		func(tx *store.Tx) error { return tx.DeleteEntities("Things") },
	} {
		if err := s.Update(write); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		if seal { // makes a whole record of anything
			head := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
			data = append(binary.BigEndian.AppendUint32(head, crc32.ChecksumIEEE(data)), data...)
		}
		replay := func(data []byte) (int64, error) {
			s, err := store.Open(store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			return journal.Replay(s, bytes.NewReader(data))
		}
		whole, err := replay(data)
		d, damaged := errors.AsType[*journal.Damage](err)
		if err != nil && (!damaged || d.Offset != whole || d.Offset+d.Size != int64(len(data))) {
			t.Fatalf("got %d, %v", whole, err)
		}
		if again, err := replay(data[:whole]); err != nil || again != whole {
			t.Fatalf("of %d whole bytes %d are, %v", whole, again, err)
		}
	})
}

// BenchmarkReplay replays 100,000 entities of 400 bytes, each in a record of its own.
func BenchmarkReplay(b *testing.B) {
	var written bytes.Buffer
	s, err := store.Open(store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	journal.Keep(s, func(record []byte) error {
		written.Write(record)
		return nil
	})
	text := []table.Property{{Name: "T", Value: table.StringValue(strings.Repeat("x", 400))}}
	for i := range 100_000 {
		if err := s.Update(func(tx *store.Tx) error {
			key := table.Key{PartitionKey: fmt.Sprint(i % 100), RowKey: fmt.Sprint(i * 7919 % 100_000)}
			return tx.Put("Things", table.Entity{Key: key, Properties: text})
		}); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(written.Len()))
	for b.Loop() {
		s, err := store.Open(store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := journal.Replay(s, bytes.NewReader(written.Bytes())); err != nil {
			b.Fatal(err)
		}
		_ = s.Close()
	}
}
