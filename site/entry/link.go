package entry

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"hash/fnv"
)

// Link returns an address with a text packed behind it: three bytes that check it, and it deflated. Those who
// unpack it, in site/ui/share, know a dictionary, which needn't be used.
func Link(address, text string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	sum := h.Sum32()
	sum ^= sum >> 24
	packed := bytes.NewBuffer([]byte{byte(sum), byte(sum >> 8), byte(sum >> 16)})
	w, err := flate.NewWriter(packed, flate.BestCompression)
	if err != nil {
		panic("bug: " + err.Error()) // there is this level
	}
	_, _ = w.Write([]byte(text)) // memory can't fail
	_ = w.Close()
	return address + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}
