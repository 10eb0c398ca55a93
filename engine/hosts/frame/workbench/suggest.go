package workbench

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/design/suggest"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// few is how many entities of a type proposals are measured with.
const few = 4000

// suggest proposes designs for the questions that the first one answers badly.
func (w *Workbench) suggest(c *jsontext.Value) []byte {
	text := odata.Member(*c, "text").String()
	f, errors := read.File(fileName, text)
	if len(errors) > 0 {
		return append(frame.AppendErrors([]byte(`{"ok":false`), errors), '}')
	}
	all, err := suggest.For(f, text, func(f *design.File) (*design.Matrix, error) {
		return w.bench.Run(f, matrix.Options{Most: few, Bytes: mostBytes})
	}, lint.Check)
	if err != nil {
		return frame.Refuse(err.Error())
	}
	out := &writer{b: []byte(`{"ok":true`)}
	out.name("suggestions").list(len(all), func(i int) {
		s := &all[i]
		out.object(func() {
			out.name("design").text(s.Design)
			out.name("pattern").text(s.Pattern)
			out.name("says").text(s.Says)
			out.name("text").text(s.Text)
		})
	})
	return append(out.b, '}')
}
