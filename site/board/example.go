package board

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/suites/peer"
)

// asks names the requests of a file that an entry is about, or says that they're all.
func asks(asked []peer.Place, file string) (text string) {
	for _, p := range asked {
		if p.File == file && p.Request == "*" {
			return "# See any of its requests.\n"
		}
		if p.File == file {
			text += "# See: " + p.Request + ".\n"
		}
	}
	return text
}

// requests returns those of a script that an entry is about, and before them what they may need: what's
// written, and reads that others refer to.
func requests(asked []peer.Place, file, text string) string {
	const begin = "### "
	blocks := strings.Split("\n"+text, "\n"+begin)[1:]
	wanted := func(block string) bool {
		title, _, _ := strings.Cut(block, "\n")
		return slices.ContainsFunc(asked, func(p peer.Place) bool { return p.Has(file, title) })
	}
	for len(blocks) > 0 && !wanted(blocks[len(blocks)-1]) {
		blocks = blocks[:len(blocks)-1]
	}
	var kept strings.Builder
	for _, block := range blocks {
		has := func(line string) bool { return strings.Contains(block, "\n"+line) }
		idle := has("GET ") || has("# @expect status == 4")
		if !idle || wanted(block) || has("@") || has("# @name ") || has("# @transaction ") {
			kept.WriteString(begin + strings.TrimSpace(block) + "\n\n")
		}
	}
	return kept.String()
}
