package playground

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// client reads a script as a client. Its variables and helpers have their values, as in any other run.
func client(c *protocol.ClientCall) protocol.Reply {
	s := script.Parse("", c.Text)
	for _, e := range s.Errors {
		if !strings.Contains(e.Source, "@ref") { // what it refers to can have run before
			return wrong(e.Line, strings.TrimSpace(e.Message+" "+e.Hint))
		}
	}
	reply := &protocol.ClientReply{}
	for _, e := range s.Examples {
		for _, r := range slices.Concat(e.Order()...) {
			switch {
			case r.Transaction != "" || r.Loop > 0:
				return wrong(r.Line, "Transactions and loops aren't possible here. Write this client in JavaScript.")
			case !strings.HasPrefix(r.Source, "{{"+script.Host+"}}/"):
				return wrong(r.Line, "A request is for a table here, such as GET {{host}}/Data().")
			}
			sent := s.Sketched(r, someDay())
			sent.URL = strings.ReplaceAll(sent.URL, " ", "%20")
			request := protocol.ClientRequest{Name: r.Name, AccountRequest: frame.Request(&sent)}
			reply.Requests = append(reply.Requests, request)
			if name := r.Table(); name != "" && !slices.Contains(reply.Tables, name) {
				reply.Tables = append(reply.Tables, name)
			}
		}
	}
	return reply
}

func wrong(line int, message string) protocol.Reply {
	return &protocol.ClientReply{Wrong: &protocol.ClientWrong{Line: line, Message: message}}
}

// someDay is the time of requests that nobody has sent yet.
func someDay() table.Ticks { return table.Date(2026, 1, 5) }
