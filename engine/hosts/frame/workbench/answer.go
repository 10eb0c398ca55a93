package workbench

import (
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/caught"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// fileName is what the page calls its design file.
const fileName = "design.rowkey.yaml"

// Figures are measured up to so many entities, and computed for more: a reader waits while an account is
// filled for each design.
const (
	most    = 20_000
	largest = 1_000_000_000
)

// Answer runs a call and returns the reply. It never panics: an error is a reply too.
func Answer(call []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			reply = frame.Refuse("bug: " + caught.Text(p))
		}
	}()
	c, ok := odata.ParseJSON(call)
	if ok {
		switch odata.Member(c, "op").String() {
		case "design":
			return run(&c)
		case "rates":
			return rates(&c)
		case "load":
			return simulate(&c)
		}
	}
	return frame.Refuse("the workbench answers only the calls design, rates and load")
}

// run runs a design file.
func run(c *jsontext.Value) []byte {
	f, errors := read.File(fileName, odata.Member(*c, "text").String())
	if len(errors) > 0 {
		return append(frame.AppendErrors([]byte(`{"ok":false`), errors), '}')
	}
	o := matrix.Options{Most: most}
	if at := odata.Member(*c, "at").Int(); at > 0 {
		o.At = []int{int(min(at, largest))}
	}
	m, err := matrix.Run(f, o)
	if err != nil {
		return frame.Refuse(err.Error())
	}
	findings := lint.Check(f, m)
	r := report.Report{Name: fileName, Matrix: m, Findings: findings}
	return reply(m, findings, r.Markdown())
}
