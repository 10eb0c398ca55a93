package bridge

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"syscall/js"

	"github.com/rowkey/rowkey/engine/fault"
)

// Journal is the host's storage of an account's journal, class Journal of journal.mjs, as engine.Options take
// it. What JavaScript throws becomes an error.
type Journal struct{ host js.Value }

// HostJournal returns the journal that the host gave this program. Call it before the program is ready: the
// host leaves it where the library finds its binding, and only while the program starts.
func HostJournal() Journal { return Journal{js.Global().Get("context").Get("journal")} }

// Read returns the content of all rows. The host has a cursor open meanwhile, so nothing may wait before the
// end.
func (j Journal) Read() io.Reader { return &rows{host: j.host} }

// Append keeps a record.
func (j Journal) Append(record []byte) error { return j.call("append", bytesOf(record)) }

// Replace writes a draft, row by row, and puts it in the place of what was there.
func (j Journal) Replace(records iter.Seq[[]byte]) error {
	err := j.call("begin")
	for record := range records {
		if err == nil {
			err = j.call("draft", bytesOf(record))
		}
		if err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return j.call("replace")
}

func (j Journal) call(method string, arguments ...any) (err error) {
	defer caught(&err)
	j.host.Call(method, arguments...)
	return nil
}

// caught makes an error of what JavaScript has thrown.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case js.Error:
		*err = fmt.Errorf("storage: %w", p)
		if strings.Contains(p.Error(), "SQLITE_FULL") {
			*err = fmt.Errorf("%w: %w", *err, fault.NoSpace())
		}
	default:
		panic(p)
	}
}

func bytesOf(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// rows reads rows one after another.
type rows struct {
	host js.Value
	rest []byte
}

func (r *rows) Read(into []byte) (n int, err error) {
	for len(r.rest) == 0 {
		if err := r.next(); err != nil {
			return 0, err
		}
	}
	n = copy(into, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *rows) next() (err error) {
	defer caught(&err)
	row := r.host.Call("next")
	if row.IsNull() {
		return io.EOF
	}
	r.rest = make([]byte, row.Length())
	js.CopyBytesToGo(r.rest, row)
	return nil
}
