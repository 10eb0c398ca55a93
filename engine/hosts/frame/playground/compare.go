package playground

import (
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/compare"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/wire"
)

// compared says in what two answers differ.
func compared(c *protocol.CompareCall) protocol.Reply {
	found := compare.Answers(answerIn(&c.Mine), answerIn(&c.Theirs), full.XML)
	return &protocol.CompareReply{Same: len(found) == 0, Differences: found}
}

// answerIn returns an answer of a call.
func answerIn(r *protocol.AccountResponse) wire.Response {
	return wire.Response{
		Status: min(r.Status, 999), Headers: frame.HeadersOf(r.Headers), Body: []byte(r.Body),
	}
}
