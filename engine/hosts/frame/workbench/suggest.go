package workbench

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/suggest"
	"github.com/rowkey/rowkey/engine/protocol"
)

// few is how many entities of a type proposals are measured with.
const few = 4000

// suggest proposes designs for the questions that the first one answers badly.
func (w *Workbench) suggest(c *protocol.SuggestCall) protocol.Reply {
	found, errors, err := suggest.Of(fileName, c.Text, func(f *design.File) (*design.Matrix, error) {
		return w.bench.Run(f, matrix.Options{Most: few, Bytes: mostBytes})
	}, lint.Check)
	switch {
	case errors != nil:
		return wrong(errors)
	case err != nil:
		return protocol.Refuse(err.Error())
	}
	reply := &protocol.Suggestions{}
	for _, s := range found {
		reply.Suggestions = append(reply.Suggestions,
			protocol.Suggested{Design: s.Design, Pattern: s.Pattern, Keys: s.Keys,
				Says: s.Says, Why: s.Why, Text: s.Text})
	}
	return reply
}
