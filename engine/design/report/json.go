package report

import (
	"math"
	"strconv"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// JSON is the report as one line.
func (r *Report) JSON() string {
	b := named([]byte("{"), "file", r.Name)
	b = strconv.AppendBool(put(b, `,"ok":`), r.OK())
	b = put(b, `,"patterns":[`)
	for i, row := range r.Matrix.Cells {
		p := r.Matrix.File.Patterns[i]
		b = named(append(comma(b, i), '{'), "name", p.Name)
		b = named(append(b, ','), "asks", asks(p))
		b = strconv.AppendInt(put(b, `,"line":`), int64(p.Line), 10)
		b = put(b, `,"designs":[`)
		for k := range row {
			b = r.cell(comma(b, k), &row[k])
		}
		b = put(b, "]}")
	}
	b = put(b, `],"bills":[`)
	for i, d := range r.Matrix.File.Designs {
		b = r.billed(named(append(comma(b, i), '{'), "design", d.Name), i)
	}
	b = put(b, `],"findings":[`)
	for i := range r.Findings {
		b = finding(comma(b, i), &r.Findings[i])
	}
	b = append(b, ']')
	if r.Compared {
		b = texts(append(b, ','), "changes", changeLines(r.Changes))
	}
	return string(put(b, "}\n"))
}

func (r *Report) cell(b []byte, c *design.Cell) []byte {
	b = named(append(b, '{'), "design", c.Design.Name)
	b = named(append(b, ','), "kind", kind(c.Plan.Kind))
	if c.Plan.Place != nil {
		b = named(append(b, ','), "table", c.Plan.Place.Table)
		if c.Plan.Place.Copy != "" {
			b = named(append(b, ','), "copy", c.Plan.Place.Copy)
		}
	}
	if c.Plan.Follow.Place != nil {
		b = named(append(b, ','), "follows", c.Plan.Follow.Place.Table)
	}
	b = figures(put(b, `,"figures":`), &c.Figures)
	b = texts(append(b, ','), "steps", c.Plan.Steps)
	b = put(b, `,"requests":[`)
	for i := range c.Plan.Requests {
		q := &c.Plan.Requests[i]
		b = named(append(comma(b, i), '{'), "method", q.Method)
		b = named(append(b, ','), "path", q.Path)
		if q.Filter != "" {
			b = named(append(b, ','), "filter", q.Filter)
		}
		if q.Top > 0 {
			b = strconv.AppendInt(put(b, `,"top":`), int64(q.Top), 10)
		}
		b = append(b, '}')
	}
	b = append(b, ']')
	b = strconv.AppendBool(put(b, `,"parallel":`), c.Plan.Parallel)
	b = texts(append(b, ','), "client", c.Plan.Client)
	b = texts(append(b, ','), "marks", c.Marks)
	b = put(b, `,"missed":[`)
	for i, l := range c.Missed {
		b = named(append(comma(b, i), '{'), "figure", l.Figure)
		b = float(put(b, `,"most":`), l.Most)
		b = strconv.AppendInt(put(b, `,"line":`), int64(l.Line), 10)
		b = append(b, '}')
	}
	b = put(b, `],"growth":[`)
	for i := range c.Growth {
		b = figures(comma(b, i), &c.Growth[i].Figures)
		b = append(texts(append(b[:len(b)-1], ','), "marks", c.Growth[i].Marks), '}')
	}
	b = put(b, `],"later":[`)
	for i, l := range c.Thresholds {
		b = strconv.AppendInt(put(comma(b, i), `{"scale":`), int64(l.Scale), 10)
		b = append(named(append(b, ','), "says", l.Says), '}')
	}
	return put(b, "]}")
}

// billed adds what a design makes of a month, at each size.
func (r *Report) billed(b []byte, column int) []byte {
	b = put(b, `,"sizes":[`)
	for k := range max(1, len(r.Matrix.Sizes)) {
		bill := r.bill(column, k)
		b = float(put(comma(b, k), `{"transactions":`), math.Round(bill.transactions))
		b = float(put(b, `,"reads":`), bill.reads)
		b = strconv.AppendInt(put(b, `,"scans":`), int64(bill.scans), 10)
		b = float(put(b, `,"stored":`), math.Round(bill.stored))
		b = float(put(b, `,"sent":`), math.Round(bill.sent))
		b = named(append(b, ','), "says", r.Bill(column, k))
		b = append(b, '}')
	}
	return put(b, "]}")
}

func figures(b []byte, f *design.Figures) []byte {
	b = strconv.AppendInt(put(b, `{"scale":`), int64(f.Scale), 10)
	b = strconv.AppendBool(put(b, `,"computed":`), f.Computed)
	for _, c := range columns {
		b = float(append(b, `,"`+c.figure+`":`...), c.of(f))
	}
	return append(b, '}')
}

func finding(b []byte, f *design.Finding) []byte {
	b = named(append(b, '{'), "code", f.Code)
	b = named(append(b, ','), "severity", severity(f))
	b = strconv.AppendInt(put(b, `,"line":`), int64(f.Line), 10)
	if f.Column > 0 {
		b = strconv.AppendInt(put(b, `,"column":`), int64(f.Column), 10)
	}
	b = named(append(b, ','), "design", f.Design)
	b = named(append(b, ','), "pattern", f.Pattern)
	if f.Also != nil {
		b = texts(append(b, ','), "also", f.Also)
	}
	b = named(append(b, ','), "says", f.Says)
	return append(named(append(b, ','), "guide", f.Guide), '}')
}

// comma begins an item of a list.
func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

// named appends a member that is a string.
func named(b []byte, name, text string) []byte {
	return odata.AppendString(append(b, `"`+name+`":`...), text)
}

// texts appends a member that is a list of strings.
func texts(b []byte, name string, list []string) []byte {
	b = append(b, `"`+name+`":[`...)
	for i, text := range list {
		b = odata.AppendString(comma(b, i), text)
	}
	return append(b, ']')
}

// float appends a number without an exponent, as all figures are small enough for.
func float(b []byte, f float64) []byte { return strconv.AppendFloat(b, f, 'f', -1, 64) }

// put appends text. A call is smaller in a page's program than what append is compiled to.
func put(b []byte, text string) []byte { return append(b, text...) }
