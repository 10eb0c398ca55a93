package journal

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"iter"
	"math"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// A record is what one transaction wrote:
//
//	length   4 bytes: the length of the time and the commands
//	checksum 4 bytes: CRC-32 (IEEE) of the time and the commands
//	time     8 bytes: the transaction's, in ticks
//	commands the record's number, and then the writes in their order
//
// The first record of a journal has the number 0. Records that older versions wrote have none, and count too.
//
// Numbers are big-endian. The length begins with a zero byte unless the record is longer than 16 MiB, so
// it can't be mistaken for a command when the length of the record before it is wrong.
const (
	headSize  = 8
	timeSize  = 8
	emptySize = headSize + timeSize
)

// snapshotRecord is the size at which a snapshot begins another record. It's small enough for hosts that
// save each record as a value in a database.
const snapshotRecord = 1 << 20

// keptBuffer limits the buffer that is reused from one transaction to the next.
const keptBuffer = 1 << 20

var errTooLong = errors.New("a transaction is too long for a record")

// Log numbers the records of one journal. The zero Log is that of an empty journal. Everything that changes
// it has the store to itself, or comes before the first request.
type Log struct {
	next  uint64 // the number of the next record
	frees bool   // the record that is being kept deletes, and sets next to nothing
}

// Frees reports whether the record that is being kept makes room: it deletes, and what it sets is short.
func (l *Log) Frees() bool { return l.frees }

// shortSet is how much a record that makes room can set, such as how long a name stays taken.
const shortSet = 1 << 10

// longValue is the size from which a value isn't copied into a record.
const longValue = 64 << 10

// Keep calls keep with the record of each transaction of s from now on, as the last step of the
// transaction and one transaction at a time. If keep returns an error, the transaction is undone. A record
// comes in one part, or in several if it has long values. A part is valid until the next one. Call Keep
// after Replay and before the first request.
func (l *Log) Keep(s *store.Store, keep func(record iter.Seq[[]byte]) error) {
	r := &recorder{log: l}
	r.keep = func() error { return keep(r.parts) }
	s.SetJournal(r)
}

// recorder is a store.Journal that makes records.
type recorder struct {
	log    *Log
	keep   func() error
	record []byte // without the long values
	begun  int    // the size of a record without writes
	set    int    // bytes of keys and values that it sets
	clears bool   // it deletes something
	long   []long // in the order of the record
	whole  bool   // long values are in record, too
	buffer []byte
}

// long is a long value, which belongs before the byte of a record at an index.
type long struct {
	at   int
	data string
}

// parts yields the record. Long values go through a buffer.
func (r *recorder) parts(yield func([]byte) bool) {
	from := 0
	for _, l := range r.long {
		if !yield(r.record[from:l.at]) {
			return
		}
		from = l.at
		if r.buffer == nil {
			r.buffer = make([]byte, longValue)
		}
		for data := l.data; data != ""; {
			n := copy(r.buffer, data)
			if data = data[n:]; !yield(r.buffer[:n]) {
				return
			}
		}
	}
	yield(r.record[from:])
}

func (r *recorder) Begin() {
	if cap(r.record) > keptBuffer {
		r.record = nil
	}
	r.record, r.long = append(r.record[:0], make([]byte, emptySize)...), nil
	r.add(numberCommand, strconv.FormatUint(r.log.next, 10), "")
	r.begun, r.set, r.clears = len(r.record), 0, false
}

func (r *recorder) Set(key, data string) {
	r.set += len(key) + len(data)
	r.add(setCommand, key, data)
}

func (r *recorder) Delete(key string) {
	r.clears = true
	r.add(deleteCommand, key, "")
}

func (r *recorder) DeleteRange(all keys.Range) {
	r.clears = true
	r.add(rangeCommand, all.From, all.To)
}

func (r *recorder) add(command byte, first, second string) {
	r.record = append(r.record, command)
	r.record = append(binary.AppendUvarint(r.record, uint64(len(first))), first...)
	r.record = binary.AppendUvarint(r.record, uint64(len(second)))
	if len(second) < longValue || r.whole {
		r.record = append(r.record, second...)
	} else {
		r.long = append(r.long, long{len(r.record), second})
	}
}

// Commit passes on the record, unless the transaction wrote nothing.
func (r *recorder) Commit(now table.Ticks) error {
	if len(r.record) == r.begun {
		return nil
	}
	return r.end(now)
}

// end completes a record and passes it on.
func (r *recorder) end(now table.Ticks) error {
	length := len(r.record) - headSize
	for _, l := range r.long {
		length += len(l.data)
	}
	if uint64(length) > math.MaxUint32 {
		return errTooLong
	}
	binary.BigEndian.PutUint64(r.record[headSize:], uint64(now))
	binary.BigEndian.PutUint32(r.record, uint32(length))
	sum, skip := uint32(0), headSize
	for part := range r.parts {
		sum, skip = crc32.Update(sum, crc32.IEEETable, part[skip:]), 0
	}
	binary.BigEndian.PutUint32(r.record[4:], sum)
	r.log.frees = r.clears && r.set <= shortSet
	err := r.keep()
	if err == nil {
		r.log.next++
	}
	return err
}

var errStopped = errors.New("the reader of a snapshot has stopped")

// Snapshot calls write with records that turn an empty store into a copy of s. Writes to s wait until
// write returns. A record is valid until the next one. If write succeeds, the next record of s follows them.
func (l *Log) Snapshot(s *store.Store, write func(iter.Seq[[]byte]) error) error {
	return s.View(func(tx *store.Tx) error {
		var fresh Log
		err := write(func(yield func([]byte) bool) {
			fresh = Log{}
			fresh.records(tx, s.Last(), yield)
		})
		if err == nil {
			*l = fresh
		}
		return err
	})
}

// records yields at least one record, so that the snapshot of an empty store still has the store's time.
func (l *Log) records(tx *store.Tx, now table.Ticks, yield func([]byte) bool) {
	r := recorder{log: l, whole: true}
	r.keep = func() error {
		if !yield(r.record) {
			return errStopped
		}
		return nil
	}
	r.Begin()
	for key, data := range tx.Records(keys.All()) {
		r.Set(key, data)
		if len(r.record) < snapshotRecord {
			continue
		}
		if r.end(now) != nil {
			return
		}
		r.Begin()
	}
	_ = r.end(now) // can't fail: entities are far shorter than a record can be
}
