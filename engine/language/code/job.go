package code

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// job is what a program does for one request, or for those of a transaction.
type job struct {
	title  string
	name   string // of the request, if a later job needs its answer
	call   call
	rounds int         // how often a loop does it; 0 outside a loop
	wait   table.Ticks // before it, or before each round
	fails  bool        // the service refused it
	notes  []string
}

// sent is a step with its request as the script has it. Steps of one transaction are a unit.
type sent struct {
	step    *Step
	request *script.Request
}

// reader makes jobs of a run.
type reader struct {
	ran       *Ran
	requests  map[int]*script.Request // by the line
	variables []script.Definition
	counts    counts
	marks     bool // counts can be marked: the script has no such characters itself
	answered  map[string]bool
	needed    map[string]bool
}

func newReader(ran *Ran) *reader {
	s := script.Parse("copied.http", ran.Text)
	r := &reader{
		ran: ran, requests: map[int]*script.Request{}, variables: s.Definitions(),
		marks: !hasMark(ran.Text), answered: map[string]bool{}, needed: map[string]bool{},
	}
	for _, q := range s.Requests() {
		r.requests[q.Line] = q
	}
	return r
}

// units returns the steps of the run, those together that were sent together.
func (r *reader) units() (all [][]sent) {
	last := ""
	for i := range r.ran.Steps {
		s := sent{&r.ran.Steps[i], r.requests[r.ran.Steps[i].Line]}
		if s.request == nil {
			s.request = &script.Request{}
		}
		if n := len(all); n > 0 && last != "" && s.request.Transaction == last {
			all[n-1] = append(all[n-1], s)
		} else {
			all = append(all, []sent{s})
		}
		last = s.request.Transaction
	}
	return all
}

// jobs returns the jobs of the run.
func (r *reader) jobs() (all []job) {
	for _, unit := range r.units() {
		all = append(all, r.job(unit))
	}
	for i := range all {
		if !r.needed[all[i].name] {
			all[i].name = ""
		}
	}
	return all
}

// titleOf returns the title of a unit.
func titleOf(unit []sent) string {
	if title := unit[0].request.Title; title != "" {
		return title
	}
	return unit[len(unit)-1].request.Title
}

func (r *reader) job(unit []sent) job {
	first, last := unit[0], unit[len(unit)-1]
	q := first.request
	batched := isBatch(&last.step.Request)
	j := job{title: titleOf(unit), name: first.step.Name, wait: q.Sleep}
	answers := "\n" + last.step.Body
	j.fails = last.step.Status >= 400 || batched &&
		(strings.Contains(answers, "\nHTTP/1.1 4") || strings.Contains(answers, "\nHTTP/1.1 5"))
	known := false
	switch {
	case batched && q.Transaction != "":
		j.call, known = r.transaction(unit), true
	case q.Loop > 0:
		if marked, ok := r.marked(q); ok {
			j.call = r.call(marked, q)
			known = j.call.does != plainHTTP && !hasMark(j.call.table)
		}
		j.rounds = q.Loop
	}
	if !known {
		j.call, j.rounds = r.call(last.step.Request, q), 0
		j.notes = noteOn("this ", q.Loop, 1, " times")
	}
	looping := slices.ContainsFunc(j.call.changes, func(c looped) bool { return c.rounds > 0 })
	if batched && !looping {
		j.notes = append(j.notes, noteOn("", transactions(q.Loop), 1, " such transactions")...)
	}
	if j.call.does == plainHTTP {
		j.notes = append(j.notes, j.call.why)
	} else if j.call.does != transaction && j.rounds == 0 && !j.fails {
		r.answered[j.name] = j.name != ""
	}
	return j
}

// transactions is how many transactions a loop is sent as.
func transactions(rounds int) int { return (rounds + table.MaxTransaction - 1) / table.MaxTransaction }

// noteOn says of a loop that it isn't in the code.
func noteOn(before string, rounds, written int, after string) []string {
	if rounds <= written {
		return nil
	}
	what := before + strconv.Itoa(rounds) + after
	return []string{"The script sends " + what + ", each time with other values."}
}

func isBatch(r *wire.Request) bool {
	path, _, _ := strings.Cut(r.URL, "?")
	return strings.HasSuffix(path, "/$batch")
}

// mostUses is how many variables a request of a loop can use, together with those that they use.
const mostUses = 10_000

// marked returns the request of a loop with marks, unless other values than counts change in it.
func (r *reader) marked(q *script.Request) (marked wire.Request, ok bool) {
	uses := 0
	ok = r.marks
	var fillIn func(text string, depth int) string
	fillIn = func(text string, depth int) string {
		return expand(text, func(expression string) string {
			if c, counted := countOf(expression); counted {
				return r.counts.mark(c)
			}
			value, known := r.value(expression)
			uses++
			if ok = ok && known && depth < 10 && uses < mostUses; !ok {
				return ""
			}
			return fillIn(value, depth+1)
		})
	}
	marked.Method = q.Method
	marked.URL = runner.EncodeURL(fillIn(q.URL.String(), 0))
	for i := range r.counts {
		mark := string(firstMark + rune(i))
		marked.URL = strings.ReplaceAll(marked.URL, wire.Escape(mark, ""), mark)
	}
	for _, h := range q.Headers {
		marked.Headers.Add(h.Name, fillIn(h.Value.String(), 0))
	}
	marked.Body = []byte(fillIn(q.Body.String(), 0))
	return marked, ok
}

// value returns the text of a variable, or the address of a service.
func (r *reader) value(name string) (string, bool) {
	for _, s := range r.ran.services() {
		if s.variable == name {
			return s.address, true
		}
	}
	for _, v := range r.variables {
		if v.Name == name {
			return v.Value, true
		}
	}
	return "", false
}

// expand replaces the expressions of a text.
func expand(text string, of func(expression string) string) string {
	var b strings.Builder
	for i, p := range split(text) {
		if i%2 == 1 {
			p = of(p)
		}
		b.WriteString(p)
	}
	return b.String()
}

// split cuts a text into what is outside and inside of {{ and }}, in turns.
func split(text string) (parts []string) {
	for {
		before, rest, open := strings.Cut(text, "{{")
		inside, after, closed := strings.Cut(rest, "}}")
		if !open || !closed {
			return append(parts, text)
		}
		parts, text = append(parts, before, strings.TrimSpace(inside)), after
	}
}

// transaction returns the transaction of a unit.
func (r *reader) transaction(unit []sent) call {
	last := unit[len(unit)-1].step
	envelope, _ := batch.Parse(last.Request.Headers.Get("Content-Type"), last.Request.Body)
	parts := envelope.Operations
	var changes []looped
	for _, s := range unit {
		request, ok := s.step.Request, true
		if s.request.Loop > 0 {
			request, ok = r.marked(s.request)
		} else if isBatch(&request) { // the last step has the request of the transaction
			if ok = len(parts) > 0; ok {
				request = parts[len(parts)-1].Request
			}
		}
		c := r.call(request, s.request)
		if !ok || !c.writes() {
			changes = nil
			break
		}
		changes = append(changes, looped{c, s.request.Loop})
	}
	if c, ok := together(changes); ok {
		return c
	}
	changes = nil
	for _, p := range parts {
		c := r.call(p.Request, nil)
		if !c.writes() {
			if c.does != plainHTTP {
				c.why = "a query."
			}
			return r.plain(last.Request, "A transaction can't have this: "+c.why)
		}
		changes = append(changes, looped{c, 0})
	}
	if c, ok := together(changes); ok {
		return c
	}
	return r.plain(last.Request, "Clients refuse to send this transaction, so it goes by plain HTTP.")
}

// together returns the transaction of these changes, if clients send it.
func together(changes []looped) (c call, ok bool) {
	count := 0
	for _, l := range changes {
		c := &l.change
		first := &changes[0].change
		if c.table != first.table || c.key.PartitionKey != first.key.PartitionKey ||
			c.does == remove && !c.match.any() {
			return call{}, false
		}
		count += max(l.rounds, 1)
	}
	if len(changes) == 0 || count > table.MaxTransaction && len(changes) > 1 {
		return call{}, false
	}
	return call{does: transaction, table: changes[0].change.table, changes: changes}, true
}

// call returns a request as a call. q is the request as the script has it, if it's known.
func (r *reader) call(request wire.Request, q *script.Request) call {
	target, ok := strings.CutPrefix(request.URL, r.ran.Tables+"/")
	if !ok {
		to := "blobs"
		if strings.HasPrefix(request.URL, r.ran.Queues) {
			to = "queues"
		}
		return r.plain(request, "The client for tables doesn't speak to "+to+", so this goes by plain HTTP.")
	}
	c, why := callOf(request, target, r.match(request, q))
	if why != "" {
		return r.plain(request, why+", so this goes by plain HTTP.")
	}
	return c
}

// match returns the condition of a write: the ETag of an earlier answer, if the script takes it
// from there.
func (r *reader) match(request wire.Request, q *script.Request) match {
	if q != nil {
		for _, h := range q.Headers {
			parts := split(h.Value.String())
			if !wire.EqualFold(h.Name, "If-Match") || len(parts) != 3 || parts[0]+parts[2] != "" {
				continue
			}
			name, rest, _ := strings.Cut(parts[1], ".")
			if wire.EqualFold(rest, "response.headers.etag") && r.answered[name] {
				r.needed[name] = true
				return match{of: name}
			}
		}
	}
	return match{etag: request.Headers.Get("If-Match")}
}

// tablesURL is what bodies of plain requests have for the address of tables, which programs put
// there.
const tablesURL = "TABLES_URL"

// plain returns a request that is sent as it is.
func (r *reader) plain(request wire.Request, why string) call {
	c := call{does: plainHTTP, request: request, why: why}
	c.service, c.path = r.ran.services()[0], request.URL
	for _, s := range r.ran.services() {
		if path, ok := strings.CutPrefix(request.URL, s.address); ok {
			c.service, c.path = s, path
			c.request.Body = []byte(strings.ReplaceAll(string(request.Body), r.ran.Tables, tablesURL))
			break
		}
	}
	return c
}
