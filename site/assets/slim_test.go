package assets_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/site/assets"
)

// module is a WebAssembly module with a section that Slim must leave alone and data in segments.
func module(segments map[uint64][]byte) []byte {
	data := binary.AppendUvarint(nil, uint64(len(segments)))
	for address, b := range segments {
		data = signed(append(data, 0, 0x41), int64(address))
		data = append(binary.AppendUvarint(append(data, 0x0B), uint64(len(b))), b...)
	}
	out := []byte("\x00asm\x01\x00\x00\x00\x05\x03\x01\x00\x01\x0b")
	return append(binary.AppendUvarint(out, uint64(len(data))), data...)
}

// signed writes a signed LEB128 number, as the WebAssembly specification has it.
func signed(dst []byte, n int64) []byte {
	for {
		b := byte(n & 0x7F)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(dst, b)
		}
		dst = append(dst, b|0x80)
	}
}

// memory is what a module's data makes of an empty memory, and how many segments that takes.
func memory(t *rapid.T, module []byte) (image []byte, segments int) {
	rest, ok := bytes.CutPrefix(module, []byte("\x00asm\x01\x00\x00\x00\x05\x03\x01\x00\x01\x0b"))
	if !ok {
		t.Fatalf("the sections before the data changed: % x", module)
	}
	number := func() int {
		n, width := binary.Uvarint(rest)
		rest = rest[width:]
		return int(n)
	}
	if size := number(); size != len(rest) {
		t.Fatalf("the data section says %d bytes, it has %d", size, len(rest))
	}
	image = make([]byte, 1<<16)
	segments = number()
	for range segments {
		rest = rest[2:]
		address := number()
		rest = rest[1:]
		n := number()
		copy(image[address:], rest[:n])
		rest = rest[n:]
	}
	return image, segments
}

func TestSlimKeepsMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		segments := map[uint64][]byte{}
		at := uint64(0)
		for range rapid.IntRange(1, 20).Draw(t, "segments") {
			at += rapid.Uint64Range(0, 2500).Draw(t, "gap")
			b := rapid.SliceOfN(rapid.Byte(), 1, 300).Draw(t, "bytes")
			segments[at] = b
			at += uint64(len(b))
		}
		before := module(segments)
		want, _ := memory(t, before)
		after, err := assets.Slim(before)
		if err != nil {
			t.Fatal(err)
		}
		got, left := memory(t, after)
		if !bytes.Equal(got, want) {
			t.Fatal("the program's memory is not what it was")
		}
		runs := 0
		for _, piece := range bytes.Split(bytes.Trim(want, "\x00"), make([]byte, 1025)) {
			if len(piece) > 0 {
				runs++
			}
		}
		if left != runs {
			t.Fatalf("the memory is in %d segments, long runs of zeros cut it into %d", left, runs)
		}
	})
}

func TestSlimRefusesWhatIsNoModule(t *testing.T) {
	whole := module(map[uint64][]byte{8: []byte("some data")})
	for n := range len(whole) {
		// The module may end with its head or after a whole section.
		if n == 8 || n == 13 {
			continue
		}
		if _, err := assets.Slim(whole[:n]); err == nil {
			t.Errorf("a module cut at byte %d was accepted", n)
		}
	}
}
