package store

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"iter"
	"math"

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

// recorder makes the record of one transaction. A nil recorder makes none.
type recorder struct{ record []byte }

func (r *recorder) begin() { r.record = append(r.record[:0], make([]byte, emptySize)...) }

func (r *recorder) add(command byte, texts ...string) {
	if r == nil {
		return
	}
	r.record = append(r.record, command)
	for _, text := range texts {
		r.record = binary.AppendUvarint(r.record, uint64(len(text)))
		r.record = append(r.record, text...)
	}
}

// seal completes the record, which is valid until the next begin.
func (r *recorder) seal(now table.Ticks) ([]byte, error) {
	length := len(r.record) - headSize
	if uint64(length) > math.MaxUint32 {
		return nil, errTooLong
	}
	binary.BigEndian.PutUint64(r.record[headSize:], uint64(now))
	binary.BigEndian.PutUint32(r.record, uint32(length))
	binary.BigEndian.PutUint32(r.record[4:], crc32.ChecksumIEEE(r.record[headSize:]))
	return r.record, nil
}

// release lets go of what a large transaction left behind.
func (r *recorder) release() {
	if cap(r.record) > keptBuffer {
		r.record = nil
	}
}

// Snapshot gives the whole store to write as records that make an empty store equal to it. No Update
// runs until write has returned. A record is valid until the next one is asked for.
func (s *Store) Snapshot(write func(iter.Seq[[]byte]) error) error {
	return s.View(func(tx *Tx) error {
		return write(func(yield func([]byte) bool) { tx.records(s.Last(), yield) })
	})
}

// records yields at least one record, so that a snapshot of an empty store has the time.
func (t *Tx) records(now table.Ticks, yield func([]byte) bool) {
	var r recorder
	r.begin()
	more := true
	flush := func() bool {
		record, err := r.seal(now)
		if err != nil {
			panic("bug: one entity is " + err.Error())
		}
		more = yield(record)
		r.begin()
		return more
	}
	err := t.tx.Ascend("", func(key, data string) bool {
		r.add(setCommand, key, data)
		return len(r.record) < snapshotRecord || flush()
	})
	if err != nil {
		panic("bug: a scan failed: " + err.Error())
	}
	if more {
		flush()
	}
}
