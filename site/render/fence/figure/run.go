package figure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
)

// state is what all requests did, with the handle in one position.
type state []side

// side is what the requests of one line did.
type side struct {
	asked
	before map[string]content // the tables of the figure, as the page's data has them
	ran    []ran
}

// ran is what one request did, or all those of a loop.
type ran struct {
	title  string
	filter string
	sent   []byte // the body
	writes bool
	answer []byte
	status int
	fault  string
	trace.Trace
	layout trace.Layout // the table afterwards
	next   []int        // how many entities each further page has
	after  map[string]content
}

// content is what a table has after a request.
type content struct {
	size     int
	layout   trace.Layout
	entities []entity // unless there are many
}

// run runs the requests for each position of the handle.
func (n *Figure) run(file, page string) (err error) {
	turns := []string{page}
	if n.handle.label != "" {
		if n.usual, err = n.handle.usual(page); err != nil {
			return err
		}
		turns = nil
		for i := range n.handle.positions {
			turns = append(turns, n.handle.turn(page, n.usual, i))
		}
	}
	for _, text := range turns {
		parsed := script.ParseFences(file, script.Fences(text))
		if len(parsed.Errors) > 0 {
			return parsed.Errors[0]
		}
		var s state
		for _, a := range n.asked {
			one := side{asked: a}
			if one.before, err = n.start(parsed); err != nil {
				return err
			}
			for _, name := range a.names {
				r, err := n.runOne(parsed, name)
				if err != nil {
					return err
				}
				one.ran = append(one.ran, r)
			}
			s = append(s, one)
		}
		n.states = append(n.states, s)
	}
	return nil
}

// start reads the data of the figure's tables.
func (n *Figure) start(s *script.Script) (map[string]content, error) {
	account := full.Sandbox().Open()
	defer account.Close()
	return n.look(account, s)
}

func (n *Figure) look(account *sandbox.Account, s *script.Script) (all map[string]content, err error) {
	all = map[string]content{}
	for _, t := range n.tables {
		if all[t], err = contentOf(account, s.TableAt(t), t); err != nil {
			break
		}
	}
	return all, err
}

// runOne runs the example with a request in an account of its own. Other expectations than the page's
// can fail then.
func (n *Figure) runOne(s *script.Script, name string) (ran, error) {
	index := slices.IndexFunc(s.Examples, func(e *script.Example) bool {
		return slices.ContainsFunc(e.Requests, func(r *script.Request) bool { return r.Name == name })
	})
	if index < 0 {
		return ran{}, fmt.Errorf("no request with the name %q is on this page", name)
	}
	box := full.Sandbox()
	account := box.Open()
	defer account.Close()
	result, err := box.ExampleIn(account, s, index, view.AsWritten)
	if err != nil {
		return ran{}, err
	}
	at := slices.IndexFunc(result.Steps, func(step runner.Step) bool {
		return step.Example == index && step.Name == name
	})
	if at < 0 || result.Steps[at].Err != nil {
		return ran{}, fmt.Errorf("the request %q isn't answered", name)
	}
	r := ranOf(account, result.Steps, at)
	if s.Authorizes(index) { // then the account refuses a request without a signature
		r.after, err = n.start(s)
	} else {
		r.after, err = n.look(account, s)
	}
	if err == nil && n.follows {
		err = r.follow(account, result.Steps[at].Request)
	}
	return r, err
}

// ranOf takes what a figure can draw from a step. Requests of a transaction are sent with its last
// step.
func ranOf(account *sandbox.Account, steps []runner.Step, at int) ran {
	sent := at
	together := steps[at].Transaction
	for together != "" && sent+1 < len(steps) && steps[sent+1].Transaction == together {
		sent++
	}
	step := steps[sent]
	_, filter, _ := strings.Cut(step.Target, "$filter=")
	r := ran{
		title: steps[at].Title, filter: filter, answer: step.Response.Body,
		sent: steps[at].Request.Body, writes: steps[at].Method != "GET",
		status: step.Response.Status, fault: view.Fault(view.ExchangeOf(&steps[at])),
	}
	if step.Trace != nil {
		r.Trace = *step.Trace
		r.layout = account.Layout(r.Table)
	}
	r.Cost = step.Cost
	return r
}

// wrote reports whether a request wrote an entity.
func (r ran) wrote(e entity) bool {
	return slices.ContainsFunc(r.Touched, func(t trace.Touch) bool {
		return t.Act == trace.Written && t.Key.PartitionKey == e.key("PartitionKey") &&
			t.Key.RowKey == e.key("RowKey")
	})
}

// returned are the keys of what the answer has, in its order. The answer needn't have them.
func (r ran) returned() (keys [][2]string) {
	for _, touch := range r.Touched {
		if touch.Act == trace.Returned {
			keys = append(keys, [2]string{touch.Key.PartitionKey, touch.Key.RowKey})
		}
	}
	return keys
}
