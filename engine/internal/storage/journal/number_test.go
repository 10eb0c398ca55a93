package journal_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/storage/journal"
)

// TestNumbers drops, doubles and exchanges complete records: what comes before that is applied, nothing after
// it, and it doesn't count as a torn tail.
func TestNumbers(t *testing.T) {
	written, at, states := threeRecords(t)
	a, b, c := written[:at[1]], written[at[1]:at[2]], written[at[2]:]
	for _, changed := range []struct {
		name    string
		records [][]byte
		good    int // records before the change
		want    string
	}{
		{"the first dropped", [][]byte{b, c}, 0, "record 1 is where record 0 belongs"},
		{"the second dropped", [][]byte{a, c}, 1, "record 2 is where record 1 belongs"},
		{"the first doubled", [][]byte{a, a, b, c}, 1, "record 0 is where record 1 belongs"},
		{"the last doubled", [][]byte{a, b, c, c}, 3, "record 2 is where record 3 belongs"},
		{"two exchanged", [][]byte{a, c, b}, 1, "record 2 is where record 1 belongs"},
	} {
		data := slices.Concat(changed.records...)
		got, size, err := replayed(t, data)
		d, ok := errors.AsType[*journal.Damage](err)
		if !ok || d.Torn() || !strings.Contains(d.Error(), changed.want) {
			t.Errorf("%s: got %v, want %s", changed.name, err, changed.want)
		}
		if got != states[changed.good] || size != int64(at[changed.good]) || d.Size != int64(len(data))-size {
			t.Errorf("%s: %d of %d bytes were applied", changed.name, size, len(data))
		}
	}
}

// unnumbered returns a record as versions before the numbers wrote it.
func unnumbered(record []byte) []byte {
	const head, time = 8, 8
	number := bytes.IndexByte(record[head+time:], 0) + 1 // n, a length, digits, and an empty string
	body := slices.Concat(record[head:head+time], record[head+time+number:])
	data := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	return append(binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(body)), body...)
}

// TestUnnumbered: records without numbers count, and the records after them have numbers.
func TestUnnumbered(t *testing.T) {
	written, at, states := threeRecords(t)
	var old []byte
	for i := range 3 {
		old = append(old, unnumbered(written[at[i]:at[i+1]])...)
	}
	if got, size, err := replayed(t, old); err != nil || got != states[3] || size != int64(len(old)) {
		t.Fatalf("%d of %d bytes were applied: %v", size, len(old), err)
	}
	var log journal.Log
	s, all := open(t), bytes.NewBuffer(bytes.Clone(old))
	if _, err := log.Replay(s, bytes.NewReader(old)); err != nil {
		t.Fatal(err)
	}
	log.Keep(s, func(record iter.Seq[[]byte]) error { return writeTo(all, record) })
	put(t, s, "Things", "new")
	if got, _, err := replayed(t, all.Bytes()); err != nil || got != state(s) {
		t.Errorf("with a new record: %v", err)
	}
	first := len(unnumbered(written[:at[1]]))
	_, _, err := replayed(t, all.Bytes()[first:])
	if err == nil || !strings.Contains(err.Error(), "record 3 is where record 2 belongs") {
		t.Errorf("without the first record: %v", err)
	}
}
