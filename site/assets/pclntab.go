package assets

import (
	"bytes"
	"encoding/binary"
)

// The head of the linker's table of functions since Go 1.20, with instructions one byte apart and
// eight-byte words. internal/abi and runtime/symtab.go of the toolchain describe the table.
var tableHead = []byte{0xF1, 0xFF, 0xFF, 0xFF, 0, 0, 1, 8}

// Offsets within the table's head and within a function's record.
const (
	headFunctions = 8
	headNames     = 32
	headUnits     = 40
	headPCTables  = 56
	headRecords   = 64
	headEnd       = 72

	recordName   = 4
	recordStack  = 16 // the table of stack depths, which the garbage collector reads
	recordFile   = 20
	recordLine   = 24
	recordTables = 28 // how many tables of other data follow the record
	recordEnd    = 44
)

// blankTraces blanks what only stack traces read of the functions described in memory: their files,
// lines and names. It does nothing when it does not find them, as with a toolchain that writes them
// otherwise.
func blankTraces(memory []byte) {
	at := bytes.Index(memory, tableHead)
	if at < 0 {
		return
	}
	t := memory[at:]
	if len(t) < headEnd {
		return
	}
	names, units := word64(t, headNames), word64(t, headUnits)
	tables, records := word64(t, headPCTables), word64(t, headRecords)
	count := word64(t, headFunctions)
	size := uint64(len(t))
	ordered := names < units && units <= tables && tables < records && records < size
	if !ordered || count > (size-records)/8 {
		return
	}
	f := functionTable{pcs: t[tables:records], names: t[names:units], records: t[records:], count: int(count)}
	f.blankLines()
	f.blankNames()
	clear(t[units:tables]) // the names of files, and which of them each package has
}

// functionTable is the linker's table of functions. Its records point to tables that give a number
// for each range of instructions; equal tables are shared between records and between uses.
type functionTable struct {
	pcs     []byte
	names   []byte
	records []byte
	count   int
}

func (f functionTable) record(i int) []byte {
	return f.records[binary.LittleEndian.Uint32(f.records[8*i+4:]):]
}

// blankLines zeroes the bytes that only file and line tables use, and what points to them. An offset of
// zero means to the runtime that there is no table.
func (f functionTable) blankLines() {
	needed := make([]bool, len(f.pcs))
	for i := range f.count {
		r := f.record(i)
		f.mark(needed, word32(r, recordStack))
		for k := range word32(r, recordTables) {
			f.mark(needed, word32(r, recordEnd+4*k))
		}
	}
	for i := range f.count {
		clear(f.record(i)[recordFile : recordLine+4])
	}
	for i, used := range needed {
		if !used {
			f.pcs[i] = 0
		}
	}
}

// blankNames zeroes the names of functions, except those of package runtime: by these it tells its
// own goroutines and its own faults from the program's.
func (f functionTable) blankNames() {
	for i := range f.count {
		at := word32(f.record(i), recordName)
		name, _, ended := bytes.Cut(f.names[at:], []byte{0})
		if ended && !bytes.HasPrefix(name, []byte("runtime.")) {
			clear(name)
		}
	}
}

// mark notes the bytes of the table at an offset. A table is a run of pairs of variable-length
// numbers that ends with a zero where a pair after the first would begin.
func (f functionTable) mark(needed []bool, offset uint32) {
	if offset == 0 {
		return
	}
	at := int(offset)
	for first := true; at < len(f.pcs) && (first || f.pcs[at] != 0); first = false {
		at = f.pass(needed, f.pass(needed, at))
	}
	if at < len(f.pcs) {
		needed[at] = true
	}
}

// pass notes the bytes of one variable-length number and returns where the next begins.
func (f functionTable) pass(needed []bool, at int) int {
	for at < len(f.pcs) {
		needed[at] = true
		at++
		if f.pcs[at-1] < 0x80 {
			break
		}
	}
	return at
}

func word32(b []byte, at uint32) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

func word64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
