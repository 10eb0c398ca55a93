package runner_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
)

// names lists the names or targets of steps.
func names(steps []runner.Step) string {
	var all []string
	for _, s := range steps {
		if s.Name == "" {
			all = append(all, s.Target)
		} else {
			all = append(all, s.Name)
		}
	}
	return strings.Join(all, " ")
}

func TestOrder(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"top to bottom": {"GET {{host}}/1\n###\nGET {{host}}/2", "/1 /2"},
		"refs first, once": {`
# @name a
# @ref c
GET {{host}}/a
###
# @name b
# @ref c
# @ref a
GET {{host}}/b
###
# @name c
GET {{host}}/c`, "c a b"},
		"a response is a reference": {`
# @name a
GET {{host}}/{{b.response.headers.N}}
###
# @name b
GET {{host}}/b`, "b a"},
		"also within a variable or an expectation": {`
@n = {{b.response.headers.N}}
# @name a
# @expect status != {{c.response.headers.N}}
GET {{host}}/{{n}}
###
# @name b
GET {{host}}/b
###
# @name c
GET {{host}}/c`, "b c a"},
		"a transaction as a whole": {`
# @name a
# @ref t2
GET {{host}}/a
###
# @name t1
# @transaction t
# @ref d
DELETE {{host}}/t1
###
# @name t2
# @transaction t
# @ref t1
DELETE {{host}}/t2
###
# @name d
GET {{host}}/d`, "d t1 t2 a"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := names(runnertest.Run(t, runnertest.Always(200, "", "N", "1"), c.text)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestMarkdown: each fence is an example, which runs after what it refers to and nothing else.
func TestMarkdown(t *testing.T) {
	s := runnertest.Parse(t, "guide.MD", runnertest.Guide)
	type example struct {
		Name, Title string
		Line        int
		Fences      []int
		Hidden      bool
		Runs        string
	}
	var got []example
	for i, e := range s.Examples {
		steps := runner.Run(s, i, runnertest.Always(200, ""), runner.Options{Host: runnertest.Host})
		got = append(got, example{e.Name, e.Title, e.Line, e.Fences, e.Hidden, names(steps)})
	}
	want := []example{
		{Line: 4, Fences: []int{0}},
		{"create", "Create", 8, []int{1}, true, "create"},
		{"two", "One", 15, []int{2, 3}, false, "create one two"},
		{"three", "Three", 30, []int{4}, false, "create one two three /Orders/second"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestPage: a page has only the texts of its fences.
func TestPage(t *testing.T) {
	var fences []script.Fence
	for _, f := range script.Fences(runnertest.Guide) {
		fences = append(fences, script.Fence{Line: 1, Text: f.Text})
	}
	fences[3].Text += "\n# @expct status == 200"
	s := script.ParseFences("guide.md", fences)
	if len(s.Examples) != 4 {
		t.Fatalf("%d examples", len(s.Examples))
	}
	e := s.Errors[0]
	if e.Fence != 3 || e.Line != 5 || e.Column != 3 {
		t.Errorf("%+v", e)
	}
	if got := s.Check(3); len(got) != 1 || got[0] != e {
		t.Errorf("an example that refers to a broken one has the errors %v", got)
	}
	if got := s.Check(1); len(got) != 0 {
		t.Errorf("an example that refers to none has the errors %v", got)
	}
	if steps := runner.Run(s, 3, runnertest.Always(200, ""), runner.Options{}); steps != nil {
		t.Errorf("it ran: %v", steps)
	}
}

func TestLoopAndSleep(t *testing.T) {
	f := runnertest.Serving(nil)
	steps := runnertest.Run(t, f,
		"# @loop for 3\n# @sleep 1500\nPUT {{host}}/{{$index}}/{{$datetime iso8601}}\n###\nGET {{host}}/last")
	var got []string
	for _, r := range f.Sent {
		got = append(got, strings.TrimPrefix(r.URL, runnertest.Host))
	}
	want := []string{
		"/0/2026-01-05T09:00:01.500Z", "/1/2026-01-05T09:00:03.000Z", "/2/2026-01-05T09:00:04.500Z", "/last",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(steps) != 2 || steps[0].Iterations != 3 || steps[1].Iterations != 1 {
		t.Errorf("steps %+v", steps)
	}
}
