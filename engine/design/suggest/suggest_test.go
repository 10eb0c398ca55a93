package suggest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/design/suggest"
)

// measure measures few entities, as a page does while its reader waits.
func measure(f *design.File) (*design.Matrix, error) { return matrix.Run(f, matrix.Options{Most: 500}) }

func suggestions(t *testing.T, text string) []suggest.Suggestion {
	t.Helper()
	f, errs := read.File("a.yaml", text)
	if len(errs) > 0 {
		t.Fatal(errs[0], text)
	}
	all, err := suggest.For(f, text, measure, lint.Check)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

const events = `entities:
  Event:
    count: 2000
    properties:
      Panel:  {type: string, values: 4}
      At:     {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}
      Number: int32
patterns:
  newest:  {of: Event, where: "Panel = ?", sort: At desc, limit: 10, rate: 5/s}
  one:     {of: Event, where: "Number = ?", rate: 5/s}
  write:   {insert: Event, rate: 1/m}
  drop:    {delete: Event, where: "Panel = ? and At = ?"}
designs:
  forwards: {Event: {PartitionKey: "{Panel}", RowKey: "{At:iso}"}}
`

// TestFor: other keys answer one question and may spoil another one; a copy answers it beside them.
func TestFor(t *testing.T) {
	all := suggestions(t, events)
	var names []string
	for _, s := range all {
		names = append(names, s.Design)
	}
	if got := strings.Join(names, ", "); got !=
		"suggested, keys for newest, copy for newest, keys for one, copy for one" {
		t.Fatal(got)
	}
	if s := all[0]; !strings.HasPrefix(s.Why, "Take this one: ") || s.Says != "It's a whole design: newest "+
		"reads "+
		"10 instead of 505, one reads 1 instead of 2,000, write writes 2 instead of 1 in 2 requests and drop "+
		"writes 2 instead of 1 in 3 requests." ||
		!strings.Contains(s.Keys, "copies:") || !strings.Contains(s.Keys, `"{At:inverted}"`) {
		t.Errorf("%+v", s)
	}
	all = all[1:]
	for i, want := range []struct{ keys, says string }{
		{`PartitionKey: "{Panel}"` + "\n      " + `RowKey: "{At:inverted}"`,
			"It reads 10 instead of 505."},
		{`by panel: {table: Events, PartitionKey: "{Panel}", RowKey: "by-at_{At:inverted}"}`,
			"It reads 10 instead of 505. Each write then writes the copy, too, in the same transaction."},
		{`PartitionKey: "{Number:8}"` + "\n      " + `RowKey: "{Panel}_{At:iso}"`, "But newest reads"},
		{`by number: {table: EventsByNumber, PartitionKey: "{Number:8}", RowKey: "{Panel}_{At:iso}"}`,
			"It reads 1 instead of 2,000."},
	} {
		if !strings.Contains(all[i].Text, want.keys) || !strings.HasPrefix(all[i].Text, strings.TrimSpace(events)) {
			t.Errorf("%s: %s", all[i].Design, all[i].Text)
		}
		if !strings.Contains(all[i].Keys, want.keys[:len("PartitionKey")]) && i%2 == 0 {
			t.Errorf("%s has the keys %s", all[i].Design, all[i].Keys)
		}
		if !strings.Contains(all[i].Says, want.says) {
			t.Errorf("%s: %s", all[i].Design, all[i].Says)
		}
	}
}

// TestSafe: what isn't in the keys doesn't tell entities apart, whatever its values look like here, and a
// text that people write isn't put into a key.
func TestSafe(t *testing.T) {
	const visits = `entities:
  Visit:
    count: 2000
    properties:
      Doctor:  {type: string, values: 20}
      Start:   {type: datetime, every: 10m, from: 2026-01-05T00:00:00Z}
      Minutes: {type: int32, min: 10}
      Mail:    {type: string}
      Reason:  {type: string, length: 40}
patterns:
  day:    {of: Visit, where: "Start in day ?", rate: 5/s}
  mine:   {of: Visit, where: "Mail = ?", rate: 5/s}
  why:    {of: Visit, where: "Reason = ?", rate: 5/s}
designs:
  doctors: {Visit: {PartitionKey: "{Doctor}", RowKey: "{Start:iso}"}}
`
	for _, s := range suggestions(t, visits) {
		for line := range strings.Lines(s.Keys) {
			if strings.Contains(line, "{Minutes") || strings.Contains(line, "{Reason") ||
				!strings.Contains(s.Keys, "{Doctor}") || !strings.Contains(s.Keys, "{Start:iso}") {
				t.Errorf("%s: %s", s.Design, line)
			}
		}
		if s.Pattern == "why" || s.Keys == "" {
			t.Errorf("%s: %s", s.Design, s.Keys)
		}
	}
}

// TestStarters: each design of the starters may be the one that's meant. What is proposed for it can be read,
// and answers its question well.
func TestStarters(t *testing.T) {
	files, err := filepath.Glob("../../../patterns/*/*.rowkey.yaml")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	proposed := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, errs := read.File(name, string(text))
		if len(errs) > 0 {
			t.Fatal(errs[0])
		}
		var bench matrix.Bench // measures only once what several proposals need
		measure := func(f *design.File) (*design.Matrix, error) {
			return bench.Run(f, matrix.Options{Most: 500, Choices: 64})
		}
		for _, meant := range f.Designs[1:] {
			alone := *f
			alone.Designs, alone.Budgets = []*design.Design{meant}, nil
			all, err := suggest.For(&alone, string(text), measure, lint.Check)
			if err != nil {
				t.Fatal(name, err)
			}
			proposed += len(all)
			for _, s := range all {
				if s.Pattern == "" {
					continue // its price is in what it says
				}
				with, errs := read.File(name, s.Text)
				if len(errs) > 0 {
					t.Fatalf("%s: %s: %v", name, s.Design, errs[0])
				}
				added := with.Designs[len(with.Designs)-1]
				// Under only one of several designs of a file, its block isn't the last one.
				for _, d := range with.Designs {
					if d.Name == s.Design {
						added = d
					}
				}
				with.Designs, with.Budgets = []*design.Design{added}, nil
				m, err := measure(with)
				if err != nil {
					t.Fatal(err)
				}
				for _, row := range m.Cells {
					if c := &row[0]; c.Pattern.Name == s.Pattern && c.Figures.Read > 2*c.Figures.Wanted+10 {
						t.Errorf("%s: %s reads %v for %v\n%s", name, s.Design, c.Figures.Read, c.Figures.Wanted, s.Text)
					}
				}
			}
		}
	}
	if proposed < 30 {
		t.Errorf("only %d proposals", proposed)
	}
}

// TestNothing: a file whose questions read what they want has no proposals, nor has one that can't have any.
func TestNothing(t *testing.T) {
	for name, text := range map[string]string{
		"good": strings.Replace(strings.Replace(events, "{At:iso}", "{At:inverted}", 1),
			"  one:     {of: Event, where: \"Number = ?\", rate: 5/s}\n", "", 1),
		"no identity": strings.NewReplacer("      Number: int32\n", "", "{At:iso}", "{At:yyyy}",
			"  one:     {of: Event, where: \"Number = ?\", rate: 5/s}\n", "", ", sort: At desc, limit: 10", "",
			`{PartitionKey: "{Panel}"`, `{PartitionKey: all`, "values: 4", "values: 4000").Replace(events),
		"in one line": strings.Replace(events, "designs:\n  forwards: {Event: {PartitionKey: \"{Panel}\", RowKey: "+
			"\"{At:iso}\"}}", "designs: {forwards: {Event: {PartitionKey: \"{Panel}\", RowKey: \"{At:iso}\"}}}", 1),
	} {
		if all := suggestions(t, text); all != nil {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

// TestShards: load that meets in one partition, or at the end of a table, is spread by a hash that the most
// frequent question knows, or of what's different for every entity. It's said what that costs the questions.
func TestShards(t *testing.T) {
	const busy = `entities:
  Line:
    count: 4000
    properties:
      At:     {type: datetime, every: 100ms, from: 2026-01-05T00:00:00Z}
      Id:     guid
      Server: {type: string, values: 40}
patterns:
  minute: {of: Line, where: "At in minute ?", rate: 1/m}
  write:  {insert: Line, rate: 3000/s}
designs:
  days: {Line: {PartitionKey: "{At:yyyy-MM-dd}", RowKey: "{At:iso}_{Id}"}}
`
	for name, c := range map[string]struct{ text, key, says string }{
		"time first": {busy, `"{Id:hash 4}_{At:yyyy-MM-dd}"`,
			"It spreads 3,010 entities a second over 4 parts of the table: about 752 in each. The price: " +
				"minute takes 4 requests instead of 1."},
		"less, but time first": {strings.Replace(busy, "3000/s", "200/s", 1),
			`"{Id:hash 4}_{At:yyyy-MM-dd}"`, "over 4"},
		"one partition, many": {strings.NewReplacer("{At:yyyy-MM-dd}", "all", "3000/s", "90000/s").Replace(busy),
			`"{Id:hash 128}_all"`, "over 128 parts"},
		"known to the question": {strings.Replace(busy, `where: "At in`, `where: "Server = ? and At in`, 1),
			`"{Server:hash 4}_{At:yyyy-MM-dd}"`, "No question costs twice"},
		"a hot value": {strings.NewReplacer("values: 40", "values: 40, skew: zipf 2", "{At:yyyy-MM-dd}",
			"{Server}").Replace(busy), `"{Id:hash 4}_{Server}"`, "over 4"},
	} {
		var shards []suggest.Suggestion
		for _, s := range suggestions(t, c.text) {
			if s.Pattern == "" {
				shards = append(shards, s)
			}
		}
		if len(shards) != 1 || !strings.Contains(shards[0].Text, "PartitionKey: "+c.key) ||
			!strings.Contains(shards[0].Says, c.says) {
			t.Errorf("%s: %+v", name, shards)
		}
	}
	for name, text := range map[string]string{
		"spread":  strings.Replace(busy, "{At:yyyy-MM-dd}", "{Server}", 1),
		"sharded": strings.Replace(busy, "{At:yyyy-MM-dd}", "{Id:hash 8}_{At:yyyy-MM-dd}", 1),
		"rare":    strings.Replace(busy, "3000/s", "10/s", 1),
		"scanned": strings.NewReplacer("3000/s", "10/s", "At in minute ?", "Id = ?", "1/m", "5/s").Replace(busy),
	} {
		for _, s := range suggestions(t, text) {
			if s.Pattern == "" {
				t.Errorf("%s: %s", name, s.Says)
			}
		}
	}
}

// TestScores: what most questions know comes first, and the greatest points do, with what tells players of
// the same points apart. It's suggested once for the two questions that it answers.
func TestScores(t *testing.T) {
	all := suggestions(t, `entities:
  Score:
    count: 4000
    unique: [Player, Game, Season]
    properties:
      Game:   {type: string, values: 10}
      Season: {type: int32, values: 4}
      Player: {type: string, values: 2000}
      Points: {type: int32, min: 0, max: 1000000}
patterns:
  top:    {of: Score, where: "Game = ? and Season = ?", sort: Points desc, limit: 10, rate: 100/s}
  mine:   {of: Score, where: "Game = ? and Season = ? and Player = ?", rate: 50/s}
  above:  {of: Score, where: "Game = ? and Season = ? and Points > ?", rate: 5/s}
designs:
  by player: {Score: {PartitionKey: "{Player}", RowKey: "{Game}_{Season:2}"}}
`)
	if len(all) != 2 || all[0].Why+all[1].Why == "" || !strings.Contains(all[1].Says, "And above "+
		"reads") || !strings.Contains(all[1].Text,
		`PartitionKey: "{Game}_{Season:8}", RowKey: "{Points:inverted 8}_{Player}"`) {
		t.Errorf("%+v", all)
	}
}

// TestCopyThatLacks: a copy with the keys that a question needs, but not all that it wants, is replaced.
func TestCopyThatLacks(t *testing.T) {
	text := strings.Replace(events, `{Event: {PartitionKey: "{Panel}", RowKey: "{At:iso}"}}`,
		`{Event: {PartitionKey: "{Panel}", RowKey: "{At:iso}", copies: {by number: {table: Numbers, `+
			`PartitionKey: "{Number:8}", RowKey: "", only: []}}}}`, 1)
	all := suggestions(t, text)
	last := all[len(all)-1]
	if last.Design != "copy for one" || strings.Count(last.Text, "by number") != 2 ||
		!strings.Contains(last.Text,
			`by number: {table: EventsByNumber, PartitionKey: "{Number:8}", RowKey: "{Panel}_{At:iso}"}`) {
		t.Errorf("%+v", last)
	}
}
