package workbench

import (
	"iter"
	"math"
	"runtime"

	"github.com/rowkey/rowkey/engine/design/export"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/protocol"
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
	protocol.Calls
	bench matrix.Bench
	call  *protocol.DesignCall // the newest
	next  func() (reply protocol.Reply, ok bool)
	stop  func()
}

// New returns a workbench.
func New() *Workbench {
	w := &Workbench{Calls: protocol.Calls{}}
	protocol.On(w.Calls, other(w, w.design))
	protocol.On(w.Calls, w.goOn)
	protocol.On(w.Calls, form)
	protocol.On(w.Calls, func(c *protocol.CompleteCall) protocol.Reply { return read.Complete(c.Before) })
	protocol.On(w.Calls, other(w, w.rates))
	protocol.On(w.Calls, other(w, w.suggest))
	protocol.On(w.Calls, other(w, exported))
	protocol.On(w.Calls, other(w, simulate))
	protocol.On(w.Calls, other(w, func(*protocol.RestCall) protocol.Reply {
		runtime.GC()
		return &protocol.Done{}
	}))
	return w
}

// other returns the answer to a call that ends the run of a design file.
func other[C any](w *Workbench, answer func(C) protocol.Reply) func(C) protocol.Reply {
	return func(c C) protocol.Reply {
		w.end()
		return answer(c)
	}
}

// design begins with a run.
func (w *Workbench) design(c *protocol.DesignCall) protocol.Reply {
	w.call = c
	return w.goOn(nil)
}

// goOn goes on with the newest run.
func (w *Workbench) goOn(*protocol.GoOnCall) (reply protocol.Reply) {
	switch {
	case w.call == nil:
		return protocol.Refuse("there is no run to go on with")
	case w.next == nil:
		w.next, w.stop = iter.Pull(w.replies(w.call))
	}
	goesOn := false
	defer func() {
		if !goesOn { // it has ended, or it panics
			w.end()
		}
	}()
	for range steps {
		next, ok := w.next()
		if !ok {
			return reply
		}
		reply = next
	}
	goesOn = true
	return reply
}

// end forgets a run that hasn't come to its end.
func (w *Workbench) end() {
	if w.stop != nil {
		w.stop()
	}
	w.next, w.stop = nil, nil
}

// replies yields what could be said at each step of a run. The last one is the answer.
func (w *Workbench) replies(c *protocol.DesignCall) iter.Seq[protocol.Reply] {
	return func(yield func(protocol.Reply) bool) {
		f, missing, errors := read.Begun(fileName, c.Text)
		if len(errors) > 0 || len(missing) > 0 {
			yield(&protocol.Wrong{Errors: frame.Errors(errors), Missing: missing})
			return
		}
		o := matrix.Options{Most: mostEntities, Bytes: mostBytes, Progress: func(part float64, doing string) bool {
			return yield(&protocol.DesignProgress{Part: math.Round(part*1000) / 1000, Doing: doing})
		}}
		if c.Most > 0 {
			o.Most = min(c.Most, mostEntities)
		} else {
			o.Thresholds = true // it takes time, which the answer of a few entities doesn't have
		}
		if c.At > 0 {
			o.At = []int{min(c.At, largest)}
		}
		m, err := w.bench.Run(f, o)
		if err == matrix.ErrCanceled {
			return
		}
		if err != nil {
			yield(protocol.Refuse(err.Error()))
			return
		}
		findings := lint.Check(f, m)
		r := report.Report{Name: fileName, Matrix: m, Findings: findings}
		yield(reply(&r))
	}
}

// form writes changes into a design file and reads it for a form. A run goes on meanwhile.
func form(c *protocol.FormCall) protocol.Reply {
	for i := range c.Changes {
		c.Text = read.Change(c.Text, &c.Changes[i])
	}
	f, errors := read.Form(fileName, c.Text)
	if f == nil {
		return wrong(errors)
	}
	f.Errors = frame.Errors(errors)
	return f
}

// wrong is the reply to a text with errors.
func wrong(errors []*data.Error) protocol.Reply {
	return &protocol.Wrong{Errors: frame.Errors(errors)}
}

// exported writes the files of the design that is meant.
func exported(c *protocol.ExportCall) protocol.Reply {
	f, errors := read.File(fileName, c.Text)
	if len(errors) > 0 {
		return wrong(errors)
	}
	files, tests, err := export.Files(f)
	if err != nil {
		return protocol.Refuse(err.Error())
	}
	reply := &protocol.Exported{Script: tests.Text}
	for _, s := range tests.Sent {
		reply.Steps = append(reply.Steps, protocol.CodeStep{Line: s.Line, Name: s.Name,
			Request: frame.Request(&s.Request), Response: protocol.AccountResponse{Status: export.Answered}})
	}
	for _, l := range export.Code {
		reply.Code = append(reply.Code,
			protocol.ExportedCode{Form: protocol.CodeForm(l.Form), Name: l.Name, Says: l.Says})
	}
	for _, each := range files {
		reply.Files = append(reply.Files, protocol.ExportedFile(each))
	}
	return reply
}
