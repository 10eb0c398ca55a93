package assets

import (
	"encoding/binary"
	"errors"
	"slices"
)

// Slim joins the data segments of the linker's WebAssembly, so that it compresses better. The
// memory that the program starts with stays the same, byte for byte.
//
// The linker leaves out runs of zeros from the data, which cuts it into 75,000 segments whose
// headers compress badly; the zeros themselves cost next to nothing. Only long runs of them are
// left out.
//
// docs/decisions/0006-why-are-data-segments-joined-after-linking.md has the figures.
func Slim(wasm []byte) ([]byte, error) {
	const dataSection = 11
	if len(wasm) < 8 {
		return nil, errMalformed
	}
	out := slices.Clone(wasm[:8])
	for rest := wasm[8:]; len(rest) > 0; {
		section := rest[0]
		size, n := binary.Uvarint(rest[1:])
		end := 1 + n + int(size)
		if n <= 0 || end > len(rest) {
			return nil, errMalformed
		}
		if section == dataSection {
			data, err := slimData(rest[1+n : end])
			if err != nil {
				return nil, err
			}
			out = append(binary.AppendUvarint(append(out, section), uint64(len(data))), data...)
		} else {
			out = append(out, rest[:end]...)
		}
		rest = rest[end:]
	}
	return out, nil
}

var errMalformed = errors.New("the linker's WebAssembly is not as expected")

// segment is a run of the program's initial memory.
type segment struct {
	address uint64
	bytes   []byte
}

// maxGap is the longest run of zeros that is written out rather than starting a new segment.
const maxGap = 1024

// maxAddress is more than any program starts with.
const maxAddress = 64 << 20

func slimData(section []byte) ([]byte, error) {
	segments, err := readSegments(section)
	if err != nil {
		return nil, err
	}
	var memory []byte
	for _, s := range segments {
		end := int(s.address) + len(s.bytes)
		memory = append(memory, make([]byte, max(end-len(memory), 0))...)
		copy(memory[s.address:], s.bytes)
	}
	segments = cut(memory)
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = appendAddress(append(out, 0, opConst), s.address)
		out = binary.AppendUvarint(append(out, opEnd), uint64(len(s.bytes)))
		out = append(out, s.bytes...)
	}
	return out, nil
}

// A segment begins with its memory, 0, and an expression for its address: a constant and an end.
const (
	opConst = 0x41
	opEnd   = 0x0B
)

func readSegments(section []byte) ([]segment, error) {
	count, n := binary.Uvarint(section)
	if n <= 0 {
		return nil, errMalformed
	}
	rest := section[n:]
	segments := make([]segment, 0, count)
	for range count {
		if len(rest) < 2 || rest[0] != 0 || rest[1] != opConst {
			return nil, errMalformed
		}
		// Addresses are signed numbers, but memory is small and they are never negative.
		address, n := binary.Uvarint(rest[2:])
		if n <= 0 || address > maxAddress || len(rest) < 3+n || rest[2+n] != opEnd {
			return nil, errMalformed
		}
		rest = rest[3+n:]
		size, n := binary.Uvarint(rest)
		if n <= 0 || uint64(len(rest)-n) < size {
			return nil, errMalformed
		}
		segments = append(segments, segment{address, rest[n : n+int(size)]})
		rest = rest[n+int(size):]
	}
	return segments, nil
}

// cut leaves out the runs of more than maxGap zeros.
func cut(memory []byte) []segment {
	var segments []segment
	end := 0
	for i, b := range memory {
		if b == 0 {
			continue
		}
		if i-end > maxGap || len(segments) == 0 {
			segments = append(segments, segment{address: uint64(i)})
		}
		end = i + 1
		last := &segments[len(segments)-1]
		last.bytes = memory[last.address:end]
	}
	return segments
}

// appendAddress writes a signed LEB128 number that is not negative.
func appendAddress(dst []byte, address uint64) []byte {
	for address >= 0x40 {
		dst = append(dst, byte(address)|0x80)
		address >>= 7
	}
	return append(dst, byte(address))
}
