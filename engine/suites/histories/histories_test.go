package histories_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
)

var (
	lasts = flag.Duration("histories.time", time.Second/2, "for how long each endpoint gets requests")
	seed  = flag.Uint64("histories.seed", 0, "the seed of what clients send; 0 takes the time of day")
)

// clients is how many send requests at the same time, and of them use the same objects.
const clients = 6

// TestMemory checks an endpoint that keeps its account in memory.
func TestMemory(t *testing.T) { check(t, memory{t, func(h http.Handler) http.Handler { return h }}, 0) }

// TestFolder checks one that keeps it in a folder and is killed.
func TestFolder(t *testing.T) { check(t, &folder{path: t.TempDir()}, 150) }

// TestWorker checks the Worker, whose runtime is killed. ROWKEY_WORKERD is that program.
func TestWorker(t *testing.T) {
	program := os.Getenv("ROWKEY_WORKERD")
	if program == "" {
		t.Skip("ROWKEY_WORKERD doesn't say which program to run")
	}
	check(t, &worker{program: program, path: t.TempDir()}, 100)
}

// recorder records what clients do with a target.
type recorder struct {
	*testing.T
	target
	random *rand.Rand
	began  time.Time
	tags   *tags
	kills  int // the answers after which the target is killed, on average; 0 for never

	mu     sync.Mutex
	drawn  int
	events []event

	killed, requests, unanswered, objects int
}

// check runs rounds until the time is over. Each round has objects of its own, and ends with reading them.
func check(t *testing.T, to target, kills int) {
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-histories.seed %d", *seed)
	r := newRecorder(t, to, kills)
	bases := r.prepare()
	defer func() { r.kill(); r.gone() }()
	for round := 0; round == 0 || time.Since(r.began) < *lasts; round++ {
		bases = r.round(bases, round)
		for _, problem := range r.judge() {
			t.Error(problem)
		}
		if t.Failed() {
			return
		}
		r.events, r.tags = nil, newTags()
	}
	t.Logf("%d requests to %d objects, %d of them without an answer, %d kills",
		r.requests, r.objects, r.unanswered, r.killed)
}

func newRecorder(t *testing.T, to target, kills int) *recorder {
	random := rand.New(rand.NewPCG(*seed, 0))
	return &recorder{T: t, target: to, random: random, began: time.Now(), kills: kills, tags: newTags()}
}

// TestIgnoredCondition: the endpoint with something wrong is found out through HTTP.
func TestIgnoredCondition(t *testing.T) {
	r := newRecorder(t, memory{t, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
			if request.Header.Get("If-Match") != "" {
				request.Header.Set("If-Match", "*")
			}
			h.ServeHTTP(w, request)
		})
	}}, 0)
	bases, problems := r.prepare(), []string(nil)
	for round := 0; round < 20 && problems == nil; round++ {
		bases = r.round(bases, round)
		problems = r.judge()
		r.events, r.tags = nil, newTags()
	}
	if !strings.Contains(strings.Join(problems, ""), "if it's still") {
		t.Errorf("got %q", problems)
	}
}

// prepare starts the target and makes the table and the container.
func (r *recorder) prepare() map[grant.Service]string {
	bases, err := r.start()
	if err != nil {
		r.Fatal(err)
	}
	c := &client{RoundTripper: http.DefaultTransport, bases: bases}
	for _, s := range []sent{
		{to: grant.Table, method: "POST", path: "/Tables", body: `{"TableName":"` + table + `"}`, headers: plain},
		{to: grant.Blob, method: "PUT", path: "/" + container + "?restype=container"},
	} {
		if g, err := c.send(s); err != nil || g.status >= 300 {
			r.Fatalf("%s: %d %s %v", s.path, g.status, g.body, err)
		}
	}
	return bases
}

// perRound is how many requests each client sends in a round.
const perRound = 60

// round lets the clients send requests to new objects. It kills the target when it has answered so often, and
// starts it again.
func (r *recorder) round(bases map[grant.Service]string, n int) map[grant.Service]string {
	var objects []string
	for _, name := range []string{"b", "p0", "p1", "p2"} {
		objects = append(objects, fmt.Sprintf("r%d%s", n, name))
	}
	r.objects += len(objects)
	r.putBlob(bases, objects[0])
	randoms := make([]*rand.Rand, clients)
	for i := range randoms {
		randoms[i] = rand.New(rand.NewPCG(*seed, r.random.Uint64()))
	}
	left := make([]atomic.Int64, clients)
	for i := range left {
		left[i].Store(perRound)
	}
	for {
		answers := atomic.Int64{}
		answers.Store(int64(r.kills))
		if r.kills > 0 {
			answers.Store(1 + r.random.Int64N(2*int64(r.kills)))
		}
		r.together(bases, func(i int, c *client) bool {
			if left[i].Add(-1) < 0 {
				return false
			}
			answered := r.once(i, c, randoms[i], objects)
			if answers.Add(-1) == 0 && r.kills > 0 {
				r.kill()
			}
			return answered
		})
		if answers.Load() > 0 || r.kills == 0 {
			break
		}
		bases = r.again()
	}
	r.together(bases, func(i int, c *client) bool {
		object := objects[i%len(objects)]
		e := event{client: i, object: object, parts: everything(object)}
		r.record(c, &e)
		return false
	})
	return bases
}

// putBlob puts a blob, which is there before the history begins.
func (r *recorder) putBlob(bases map[grant.Service]string, name string) {
	c := &client{RoundTripper: http.DefaultTransport, bases: bases}
	g, err := c.send(sent{to: grant.Blob, method: "PUT", path: "/" + container + "/" + name, body: "0",
		headers: []string{"x-ms-blob-type", "BlockBlob", "x-ms-version", "2021-12-02"}})
	if err != nil || g.status != 201 {
		r.Fatalf("%s: %d %s %v", name, g.status, g.body, err)
	}
}

// together lets all clients do something as long as it says so.
func (r *recorder) together(bases map[grant.Service]string, do func(i int, c *client) bool) {
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	defer transport.CloseIdleConnections()
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			c := &client{transport, bases, r.tags}
			for do(i, c) {
			}
		})
	}
	all.Wait()
}

// again waits until the target is gone and starts it. What wasn't answered can't be done any more.
func (r *recorder) again() map[grant.Service]string {
	r.gone()
	r.killed++
	now := int64(time.Since(r.began))
	for i, e := range r.events {
		if e.end == 0 {
			r.events[i].end = now
			r.unanswered++
		}
	}
	bases, err := r.start()
	if err != nil {
		r.Fatal(err)
	}
	return bases
}

func isBlob(object string) bool { return strings.Contains(object, "b") }

// everything returns a read of all of an object.
func everything(object string) (parts []part) {
	if isBlob(object) {
		return []part{{verb: read}}
	}
	for row := range rows {
		parts = append(parts, part{verb: get, row: row})
	}
	return parts
}

// once sends a random request of a client and reports whether it was answered.
func (r *recorder) once(i int, c *client, random *rand.Rand, objects []string) bool {
	object := objects[random.IntN(len(objects))]
	r.mu.Lock()
	e := draw(random, isBlob(object), &r.drawn, r.known(i, object))
	r.mu.Unlock()
	e.client, e.object = i, object
	return r.record(c, &e)
}

// known returns what a client can send as a condition: of each row the write that it has seen last or done,
// of a blob a lease of anyone.
func (r *recorder) known(client int, object string) (known [rows]int) {
	for _, e := range r.events {
		if e.object != object || e.answer.none() {
			continue
		}
		if isBlob(object) {
			if p := e.parts[0]; (p.verb == acquire || p.verb == change) && !e.answer.refused() {
				known[0] = p.id
			}
			continue
		}
		if e.client != client || e.answer.refused() {
			continue
		}
		seen, _ := e.answer.seen.(partition)
		for _, p := range e.parts {
			known[p.row] = p.id
			if p.verb == get {
				known[p.row] = seen[p.row].writer
			}
			if p.verb == remove {
				known[p.row] = 0
			}
		}
	}
	return known
}

// record sends an event and keeps it.
func (r *recorder) record(c *client, e *event) bool {
	e.call = int64(time.Since(r.began))
	err := c.do(e)
	if !e.answer.none() {
		e.end = int64(time.Since(r.began))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests++
	r.events = append(r.events, *e)
	if err == nil && e.answer.none() && r.kills == 0 {
		err = fmt.Errorf("%s: there's no answer", e.object)
	}
	if err != nil {
		r.Error(err)
		return false
	}
	return !e.answer.none()
}

// judge checks what happened to each object, and says what can't have.
func (r *recorder) judge() (problems []string) {
	of := map[string][]event{}
	for _, e := range r.events {
		of[e.object] = append(of[e.object], e)
	}
	for name, events := range of {
		var o object = partitions{}
		if isBlob(name) {
			o = blobs{}
		}
		slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.call, b.call) })
		switch decide(o, o.start(), events) {
		case porcupine.Illegal:
			s := tell(o, shrink(o, events))
			problems = append(problems, fmt.Sprintf(
				"%s: there is no order of these requests in which each answer is right:\n%s%s", name, s, s.link()))
		case porcupine.Unknown:
			problems = append(problems, fmt.Sprintf(
				"%s: %v weren't enough to decide about %d requests", name, patience, len(events)))
		}
	}
	return problems
}
