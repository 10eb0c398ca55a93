package watched

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/wire"
)

// mostPages is how many pages are known to have another one after them.
const mostPages = 20_000

// tokens are the parameters with which a client asks for the next page.
var tokens = []string{"NextPartitionKey", "NextRowKey", "NextTableName"}

// read returns what the query of a request has read with the pages before this one. Of several clients that
// ask for the same page the one whose query has read most counts, so that the order of requests doesn't.
func (r *Requests) read(x *httphost.Exchange) int {
	read := x.Trace.Cost.EntitiesRead
	if x.Request.Method != "GET" {
		return read
	}
	var next []string
	for _, name := range tokens {
		if value := x.Response.Headers.Get("x-ms-continuation-" + name); value != "" {
			next = append(next, name+"="+value)
		}
	}
	u := wire.SplitURL(x.Request.URL)
	if next == nil && !strings.Contains(u.Query, "Next") {
		return read
	}
	params, _ := wire.Params(u.Query)
	var query, asked []string
	for _, p := range params {
		if slices.Contains(tokens, p.Name) {
			asked = append(asked, p.Name+"="+p.Value)
		} else {
			query = append(query, p.Name+"="+p.Value)
		}
	}
	slices.Sort(query)
	page := func(token []string) uint64 {
		slices.Sort(token)
		return maphash.String(r.seed, u.Base+u.Path+"?"+strings.Join(append(query, token...), "&"))
	}
	if asked != nil {
		read += r.pages[page(asked)]
	}
	if next != nil {
		at := page(next)
		if _, known := r.pages[at]; known || len(r.pages) < mostPages {
			r.pages[at] = max(r.pages[at], read)
		}
	}
	return read
}
