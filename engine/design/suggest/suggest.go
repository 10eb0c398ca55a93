package suggest

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/protocol"
)

// Suggestion is a design that a file could have besides its own.
type Suggestion struct {
	Design  string // its name
	Pattern string // the question that it answers better; "" for several, or if it spreads load
	Keys    string // those that are new, a line each
	Says    string // how much better, and what is worse
	Why     string // of the one to take: why; "" for the others
	Text    string // the whole file with it

	also []string // other questions that it answers better, too
	dear bool     // it writes more than it saves reads
}

// Run measures a file.
type Run func(*design.File) (*design.Matrix, error)

// Review returns what a reviewer would say.
type Review func(*design.File, *design.Matrix) []design.Finding

// Of reads a file and returns what could be tried. For one that has no designs yet, that's a plain one at
// least, with which the others are compared.
func Of(name, text string, run Run, review Review) ([]Suggestion, []*read.Error, error) {
	f, missing, errors := read.Begun(name, text)
	begins := len(errors) == 0 && slices.Equal(missing, []string{"designs"})
	if begins {
		text = begin(f, text)
	}
	if f, errors = read.File(name, text); len(errors) > 0 {
		return nil, errors, nil
	}
	all, err := For(f, text, run, review)
	if !begins || err != nil {
		return all, nil, err
	}
	for i := range all {
		if all[i].Why != "" {
			all[i].Text = read.Change(all[i].Text,
				&protocol.FormChange{Section: protocol.FormChosen, Value: all[i].Design})
		}
	}
	only := Suggestion{Design: plainName, Text: text, Says: "Each entity is found by what tells it apart."}
	for _, line := range places(f.Designs[0], plainName, nil, false)[1:] {
		only.Keys += strings.TrimPrefix(line, "  ") + "\n"
	}
	if !slices.ContainsFunc(all, func(s Suggestion) bool { return s.Why != "" }) {
		only.Why = "Take this one: it answers each question without reading much in vain, or other keys don't " +
			"help or cost more."
	}
	return append(all, only), nil, nil
}

// For returns what could be tried for the questions that the first design answers badly, and for updates and
// deletes that find badly what they write, if no other design of the file does better, and for load that it
// puts on one place. The text is that of the file.
func For(f *design.File, text string, run Run, review Review) ([]Suggestion, error) {
	meant := *f
	meant.Designs = append([]*design.Design{f.Meant()}, slices.DeleteFunc(slices.Clone(f.Designs),
		func(d *design.Design) bool { return d == f.Meant() })...)
	f = &meant
	m, err := run(f)
	if err != nil {
		return nil, err
	}
	var all []Suggestion
	seen := map[string]bool{} // keys, and questions that a copy for an earlier one answers
	for i, p := range f.Patterns {
		if p.Verb == design.Insert || !allBad(m.Cells[i]) {
			continue
		}
		keys, ok := together(f, p)
		k := keys[p.Entity]
		same := p.Entity.Name + " " + k.partition + " " + k.row
		if !ok || seen[same] || seen[p.Name] {
			continue
		}
		for _, copied := range []bool{false, true} {
			if copied && p.Also != nil || !copied && moves(f, keys) {
				continue // a copy of each type is more than its writes are worth, and so is each move
			}
			s, ok, err := try(f, m, p, keys, text, copied, run)
			if err != nil {
				return nil, err
			}
			if ok {
				seen[same] = true
				all = append(all, s)
				for _, name := range s.also {
					seen[name] = seen[name] || copied
				}
			}
		}
	}
	best := chosen(all)
	if s, answers, err := whole(f, m, text, run); err != nil {
		return nil, err
	} else if answers > 1 && (best < 0 || answers > 1+len(all[best].also)) {
		all = append([]Suggestion{s}, all...)
	} else if best >= 0 {
		all[best].taken()
	}
	for _, place := range hot(f, m, review(f, m)) {
		s, ok, err := shard(f, m, place, text, run)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, s)
		}
	}
	return all, nil
}

// allBad reports whether a question reads much more than it wants, or takes several requests for several
// types, under each design.
func allBad(row []design.Cell) bool {
	for i := range row {
		c := &row[i]
		if !wasteful(&c.Figures) && (c.Pattern.Also == nil || c.Figures.Requests <= 1) {
			return false
		}
	}
	return len(row) > 0
}

// more is from which factor on a question is said to take more than before.
const more = 1.2

// wasteful reports whether a question reads much more than it wants.
func wasteful(f *design.Figures) bool { return f.Read > 2*f.Wanted+10 }

// try writes a design into the file and measures it.
func try(
	f *design.File, m *design.Matrix, p *design.Pattern, all map[*design.Entity]keys, text string, copied bool,
	run Run,
) (s Suggestion, ok bool, err error) {
	s.Design, s.Pattern = "keys for "+p.Name, p.Name
	if copied {
		s.Design = "copy for " + p.Name
	}
	after, err := s.measure(f, text, places(f.Meant(), s.Design, all, copied), run)
	if after == nil {
		return s, false, err
	}
	var worse, too []string
	for i, row := range after.Cells {
		is, was := &row[0].Figures, &m.Cells[i][0].Figures
		switch {
		case row[0].Pattern.Name == p.Name:
			ok = !wasteful(is)
			s.Says = "It reads " + instead(is.Read, was.Read) + "."
			if !wasteful(was) { // then it's about the requests
				ok = ok && is.Requests < was.Requests
				s.Says = "It takes fewer requests: " + instead(is.Requests, was.Requests) + "."
			}
		case wasteful(was) && !wasteful(is):
			s.also = append(s.also, row[0].Pattern.Name)
			too = append(too, row[0].Pattern.Name+" reads "+instead(is.Read, was.Read))
		case is.Read > more*was.Read+1:
			worse = append(worse, row[0].Pattern.Name+" reads "+instead(is.Read, was.Read))
		case row[0].Pattern.Verb == design.Read && is.Requests > more*was.Requests:
			worse = append(worse, row[0].Pattern.Name+" takes "+instead(is.Requests, was.Requests)+" requests")
		}
	}
	if too != nil {
		s.Says += " And " + strings.Join(too, ", and ") + "."
	}
	switch {
	case copied && all[p.Entity].beside != "":
		s.Says += " Each write then writes the copy, too, in the same transaction."
	case copied:
		s.Says += " Each write then writes the copy, too, in a request of its own."
	}
	if len(worse) > 0 {
		s.Says += " But " + strings.Join(worse, ", and ") + "."
	}
	s.weigh(m, after)
	return s, ok, nil
}

// weigh says so if a design writes more entities a second than it saves others from being read. It says
// nothing where a question that it answers better has no rate.
func (s *Suggestion) weigh(before, after *design.Matrix) {
	var saved, added float64
	for i, row := range after.Cells {
		is, was, p := &row[0].Figures, &before.Cells[i][0].Figures, row[0].Pattern
		if p.Rate == 0 && is.Read < was.Read {
			return
		}
		saved += p.Rate * (was.Read - is.Read)
		added += p.Rate * (is.Written - was.Written)
	}
	if s.dear = added > 0 && added > saved; s.dear {
		s.Says += " That saves " + design.Number(max(saved, 0)) + " reads a second and writes " +
			design.Number(added) + " entities a second more: take it only if the answer has to be quick."
	}
}

// instead is what a figure is and was.
func instead(is, was float64) string { return design.Number(is) + " instead of " + design.Number(was) }

// measure adds a design to the file and measures it. It returns nil if the design can't be added: the designs
// of the file aren't a block of lines, or it has such a one.
func (s *Suggestion) measure(f *design.File, text string, block []string, run Run) (*design.Matrix, error) {
	for _, line := range block[1:] {
		if strings.Contains(line, "Key: ") || strings.HasSuffix(line, ":") {
			s.Keys += strings.TrimPrefix(line, "  ") + "\n"
		}
	}
	s.Text = insert(f, text, block)
	with, errs := read.File("", s.Text)
	if len(errs) > 0 {
		return nil, nil
	}
	with.Budgets = nil
	with.Designs = with.Designs[len(with.Designs)-1:]
	return run(with)
}
