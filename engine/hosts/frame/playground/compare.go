package playground

import (
	"github.com/rowkey/rowkey/engine/language/compare"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/wire"
)

// compared says in what two answers differ.
func compared(c *protocol.CompareCall) protocol.Reply {
	found := compare.Answers(answerIn(&c.Mine), answerIn(&c.Theirs), full.XML)
	return &protocol.CompareReply{Same: len(found) == 0, Differences: found}
}

// rows shows a part of an answer.
func rows(c *protocol.RowsCall) protocol.Reply {
	answer, by := answerIn(&c.Response), view.Order{Column: c.Sort, Descending: c.Descending}
	switch c.As {
	case protocol.Commas:
		return &protocol.RowsReply{Text: view.Cells(answer, by, ",")}
	case protocol.Tabs:
		return &protocol.RowsReply{Text: view.Cells(answer, by, "\t")}
	}
	shown, total := view.Rows(answer, by, c.First, c.Limit)
	reply := &protocol.RowsReply{Total: total}
	if shown.Tag != "" {
		reply.View = shown
	}
	return reply
}

// answerIn returns an answer of a call.
func answerIn(r *protocol.AccountResponse) wire.Response {
	return wire.Response{
		Status: min(r.Status, 999), Headers: r.Headers, Body: []byte(r.Body),
	}
}
