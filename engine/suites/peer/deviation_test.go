package peer_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/suites/peer"
)

const list = `For readers.

# A header
at: *
field: header x
ours: *
azurite: absent
right: ours
from: recording
why: A recording
 has it.

# A value
at: a.http: First: of all
at: b.http: *
field: body $.A
field: body $.B
ours: 5.0
azurite: 5
right: unknown
from: nothing
why: No source.
`

func difference(file, request, field, ours, azurite string) peer.Difference {
	return peer.Difference{File: file, Request: request, Field: field, Ours: ours, Azurite: azurite}
}

func TestParseDeviations(t *testing.T) {
	got, err := peer.ParseDeviations(list)
	want := []peer.Deviation{
		{Line: 3, Title: "A header", At: []peer.Place{{File: "*", Request: "*"}}, Fields: []string{"header x"},
			Ours: "*", Azurite: "absent", Right: "ours", From: "recording", Why: "A recording has it."},
		{Line: 13, Title: "A value",
			At:     []peer.Place{{File: "a.http", Request: "First: of all"}, {File: "b.http", Request: "*"}},
			Fields: []string{"body $.A", "body $.B"}, Ours: "5.0", Azurite: "5", Right: "unknown",
			From: "nothing", Why: "No source."},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

func TestParseDeviationsRefuses(t *testing.T) {
	const complete = "# x\nat: *\nfield: f\nours: 1\nazurite: 2\nright: ours\nfrom: report\nwhy: so\n"
	if _, err := peer.ParseDeviations(complete); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"no reason":        "# x\nat: *\nfield: f\nours: 1\nazurite: 2\nright: ours\nfrom: report\n",
		"no place":         "# x\nfield: f\nours: 1\nazurite: 2\nright: ours\nfrom: report\nwhy: so\n",
		"an unknown line":  complete + "who: me\n",
		"a value twice":    complete + "ours: 3\n",
		"another side":     "# x\nat: *\nfield: f\nours: 1\nazurite: 2\nright: both\nwhy: so\n",
		"no value":         "# x\nat:\n",
		"no source":        strings.Replace(complete, "report", "nothing", 1),
		"another source":   strings.Replace(complete, "report", "gossip", 1),
		"no name of lines": "# x\nnothing\n",
	} {
		if _, err := peer.ParseDeviations(text); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestCheck finds differences that aren't listed, and entries that match no difference.
func TestCheck(t *testing.T) {
	entries, err := peer.ParseDeviations(list)
	if err != nil {
		t.Fatal(err)
	}
	header := difference("a.http", "any", "header x", "1", "absent")
	first := difference("a.http", "First: of all", "body $.A", "5.0", "5")
	second := difference("b.http", "any", "body $.B", "5.0", "5")
	for _, c := range []struct {
		name        string
		differences []peer.Difference
		unlisted    []peer.Difference
		unmet       []string
	}{
		{"all", []peer.Difference{header, first, second}, nil, nil},
		{"another value",
			[]peer.Difference{header, first, second, difference("a.http", "First: of all", "body $.A", "5.0", "6")},
			[]peer.Difference{difference("a.http", "First: of all", "body $.A", "5.0", "6")}, nil},
		{"another request",
			[]peer.Difference{header, first, second, difference("a.http", "Second", "body $.A", "5.0", "5")},
			[]peer.Difference{difference("a.http", "Second", "body $.A", "5.0", "5")}, nil},
		{"another field",
			[]peer.Difference{header, first, second, difference("b.http", "any", "header y", "1", "absent")},
			[]peer.Difference{difference("b.http", "any", "header y", "1", "absent")}, nil},
		{"one place less", []peer.Difference{header, second, difference("b.http", "any", "body $.A", "5.0", "5")},
			nil,
			[]string{"line 13: A value: at a.http: First: of all"}},
		{"one field less", []peer.Difference{header, first, difference("b.http", "any", "body $.A", "5.0", "5")},
			nil,
			[]string{"line 13: A value: field body $.B"}},
		{"nothing of an entry", []peer.Difference{first, second}, nil,
			[]string{"line 3: A header: at *: *", "line 3: A header: field header x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := peer.Check(c.differences, entries)
			if diff := cmp.Diff(c.unlisted, got.Unlisted); diff != "" {
				t.Errorf("unlisted (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(c.unmet, got.Unmet); diff != "" {
				t.Errorf("unmet (-want +got)\n%s", diff)
			}
		})
	}
	counts := peer.Check([]peer.Difference{header, first, second}, entries).Counts
	if counts["ours"] != 1 || counts["unknown"] != 2 {
		t.Errorf("counts %v", counts)
	}
}
