package playground

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/protocol"
)

// maxMarks is how many marks a session keeps.
const maxMarks = 50

// mark is the state of a session at some time.
type mark struct {
	number  int
	account *sandbox.Mark
	files   map[string]*runner.Memory
}

// mark keeps the state of the session.
func (d *desk) mark(*protocol.MarkCall) protocol.Reply {
	d.newest++
	d.marks = append(d.marks, mark{d.newest, d.account.Mark(), clone(d.files)})
	if len(d.marks) > maxMarks {
		d.account.Drop(d.marks[0].account)
		d.marks = append([]mark(nil), d.marks[1:]...)
	}
	return &protocol.MarkReply{Mark: d.newest}
}

// back gives the session the state of a mark.
func (d *desk) back(c *protocol.BackCall) protocol.Reply {
	for _, m := range d.marks {
		if m.number == c.Mark {
			d.account.Back(m.account)
			d.files, d.shape = clone(m.files), shape{}
			return &protocol.Done{}
		}
	}
	return protocol.Refuse("there is no mark " + strconv.Itoa(c.Mark) + " any more")
}

func clone(files map[string]*runner.Memory) map[string]*runner.Memory {
	c := map[string]*runner.Memory{}
	for name, m := range files {
		other := m.Clone()
		c[name] = &other
	}
	return c
}
