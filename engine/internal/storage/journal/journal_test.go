package journal_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"runtime"
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
	new(journal.Log).Keep(s, func(record iter.Seq[[]byte]) error { return writeTo(written, record) })
	return s, written
}

func writeTo(b *bytes.Buffer, record iter.Seq[[]byte]) error {
	for part := range record {
		b.Write(part)
	}
	return nil
}

// state returns a summary of a store's content, for comparing stores.
func state(s *store.Store) string { return fmt.Sprint(s.Digest(), s.Used()) }

func snapshot(t fataler, s *store.Store) []byte {
	t.Helper()
	var all bytes.Buffer
	if err := new(journal.Log).Snapshot(s, func(records iter.Seq[[]byte]) error {
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

// replayed returns the state of a store after it has replayed a journal, and the result of Replay.
func replayed(t fataler, written []byte) (content string, size int64, err error) {
	t.Helper()
	s, openErr := store.Open(store.Options{})
	if openErr != nil {
		t.Fatalf("%v", openErr)
	}
	defer s.Close()
	size, err = new(journal.Log).Replay(s, bytes.NewReader(written))
	if err := s.Check(); err != nil {
		t.Fatalf("inconsistent after a replay: %v", err)
	}
	return state(s), size, err
}

// TestReplay: replaying a journal, or a snapshot, gives the same store again.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var written bytes.Buffer
		s, err := store.Open(store.Options{Limit: 4000})
		if err != nil {
			t.Fatalf("%v", err)
		}
		defer s.Close()
		new(journal.Log).Keep(s, func(record iter.Seq[[]byte]) error { return writeTo(&written, record) })
		names := rapid.SampledFrom([]string{"Apples", "Books", "apples2"})
		now := table.MinTicks
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				for name, data := range map[string][]byte{"journal": written.Bytes(), "snapshot": snapshot(t, s)} {
					got, size, err := replayed(t, data)
					if err != nil || size != int64(len(data)) || got != state(s) {
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
	row := rapid.SampledFrom([]string{"", "1", "2", "\ue000"}).Draw(t, "row")
	key := table.Key{PartitionKey: "p", RowKey: row}
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

// threeRecords returns a journal of three records, the offsets where each begins and the last ends, and
// the state of the store at each of these offsets.
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

// TestTornTail cuts a journal at every byte: every complete record counts, and no part of another.
func TestTornTail(t *testing.T) {
	written, at, states := threeRecords(t)
	for cut := range len(written) + 1 {
		records := 0
		for at[records+1] <= cut && records+2 < len(at) || at[records+1] == cut {
			records++
			if records+1 == len(at) {
				break
			}
		}
		want := at[records]
		got, size, err := replayed(t, written[:cut])
		if got != states[records] || size != int64(want) {
			t.Errorf("cut at %d: %d bytes were applied, want %d", cut, size, want)
		}
		d, damaged := errors.AsType[*journal.Damage](err)
		switch {
		case cut == want && err == nil:
		case cut == want || !damaged || !d.Torn() || d.Offset != int64(want) || d.Size != int64(cut-want):
			t.Errorf("cut at %d: got %#v", cut, err)
		}
	}
}

// TestCorruption changes every byte of a journal. A change before the last record isn't reported as a torn
// tail, and nothing from the change on is applied.
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
			got, size, err := replayed(t, damaged)
			d, ok := errors.AsType[*journal.Damage](err)
			if !ok || got != states[record] || size != int64(at[record]) || d.Offset != size {
				t.Fatalf("byte %d: %d bytes were applied, %v", i, size, err)
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

// TestDamage lists the messages.
func TestDamage(t *testing.T) {
	written, at, _ := threeRecords(t)
	change := func(i int, b byte) []byte {
		changed := bytes.Clone(written)
		changed[i] = b
		return changed
	}
	unknown := binary.BigEndian.AppendUint32(nil, 9)
	unknown = binary.BigEndian.AppendUint32(unknown, crc32.ChecksumIEEE([]byte("12345678?")))
	unknown = append(unknown, "12345678?"...)
	tail := "the last %d bytes, from byte %d, aren't a whole record: "
	middle := "corrupt at byte 0: %s; whole records follow from byte %d"
	for _, c := range []struct {
		name    string
		written []byte
		want    string
	}{
		{"no head", written[:at[2]+5], fmt.Sprintf(tail+"a record ends within its head", 5, at[2])},
		{"no end", written[:at[2]+20],
			fmt.Sprintf(tail+"a record of %d bytes ends after 20", 20, at[2], at[3]-at[2])},
		{"zeros", append(bytes.Clone(written), make([]byte, 100)...),
			fmt.Sprintf(tail+"a record's length is wrong", 100, at[3])},
		{"length", change(3, 1), fmt.Sprintf(middle, "a record's length is wrong", at[1])},
		{"contents", change(30, 0xff), fmt.Sprintf(middle, "a record's checksum is wrong", at[1])},
		{"a later form", unknown, fmt.Sprintf(tail+"a record holds what this version does not know", 17, 0)},
	} {
		if _, _, err := replayed(t, c.written); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// TestRecordInRecord tears a record that contains the bytes of complete records.
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
		_, size, err := replayed(t, written.Bytes()[:cut])
		if d, ok := errors.AsType[*journal.Damage](err); !ok || !d.Torn() || size != int64(first) {
			t.Fatalf("cut at %d: got %d, %v", cut, size, err)
		}
	}
}

// TestJournalFails: a transaction that the journal refuses, by error or panic, is undone.
func TestJournalFails(t *testing.T) {
	full := errors.New("the disk is full")
	var fail func() error
	called := 0
	s := open(t)
	new(journal.Log).Keep(s, func(iter.Seq[[]byte]) error {
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

// TestDeletedRange: emptying a table is one command, no matter how many entities it had.
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

// TestLargeSnapshot: a large snapshot has several records, none much longer than 1 MiB.
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
	if err := new(journal.Log).Snapshot(s, func(records iter.Seq[[]byte]) error {
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

// TestLongValues: long values are part of a record, which isn't one piece then, and copies of them aren't.
func TestLongValues(t *testing.T) {
	s, written := journalled(t)
	long := strings.Repeat("0123456789abcdef", 1<<16) // 1 MiB
	must(t, s.Update(func(tx *store.Tx) error {
		for _, name := range []string{"a", "b", "c"} {
			must(t, tx.PutRecord(keys.Record(keys.Queue, name), name))
			must(t, tx.PutRecord(keys.Record(keys.Content, name), long))
		}
		return tx.DeleteRecord(keys.Record(keys.Queue, "a"))
	}))
	got, size, err := replayed(t, written.Bytes())
	if err != nil || size != int64(written.Len()) || got != state(s) {
		t.Errorf("the journal gave %s, %v; want %s", got, err, state(s))
	}
	if got, _, err := replayed(t, snapshot(t, s)); err != nil || got != state(s) {
		t.Errorf("the snapshot gave %s, %v; want %s", got, err, state(s))
	}
}

// TestLongRecord: a replay takes memory for a long record once, besides that of the values in it.
func TestLongRecord(t *testing.T) {
	s, written := journalled(t)
	const size = 32 << 20
	must(t, s.Update(func(tx *store.Tx) error {
		return tx.PutRecord(keys.Record(keys.Content, "a"), strings.Repeat("0123456789abcdef", size/16))
	}))
	again := open(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := new(journal.Log).Replay(again, bytes.NewReader(written.Bytes()))
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; err != nil || got > 2*size+size/8 {
		t.Errorf("a record of %d bytes took %d, %v", size, got, err)
	}
}

// TestTimes: replaying a journal or a snapshot restores the store's latest time, even if what was written
// at that time has been deleted since.
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
			if _, err := new(journal.Log).Replay(again, bytes.NewReader(data)); err != nil || again.Last() != now {
				t.Errorf("after %d writes, the %s gives %v, %v; want %v", i+1, name, again.Last(), err, now)
			}
		}
	}
}

// FuzzReplay: a replay of any bytes ends, and the bytes that it accepted can be replayed again.
func FuzzReplay(f *testing.F) {
	s, err := store.Open(store.Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer s.Close()
	new(journal.Log).Keep(s, func(parts iter.Seq[[]byte]) error {
		var record bytes.Buffer
		err := writeTo(&record, parts)
		f.Add(record.Bytes(), false)
		f.Add(record.Bytes()[8:], true)
		return err
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
		if seal { // as one record with a valid length and checksum
			head := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
			data = append(binary.BigEndian.AppendUint32(head, crc32.ChecksumIEEE(data)), data...)
		}
		replay := func(data []byte) (int64, error) {
			s, err := store.Open(store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			return new(journal.Log).Replay(s, bytes.NewReader(data))
		}
		size, err := replay(data)
		d, damaged := errors.AsType[*journal.Damage](err)
		if err != nil && (!damaged || d.Offset != size || d.Offset+d.Size != int64(len(data))) {
			t.Fatalf("got %d, %v", size, err)
		}
		if again, err := replay(data[:size]); err != nil || again != size {
			t.Fatalf("of %d applied bytes %d were applied again, %v", size, again, err)
		}
	})
}

// BenchmarkReplay replays 100,000 entities of 400 bytes, each in its own record.
func BenchmarkReplay(b *testing.B) {
	var written bytes.Buffer
	s, err := store.Open(store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	new(journal.Log).Keep(s, func(record iter.Seq[[]byte]) error { return writeTo(&written, record) })
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
		if _, err := new(journal.Log).Replay(s, bytes.NewReader(written.Bytes())); err != nil {
			b.Fatal(err)
		}
		_ = s.Close()
	}
}
