package journal

import "encoding/binary"

// A command of a record is a letter and two texts, each a uvarint length and its bytes.
const (
	setCommand    = 's' // key, value
	deleteCommand = 'd' // key, nothing
	rangeCommand  = 'r' // from, to: deletes a range of keys
)

// commands reads the commands of a record one after another.
type commands struct {
	rest          []byte
	letter        byte
	first, second []byte
	broken        ending
}

// ending is how the commands of a record stop.
type ending byte

const (
	complete ending = iota
	short           // within a command: bytes are missing
	unknown         // at a command that no one can have written
)

// next reads a command. At the end, or when there is no whole one, it returns false.
func (c *commands) next() bool {
	if len(c.rest) == 0 {
		return false
	}
	c.letter, c.rest = c.rest[0], c.rest[1:]
	switch c.letter {
	case setCommand, deleteCommand, rangeCommand:
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

// walk reads all commands and says how they stop.
func walk(all []byte) ending {
	c := commands{rest: all}
	for c.next() {
	}
	return c.broken
}
