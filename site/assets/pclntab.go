package assets

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
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
	recordTables = 28 // how many tables of other numbers follow the record
	recordUnit   = 32
	recordStart  = 36 // the line on which the function begins
	recordData   = 43 // how many places of data follow those tables
	recordEnd    = 44
)

// What only stack traces read of that which follows a record: what was inlined, and which arguments
// they can print. One table more is for stopping a goroutine by a signal, which WebAssembly has not.
const (
	traceTables = 1<<0 | 1<<2 | 1<<3
	traceData   = 1<<3 | 1<<5 | 1<<6 | 1<<7
	pointerMaps = 2         // the first of the data: which words of a frame are pointers
	noData      = 1<<32 - 1 // the place of data that a function does not have
)

// runtimeName is what the names of the runtime's functions begin with. It tells its own goroutines
// from the program's by that.
const runtimeName = "runtime."

// blankTraces blanks what only stack traces read of the functions described in memory: their files,
// lines, names and arguments, and what was inlined. It does nothing when it does not find them, as
// with a toolchain that writes them otherwise.
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
	f := functionTable{pcs: t[tables:records], names: t[names:units]}
	end := uint64(0)
	for i := range count {
		at := records + uint64(word32(t, records+8*i+4))
		size := recordEnd + 4*uint64(word32(t, at+recordTables)) + 4*uint64(t[at+recordData])
		f.records = append(f.records, t[at:at+size])
		end = max(end, at+size)
	}
	f.data = t[(end+7)&^7:] // it comes next, where a word begins
	f.blankLines()
	f.blankNames()
	f.blankData()
	clear(t[units:tables]) // the names of files, and which of them each package has
}

// functionTable is the linker's table of functions. Its records point to tables that give a number
// for each range of instructions, and to data; what is equal is shared between records and between
// uses.
type functionTable struct {
	pcs     []byte
	names   []byte
	data    []byte
	records []record
}

// record describes one function. Places of tables and then of data follow its fixed part.
type record []byte

func (r record) tables() []byte { return r[recordEnd:][:4*word32(r, recordTables)] }

func (r record) data() []byte { return r[recordEnd+4*word32(r, recordTables):] }

// blankLines zeroes the tables that only stack traces use, and what points to them. A place of zero
// means to the runtime that there is no table.
func (f functionTable) blankLines() {
	needed := make([]bool, len(f.pcs))
	for _, r := range f.records {
		clear(r[recordFile : recordLine+4])
		clear(r[recordUnit : recordStart+4])
		f.mark(needed, word32(r, recordStack))
		tables := r.tables()
		for k := range len(tables) / 4 {
			if traceTables>>k&1 == 1 {
				putWord32(tables, 4*k, 0)
			}
			f.mark(needed, word32(tables, 4*k))
		}
	}
	for i, used := range needed {
		if !used {
			f.pcs[i] = 0
		}
	}
}

// blankNames zeroes the names of functions. Those of the runtime share one that says no more than whose
// they are.
func (f functionTable) blankNames() {
	shared := bytes.Index(f.names, []byte(runtimeName))
	if shared < 0 {
		return
	}
	for _, r := range f.records {
		name := uint32(0) // none
		if bytes.HasPrefix(f.names[word32(r, recordName):], []byte(runtimeName)) {
			name = uint32(shared)
		}
		putWord32(r, recordName, name)
	}
	clear(f.names[:shared])
	clear(f.names[shared+len(runtimeName):])
}

// blankData zeroes the data that only stack traces use, and takes away what points to it.
func (f functionTable) blankData() {
	needed := map[uint32]bool{}
	for _, r := range f.records {
		data := r.data()
		for k := range len(data) / 4 {
			if at := word32(data, 4*k); at != noData {
				needed[at] = needed[at] || traceData>>k&1 == 0
			}
		}
	}
	starts := slices.Sorted(maps.Keys(needed))
	if !f.mapsFit(starts) {
		return
	}
	for _, r := range f.records {
		data := r.data()
		for k := range len(data) / 4 {
			if traceData>>k&1 == 1 {
				putWord32(data, 4*k, noData)
			}
		}
	}
	for i, at := range starts[:len(starts)-1] {
		if !needed[at] {
			clear(f.data[at:starts[i+1]])
		}
	}
}

// mapsFit reports whether the data is where it was looked for: each map of pointers, which says how
// many rows of how many bits it has, must end before other data starts.
func (f functionTable) mapsFit(starts []uint32) bool {
	if len(starts) == 0 || uint64(starts[len(starts)-1]) > uint64(len(f.data)) {
		return false
	}
	ends := append(starts[1:len(starts):len(starts)], uint32(len(f.data)))
	for _, r := range f.records {
		data := r.data()
		for k := range min(pointerMaps, len(data)/4) {
			at := word32(data, 4*k)
			if at == noData {
				continue
			}
			i, _ := slices.BinarySearch(starts, at)
			if !mapFits(f.data[at:ends[i]]) {
				return false
			}
		}
	}
	return true
}

func mapFits(b []byte) bool {
	if len(b) < 8 {
		return false
	}
	rows, bits := uint64(word32(b, 0)), uint64(word32(b, 4))
	return 8+rows*((bits+7)/8) <= uint64(len(b))
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

func word32[At int | uint32 | uint64](b []byte, at At) uint32 {
	return binary.LittleEndian.Uint32(b[at:])
}

func putWord32(b []byte, at int, word uint32) { binary.LittleEndian.PutUint32(b[at:], word) }

func word64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
