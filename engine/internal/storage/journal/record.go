package journal

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"iter"
	"math"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// A record is what one transaction wrote:
//
//	length   4 bytes, of what follows the checksum
//	checksum 4 bytes, CRC-32 (IEEE) of what follows it
//	time     8 bytes, the transaction's, in ticks
//	commands one after another, in the order in which they were given
//
// Numbers are big-endian. The length begins with a zero byte unless a record is longer than 16 MiB, so
// that it is not taken for a command when the length of the record before it is wrong.
const (
	headSize  = 8
	timeSize  = 8
	emptySize = headSize + timeSize
)

// snapshotRecord is where a snapshot begins another record: small enough for hosts that keep records
// as values of a database.
const snapshotRecord = 1 << 20

// keptBuffer bounds the memory that is kept between transactions to make the next record in.
const keptBuffer = 1 << 20

var errTooLong = errors.New("a transaction is too long for a record")

// Keep lets keep have the record of what each transaction of s writes from now on. It is called as
// the transaction's last step, one transaction at a time; its error undoes the transaction. The
// record is valid until it returns. Keep itself is called before s is used, and after Replay.
func Keep(s *store.Store, keep func(record []byte) error) { s.Tell(&recorder{keep: keep}) }

// recorder makes records. It is a store.Journal.
type recorder struct {
	keep   func(record []byte) error
	record []byte
}

func (r *recorder) Begin() {
	if cap(r.record) > keptBuffer {
		r.record = nil
	}
	r.record = append(r.record[:0], make([]byte, emptySize)...)
}

func (r *recorder) Set(key, data string) { r.add(setCommand, key, data) }

func (r *recorder) Delete(key string) { r.add(deleteCommand, key, "") }

func (r *recorder) DeleteRange(all keys.Range) { r.add(rangeCommand, all.From, all.To) }

func (r *recorder) add(command byte, first, second string) {
	r.record = append(r.record, command)
	r.record = append(binary.AppendUvarint(r.record, uint64(len(first))), first...)
	r.record = append(binary.AppendUvarint(r.record, uint64(len(second))), second...)
}

// Commit hands over the record of a transaction that has written anything.
func (r *recorder) Commit(now table.Ticks) error {
	if len(r.record) == emptySize {
		return nil
	}
	return r.end(now)
}

// end completes a record and hands it over.
func (r *recorder) end(now table.Ticks) error {
	length := len(r.record) - headSize
	if uint64(length) > math.MaxUint32 {
		return errTooLong
	}
	binary.BigEndian.PutUint64(r.record[headSize:], uint64(now))
	binary.BigEndian.PutUint32(r.record, uint32(length))
	binary.BigEndian.PutUint32(r.record[4:], crc32.ChecksumIEEE(r.record[headSize:]))
	return r.keep(r.record)
}

var errStopped = errors.New("the reader of a snapshot has had enough")

// Snapshot gives the whole of s to write as records that make an empty store equal to it. Nothing is
// written to s until write has returned. A record is valid until the next one is asked for.
func Snapshot(s *store.Store, write func(iter.Seq[[]byte]) error) error {
	return s.View(func(tx *store.Tx) error {
		return write(func(yield func([]byte) bool) { records(tx, s.Last(), yield) })
	})
}

// records yields at least one record, so that a snapshot of an empty store has the time.
func records(tx *store.Tx, now table.Ticks, yield func([]byte) bool) {
	r := recorder{keep: func(record []byte) error {
		if !yield(record) {
			return errStopped
		}
		return nil
	}}
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
	_ = r.end(now) // an entity is not too long for a record
}
