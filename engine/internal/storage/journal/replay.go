package journal

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/maphash"
	"io"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// Damage is an error that says where a journal stops being readable. Everything before Offset has
// been applied, and nothing after it.
type Damage struct {
	Offset int64  // of the first byte that isn't part of a complete record
	Size   int64  // from Offset to the end
	Next   int64  // offset of the next complete record; 0 for none, or if the search for one was ended
	Ended  bool   // the search for the next complete record took too long and was ended
	Whole  bool   // what is at Offset is a complete record, but not the one that belongs there
	Reason string // what is wrong at Offset
}

// Torn reports whether the damage is an incomplete write at the end. Otherwise complete records follow,
// so something has changed the journal after it was written.
func (d *Damage) Torn() bool { return d.Next == 0 && !d.Ended && !d.Whole }

func (d *Damage) Error() string {
	if d.Torn() {
		return fmt.Sprintf("the last %d bytes, from byte %d, aren't a whole record: %s", d.Size, d.Offset, d.Reason)
	}
	if d.Whole {
		return fmt.Sprintf("corrupt at byte %d: %s", d.Offset, d.Reason)
	}
	if d.Ended {
		return fmt.Sprintf("corrupt at byte %d: %s; %d bytes follow, too many to search for whole records",
			d.Offset, d.Reason, d.Size)
	}
	return fmt.Sprintf("corrupt at byte %d: %s; whole records follow from byte %d", d.Offset, d.Reason, d.Next)
}

// Replay applies the records of a journal to s in order, each as one transaction, and returns how many
// bytes they have. At the first record that isn't complete, or not the one that belongs there, it stops with
// a *Damage. s.Last is then the latest time in the journal. If the journal has a method Len, it says how many
// bytes are left; a long record then needs no more memory than it's long, and what follows a flaw no more
// than 1.5 GiB.
func (l *Log) Replay(s *store.Store, journal io.Reader) (size int64, err error) {
	var head [headSize]byte
	var body []byte
	before := copies{}
	for {
		n, err := io.ReadFull(journal, head[:])
		if err == io.EOF {
			return size, nil
		}
		body = body[:0]
		if err == nil {
			body, err = readBody(body, journal, int(binary.BigEndian.Uint32(head[:])))
		}
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return size, fmt.Errorf("read a journal: %w", err)
		}
		if reason := flaw(head[:n], body); reason != "" {
			d, err := diagnose(append(head[:n:n], body...), journal)
			if err != nil {
				return size, err
			}
			d.Offset, d.Reason = size, reason
			if d.Next > 0 {
				d.Next += size
			}
			return size, d
		}
		if reason := l.misplaced(body); reason != "" {
			rest, err := io.Copy(io.Discard, journal)
			if err != nil {
				return size, fmt.Errorf("read a journal: %w", err)
			}
			return size, &Damage{Offset: size, Size: int64(n+len(body)) + rest, Whole: true, Reason: reason}
		}
		if err := apply(s, body, before); err != nil {
			return size, err
		}
		l.next++
		size += int64(n + len(body))
	}
}

// misplaced says why a complete record isn't the next one, or returns "".
func (l *Log) misplaced(body []byte) string {
	first := commands{rest: body[timeSize:]}
	if !first.next() || first.letter != numberCommand {
		return "" // an older version wrote it
	}
	if want := strconv.FormatUint(l.next, 10); string(first.first) != want {
		return fmt.Sprintf("record %s is where record %s belongs, so records were lost or are there twice",
			first.first, want)
	}
	return ""
}

// readBody reads a record of a length into a buffer. The length may be wrong, so the buffer grows as bytes
// arrive, unless the journal has that many.
func readBody(body []byte, journal io.Reader, length int) ([]byte, error) {
	if j, ok := journal.(interface{ Len() int }); ok && length > cap(body) && length <= j.Len() {
		body = make([]byte, 0, length)
	}
	for len(body) < length {
		if len(body) == cap(body) {
			grown := make([]byte, len(body), min(max(2*len(body), 64<<10), length))
			copy(grown, body)
			body = grown
		}
		n, err := io.ReadFull(journal, body[len(body):min(cap(body), length)])
		if body = body[:len(body)+n]; err != nil {
			return body, err
		}
	}
	return body, nil
}

// apply runs the commands of a complete record.
func apply(s *store.Store, body []byte, before copies) error {
	return s.Update(func(tx *store.Tx) error {
		tx.Stamp(table.Ticks(binary.BigEndian.Uint64(body)))
		c := commands{rest: body[timeSize:]}
		for c.next() {
			var err error
			switch first := string(c.first); c.letter {
			case setCommand:
				err = before.put(tx, first, c.second)
			case deleteCommand:
				err = tx.DeleteRecord(first)
			case rangeCommand:
				err = tx.DeleteRecords(keys.Range{From: first, To: string(c.second)})
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// copies find long values that are there already, so that copies of a blob are one string again: by the hash
// of a value, a key that had it.
type copies map[uint64]string

var hashSeed = maphash.MakeSeed()

func (c copies) put(tx *store.Tx, key string, data []byte) error {
	if len(data) < longValue {
		return tx.PutRecord(key, string(data))
	}
	hash := maphash.Bytes(hashSeed, data)
	before, found, err := tx.Record(c[hash])
	if err != nil {
		return err
	}
	if !found || before != string(data) {
		c[hash], before = key, string(data)
	}
	return tx.PutRecord(key, before)
}

// flaw says why head and body aren't a complete record, or returns "".
func flaw(head, body []byte) string {
	if len(head) < headSize {
		return "a record ends within its head"
	}
	length := int64(binary.BigEndian.Uint32(head))
	switch {
	case int64(len(body)) < length:
		return fmt.Sprintf("a record of %d bytes ends after %d", headSize+length, headSize+len(body))
	case length < timeSize:
		return "a record's length is wrong"
	case crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(head[4:]):
		return "a record's checksum is wrong"
	case walk(body[timeSize:]) != complete:
		return "a record holds what this version does not know"
	}
	return ""
}

// diagnose reads what follows a flaw, to distinguish a torn tail from a change in the middle. begun is
// the flawed record, as far as it was read.
func diagnose(begun []byte, journal io.Reader) (*Damage, error) {
	if j, ok := journal.(interface{ Len() int }); ok && j.Len() > mostSearched {
		return &Damage{Size: int64(len(begun) + j.Len()), Ended: true}, nil
	}
	rest, err := io.ReadAll(journal)
	if err != nil {
		return nil, fmt.Errorf("read a journal: %w", err)
	}
	d := &Damage{Size: int64(len(begun) + len(rest))}
	// A record that was cut short may have bytes in its strings that are a complete record. They don't
	// count as one if the commands around them can be read up to the cut.
	if len(rest) > 0 || len(begun) < emptySize || walk(begun[emptySize:]) != short {
		d.Next, d.Ended = nextRecord(append(begun, rest...), searchWork)
	}
	return d, nil
}

// searchWork is how much a search for the next record does: commands that it reads, and checksums of eight
// bytes. It takes about a second. What isn't a record can look like the beginnings of very many long ones.
const searchWork = 200_000_000

// mostSearched is how many bytes are read into memory for a search. The last record is hardly ever longer.
const mostSearched = 3 << 29

// nextRecord returns the offset of the first complete record in data, not counting offset 0, or 0 for
// none. It ends the search after so much work.
func nextRecord(data []byte, work int) (offset int64, ended bool) {
	for at := 1; at+emptySize <= len(data); at++ {
		length := int64(binary.BigEndian.Uint32(data[at:]))
		from := at + headSize
		if length < timeSize || length > int64(len(data)-from) {
			continue
		}
		// Reading the commands first makes most checksums unnecessary.
		body := data[from : from+int(length)]
		n, ending := measure(body[timeSize:], work)
		if work -= n; ending == complete {
			work -= len(body) / 8
			if flaw(data[at:from], body) == "" {
				return int64(at), false
			}
		}
		if work <= 0 {
			return 0, true
		}
	}
	return 0, false
}
