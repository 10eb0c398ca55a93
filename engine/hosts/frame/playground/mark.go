package playground

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
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
func (d *desk) mark(*jsontext.Value) []byte {
	d.newest++
	d.marks = append(d.marks, mark{d.newest, d.account.Mark(), clone(d.files)})
	if len(d.marks) > maxMarks {
		d.account.Drop(d.marks[0].account)
		d.marks = append([]mark(nil), d.marks[1:]...)
	}
	return append(appendInt([]byte(`{"mark":`), d.newest), '}')
}

// back gives the session the state of a mark.
func (d *desk) back(c *jsontext.Value) []byte {
	number := odata.Member(*c, "mark").Int()
	for _, m := range d.marks {
		if int64(m.number) == number {
			d.account.Back(m.account)
			d.files, d.shape = clone(m.files), shape{}
			return []byte("{}")
		}
	}
	return frame.Refuse("there is no mark " + strconv.FormatInt(number, 10) + " any more")
}

func clone(files map[string]*runner.Memory) map[string]*runner.Memory {
	c := map[string]*runner.Memory{}
	for name, m := range files {
		other := m.Clone()
		c[name] = &other
	}
	return c
}
