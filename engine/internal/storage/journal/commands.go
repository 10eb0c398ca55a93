package journal

import "encoding/binary"

// A command in a record is a letter and two strings, each a uvarint length and its bytes.
const (
	setCommand    = 's' // key, value
	deleteCommand = 'd' // key, nothing
	rangeCommand  = 'r' // from, to: deletes a range of keys
	numberCommand = 'n' // the record's number as decimal digits, nothing
)

// commands reads the commands of a record one after another.
type commands struct {
	rest          []byte
	letter        byte
	first, second []byte
	broken        ending
}

// ending says how the commands of a record end.
type ending byte

const (
	complete ending = iota
	short           // within a command: bytes are missing
	unknown         // at a command that this version never writes
)

// next reads a command. It returns false at the end, and at an incomplete or unknown command.
func (c *commands) next() bool {
	if len(c.rest) == 0 {
		return false
	}
	c.letter, c.rest = c.rest[0], c.rest[1:]
	switch c.letter {
	case setCommand, deleteCommand, rangeCommand, numberCommand:
		c.first, c.second = c.text(), c.text()
	default:
		c.broken = unknown
	}
	return c.broken == complete
}

func (c *commands) text() []byte {
	length, n := binary.Uvarint(c.rest)
	switch {
	case c.broken != complete:
		return nil
	case n < 0:
		c.broken = unknown
		return nil
	case n == 0 || length > uint64(len(c.rest)-n):
		c.broken = short
		return nil
	}
	text := c.rest[n : n+int(length)]
	c.rest = c.rest[n+int(length):]
	return text
}

// walk reads all commands and returns how they end.
func walk(all []byte) ending {
	_, how := measure(all, len(all)) // a command has more than one byte
	return how
}

// measure reads commands, at most so many, and returns how many there were and how they end. If there are
// more, they count as unknown.
func measure(all []byte, most int) (n int, how ending) {
	c := commands{rest: all}
	for ; c.next(); n++ {
		if n == most {
			return n, unknown
		}
	}
	return n, c.broken
}
