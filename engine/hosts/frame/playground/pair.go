package playground

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// found is how many entities two clients find at most.
const found = 20

// pair makes clients of two requests.
func (d *desk) pair(c *protocol.PairCall) protocol.Reply {
	s := read(d, "", c.Text, nil)
	all := s.Requests()
	if len(all) == 0 {
		return &protocol.PairReply{}
	}
	at := len(all) - 1
	for at > 0 && all[at].First > c.Line {
		at--
	}
	a, b := all[at], all[min(at+1, len(all)-1)]
	reply := &protocol.PairReply{A: s.Alone(c.Text, a), B: s.Alone(c.Text, b)}
	tbl, partition := reach(s, a)
	if other, named := reach(s, b); partition == "" && strings.EqualFold(tbl, other) {
		partition = named
	}
	var entities []table.Entity
	d.view(func(tx *store.Tx) {
		for row := range tx.Scan(keys.Entities(tbl).StartAt(partition)) {
			if len(entities) == found || !row.In(partition) {
				return
			}
			entities = append(entities, row.Entity(nil, nil))
		}
	})
	reply.Columns, reply.Rows = grid(entities)
	return reply
}

// reach returns the table of a request, and the partition that it names, as store.Row.In takes it; "" for
// none.
func reach(s *script.Script, r *script.Request) (tbl, partition string) {
	sent := s.Sketched(r, someDay())
	address, ok := odata.ParseAddress(strings.TrimPrefix(sent.URL, "/"))
	if !ok {
		return r.Table(), ""
	}
	p := plan.PointOf(address.Table, address.Key)
	if !address.One {
		source, _ := address.Param("$filter")
		e, err := filter.Parse(source)
		if err != nil {
			return address.Table, ""
		}
		p = plan.Build(address.Table, e, source)
	}
	if p.Kind.Scans() {
		return address.Table, ""
	}
	return address.Table, keys.PartitionOf(p.Range.From)
}
