//go:build !js

package datadir_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// damage opens a copy of the journal that a killed server left, after one of the ways in which disks damage
// files. The damage is reported, nothing of it is served, and what was written before it is there as a whole.
func (c *crash) damage(content []byte) {
	c.Helper()
	whole := int64(len("rowkey journal 2\n"))
	var records []int64 // where each begins, and where the last one ends
	for at := whole; at <= int64(len(content)); {
		records = append(records, at)
		if at+8 > int64(len(content)) {
			break
		}
		at += 8 + int64(binary.BigEndian.Uint32(content[at:]))
	}
	if len(records) < 4 {
		return
	}
	c.damages++
	copied, quiet := bytes.Clone(content), false
	// Everything before the damage must be there. Which record it begins in is drawn among the last ones.
	n := len(records) - 2 - c.random.IntN(min(20, len(records)-3))
	from, to := records[n], records[n+1]
	switch c.random.IntN(3) {
	case 0: // a torn tail; without whole records nothing can tell
		at := from + c.random.Int64N(to-from)
		copied, quiet = copied[:at], at == from
	case 1: // a flipped bit
		copied[from+c.random.Int64N(to-from)] ^= 1 << c.random.IntN(8)
	case 2: // a missing record
		copied = append(copied[:from:from], copied[to:]...)
		quiet = to == int64(len(content)) || n+2 == len(records)
	}
	path, err := os.MkdirTemp("", "rowkey-damaged-")
	if err != nil {
		c.Fatal(err)
	}
	defer os.RemoveAll(path)
	file := filepath.Join(path, enginetest.Account+".journal")
	write := func(data []byte) {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			c.Fatal(err)
		}
	}
	write(copied)
	state, err := c.open(path)
	told := c.reports.take()
	if err != nil {
		if after := c.content(path); !bytes.Equal(after, copied) {
			c.Errorf("a journal that is refused has been changed: %v", err)
		}
		told = append(told, err.Error())
		at := offsets.FindStringSubmatch(err.Error())
		if at == nil {
			c.Fatalf("it isn't told where the damage is: %v", err)
		}
		cut, _ := strconv.Atoi(at[1])
		if int64(cut) != from {
			c.Errorf("the damage is from byte %d on, and it's told: %v", from, err)
		}
		write(copied[:cut]) // as docs/persistence.md advises
		if state, err = c.open(path); err != nil {
			c.Fatalf("without the damage: %v", err)
		}
	}
	if len(told) == 0 && !quiet {
		c.Errorf("a damage in record %d of %d isn't told", n, len(records)-1)
	}
	if bytes.HasPrefix(content, c.journal) && from >= int64(len(c.journal)) {
		for _, client := range c.clients {
			client.compareBefore(c.T, client.take(state))
		}
	}
}

var offsets = regexp.MustCompile(`corrupt at byte (\d+)`)
