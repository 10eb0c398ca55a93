package sequence_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/render/rendertest"
)

func TestSequence(t *testing.T) {
	const body = "```sequence\nClient, Queue, Worker\n\n" +
		"Client -> Queue: put a <message>\nQueue --> Client: 201\nWorker -x Queue: delete it\n" +
		"Worker: look: again\nWorker !: power is gone\n...: 30 s pass\nWorker -> Worker: wait\n```\n"
	d, err := rendertest.Body(t, body)
	if err != nil {
		t.Fatal(err)
	}
	html := string(d.HTML)
	var got []string
	for line := range strings.Lines(html) {
		if item, ok := strings.CutPrefix(strings.TrimSpace(line), "<li>"); ok {
			_, words, _ := strings.Cut(item, "</svg>")
			got = append(got, strings.TrimSuffix(words, "</li>"))
		}
	}
	want := []string{
		"Client to Queue: put a &lt;message&gt;",
		"Queue answers Client: 201",
		"Worker to Queue, which does not arrive: delete it",
		"Worker: look: again",
		"Worker crashes: power is gone",
		"Then: 30 s pass",
		"Worker: wait",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("in words (-want +got):\n%s", diff)
	}
	for part, n := range map[string]int{
		`class="sq-actor"`: 3, `class="sq-tip"`: 4, `class="sq-lost"`: 2, `sq-crash"`: 2, `class="sq-time"`: 1,
		`<b>`: 3, `<svg `: 11,
	} {
		if strings.Count(html, part) != n {
			t.Errorf("the picture has %d %s, want %d", strings.Count(html, part), part, n)
		}
	}
}

// Words at the edge of a picture are not cut off.
func TestSequenceHasRoom(t *testing.T) {
	d, err := rendertest.Body(t, "```sequence\nA, B\nB !: a step of many words at the right\n"+
		"A: and one of many words at the left\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	_, width, _ := strings.Cut(string(d.HTML), `width="`)
	room := number(t, width)
	for _, box := range strings.Split(string(d.HTML), `<path class="sq-step`)[1:] {
		_, d, _ := strings.Cut(box, `d="M`)
		_, h, _ := strings.Cut(d, "h")
		if left, right := number(t, d), number(t, d)+number(t, h); left < 1 || right > room-1 {
			t.Errorf("a box from %d to %d in a picture of %d", left, right, room)
		}
	}
}

// number reads the number at the start of a string.
func number(t *testing.T, s string) int {
	t.Helper()
	var n int
	if _, err := fmt.Sscanf(s, "%d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestSequenceRefuses(t *testing.T) {
	tests := map[string]struct{ lines, want string }{
		"no such actor": {"A, B\nA -> C: x", `10: "A" and "C" must be actors of this sequence, which are A, B`},
		"no words":      {"A, B\nA -> B", `10: write an event of a sequence as A -> B: words, not "A -> B"`},
		"no events": {
			"A, B", "8: a sequence fence needs a line of actors, separated by commas, and a line for each event",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := rendertest.Body(t, "```sequence\n"+test.lines+"\n```\n")
			first, _, _ := strings.Cut(rendertest.Problem(err), "\n")
			if first != rendertest.Page+":"+test.want {
				t.Errorf("got %s, want %s", first, rendertest.Page+":"+test.want)
			}
		})
	}
}
