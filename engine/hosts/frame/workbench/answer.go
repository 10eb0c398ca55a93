package workbench

import (
	"fmt"
	"iter"
	"runtime"
	"strconv"

	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// fileName is what the page calls its design file.
const fileName = "design.rowkey.yaml"

// Figures are measured up to so much, and computed for more, because a page has little memory.
const (
	mostEntities = 100_000
	mostBytes    = 60_000_000
	largest      = 1_000_000_000
)

// steps is how many thousand entities are stored, or how many pages are read, before a reply that isn't the
// last one. It takes about a fifth of a second.
const steps = 24

// Workbench answers calls. It keeps what it has measured, because the next text is often nearly the same.
type Workbench struct {
	bench matrix.Bench
	call  string // that is being answered
	next  func() (reply []byte, ok bool)
	stop  func()
}

// Answer runs a call, or goes on with it, and returns the reply. It never panics: an error is a reply too.
func (w *Workbench) Answer(call []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			w.end()
			reply = frame.Refuse("bug: " + fmt.Sprint(p))
		}
	}()
	if w.next == nil || w.call != string(call) {
		c, ok := odata.ParseJSON(call)
		if !ok {
			return frame.Refuse("the call isn't JSON")
		}
		w.end()
		switch odata.Member(c, "op").String() {
		case "design":
			w.call = string(call)
			w.next, w.stop = iter.Pull(w.replies(&c))
		case "rates":
			return w.rates(&c)
		case "load":
			return simulate(&c)
		case "suggest":
			return w.suggest(&c)
		case "rest":
			runtime.GC()
			return []byte(`{"ok":true}`)
		default:
			return frame.Refuse("the workbench answers only the calls design, rates, load, suggest and rest")
		}
	}
	for range steps {
		next, ok := w.next()
		if !ok {
			w.end()
			break
		}
		reply = next
	}
	return reply
}

// end forgets a call that hasn't been answered to the end.
func (w *Workbench) end() {
	if w.stop != nil {
		w.stop()
	}
	w.call, w.next, w.stop = "", nil, nil
}

// replies yields what could be said at each step of a call. The last one is the answer.
func (w *Workbench) replies(c *jsontext.Value) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		f, errors := read.File(fileName, odata.Member(*c, "text").String())
		if len(errors) > 0 {
			yield(append(frame.AppendErrors([]byte(`{"ok":false`), errors), '}'))
			return
		}
		o := matrix.Options{Most: mostEntities, Bytes: mostBytes, Progress: func(part float64, doing string) bool {
			return yield(progress(part, doing))
		}}
		if most := odata.Member(*c, "most").Int(); most > 0 {
			o.Most = int(min(most, mostEntities))
		} else {
			o.Later = true // it takes time, which the answer of a few entities doesn't have
		}
		if at := odata.Member(*c, "at").Int(); at > 0 {
			o.At = []int{int(min(at, largest))}
		}
		m, err := w.bench.Run(f, o)
		if err == matrix.ErrCanceled {
			return
		}
		if err != nil {
			yield(frame.Refuse(err.Error()))
			return
		}
		findings := lint.Check(f, m)
		r := report.Report{Name: fileName, Matrix: m, Findings: findings}
		yield(reply(&r))
	}
}

// progress says how far a call is.
func progress(part float64, doing string) []byte {
	b := strconv.AppendFloat([]byte(`{"part":`), part, 'f', 3, 64)
	return append(odata.AppendString(append(b, `,"doing":`...), doing), '}')
}
