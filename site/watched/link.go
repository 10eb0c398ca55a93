package watched

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode/utf16"

	pages "github.com/rowkey/rowkey/site/entry"
)

// longestLink is how long the fragment of a link can be, as site/ui/share/pack-v1.ts has it.
const longestLink = 88_000

// inPlayground returns a link that opens files in the playground of a site, or "" if they don't fit.
func inPlayground(site, name string, files []File) string {
	header, texts := "="+name+"\n", ""
	for i, f := range files {
		header += f.Name
		if i < len(files)-1 { // the last one takes the rest
			header += " " + strconv.Itoa(len(utf16.Encode([]rune(f.Text))))
		}
		header += "\n"
		texts += f.Text
	}
	return linkTo(site+pages.PlayPath+"#v1.", header+"\n"+texts)
}

// inWorkbench returns a link that opens a design file in the workbench of a site, or "" if it doesn't fit.
func inWorkbench(site, text string) string { return linkTo(site+pages.DesignPath+"#d1.", text) }

// linkTo returns an address with a packed text: three bytes that check it, and it deflated. Those who unpack
// it know a dictionary, which needn't be used.
func linkTo(address, text string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	sum := h.Sum32()
	sum ^= sum >> 24
	packed := bytes.NewBuffer([]byte{byte(sum), byte(sum >> 8), byte(sum >> 16)})
	w, err := flate.NewWriter(packed, flate.BestCompression)
	if err != nil {
		return ""
	}
	_, _ = w.Write([]byte(text)) // to memory
	_ = w.Close()
	link := base64.RawURLEncoding.EncodeToString(packed.Bytes())
	if fragment := address[strings.IndexByte(address, '#'):]; len(fragment)+len(link) > longestLink ||
		len(text) > 1<<20 {
		return ""
	}
	return address + link
}
