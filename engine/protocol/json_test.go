package protocol_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/protocol"
)

// TestRead: what a call says is read, whatever it says, and what it doesn't say is zero.
func TestRead(t *testing.T) {
	calls := protocol.Calls{}
	protocol.On(calls, func(c *protocol.ExampleCall) protocol.Reply {
		n := 0
		for _, e := range c.Examples {
			n += 10 + len(e)
		}
		reply := &protocol.RunReply{Stdout: c.File, Exit: n + c.Index}
		if n > 0 && len(c.Examples[0]) > 1 {
			reply.Stderr = c.Examples[0][0].Text + " " + c.Examples[0][1].Table
		}
		return reply
	})
	protocol.On(calls, func(c *protocol.BrowseCall) protocol.Reply {
		return &protocol.BrowseReply{Next: c.From}
	})
	const none = `{"columns":[],"rows":[]`
	for call, want := range map[string]string{
		`{"op":"example"}`: `{"stdout":"","stderr":"","exit":0}`,
		`{"op":"example","file":"f","index":3,"examples":[["a",{"table":"T","text":"b"}],[]]}`: `{"stdout":"f",` +
			`"stderr":"a T","exit":25}`,
		`{"op":"example","file":7,"index":"x","examples":"a"}`: `{"stdout":"7","stderr":"","exit":11}`,
		`{"op":"browse","from":["p","r"]}`:                     none + `,"next":["p","r"],"read":0,"errors":[]}`,
		`{"op":"browse","from":["p"]}`:                         none + `,"next":null,"read":0,"errors":[]}`,
		`{"op":"none"}`:                                        `{"error":"there is no call \"none\""}`,
		`[`:                                                    `{"error":"the call isn't JSON"}`,
	} {
		if got := string(calls.Answer([]byte(call))); got != want {
			t.Errorf("%s\n got %s\nwant %s", call, got, want)
		}
	}
}

// TestWrite: members are left out, null, fixed or in brackets as the structs say.
func TestWrite(t *testing.T) {
	for want, reply := range map[string]protocol.Reply{
		`{"ok":false,"errors":[]}`:    &protocol.Wrong{},
		`{}`:                          &protocol.Done{},
		`{"error":"\"why\""}`:         protocol.Refuse(`"why"`),
		`{"full":true,"error":"why"}`: &protocol.Refusal{Full: true, Error: "why"},
		`{"columns":[],"rows":[[{"v":"1","t":"Int32"},null]],"next":null,"read":0,"errors":[]}`: &protocol.
			BrowseReply{Rows: [][]*protocol.Cell{{{V: "1", T: "Int32"}, nil}}},
		`{"status":200,"headers":[["A","b"]],"body":"","did":[1,2,3]}`: &protocol.DoReply{
			AccountResponse: protocol.AccountResponse{
				Status: 200, Headers: []protocol.Header{{Name: "A", Value: "b"}},
			},
			Did: protocol.Effect{Read: 1, Written: 2, Now: 3},
		},
	} {
		if got := string(protocol.JSON(reply)); got != want {
			t.Errorf(" got %s\nwant %s", got, want)
		}
	}
}
