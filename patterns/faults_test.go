package patterns_test

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/control"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

var onlyGuide = flag.String("faults.guide", "", "the only guide whose programs TestFaults tries")

// TestFaults: whatever happens to their requests, and run twice at once, the programs of guides keep the
// invariants that the guides state, in JavaScript, Go and Python.
//
// A program's job is done again until it succeeds, as a queue or a person would, and at most three times.
func TestFaults(t *testing.T) {
	t.Parallel()
	jobs := readJobs(t)
	h := openFaulty(t)
	for _, language := range []string{"js", "go", "python"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			d := drivers[language](t, h, jobs)
			var all sync.WaitGroup
			for _, j := range jobs {
				if j.code[language] != "" {
					all.Go(func() { h.through(t, d, j) })
				}
			}
			all.Wait()
		})
	}
}

// kinds are what happens to a program, at one of its requests or, beside, at none. At one that only reads,
// the others are as if it's lost, or as if the program is killed at the request before.
var (
	kinds      = []string{"lost", "busy", "killed", "overtaken"}
	kindsOfGet = []string{"lost", "overtaken"}
)

const beside = "beside" // two of them at once

// through takes a job through all that can happen to it.
func (h *faulty) through(t *testing.T, d *driver, j *job) {
	gets, err := h.try(d, j, "", 0)
	if err != nil {
		t.Errorf("%s, in %s: %v", j.name(), d.language, err)
		return
	}
	requests := len(gets)
	var tries sync.WaitGroup
	var failed atomic.Int32
	try := func(kind string, at int) {
		tries.Go(func() {
			if _, err := h.try(d, j, kind, at); err != nil {
				failed.Add(1)
				t.Errorf("%s, in %s, %s at request %d of %d: %v",
					j.name(), d.language, kind, at, requests, err)
			}
		})
	}
	try(beside, 0)
	n := 1
	for at := 1; at <= requests; at++ {
		if requests > long && ends < at && at <= requests-ends {
			continue
		}
		kinds := kinds
		if gets[at-1] {
			kinds = kindsOfGet
		}
		for _, kind := range kinds {
			try(kind, at)
			n++
		}
	}
	tries.Wait()
	t.Logf("%s, in %s: %d requests, %d tries, %d failed", j.name(), d.language, requests, n, failed.Load())
}

// A program that sends more than long requests sends the same ones again and again, three for each entity. So
// faults are tried at its first and at its last.
const long, ends = 32, 8

// faulty serves accounts that break, one for each try.
type faulty struct {
	// bases are the addresses for each time that a job is begun, so that requests tell which has sent them.
	bases  [3]map[engine.Service]string
	room   map[string]chan struct{} // for tries under way, by language
	tries  sync.Map                 // by the name of the account
	opened atomic.Int32
}

// try is one account and what is going to happen in it.
type try struct {
	name    string
	driver  *driver
	account *engine.Account
	control *control.Control
	slept   time.Duration // while it was filled
	holdAt  int           // the request of the first beginning that waits until the second one has ended
	mu      sync.Mutex
	gets    []bool        // of each request of the first beginning: whether it only reads
	held    chan struct{} // is closed when it waits
	free    chan struct{} // is closed when it needn't wait any longer
	killed  chan struct{} // is closed when the first beginning is dead
	dead    atomic.Bool
	ended   chan struct{}
}

func openFaulty(t *testing.T) *faulty {
	h := &faulty{room: map[string]chan struct{}{}}
	for language := range drivers {
		h.room[language] = make(chan struct{}, 48)
	}
	for begun := range h.bases {
		h.bases[begun] = map[engine.Service]string{}
		for _, of := range services {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				name, _, _ := strings.Cut(r.URL.Path[1:], "/")
				if found, ok := h.tries.Load(name); ok {
					found.(*try).serve(w, r, begun, of)
					return
				}
				panic(http.ErrAbortHandler) // what has been killed is still asking
			}))
			t.Cleanup(func() {
				server.CloseClientConnections()
				server.Close()
			})
			h.bases[begun][of] = server.URL + "/"
		}
	}
	return h
}

// serve answers a request of a program that was begun for that time.
func (a *try) serve(w http.ResponseWriter, r *http.Request, begun int, of engine.Service) {
	if begun == 0 {
		if a.number(r.Method == http.MethodGet && of != engine.Queues) == a.holdAt {
			close(a.held)
			<-a.free
		}
		if a.dead.Load() {
			<-a.ended
			panic(http.ErrAbortHandler)
		}
	}
	a.account.Handler(of).ServeHTTP(w, r)
}

// number notes a request of the first beginning, and returns its number.
func (a *try) number(get bool) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.gets = append(a.gets, get)
	return len(a.gets)
}

// sent returns what is known of the requests of the first beginning until now.
func (a *try) sent() []bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.gets)
}

// wait is how an answer doesn't come: the program is killed meanwhile.
func (a *try) wait(span table.Ticks, _ wire.Request) {
	if span == control.Forever && a.dead.CompareAndSwap(false, true) {
		close(a.killed)
		<-a.ended
	}
}

// ask sends a request to the control interface.
func (a *try) ask(method, path, body string) {
	if status, answer := a.control.Handle(method, path, body); status != http.StatusOK {
		panic(string(answer))
	}
}

// advance makes the account's clock later.
func (a *try) advance(span time.Duration) {
	a.ask("PUT", "/clock", fmt.Sprintf(`{"advance":"%ds"}`, int(span.Seconds())))
}

// open opens an account with what a job begins with: a fork of the one that's filled for all its tries.
func (h *faulty) open(d *driver, j *job) (*try, error) {
	j.filling.Do(func() { j.filled, j.refused = h.fill(j) })
	if j.refused != nil {
		return nil, fmt.Errorf("what it begins with: %w", j.refused)
	}
	a, err := h.account(j.filled.account)
	if err != nil {
		return nil, err
	}
	a.driver = d
	a.advance(j.filled.slept)
	h.tries.Store(a.name, a)
	return a, nil
}

// fill opens an account, and does what's there before the job.
func (h *faulty) fill(j *job) (*try, error) {
	a, err := h.account(nil)
	for _, s := range []*script.Script{j.begins, j.setUp} {
		if err == nil {
			err = a.run(s, h.bases[0])
		}
	}
	return a, err
}

// account opens an account with what another one has.
func (h *faulty) account(from *engine.Account) (*try, error) {
	a := &try{
		name: fmt.Sprintf("try%05d", h.opened.Add(1)), held: make(chan struct{}),
		free: make(chan struct{}), killed: make(chan struct{}), ended: make(chan struct{}),
	}
	a.control = control.New(control.Options{
		Clock: func() table.Ticks { return table.TicksOf(time.Now()) }, Wait: a.wait,
	})
	var err error
	a.account, err = engine.Open(engine.Options{Name: a.name, Control: a.control, From: from})
	return a, err
}

func (h *faulty) end(a *try) {
	if _, ok := h.tries.LoadAndDelete(a.name); ok {
		close(a.ended)
	}
}

// run runs the last example of a script, with the data that it needs, and returns what isn't as it expects.
func (a *try) run(s *script.Script, bases map[engine.Service]string) error {
	if s == nil {
		return nil
	}
	to := stage{seat{&served{account: a.account, bases: map[engine.Service]string{}}}, a}
	for of, url := range bases {
		to.bases[of] = url + a.name
	}
	o := runner.Options{
		Host: to.bases[engine.Tables], Queue: to.bases[engine.Queues], Blob: to.bases[engine.Blobs],
		Seed: 1, XML: full.XML,
	}
	last := len(s.Examples) - 1
	var wrong []error
	for _, table := range s.Tables {
		if script.Needs(s.Examples[last].Order(), table) {
			for _, err := range runner.Fill(table, to, o) {
				wrong = append(wrong, err)
			}
		}
	}
	for _, step := range runner.Run(s, last, to, o) {
		for _, x := range step.Expectations {
			if !x.OK {
				wrong = append(wrong, fmt.Errorf("%s: %s: got %s", step.Title, x.Text, x.Got))
			}
		}
		if step.Err != nil {
			wrong = append(wrong, step.Err)
		}
	}
	return errors.Join(wrong...)
}

// stage is an account whose clock is its Control's.
type stage struct {
	seat
	try *try
}

func (s stage) Sleep(d table.Ticks) {
	s.try.slept += d.Duration()
	s.try.advance(d.Duration())
}

// try does a job in an account of its own, with what happens at one of its requests, and then checks the
// invariant. It returns which of its requests only read.
func (h *faulty) try(d *driver, j *job, kind string, at int) (gets []bool, err error) {
	h.room[d.language] <- struct{}{}
	defer func() { <-h.room[d.language] }()
	a, err := h.open(d, j)
	if a != nil {
		defer h.end(a)
	}
	if err != nil {
		return nil, err
	}
	ends := h.happen(a, j, kind, at)
	gets = a.sent()
	if _, faults := a.control.Handle("GET", "/faults", ""); len(gets) >= at &&
		strings.Contains(string(faults), `"applied":0`) {
		return gets, errors.New("nothing happened to the request")
	}
	a.ask("DELETE", "/faults", "")
	for again := 1; ends != nil && again < len(h.bases); again++ {
		a.advance(time.Hour)
		ends = <-d.begin(h, a, j, again)
	}
	if ends != nil {
		return gets, fmt.Errorf("the job fails again and again: %w", ends)
	}
	return gets, a.run(j.invariant, h.bases[0])
}

// happen does a job for the first time, and returns what ended it if it needs to be done again.
func (h *faulty) happen(a *try, j *job, kind string, at int) (ends error) {
	switch kind {
	case "lost":
		a.ask("POST", "/faults", fmt.Sprintf(`{"fault":"lose-answer","nth":%d}`, at))
	case "busy":
		a.ask("POST", "/faults", fmt.Sprintf(`{"fault":"busy","nth":%d}`, at))
	case "killed":
		a.ask("POST", "/faults", fmt.Sprintf(`{"fault":"hang-after-write","nth":%d}`, at))
	case "overtaken":
		a.holdAt = at
	}
	first := a.driver.begin(h, a, j, 0)
	switch kind {
	case "killed":
		select {
		case ends = <-first:
			return ends
		case <-a.killed:
			return errors.New("killed")
		}
	case "overtaken":
		select {
		case ends = <-first: // there were fewer requests this time
		case <-a.held:
			ends = <-a.driver.begin(h, a, j, 1)
			close(a.free)
			ends = errors.Join(ends, <-first)
		}
		return ends
	case beside:
		second := a.driver.begin(h, a, j, 1)
		return errors.Join(<-first, <-second)
	}
	return <-first
}

// job is what a program of a guide is asked to do, more than once.
type job struct {
	slug      string
	number    int               // among those of the guide
	code      map[string]string // by language: the program, then what calls it
	begins    *script.Script    // its last example is what the JavaScript @refs
	setUp     *script.Script    // what's there in addition; nil for nothing
	invariant *script.Script    // has to succeed afterwards

	filling sync.Once
	filled  *try // has what's there before the job
	refused error
}

func (j *job) name() string { return fmt.Sprintf("%s, job %d", j.slug, j.number) }

// anyFence is a fence of a guide that a job is made of.
var anyFence = regexp.MustCompile("(?ms)^```(js|go aztables|go|python|invariant|http)\n(.*?)^```\n")

// readJobs reads the jobs of all guides. Each invariant of a guide is about the programs before it. What
// calls them is in jobs.md beside the guide, with a heading for each invariant. The recipes have no guide, so
// there the programs and the invariants are in jobs.md, too.
func readJobs(t *testing.T) (jobs []*job) {
	t.Helper()
	files, err := filepath.Glob("*/jobs.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		slug := filepath.Dir(file)
		if *onlyGuide != "" && *onlyGuide != slug {
			continue
		}
		calls, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		guide := calls
		if slug != recipes {
			if guide, err = os.ReadFile(filepath.Join(slug, "guide.md")); err != nil {
				t.Fatal(err)
			}
		}
		sections := strings.Split("\n"+string(calls), "\n## ")[1:]
		programs, n := map[string]string{}, 0
		for _, fence := range anyFence.FindAllStringSubmatch(string(guide), -1) {
			if fence[1] != "invariant" {
				if slug != recipes {
					programs[fence[1]] = fence[2]
				}
				continue
			}
			if n == len(sections) {
				t.Fatalf("%s has more invariants than jobs", slug)
			}
			jobs = append(jobs, newJob(t, slug, n+1, programs, sections[n], fence[2]))
			programs, n = map[string]string{}, n+1
		}
		if n != len(sections) {
			t.Errorf("%s has %d jobs and %d invariants", slug, len(sections), n)
		}
	}
	if len(jobs) == 0 {
		t.Fatal("there are no jobs")
	}
	return jobs
}

// recipes is the folder of the recipes.
const recipes = "recipes"

func newJob(
	t *testing.T, slug string, number int, programs map[string]string, section, invariant string,
) *job {
	t.Helper()
	j := &job{slug: slug, number: number, code: map[string]string{}, invariant: parsed(t, slug, invariant)}
	program, _, _ := strings.Cut(programs["js"], "// @play\n")
	programs["js"], programs["go"] = program, programs["go aztables"]
	for _, call := range anyFence.FindAllStringSubmatch(section, -1) {
		switch language := call[1]; {
		case language == "http":
			j.setUp = parsed(t, slug, call[2])
		case language == "invariant":
		case programs[language] == "" && slug != recipes:
			t.Errorf("%s has a job in %s, and no program before its invariant", j.name(), language)
		default:
			j.code[language] = programs[language] + "\n" + call[2]
		}
	}
	for _, language := range []string{"js", "go", "python"} {
		if programs[language] != "" && j.code[language] == "" {
			t.Errorf("%s has no job in %s", j.name(), language)
		}
	}
	if refs := refsOf(program); len(refs) > 0 {
		j.begins = needed(t, slug, refs)
	}
	return j
}

func parsed(t *testing.T, slug, text string) *script.Script {
	t.Helper()
	s := script.Parse(slug+".http", text)
	if len(s.Errors) > 0 {
		t.Fatal(slug, s.Errors)
	}
	return s
}
