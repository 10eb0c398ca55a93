package partition_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/partition"
)

func TestParse(t *testing.T) {
	got, errs := partition.Parse("rate: 5,000/s\nreads: 20/s of 100\nburst: 9,000/s from 2 min to 4 min\n\n" +
		"for: 1 h\nseed: 7\nranges: 3\nsplit at: 50\n" +
		"By time: new every 90 s, newest first, time first\nBy depot: 1,000 keys, zipf 1.1, 50% hot, 8 ranges\n")
	if errs != nil {
		t.Fatal(errs)
	}
	assume := partition.Default()
	assume.SplitAt = 50
	base := partition.Scenario{
		Label: "By time", Seconds: 3600, Seed: 7, Ranges: 3, Assume: assume,
		Keys: partition.Keys{Every: 90, NewestFirst: true, TimeFirst: true},
		Loads: []partition.Load{
			{Rate: 5000, Entities: 1}, {Rate: 20, Entities: 100, Read: true},
			{Rate: 9000, Entities: 1, From: 120, Until: 240},
		},
	}
	other := base
	other.Label, other.Ranges = "By depot", 8
	other.Keys = partition.Keys{Values: 1000, Zipf: 1.1, Hot: 0.5}
	if diff := cmp.Diff([]partition.Scenario{base, other}, got); diff != "" {
		t.Errorf("scenarios (-want +got):\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	const good = "rate: 5/s\nA: one key\n"
	for text, want := range map[string]struct {
		line, column int
		message      string
	}{
		"":                                        {1, 1, "A load has one design or two."},
		good + "B: one key\nC: one key":           {1, 1, "A load has one design or two."},
		"A: one key":                              {1, 1, "Nothing loads the table."},
		good + "words":                            {3, 1, "This line has no name and value."},
		good + "  color: blue":                    {3, 1, `There is no setting "color".`},
		"rate:  fast\nA: one key":                 {1, 8, `This isn't a load: "fast".`},
		"rate: 5/s from 1 min\nA: one key":        {1, 7, `This isn't a load: "5/s from 1 min".`},
		"burst: 5/s\nA: one key":                  {1, 8, `This isn't a load: "5/s".`},
		good + "for: 1 day":                       {3, 6, `This isn't a duration from 10 s to 24 h: "1 day".`},
		good + "seed: -1":                         {3, 7, `This isn't a whole number up to 1,000: "-1".`},
		good + "retries: 99":                      {3, 10, `This isn't a number from 0 to 20: "99".`},
		"rate: 5/s\nÄ: one key, many keys":        {2, 13, `This says nothing about keys: "many keys".`},
		"rate: 5/s\nA: 0 keys":                    {2, 4, `This says nothing about keys: "0 keys".`},
		"rate: 99,000/s\nfor: 1 h\nA: 1 keys":     {3, 1, "These are more than 40,000,000 requests."},
		"rate: 5/s\nA: 9,000 keys, new every 1 s": {2, 1, "These are 5,400,000 PartitionKeys."},
	} {
		_, errs := partition.Parse(text)
		if len(errs) != 1 {
			t.Errorf("%q: errors %v, want one", text, errs)
			continue
		}
		e := errs[0]
		if e.Line != want.line || e.Column != want.column || e.Message != want.message || e.Hint == "" {
			t.Errorf("%q: %d:%d: %s (%s), want %d:%d: %s",
				text, e.Line, e.Column, e.Message, e.Hint, want.line, want.column, want.message)
		}
	}
}

// Every assumption can be set by its name, says where it's from, and is within its own bounds.
func TestAssumptions(t *testing.T) {
	a := partition.Default()
	seen := map[*float64]bool{}
	for _, one := range a.List() {
		if one.Source == "" || one.Why == "" || *one.Value < one.Least || *one.Value > one.Most || seen[one.Value] {
			t.Errorf("%+v of %g", one, *one.Value)
		}
		seen[one.Value] = true
		_, errs := partition.Parse("rate: 5/s\nA: one key\n" + one.Name + ": 15\n")
		if errs != nil {
			t.Errorf("%s: %v", one.Name, errs[0])
		}
	}
}

func TestStories(t *testing.T) {
	for name, test := range map[string]struct {
		text  string
		shape partition.Shape
		story string
	}{
		"one key": {
			"A: one key", partition.Row,
			"in the end, about 2,000 of 5,000 entities a second get in. From 6 s on, 88% of the attempts are " +
				"refused, and 57% of all requests are given up after 3 retries. Of those that get in, one in 20 " +
				"takes 5.8 s or longer. The service never splits a PartitionKey, so it can't help.",
		},
		"by time": {
			"A: new every 1 s", partition.Diagonal,
			"in the end, about 2,000 of 5,000 entities a second get in. ",
		},
		"spread": {
			"A: 1,000 keys", partition.Even,
			"77% of the attempts are refused from 6 s to 2 min 3 s, and 23% of all requests are given up after " +
				"3 retries. Of those that get in, one in 20 takes 5.1 s or longer. Then the service has 4 " +
				"ranges on 4 servers, and nothing is refused.",
		},
		"time first": {
			"A: 50 keys, new every 30 s, time first", partition.Diagonal, "in the end, about 2,",
		},
		"time first, slowly": {
			"for: 10 min\nA: 50 keys, new every 150 s, time first", partition.Diagonal,
			"74% of the attempts are refused in 4 stretches, 8 min 40 s in all, and 28% ",
		},
		"shards by time": {"A: 8 keys, new every 30 s, 8 ranges", partition.Even, "nothing is refused."},
		"half on one":    {"A: 10 keys, 50% hot, 10 ranges", partition.Row, "in the end, about 4,"},
		"divided": {
			"A: 1,000 keys, 8 ranges", partition.Even, "nothing is refused.",
		},
		"burst": {"burst: 15,000/s from 2 min to 3 min\nA: 1,000 keys, 20 ranges", partition.Column, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, errs := partition.Parse("rate: 5,000/s\nfor: 3 min\n" + test.text)
			if errs != nil {
				t.Fatal(errs)
			}
			r := partition.Run(s[0])
			if r.Shape() != test.shape {
				t.Errorf("shape %s, want %s", r.Shape(), test.shape)
			}
			if story := r.Story(); !strings.HasPrefix(story, test.story) {
				t.Errorf("story %q, want %q", story, test.story)
			}
		})
	}
}

// A scenario is simulated, and adds up, or Check says why not.
func TestExtremes(t *testing.T) {
	base := partition.Scenario{
		Seconds: 20, Keys: partition.Keys{Values: 40, Every: 2}, Assume: partition.Default(),
		Loads: []partition.Load{{Rate: 4000, Entities: 1}},
	}
	simulate := func(what string, s partition.Scenario) {
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		if r := partition.Run(s); r.Requests != r.Served+r.GivenUp+r.Waiting || r.Story() == "" {
			t.Errorf("%s: %d requests, %d served, %d given up, %d waiting",
				what, r.Requests, r.Served, r.GivenUp, r.Waiting)
		}
	}
	for i, a := range base.Assume.List() {
		for _, value := range []float64{a.Least, a.Most} {
			s := base
			*s.Assume.List()[i].Value = value
			simulate(a.Name+" of "+strconv.FormatFloat(value, 'f', -1, 64), s)
		}
		s := base
		*s.Assume.List()[i].Value = math.NaN()
		if s.Check() == nil {
			t.Errorf("%s can be no number", a.Name)
		}
	}
	quiet := base
	quiet.Loads = []partition.Load{{Entities: 1}}
	simulate("no requests", quiet)
	late := base
	late.Loads = []partition.Load{{Rate: 10, Entities: 1, From: 30}}
	simulate("a load that comes later", late)
	for what, change := range map[string]func(*partition.Scenario){
		"a short time":      func(s *partition.Scenario) { s.Seconds = 0 },
		"no load":           func(s *partition.Scenario) { s.Loads = nil },
		"a negative rate":   func(s *partition.Scenario) { s.Loads = []partition.Load{{Rate: -1, Entities: 1}} },
		"no entities":       func(s *partition.Scenario) { s.Loads = []partition.Load{{Rate: 1}} },
		"too many keys":     func(s *partition.Scenario) { s.Keys.Values = 1 << 40 },
		"a short period":    func(s *partition.Scenario) { s.Keys.Every = 1e-300 },
		"more than all hot": func(s *partition.Scenario) { s.Keys.Hot = 2 },
		"a long name":       func(s *partition.Scenario) { s.Label = strings.Repeat("ä", 41) },
	} {
		s := base
		if change(&s); s.Check() == nil {
			t.Errorf("%s can be simulated", what)
		}
	}
}
