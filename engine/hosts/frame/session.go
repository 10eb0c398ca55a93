package frame

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// open gives a session a new, empty account.
func (h *Host) open(c *jsontext.Value) []byte {
	h.close(c)
	h.sessions[sessionOf(c)] = h.sandbox.Open()
	return []byte("{}")
}

// close drops a session's account, if it has one.
func (h *Host) close(c *jsontext.Value) []byte {
	name := sessionOf(c)
	if a := h.sessions[name]; a != nil {
		a.Close()
		delete(h.sessions, name)
	}
	return []byte("{}")
}

// do moves a session's clock forward by "milliseconds", without waiting, and then sends the call's request,
// if it has one. Next to the answer, the reply has "did": entities read, entities written, and the account's
// time in milliseconds since 1970. For a fault it also has the hint, which isn't in the body. If the call
// asks for it with "view", the reply has a tree that shows what the request did.
func (h *Host) do(c *jsontext.Value) []byte {
	a := h.sessions[sessionOf(c)]
	if a == nil {
		return Refuse("there is no account for session " + strconv.Quote(sessionOf(c)) + " any more")
	}
	given := c.Map() // once, because a body can be long
	a.Sleep(table.Ticks(given["milliseconds"].Int()) * table.Millisecond)
	req := wire.Request{
		Method: given["method"].String(),
		URL:    given["url"].String(),
		Body:   []byte(given["body"].String()),
	}
	for _, h := range given["headers"].Array() {
		if line := h.Array(); len(line) == 2 {
			req.Headers.Add(line[0].String(), line[1].String())
		}
	}
	var response wire.Response
	tr := &trace.Trace{}
	if req.Method != "" {
		response, tr, _ = a.Do(req) // an account always answers
	}
	reply := AppendResponse(nil, response)
	if f := tr.Fault; f != nil {
		reply = odata.AppendString(append(reply, `,"hint":`...), f.Hint)
	}
	if req.Method != "" && given["view"].Bool() {
		reply = h.view(a, req, response, tr).AppendJSON(append(reply, `,"view":`...))
	}
	reply = strconv.AppendInt(append(reply, `,"did":[`...), int64(tr.Cost.EntitiesRead), 10)
	reply = strconv.AppendInt(append(reply, ','), int64(tr.Cost.EntitiesWritten), 10)
	reply = strconv.AppendInt(append(reply, ','), int64((a.Now()-table.UnixEpoch)/table.Millisecond), 10)
	return append(reply, "]}"...)
}

// view shows what a request did.
func (h *Host) view(a *sandbox.Account, req wire.Request, res wire.Response, tr *trace.Trace) view.Node {
	var layout trace.Layout
	if tr.Table != "" {
		layout = a.Layout(tr.Table)
	}
	return view.Request(&view.Exchange{
		Method: req.Method, URL: req.URL, Status: res.Status, Answer: &res, Trace: tr, Iterations: 1,
	}, layout)
}

func sessionOf(c *jsontext.Value) string { return textOf(c, "session") }

// AppendResponse appends a response as an object, for others to close.
func AppendResponse(dst []byte, r wire.Response) []byte {
	dst = strconv.AppendInt(append(dst, `{"status":`...), int64(r.Status), 10)
	dst = appendHeaders(append(dst, `,"headers":[`...), r.Headers)
	return odata.AppendString(append(dst, `],"body":`...), string(r.Body))
}

// AppendRequest appends a request as an object.
func AppendRequest(dst []byte, r *wire.Request) []byte {
	dst = odata.AppendString(append(dst, `{"method":`...), r.Method)
	dst = odata.AppendString(append(dst, `,"url":`...), r.URL)
	dst = appendHeaders(append(dst, `,"headers":[`...), r.Headers)
	return append(odata.AppendString(append(dst, `],"body":`...), string(r.Body)), '}')
}

func appendHeaders(dst []byte, headers wire.Headers) []byte {
	for i, h := range headers {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = odata.AppendString(append(dst, '['), h.Name)
		dst = append(odata.AppendString(append(dst, ','), h.Value), ']')
	}
	return dst
}
