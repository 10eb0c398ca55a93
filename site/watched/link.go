package watched

import (
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
	return fitting(site+pages.PlayPath+"#v1.", header+"\n"+texts)
}

// inWorkbench returns a link that opens a design file in the workbench of a site, or "" if it doesn't fit.
func inWorkbench(site, text string) string { return fitting(site+pages.DesignPath+"#d1.", text) }

// fitting returns a link with a text, or "" if it doesn't fit.
func fitting(address, text string) string {
	link := pages.Link(address, text)
	if len(link)-strings.IndexByte(link, '#') > longestLink || len(text) > 1<<20 {
		return ""
	}
	return link
}
