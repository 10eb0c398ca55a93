package workbench

import (
	"github.com/rowkey/rowkey/engine/design/load"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/partition"
)

// rates writes the rates of a design file as a load.
func (w *Workbench) rates(c *jsontext.Value) []byte {
	f, errors := read.File(fileName, odata.Member(*c, "text").String())
	if len(errors) > 0 {
		return append(frame.AppendErrors([]byte(`{"ok":false`), errors), '}')
	}
	var designs []int
	odata.Member(*c, "designs").ForEach(func(_, each jsontext.Value) bool {
		if i := int(each.Int()); i >= 0 && i < len(f.Designs) && len(designs) < 2 {
			designs = append(designs, i)
		}
		return true
	})
	if len(designs) == 0 {
		designs = []int{0}
	}
	m, err := w.bench.Run(f, matrix.Options{Most: mostEntities, Bytes: mostBytes})
	if err != nil {
		return frame.Refuse(err.Error())
	}
	l, ok := load.Of(m, designs, float64(max(1, odata.Member(*c, "times").Int())))
	if !ok {
		return frame.Refuse("No pattern of this file has a rate, or those that have one scan tables. " +
			"Write rate: 50/s in one of them, for example.")
	}
	out := &writer{b: []byte(`{"ok":true`)}
	out.name("load").text(l.Text)
	out.name("notes").texts(l.Notes)
	return append(out.b, '}')
}

// simulate runs a load.
func simulate(c *jsontext.Value) []byte {
	scenarios, errors := partition.Parse(odata.Member(*c, "text").String())
	if errors != nil {
		w := &writer{b: []byte(`{"ok":false`)}
		w.name("errors").list(len(errors), func(i int) {
			e := errors[i]
			w.object(func() {
				w.name("fence").number(0)
				w.name("line").number(float64(e.Line))
				w.name("column").number(float64(e.Column))
				w.name("message").text(e.Message)
				w.name("hint").text(e.Hint)
			})
		})
		return append(w.b, '}')
	}
	w := &writer{b: []byte(`{"ok":true`)}
	w.name("assume")
	w.b = scenarios[0].Assume.AppendJSON(w.b)
	w.name("results").list(len(scenarios), func(i int) {
		w.comma()
		w.b = partition.Run(scenarios[i]).AppendJSON(w.b)
	})
	return append(w.b, '}')
}
