package frame

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/runner"
)

// AppendStep appends a request that ran.
func AppendStep(dst []byte, s *runner.Step) []byte {
	dst = appendInt(append(dst, `{"line":`...), s.Line)
	dst = odata.AppendString(append(dst, `,"name":`...), s.Name)
	dst = odata.AppendString(append(dst, `,"title":`...), s.Title)
	dst = strconv.AppendBool(append(dst, `,"before":`...), s.Example == runner.Before)
	dst = odata.AppendString(append(dst, `,"method":`...), s.Method)
	dst = odata.AppendString(append(dst, `,"target":`...), s.Target)
	dst = appendInt(append(dst, `,"status":`...), s.Response.Status)
	dst = strconv.AppendBool(append(dst, `,"ok":`...), s.OK())
	dst = odata.AppendString(append(dst, `,"plan":`...), s.Plan)
	dst = appendInt(append(dst, `,"read":`...), s.Cost.EntitiesRead)
	dst = appendInt(append(dst, `,"returned":`...), s.Cost.EntitiesReturned)
	dst = appendInt(append(dst, `,"written":`...), s.Cost.EntitiesWritten)
	dst = appendInt(append(dst, `,"transactions":`...), s.Cost.Transactions)
	dst = append(dst, `,"expectations":[`...)
	for i, x := range s.Expectations {
		dst = odata.AppendString(append(comma(dst, i), `{"text":`...), x.Text)
		dst = strconv.AppendBool(append(dst, `,"ok":`...), x.OK)
		dst = odata.AppendString(append(dst, `,"got":`...), x.Got)
		dst = append(appendInt(append(dst, `,"line":`...), x.Line), '}')
	}
	dst = append(dst, ']')
	if s.Err != nil {
		dst = odata.AppendString(append(dst, `,"error":`...), s.Err.Message)
	}
	dst = AppendRequest(append(dst, `,"request":`...), &s.Request)
	return append(append(AppendResponse(append(dst, `,"response":`...), s.Response), '}'), '}')
}

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

func comma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
