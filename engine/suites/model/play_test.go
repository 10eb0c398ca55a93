package model_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	pipeline "github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/storage/journal"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/deployed"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// op is one operation of a sequence. It doesn't depend on other operations, so that a sequence stays valid
// when some of them are left out.
type op interface {
	// play sends the operation and says what is wrong with the answer, or returns "".
	play(*account) string
}

// account is an engine, or one in the Worker, and its model.
type account struct {
	engine  *enginetest.Tables
	worker  *deployed.Worker // instead of an engine; its traces and what it stores can't be seen
	options pipeline.Options
	service *service
	journal []byte           // all records
	kept    int              // length of journal after the last request
	digest  uint64           // of the store after the last request
	skipped time.Duration    // how far the clock was moved
	reading time.Time        // the clock's last reading
	written time.Time        // the time of the last write
	cursors [3]*cursor       // of the queries that have more pages
	log     *strings.Builder // the requests in the format of a golden file; nil for no log
}

// cursor is a query with a next page.
type cursor struct {
	query
	ofTables bool
	next     []string
	nextKey  key
}

// play runs a sequence on a new account, or on an empty one of a Worker. It returns what went wrong, and how
// many operations it ran.
func play(ops []op, worker *deployed.Worker, log *strings.Builder) (ran int, err error) {
	a := &account{worker: worker, service: newService(), options: enginetest.Options(), log: log}
	clock := a.options.Clock
	a.options.Clock = func() table.Ticks {
		now := clock() + table.Ticks(a.skipped/100)
		a.reading = now.Time()
		return now
	}
	if worker != nil {
		err = errors.Join(worker.Tell("empty"), a.close()) // it has answered at the time of day
	}
	if err := errors.Join(err, a.open()); err != nil {
		return 0, err
	}
	for _, o := range append(ops[:len(ops):len(ops)], restart{}) {
		ran = min(ran+1, len(ops))
		if wrong := o.play(a); wrong != "" {
			err = fmt.Errorf("operation %d, %T: %s", ran, o, wrong)
			break
		}
	}
	return ran, errors.Join(err, a.close())
}

// open makes an engine with the content of the journal.
func (a *account) open() error {
	if a.worker != nil {
		return nil // it opens the account for the next request
	}
	s, err := store.Open(store.Options{})
	if err != nil {
		return err
	}
	var records journal.Log
	if _, err := records.Replay(s, bytes.NewReader(a.journal)); err != nil {
		return err
	}
	records.Keep(s, func(record iter.Seq[[]byte]) error {
		for part := range record {
			a.journal = append(a.journal, part...)
		}
		return nil
	})
	a.engine = &enginetest.Tables{Account: pipeline.Open(s, a.options), Store: s}
	a.digest = a.engine.Digest()
	return nil
}

// close ends the engine, or the object of the Worker.
func (a *account) close() error {
	if a.worker != nil {
		return a.worker.Tell("evict")
	}
	return errors.Join(a.engine.Check(), a.engine.Close())
}

// restart opens the account again from its journal. Nothing may be lost, and times must keep increasing from
// the last write.
type restart struct{}

func (restart) play(a *account) string {
	if a.log != nil {
		a.log.WriteString("\n(The account is opened again from its journal.)\n")
	}
	before := a.digest
	if err := errors.Join(a.close(), a.open()); err != nil {
		return err.Error()
	}
	a.digest = before
	a.service.now = a.written
	return a.stored(false)
}

// do sends a request and passes the engine's time to the model. A Worker gives no trace.
func (a *account) do(req wire.Request) (wire.Response, *trace.Trace) {
	if a.log != nil {
		logRequest(a.log, req)
	}
	if a.worker != nil {
		return a.send(req), nil
	}
	r, tr := a.engine.Do(req)
	a.service.tick(a.reading)
	return r, &tr
}

// send sends a request to the Worker. JavaScript's time has milliseconds.
func (a *account) send(req wire.Request) wire.Response {
	a.reading = a.options.Clock().Time().Truncate(time.Millisecond)
	a.service.tick(a.reading)
	r, err := a.worker.Send(req, a.reading)
	if err != nil {
		r.Body = []byte(err.Error()) // with status 0, which no answer has
	}
	return r
}

// exchange sends a request and compares the answer with the model's.
func (a *account) exchange(req wire.Request, level string, model func() answer) (answer, string) {
	r, tr := a.do(req)
	want := model()
	if p := req.Headers.Get("Prefer"); p == "return-no-content" && want.status == 201 {
		want = want.withoutContent()
	}
	if diff := want.differs(r, level, a.service.now); diff != "" {
		return want, diff
	}
	if diff := want.counts(tr, len(r.Body)); diff != "" {
		return want, diff
	}
	return want, a.stored(want.wrote)
}

// stored checks that store and journal changed if and only if something was written.
func (a *account) stored(wrote bool) string {
	if wrote {
		a.written = a.service.now
	}
	if a.worker != nil {
		return ""
	}
	before := a.digest
	a.digest = a.engine.Digest()
	if changed := a.digest != before; changed != wrote {
		return fmt.Sprintf("the store changed: %v, want %v", changed, wrote)
	}
	if kept := len(a.journal) != a.kept; kept != wrote {
		return fmt.Sprintf("the journal grew: %v, want %v", kept, wrote)
	}
	a.kept = len(a.journal)
	return ""
}

// moveClock moves the clock forward or back.
type moveClock time.Duration

func (m moveClock) play(a *account) string {
	a.skipped += time.Duration(m)
	if a.log != nil {
		fmt.Fprintf(a.log, "\n@ %s\n", time.Duration(m))
	}
	return ""
}

type createTable struct{ name, prefer, level string }

func (c createTable) play(a *account) string {
	req := request("POST", "/Tables", `{"TableName":`+quoteJSON(c.name)+`}`,
		"Accept", accept(c.level), "Prefer", c.prefer)
	_, diff := a.exchange(req, c.level, func() answer { return a.service.createTable(c.name) })
	return diff
}

type deleteTable struct{ name string }

func (d deleteTable) play(a *account) string {
	req := request("DELETE", "/Tables('"+d.name+"')", "", "Accept", "application/json")
	_, diff := a.exchange(req, "", func() answer { return a.service.deleteTable(d.name) })
	return diff
}

type getTable struct{ name, level string }

func (g getTable) play(a *account) string {
	req := request("GET", "/Tables('"+g.name+"')", "", "Accept", accept(g.level))
	_, diff := a.exchange(req, g.level, func() answer {
		_, want := a.service.oneTable(g.name)
		return want
	})
	return diff
}

func (g get) play(a *account) string {
	_, diff := a.exchange(g.request(), g.level, func() answer { return a.service.getEntity(g) })
	return diff
}

// resolve sets the ETag of a write according to its match.
func (a *account) resolve(w write) write {
	w.etag = unknownETag
	past := a.service.past[strings.ToLower(w.table)+"\x00"+w.key.partition+"\x00"+w.key.row]
	if w.match == matchCurrent && len(past) > 0 {
		w.etag = past[len(past)-1]
	}
	if w.match == matchStale && len(past) > 1 {
		w.etag = past[len(past)-2]
	}
	return w
}

// remember records the ETag that a write gave an entity, and checks that it never had this one before.
func (a *account) remember(w write, etag string) string {
	if etag == "" {
		return ""
	}
	name := strings.ToLower(w.table) + "\x00" + w.key.partition + "\x00" + w.key.row
	if slices.Contains(a.service.past[name], etag) {
		return "the ETag was there before: " + etag
	}
	a.service.past[name] = append(a.service.past[name], etag)
	return ""
}

func (w write) play(a *account) string {
	w = a.resolve(w)
	want, diff := a.exchange(w.request(), w.level, func() answer { return a.service.write(w) })
	if diff == "" {
		diff = a.remember(w, want.etag)
	}
	return diff
}

// transact is a transaction.
type transact []part

func (t transact) play(a *account) string {
	parts := make([]part, len(t))
	for i, p := range t {
		parts[i] = part{a.resolve(p.write), p.read}
	}
	r, tr := a.do(transaction(parts))
	want, failed := a.service.transact(parts)
	got, ok := replies(r)
	if r.Status != 202 || !ok || len(got) != len(want) {
		return fmt.Sprintf("status %d with %d parts, want %d: %.600s", r.Status, len(got), len(want), r.Body)
	}
	total := answer{}
	for i, one := range want {
		p := parts[i]
		if failed >= 0 {
			p = parts[failed]
		}
		if diff := one.differs(got[i], p.level, a.service.now); diff != "" {
			return fmt.Sprintf("part %d: %s", i, diff)
		}
		if diff := a.remember(p.write, one.etag); diff != "" {
			return diff
		}
		total.cost.written += one.cost.written
		total.cost.bytesWritten += one.cost.bytesWritten
		total.fault = one.fault
	}
	if diff := total.counts(tr, len(r.Body)); diff != "" {
		return diff
	}
	return a.stored(failed < 0)
}

// loneGet reads an entity by a batch with one query.
type loneGet struct{ get }

func (l loneGet) play(a *account) string {
	r, tr := a.do(loneQuery(l.request()))
	got, ok := replies(r)
	if r.Status != 202 || !ok || len(got) != 1 {
		return fmt.Sprintf("status %d with %d parts, want 1: %.600s", r.Status, len(got), r.Body)
	}
	want := a.service.getEntity(l.get)
	if diff := want.differs(got[0], l.level, a.service.now); diff != "" {
		return diff
	}
	if diff := want.counts(tr, len(r.Body)); diff != "" {
		return diff
	}
	return a.stored(false)
}

// list asks for the first page of a query and keeps the continuation token in a slot.
type list struct {
	query
	ofTables bool
	slot     int
}

func (l list) play(a *account) string {
	a.cursors[l.slot] = &cursor{query: l.query, ofTables: l.ofTables}
	_, diff := a.page(l.slot, nil)
	return diff
}

// page asks for a page of the query in a slot.
func (a *account) page(slot int, from *key) (answer, string) {
	c := a.cursors[slot]
	req, model := c.request(c.next), func() answer { return a.service.listEntities(c.query, from) }
	if c.ofTables {
		name := ""
		if from != nil {
			name = from.partition
		}
		req = c.tablesRequest(c.next)
		model = func() answer { return a.service.listTables(c.filter, c.top, name) }
	}
	want, diff := a.exchange(req, c.level, model)
	a.cursors[slot] = nil
	if want.next != nil {
		a.cursors[slot] = &cursor{c.query, c.ofTables, want.next, want.nextKey}
	}
	return want, diff
}

// nextPage asks for the next page of a query, sometimes with another $top, sometimes without NextRowKey,
// which means the beginning of the partition. It does nothing if there is no next page.
type nextPage struct {
	slot    int
	top     int // 0 for the query's own
	partial bool
}

func (n nextPage) play(a *account) string {
	c := a.cursors[n.slot]
	if c == nil {
		return ""
	}
	if n.top > 0 {
		c.top, c.asked = n.top, true
	}
	if n.partial && !c.ofTables {
		c.next, c.nextKey.row = c.next[:1], ""
	}
	_, diff := a.page(n.slot, &c.nextKey)
	return diff
}

// readAll reads all pages of a query. Joined, they must be the complete result.
type readAll struct{ query }

func (q readAll) play(a *account) string {
	a.cursors[0] = &cursor{query: q.query}
	var joined []*entity
	var from *key
	for a.cursors[0] != nil {
		if c := a.cursors[0]; c.next != nil {
			from = &c.nextKey
		}
		page, diff := a.page(0, from)
		if diff != "" {
			return diff
		}
		joined = append(joined, page.entities...)
	}
	complete := q.query
	complete.top = 1 << 20
	if want := a.service.listEntities(complete, nil); q.top > 0 && !slices.Equal(joined, want.entities) {
		return fmt.Sprintf("%d entities in pages, %d in all", len(joined), len(want.entities))
	}
	return ""
}

// refusal is a request that is always refused.
type refusal struct {
	method, path, body string
	fault              fault
}

func (f refusal) play(a *account) string {
	req := request(f.method, f.path, f.body, "Accept", "application/json")
	_, diff := a.exchange(req, "", func() answer { return refused(f.fault) })
	return diff
}

// logRequest writes a request in the format of the engine's golden files.
func logRequest(b *strings.Builder, req wire.Request) {
	fmt.Fprintf(b, "\n> %s %s\n", req.Method, strings.TrimPrefix(req.URL, enginetest.Base))
	for _, h := range req.Headers {
		fmt.Fprintf(b, "> %s: %s\n", h.Name, h.Value)
	}
	if len(req.Body) == 0 {
		return
	}
	b.WriteString(">\n")
	for line := range strings.Lines(string(req.Body)) {
		b.WriteString(strings.TrimRight("> "+strings.TrimRight(line, "\r\n"), " ") + "\n")
	}
}
