package partition

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// AppendJSON appends a result as a page takes it:
//
//	{"label":…,"seconds":600,"slots":10,"rows":10,"columns":60,"ranges":3,
//	 "requests":…,"attempts":…,"served":…,"refused":…,"givenUp":…,"waiting":…,
//	 "refusedBy":{"account":…,"server":…,"partition":…},"entities":…,
//	 "throttled":…,                                      the share of attempts that were refused
//	 "median":…,"p95":…,"p99":…,"meanWait":…,            in seconds
//	 "shape":…,"story":…,                                what happened, in words
//	 "times":[[median,p95,p99],…],                       for each column
//	 "begin":[[0,slot,server],…],                        the ranges of the start
//	 "splits":[[at,slot,server],…],"moves":[…],          when, in seconds, and the range's first slot
//	 "cells":[[served,refused,…],…]}                     a row of the heat map, two numbers for each column
func (r *Result) AppendJSON(dst []byte) []byte {
	dst = odata.AppendString(append(dst, `{"label":`...), r.Label)
	for _, n := range []struct {
		name  string
		value int
	}{
		{"seconds", r.Seconds}, {"slots", r.Slots}, {"rows", r.Rows}, {"columns", r.Columns}, {"ranges", r.Ranges},
		{"requests", r.Requests}, {"attempts", r.Attempts}, {"served", r.Served}, {"refused", r.Refused},
		{"givenUp", r.GivenUp}, {"waiting", r.Waiting},
	} {
		dst = strconv.AppendInt(appendName(dst, n.name), int64(n.value), 10)
	}
	dst = strconv.AppendInt(append(dst, `,"refusedBy":{"account":`...), int64(r.RefusedBy.Account), 10)
	dst = strconv.AppendInt(append(dst, `,"server":`...), int64(r.RefusedBy.Server), 10)
	dst = strconv.AppendInt(append(dst, `,"partition":`...), int64(r.RefusedBy.Partition), 10)
	dst = append(dst, '}')
	for _, n := range []struct {
		name  string
		value float64
	}{
		{"entities", r.Entities}, {"throttled", r.Throttled()},
		{"median", r.Median}, {"p95", r.P95}, {"p99", r.P99}, {"meanWait", r.MeanWait},
	} {
		dst = appendFloat(appendName(dst, n.name), n.value)
	}
	dst = odata.AppendString(appendName(dst, "shape"), r.Shape().Says())
	dst = odata.AppendString(appendName(dst, "story"), r.Story())
	dst = append(dst, `,"times":[`...)
	for i, t := range r.ByTime {
		dst = appendFloat(append(comma(dst, i), '['), t.Median)
		dst = appendFloat(append(dst, ','), t.P95)
		dst = append(appendFloat(append(dst, ','), t.P99), ']')
	}
	dst = appendChanges(append(dst, `],"begin":`...), r.Begin())
	dst = appendChanges(append(dst, `,"splits":`...), r.Splits)
	dst = appendChanges(append(dst, `,"moves":`...), r.Moves)
	dst = append(dst, `,"cells":[`...)
	for row := range r.Rows {
		dst = append(comma(dst, row), '[')
		for column := range r.Columns {
			c := r.Cell(row, column)
			dst = appendFloat(comma(dst, column), c.Served)
			dst = appendFloat(append(dst, ','), c.Refused)
		}
		dst = append(dst, ']')
	}
	return append(dst, "]}"...)
}

// AppendJSON appends the assumptions as a list, for a page that shows and changes them:
//
//	[{"name":"partition cap","unit":"entities/s","source":…,"why":…,"least":1,"most":1000000,"value":2000},…]
func (a *Assumptions) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i, one := range a.List() {
		dst = odata.AppendString(append(comma(dst, i), `{"name":`...), one.Name)
		dst = odata.AppendString(appendName(dst, "unit"), one.Unit)
		dst = odata.AppendString(appendName(dst, "source"), one.Source)
		dst = odata.AppendString(appendName(dst, "why"), one.Why)
		dst = appendFloat(appendName(dst, "least"), one.Least)
		dst = appendFloat(appendName(dst, "most"), one.Most)
		dst = append(appendFloat(appendName(dst, "value"), *one.Value), '}')
	}
	return append(dst, ']')
}

func appendName(dst []byte, name string) []byte {
	return append(append(append(dst, `,"`...), name...), `":`...)
}

func appendChanges(dst []byte, changes []Change) []byte {
	dst = append(dst, '[')
	for i, c := range changes {
		dst = appendFloat(append(comma(dst, i), '['), c.At)
		dst = strconv.AppendInt(append(dst, ','), int64(c.Slot), 10)
		dst = strconv.AppendInt(append(dst, ','), int64(c.Server), 10)
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

// appendFloat writes a number in as few digits as give it back.
func appendFloat(dst []byte, x float64) []byte { return strconv.AppendFloat(dst, x, 'f', -1, 64) }

func comma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
