package load_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/load"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/partition"
)

const file = `entities:
  Reading:
    count: 4320
    properties:
      Number: {type: int64}
      Device: {type: string, values: 30, skew: zipf 1.1}
      At:     {type: datetime, every: 2s, from: 2026-01-05T00:00:00Z}
patterns:
  write:  {insert: Reading, rate: 200/s}
  more:   {insert: Reading, batch: 100, same: [Device], rate: 1/s}
PATTERNS
designs:
`

// measured is a file with one design or more.
func measured(t *testing.T, patterns string, designs ...string) *design.Matrix {
	t.Helper()
	return run(t, fileOf(patterns, designs...))
}

func fileOf(patterns string, designs ...string) string {
	text := strings.Replace(file, "PATTERNS\n", patterns, 1)
	for i, d := range designs {
		text += "  design " + string(rune('a'+i)) + ": {Reading: {PartitionKey: \"" + d +
			"\", RowKey: \"{Number:9}\"}}\n"
	}
	return text
}

func run(t *testing.T, text string) *design.Matrix {
	t.Helper()
	f, errors := read.File("test", text)
	if len(errors) > 0 {
		t.Fatal(errors[0])
	}
	m, err := matrix.Run(f, matrix.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A PartitionKey becomes clauses, with which the load can be simulated.
func TestKeys(t *testing.T) {
	for key, want := range map[string]string{
		"all":                             "one key",
		"{Device}":                        "30 keys, zipf 1.1",
		"{Device:hash 8}":                 "8 keys",
		"{At:yyyy-MM-dd-HH-mm}":           "new every 1 min",
		"{At:inverted}":                   "new every 1 s, newest first",
		"{Device}_{At:yyyy-MM-dd}":        "30 keys, zipf 1.1, new every 24 h",
		"{At:yyyy-MM-dd}_{Device:hash 4}": "4 keys, new every 24 h, time first",
		"{Number}":                        "new every 1 s",
	} {
		l, ok := load.Of(measured(t, "", key), []int{0}, 1)
		lines := strings.Split(strings.TrimSpace(l.Text), "\n")
		if got := lines[len(lines)-1]; !ok || got != "Design a: "+want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
		if _, errors := partition.Parse(l.Text); errors != nil {
			t.Errorf("%s: %v in %s", key, errors[0], l.Text)
		}
	}
}

// What both designs have is said once. What one reads in pages is that many requests, and what reads through
// all partitions is in it.
func TestLoads(t *testing.T) {
	const newest = "  newest: {of: Reading, where: \"Device = ?\", sort: At desc, limit: 10, rate: 1/s}\n"
	l, _ := load.Of(measured(t, newest, "all", "{Number}"), []int{0, 1}, 10)
	const want = "reads: 43.2/s of 1000\nfor: 10 min\nDesign a: one key, rate 2000/s, rate 10/s of 100\n" +
		"Design b: new every 1 s, rate 3000/s\n"
	if diff := cmp.Diff(want, l.Text); diff != "" || !strings.Contains(l.Notes[0], "can be refused") {
		t.Error(diff, l.Notes)
	}
	if scenarios, errors := partition.Parse(l.Text); errors != nil || len(scenarios) != 2 {
		t.Error(errors, scenarios)
	}
	if says := (load.Verdict{Entities: 2002}).Says("a"); !strings.Contains(says, "so about 1 percent of that") {
		t.Error(says)
	}
}

// A load begins with the design's name, in whichever letters.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{"äpfel: alle": "Äpfel alle", "日本": "Design 1 日本"} {
		m := measured(t, "", "all")
		m.File.Designs[0].Name = name
		if l, _ := load.Of(m, []int{0}, 1); !strings.Contains(l.Text, "\n"+want+": one key") {
			t.Errorf("%q: %s", name, l.Text)
		}
	}
}

// What an update reads to find its entity is a load, too, and so is what goes to a copy that's elsewhere.
func TestSearches(t *testing.T) {
	const found = "  found: {update: Reading, where: \"Device = ? and At = ?\", set: [At], rate: 5/s}\n"
	l, _ := load.Of(measured(t, found, "all"), []int{0}, 1)
	if !strings.Contains(l.Text, "reads: 21.6/s of 1000\n") {
		t.Errorf("%s", l.Text)
	}
	m := run(t, strings.Replace(file, "PATTERNS\n",
		"  known: {of: Reading, where: \"Number = ?\", rate: 500/s}\n", 1)+
		`  a: {Reading: {PartitionKey: "{Device}", RowKey: "{Number:9}",
    copies: {c: {table: Log, PartitionKey: all, RowKey: "{Number:9}"}}}}`+"\n")
	l, _ = load.Of(m, []int{0}, 10)
	if !strings.Contains(l.Text, "one key") || !strings.Contains(l.Notes[0], "“all” of Log") ||
		!strings.Contains(l.Text, "reads: 5000/s\n") {
		t.Errorf("%s%s", l.Text, l.Notes)
	}
}

func TestNoRate(t *testing.T) {
	m := measured(t, "", "all")
	for _, p := range m.File.Patterns {
		p.Rate = 0
	}
	if l, ok := load.Of(m, []int{0}, 1); ok {
		t.Error(l)
	}
}

// TestWorse: whatever is asked, another pattern makes a verdict worse, or leaves it.
func TestWorse(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	asks := []string{
		`{of: Reading, where: "Device = ?", sort: At desc, limit: 10`, `{of: Reading, where: "At > ?"`,
		`{of: Reading, where: "Number = ?"`, `{of: Reading, where: "Device = ? and At in day ?"`, `{of: Reading`,
		`{update: Reading, where: "Device = ? and Number = ?", set: [At]`, `{delete: Reading, where: "At = ?"`,
		`{insert: Reading, batch: 7`,
	}
	keys := []string{
		"all", "{Device}", "{Device:hash 8}", "{At:yyyy-MM-dd-HH}", "{Device}_{At:yyyy-MM-dd}", "{Number}",
	}
	var bench matrix.Bench
	for range 5 {
		patterns := ""
		var before [6]load.Verdict
		for n := range 4 {
			patterns += "  p" + strconv.Itoa(n) + ": " + asks[r.IntN(len(asks))] + ", rate: " +
				strconv.Itoa(1+r.IntN(200)) + "/s}\n"
			f, errors := read.File("test", fileOf(patterns, keys...))
			if len(errors) > 0 {
				t.Fatal(errors[0])
			}
			m, err := bench.Run(f, matrix.Options{Choices: 24})
			if err != nil {
				t.Fatal(err)
			}
			for d := range keys {
				v := load.VerdictOf(m, d, 1)
				if was := before[d]; v.Entities < was.Entities*(1-1e-9) || v.Requests < was.Requests*(1-1e-9) {
					t.Errorf("%s with\n%s: %+v after %+v", keys[d], patterns, v, was)
				}
				before[d] = v
			}
		}
	}
}
