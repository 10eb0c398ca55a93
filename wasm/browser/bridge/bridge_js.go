//go:build js && wasm

package bridge

//lint:file-ignore U1000 the host calls what is exported here

import (
	"encoding/binary"
	"unsafe"
)

// The two ends of one call. They are variables because the host reads and writes them between
// calls, when nothing else would keep them from being collected.
var request, reply []byte

// answer answers the calls.
var answer func(call []byte) []byte

// Serve answers what the host calls. It does not return: that would end the instance.
func Serve(a func(call []byte) []byte) {
	answer = a
	select {}
}

// alloc makes room for a call of n bytes and returns its address.
//
//go:wasmexport alloc
func alloc(n uint32) unsafe.Pointer {
	request = make([]byte, max(n, 1))
	return unsafe.Pointer(unsafe.SliceData(request))
}

// call answers the n bytes at p. The reply, valid until the next call, is its length as a
// little-endian uint32 and then that many bytes.
//
//go:wasmexport call
func call(p unsafe.Pointer, n uint32) unsafe.Pointer {
	answered := answer(unsafe.Slice((*byte)(p), n))
	request = nil
	reply = binary.LittleEndian.AppendUint32(reply[:0], uint32(len(answered)))
	reply = append(reply, answered...)
	return unsafe.Pointer(unsafe.SliceData(reply))
}
