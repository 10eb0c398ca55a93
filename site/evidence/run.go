package evidence

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine"
	designs "github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/engine/hosts/control"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Result is how an answer went.
type Result struct {
	Right        bool     `json:"right"`
	Wrong        []string `json:"wrong,omitempty"` // why it isn't
	Reads        int      `json:"entitiesRead"`
	Transactions int      `json:"transactions"`
}

// Try runs an answer.
func (t *Task) Try(ctx context.Context, a Answer) Result {
	if t.design != "" {
		return t.tryDesign(a)
	}
	w, err := t.begin()
	if err != nil {
		return Result{Wrong: []string{err.Error()}}
	}
	defer w.end()
	var values []string
	switch a.Kind {
	case Requests:
		values, err = w.send(a.Text)
	case JavaScript, Python, Go:
		values, err = w.start(ctx, a)
	default:
		err = errors.New("the task is about requests: it needs a program, or an .http file")
	}
	r := w.result()
	if err != nil {
		r.Wrong = append(r.Wrong, err.Error())
	}
	if t.prints != "" && !t.same(values) {
		r.Wrong = append(r.Wrong, fmt.Sprintf("it finds %s, and not %s", few(values), few(t.wanted)))
	}
	if t.reads > 0 && r.Reads > t.reads {
		r.Wrong = append(r.Wrong, fmt.Sprintf("it reads %d entities, and may read %d", r.Reads, t.reads))
	}
	if t.transactions > 0 && r.Transactions > t.transactions {
		r.Wrong = append(r.Wrong,
			fmt.Sprintf("it takes %d transactions, and may take %d", r.Transactions, t.transactions))
	}
	r.Wrong = append(r.Wrong, w.left()...)
	r.Right = len(r.Wrong) == 0
	return r
}

// few names some values.
func few(values []string) string {
	const most = 5
	switch n := len(values); {
	case n == 0:
		return "nothing"
	case n > most:
		return strings.Join(values[:most], ", ") + fmt.Sprintf(" and %d more", n-most)
	}
	return strings.Join(values, ", ")
}

// tryDesign measures the keys of an answer.
func (t *Task) tryDesign(a Answer) (r Result) {
	_, own, found := strings.Cut("\n"+a.Text, "\ndesigns:")
	if a.Kind != Design || !found {
		return Result{Wrong: []string{"the task is about keys: it needs designs: in YAML"}}
	}
	if at := strings.Index(own, "\nbudgets:"); at >= 0 {
		own = own[:at]
	}
	_, problems := designs.Measure(t.design + "designs:" + strings.TrimRight(own, "\n") + "\n" + t.budgets)
	for _, p := range problems {
		r.Wrong = append(r.Wrong, p.Says)
	}
	r.Right = len(r.Wrong) == 0
	return r
}

// world is what an answer meets: an account with the data of its task.
type world struct {
	task    *Task
	account *engine.Account
	control *control.Control
	stop    func()

	mu     sync.Mutex
	took   Result
	rivals sync.Once
}

func (t *Task) begin() (*world, error) {
	from, err := t.open()
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.Name, err)
	}
	w := &world{task: t}
	w.control, w.stop = engine.NewControl(nil)
	for _, rule := range t.faults {
		err = errors.Join(err, w.control.Set("faults", rule))
	}
	if t.pages != "" {
		err = errors.Join(err, w.control.Set("pages", t.pages))
	}
	if err != nil {
		return nil, err
	}
	w.account, err = engine.Open(engine.Options{From: from, Control: w.control})
	return w, err
}

func (w *world) end() {
	w.stop()
	_ = w.account.Close()
}

// watch counts a request. After the first that reads something the rival comes, before its answer does.
func (w *world) watch(x httphost.Exchange) {
	w.mu.Lock()
	w.took.Reads += x.Trace.Cost.EntitiesRead
	w.took.Transactions += x.Trace.Cost.Transactions
	w.mu.Unlock()
	if x.Request.Method == http.MethodGet && x.Trace.Cost.EntitiesRead > 0 && w.task.rival != "" {
		w.rivals.Do(func() { w.run("rival.http", w.task.rival, silent{w}) })
	}
}

func (w *world) result() Result {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.took
}

// left returns which expectations aren't met of what must be there at the end.
func (w *world) left() (wrong []string) {
	for _, resource := range []string{"/faults", "/pages"} {
		w.control.Handle(http.MethodDelete, resource, "")
	}
	for _, s := range w.run("check.http", w.task.check, silent{w}) {
		for _, x := range s.Expectations {
			if !x.OK {
				wrong = append(wrong, fmt.Sprintf("%s: it isn't true that %s: it's %s", s.Title, x.Text, x.Got))
			}
		}
		if s.Err != nil {
			wrong = append(wrong, s.Title+": "+s.Err.Message)
		}
	}
	return wrong
}

// run sends the requests of a script.
func (w *world) run(name, text string, to runner.Target) (steps []runner.Step) {
	s := script.Parse(name, text, w.task.tables...)
	for i := range s.Examples {
		steps = append(steps, runner.Run(s, i, to, runner.Options{Host: sandbox.Host, Chosen: true, Seed: 1})...)
	}
	return steps
}

// silent is the account for requests that aren't the answer's.
type silent struct{ *world }

func (s silent) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	response, tr := s.account.Do(engine.Tables, r)
	return response, &tr, nil
}

func (silent) Now() table.Ticks { return table.TicksOf(time.Now()) }

func (silent) Sleep(table.Ticks) {}

// counted is the account for the requests of the answer.
type counted struct{ silent }

func (c counted) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	response, tr, err := c.silent.Do(r)
	c.watch(httphost.Exchange{Request: r, Response: response, Trace: *tr})
	return response, tr, err
}

// send sends the requests of an .http file, and returns the values that the answers have.
func (w *world) send(text string) (values []string, err error) {
	if s := script.Parse("answer.http", text, w.task.tables...); len(s.Errors) > 0 {
		e := s.Errors[0]
		return nil, fmt.Errorf("line %d: %s %s", e.Line, e.Message, e.Hint)
	}
	met := map[[2]string]bool{}
	for _, s := range w.run("answer.http", text, counted{silent{w}}) {
		if s.Err != nil {
			err = fmt.Errorf("line %d: %s %s", s.Line, s.Err.Message, s.Err.Hint)
		}
		if s.Method != http.MethodGet || s.Response.Status != http.StatusOK {
			continue
		}
		for _, e := range entities(s.Response.Body) {
			key := [2]string{fmt.Sprint(e["PartitionKey"]), fmt.Sprint(e["RowKey"])}
			if v, has := e[w.task.prints]; has && !met[key] {
				values = append(values, fmt.Sprint(v))
			}
			met[key] = true
		}
	}
	if w.task.prints == "count" {
		values = []string{fmt.Sprint(len(met))}
	}
	return values, err
}

// entities returns those of an answer.
func entities(body []byte) []map[string]any {
	var page struct {
		Value []map[string]any `json:"value"`
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&page) == nil && page.Value != nil {
		return page.Value
	}
	var one map[string]any
	if json.Unmarshal(body, &one) != nil {
		return nil
	}
	return []map[string]any{one}
}
