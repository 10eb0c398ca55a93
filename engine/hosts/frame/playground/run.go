package playground

import (
	"cmp"
	"math"
	"strings"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/lint"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/protocol"
)

// parse says where the requests of a file are, what is wrong with it, and what a reviewer would say.
func (p *playground) parse(c *protocol.ParseCall) protocol.Reply {
	s := read(p.desk(c.Session), c.File, c.Text, c.Tables)
	reply, lines := &protocol.ParseReply{Errors: frame.Errors(s.Errors)}, source(strings.Split(c.Text, "\n"))
	for i, e := range s.Errors {
		reply.Errors[i].Fix = lines.respell(e)
	}
	for _, r := range s.Requests() {
		reply.Requests = append(reply.Requests, protocol.ParsedRequest{
			Line: r.First, End: r.Last, Name: r.Name, Title: r.Title, Method: r.Method,
			Table: r.Table(),
		})
	}
	findings := lint.Check(s, c.Text)
	for i := range findings {
		f := &findings[i]
		reply.Findings = append(reply.Findings, protocol.ScriptFinding{
			Code: f.Code, Error: f.Error, Line: f.Line, Column: f.Column, Length: f.Length,
			Says: f.Says, Guide: f.Guide, Fix: lines.fix(f),
		})
	}
	return reply
}

// read parses a file. Its requests can refer to the tables of the account, if there is one, and to others.
func read(d *desk, file, text string, tables []string) *script.Script {
	if d != nil {
		d.view(func(tx *store.Tx) { tables = append(tables, tablesIn(tx)...) })
	}
	return script.ParseFences(file, []script.Fence{{Line: 1, Text: text}}, tables...)
}

// play runs requests of a file.
func (p *playground) play(d *desk, c *protocol.PlayCall) protocol.Reply {
	s := read(d, c.File, c.Text, c.Tables)
	chosen := s.Between(c.From, cmp.Or(c.To, math.MaxInt))
	memory := d.files[c.File]
	if memory == nil {
		memory = &runner.Memory{}
		d.files[c.File] = memory
	}
	mode := view.AsWritten
	if c.Edited {
		mode = view.Experiment
	}
	r, err := p.sandbox.Play(d.account, s, chosen, memory, mode)
	if err != nil {
		return frame.NeedsFull(err)
	}
	reply := &protocol.PlayReply{
		OK: r.OK, Status: r.Status, Errors: frame.Errors(r.Errors),
		Steps: frame.Steps(r.Steps, d.account.Layout, mode),
	}
	if n := len(r.Steps); n > 0 {
		reply.Steps[n-1].Offers = d.offers(s, strings.Split(c.Text, "\n"), &r.Steps[n-1])
	}
	return reply
}
