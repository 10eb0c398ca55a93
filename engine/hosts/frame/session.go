package frame

import (
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// open gives a session a new, empty account.
func (h *Host) open(c *protocol.OpenCall) protocol.Reply {
	h.drop(c.Session)
	h.sessions[c.Session] = h.sandbox.Open()
	return &protocol.Done{}
}

// close drops a session's account, if it has one.
func (h *Host) close(c *protocol.CloseCall) protocol.Reply {
	h.drop(c.Session)
	return &protocol.Done{}
}

func (h *Host) drop(session string) {
	if a := h.sessions[session]; a != nil {
		a.Close()
		delete(h.sessions, session)
	}
}

// do moves a session's clock forward and sends the call's request, if it has one.
func (h *Host) do(c *protocol.DoCall) protocol.Reply {
	a := h.sessions[c.Session]
	if a == nil {
		return NoSession(c.Session)
	}
	a.Sleep(table.Ticks(c.Milliseconds) * table.Millisecond)
	req := wire.Request{
		Method: c.Method, URL: c.URL, Headers: c.Headers, Body: []byte(c.Body),
	}
	var response wire.Response
	tr := &trace.Trace{}
	if req.Method != "" {
		response, tr, _ = a.Do(req) // without an answer, there is no status
	}
	reply := &protocol.DoReply{AccountResponse: Response(response)}
	if b := a.Between(); b != nil {
		reply.Wait = b.Waited()
	}
	if tr.Fault != nil {
		reply.Hint = &tr.Fault.Hint
	}
	if req.Method != "" && c.View {
		reply.View = h.view(a, req, response, tr)
	}
	reply.Did = protocol.Effect{
		Read: tr.Cost.EntitiesRead, Written: tr.Cost.EntitiesWritten,
		Now: int((a.Now() - table.UnixEpoch) / table.Millisecond),
	}
	return reply
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

// Response returns a response as replies have it.
func Response(r wire.Response) protocol.AccountResponse {
	return protocol.AccountResponse{Status: r.Status, Headers: r.Headers, Body: string(r.Body)}
}

// Request returns a request as replies have it.
func Request(r *wire.Request) protocol.AccountRequest {
	return protocol.AccountRequest{
		Method: r.Method, URL: r.URL, Headers: r.Headers, Body: string(r.Body),
	}
}
