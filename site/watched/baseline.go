package watched

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/outcome"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/site/review"
)

// Baseline is what each query of a program may read, as a file says it.
type Baseline struct {
	file    string
	entries []*entry
}

// entry is a line of the file: the plan, how many entities the query may read at most, the shape, and after
// a # why a scan is wanted.
type entry struct {
	line   int
	kind   plan.Kind
	most   int
	shape  string
	reason string
}

const heading = `# What each query of the program may read: its plan, the most it reads, its shape.
# rowkey watch --baseline FILE --update writes it again. A scan needs a reason after a #.
`

// Parse reads a baseline. Its error says which line is wrong, and why.
func Parse(file, text string) (*Baseline, error) {
	b := &Baseline{file: file}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		rule, reason := apart(line)
		fields := strings.Fields(rule)
		if len(fields) == 0 {
			continue
		}
		bad := func(why string) error { return fmt.Errorf("%s:%d: %s", file, number, why) }
		if len(fields) < 3 {
			return nil, bad("a line has a plan, a number and a shape, such as: point 1 QueryEntity Orders")
		}
		e := &entry{line: number, shape: strings.Join(fields[2:], " "), reason: strings.TrimSpace(reason)}
		kind := plan.Named(fields[0])
		most, err := strconv.Atoi(fields[1])
		switch {
		case kind == plan.None:
			names := strings.Join(plan.Names(), ", ")
			return nil, bad(fmt.Sprintf("%q isn't a plan; the plans are %s", fields[0], names))
		case err != nil || most < 0:
			return nil, bad(fmt.Sprintf("%q isn't a number of entities", fields[1]))
		case b.find(e.shape) != nil:
			return nil, bad("this shape is in the file twice")
		}
		e.kind, e.most = kind, most
		b.entries = append(b.entries, e)
	}
	return b, nil
}

// apart returns what comes before a # that begins a word, and after it. Others stand for numbers in names.
func apart(line string) (rule, reason string) {
	rule, reason, _ = strings.Cut(" "+strings.ReplaceAll(line, "\t", " "), " #")
	return rule, reason
}

func (b *Baseline) find(shape string) *entry {
	for _, e := range b.entries {
		if e.shape == shape {
			return e
		}
	}
	return nil
}

// Check compares what a program did with the baseline. A scan that isn't there or has no reason fails, and so
// do a worse plan, a request that reads more than it may, and a line that nothing uses any more. A query that
// isn't there and scans nothing is a warning.
func (b *Baseline) Check(all []*Shape) (found []outcome.Outcome) {
	say := func(line int, shape, says string, warning bool) {
		o := outcome.Outcome{File: b.file, Line: line, Name: shape, Says: says, Warning: warning}
		found = append(found, o)
	}
	used := map[*entry]bool{}
	for _, s := range queries(all) {
		e := b.find(s.Name)
		if e == nil {
			says := fmt.Sprintf("It's new: a %s that reads %s.", s.Plan, s.most())
			if s.Kind.Scans() {
				says += s.beware()
			}
			say(0, s.Name, says, !s.Kind.Scans())
			continue
		}
		used[e] = true
		switch {
		case s.Kind > e.kind:
			says := fmt.Sprintf("It's a %s now, and was a %s. It reads %s.", s.Plan, e.kind, s.most())
			say(e.line, s.Name, says, false)
		case s.Most > e.most:
			say(e.line, s.Name, fmt.Sprintf("It reads %d, and may read %d.", s.Most, e.most), false)
		case s.Kind.Scans() && e.reason == "":
			say(e.line, s.Name, "It scans, and the line has no reason why it may: write one after a #.", false)
		default:
			say(e.line, s.Name, "", false)
		}
	}
	for _, e := range b.entries {
		if !used[e] {
			say(e.line, e.shape, "Nothing uses it any more: take out the line.", false)
		}
	}
	return found
}

// beware says what a new scan comes to, and what to do instead.
func (s *Shape) beware() (text string) {
	if !s.Unread {
		const factor = 100
		text = fmt.Sprintf(" Of %d times the data it reads %s.", factor, spelling.Number(s.At(factor).More))
	}
	advice := cmp.Or(s.Advice, "Change the query or the keys.")
	return text + " " + advice + " If it's meant, add it with a reason."
}

// Updated returns the text of a baseline of what a program did, with the reasons of the one before.
func (b *Baseline) Updated(all []*Shape) string {
	text := heading
	for _, s := range queries(all) {
		line := fmt.Sprintf("%-20s %7d  %s", s.Plan, s.Most, s.Name)
		if e := b.find(s.Name); e != nil && e.reason != "" {
			line += "  # " + e.reason
		}
		text += line + "\n"
	}
	return text
}

// most writes how many entities a request reads at most.
func (s *Shape) most() string {
	if s.Unread {
		return "what the capture doesn't say"
	}
	return strconv.Itoa(s.Most)
}

// queries returns the shapes that look for entities, by their names.
func queries(all []*Shape) (found []*Shape) {
	for _, s := range all {
		if s.Kind != plan.None {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(a, b *Shape) int { return strings.Compare(a.Name, b.Name) })
	return found
}

// Questions returns what a baseline is about, to compare it with another version.
func (b *Baseline) Questions() (all []*review.Question) {
	for _, e := range b.entries {
		q := question(e.shape, e.kind, e.most)
		q.Line, q.Wanted = e.line, e.reason != ""
		all = append(all, q)
	}
	return all
}
