package playground

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/compare"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/wire"
)

// compared says in what two answers differ.
func compared(c *jsontext.Value) []byte {
	found := compare.Answers(answerIn(c, "mine"), answerIn(c, "theirs"), full.XML)
	reply := strconv.AppendBool([]byte(`{"same":`), len(found) == 0)
	return append(compare.AppendJSON(append(reply, `,"differences":`...), found), '}')
}

// answerIn reads an answer of a call.
func answerIn(c *jsontext.Value, name string) (r wire.Response) {
	v := odata.Member(*c, name)
	r.Status, r.Body = int(min(odata.Member(v, "status").Int(), 999)), []byte(text(&v, "body"))
	for _, h := range odata.Member(v, "headers").Array() {
		if line := h.Array(); len(line) == 2 {
			r.Headers.Add(line[0].String(), line[1].String())
		}
	}
	return r
}
