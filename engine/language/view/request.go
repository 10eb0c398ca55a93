package view

import (
	"strings"

	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Request shows one of many requests that a program has sent: a line that opens to its plan and the
// partitions that it touched. layout is its table, as the request left it.
func Request(x *Exchange, layout trace.Layout) Node {
	did := strings.Join(append(refused(x), statusParts(x)...), between)
	summary := el("summary", "", textEl("span", "rs-name", did), text(" "),
		textEl("code", "", x.Method+" "+shorten(pathOf(x.URL), maxTarget)))
	panel := el("div", "rs-panel",
		faultPart(x), Picture(x.Trace, layout), sentence(x, layout), scope(x), terms(x), advice(x))
	return el("details", rootClass(x, false)+" rs-request", summary, panel)
}

// maxTarget is how many characters of a request's address are shown.
const maxTarget = 90

// pathOf returns the address of a request within its account, readable.
func pathOf(url string) string {
	for range 4 { // scheme, host and account
		_, rest, ok := strings.Cut(url, "/")
		if !ok {
			break
		}
		url = rest
	}
	if readable, ok := wire.Unescape(url); ok {
		url = readable
	}
	return "/" + url
}
