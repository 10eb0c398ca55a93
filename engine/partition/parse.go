package partition

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is what is wrong with a line of a load fence, and what to write instead.
type Error struct {
	Line, Column  int // from 1, the column in characters
	Message, Hint string
}

func (e *Error) Error() string { return e.Message + " " + e.Hint }

// Parse reads scenarios from the lines of a load fence: settings, which begin with a small letter and hold
// for all designs, and designs, which begin with another one.
//
//	rate: 5,000/s
//	for: 10 min
//	One PartitionKey: one key
//	By depot: 10 keys, 50% hot
func Parse(text string) ([]Scenario, []*Error) {
	p := &parser{base: Scenario{Seconds: 600, Seed: 1, Assume: Default()}}
	var designs []Scenario
	var written []int // the line of each
	for range 2 {     // settings first, wherever they are
		designs, written = nil, nil
		p.line = 0
		for line := range strings.Lines(text) {
			p.line++
			name, value, found := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
			label := strings.TrimSpace(name)
			p.column = utf8.RuneCountInString(name) - utf8.RuneCountInString(strings.TrimLeft(name, " \t")) + 1
			switch {
			case label == "" && !found:
			case !found || label == "" || strings.TrimSpace(value) == "":
				p.fail("This line has no name and value.", "Write rate: 5,000/s or By depot: 10 keys.")
			case strings.ToLower(label) == label:
				p.value(name, value, func(v string) { p.setting(label, v) })
			default:
				s := p.base
				s.Label = label
				p.value(name, value, func(v string) { p.design(&s, v) })
				designs, written = append(designs, s), append(written, p.line)
			}
		}
		if len(p.errors) > 0 {
			return nil, p.errors
		}
	}
	p.line, p.column = 1, 1
	if len(designs) == 0 || len(designs) > 2 {
		p.fail("A load has one design or two.", "Write a line for each, such as By depot: 10 keys.")
	}
	for i := range designs {
		p.line, p.column = written[i], 1
		if err := designs[i].Check(); err != nil {
			err.Line, err.Column = p.line, p.column
			p.errors = append(p.errors, err)
		}
	}
	if len(p.errors) > 0 {
		return nil, p.errors
	}
	return designs, nil
}

type parser struct {
	base         Scenario
	line, column int
	errors       []*Error
}

func (p *parser) fail(message, hint string) {
	p.errors = append(p.errors, &Error{p.line, p.column, message, hint})
}

// value reads the part of a line after its colon, with the column there.
func (p *parser) value(name, value string, read func(string)) {
	left := strings.TrimLeft(value, " \t")
	p.column = utf8.RuneCountInString(name) + 2 + utf8.RuneCountInString(value) - utf8.RuneCountInString(left)
	read(strings.TrimRight(left, " \t"))
}

// setting reads a line that holds for all designs. The second time it's read, it has been set already.
func (p *parser) setting(name, value string) {
	s := &p.base
	switch name {
	case "rate", "reads", "burst":
		l, ok := load(name, strings.Fields(value))
		if !ok {
			p.fail("This isn't a load: "+strconv.Quote(value)+".",
				"Write rate: 5,000/s, reads: 20/s of 100, or burst: 9,000/s from 2 min to 4 min.")
			return
		}
		for _, had := range s.Loads {
			if had == l {
				return
			}
		}
		s.Loads = append(s.Loads, l)
	case "for":
		n, rest, ok := span(strings.Fields(value))
		if !ok || len(rest) > 0 || n < 10 || n > 24*3600 {
			p.fail("This isn't a duration from 10 s to 24 h: "+strconv.Quote(value)+".", "Write for: 10 min.")
		}
		s.Seconds = int(n)
	case "seed", "ranges":
		n, ok := number(value)
		if !ok || n < 0 || n > 1000 || n != float64(int(n)) {
			p.fail("This isn't a whole number up to 1,000: "+strconv.Quote(value)+".", "Write "+name+": 1.")
		}
		if name == "seed" {
			s.Seed = uint64(max(n, 0))
		} else {
			s.Ranges = int(n)
		}
	default:
		p.assumption(name, value)
	}
}

func (p *parser) assumption(name, value string) {
	names := "rate, reads, burst, for, seed, ranges"
	for _, a := range p.base.Assume.List() {
		names += ", " + a.Name
		if a.Name != name {
			continue
		}
		n, ok := number(value)
		if !ok || n < a.Least || n > a.Most {
			p.fail("This isn't a number from "+digits(a.Least)+" to "+digits(a.Most)+": "+strconv.Quote(value)+".",
				"Write "+name+": "+digits(*a.Value)+".")
			return
		}
		*a.Value = n
		return
	}
	p.column = 1
	p.fail("There is no setting "+strconv.Quote(name)+".",
		"There are "+names+". A design begins with a capital letter.")
}

// design reads which keys a design has.
func (p *parser) design(s *Scenario, value string) {
	column := p.column
	for clause := range strings.SplitSeq(value, ", ") {
		p.column = column
		column += utf8.RuneCountInString(clause) + 2
		if !keys(s, strings.Fields(clause)) {
			p.fail("This says nothing about keys: "+strconv.Quote(clause)+".",
				"Write one or more of: one key, 10 keys, zipf 1.1, 50% hot, new every 60 s, time first, "+
					"newest first, 8 ranges, rate 100/s, reads 20/s of 100; with a comma and a space between them.")
		}
	}
}

func keys(s *Scenario, words []string) bool {
	k := &s.Keys
	switch strings.Join(words, " ") {
	case "one key":
		k.Values = 1
		return true
	case "time first":
		k.TimeFirst = true
		return true
	case "newest first":
		k.NewestFirst = true
		return true
	}
	if len(words) == 4 && words[0] == "new" && words[1] == "every" {
		n, rest, ok := span(words[2:])
		k.Every = n
		return ok && len(rest) == 0 && n >= 0.1
	}
	if slices.Contains(loads, words[0]) {
		l, ok := load(words[0], words[1:])
		s.Loads = append(slices.Clip(s.Loads), l)
		return ok
	}
	if len(words) != 2 {
		return false
	}
	if words[0] == "zipf" {
		n, ok := number(words[1])
		k.Zipf = n
		return ok && n >= 0 && n <= 10
	}
	text, percent := strings.CutSuffix(words[0], "%")
	n, ok := number(text)
	switch whole := n == float64(int(n)) && n >= 1 && n <= maxKeys; {
	case !ok:
		return false
	case percent && words[1] == "hot":
		k.Hot = n / 100
		return n >= 0 && n <= 100
	case words[1] == "keys" && !percent && whole:
		k.Values = int(n)
		return true
	case words[1] == "ranges" && !percent && whole:
		s.Ranges = int(n)
		return n <= 1000
	}
	return false
}

// loads are the names of loads, which all designs can have, or only one.
var loads = []string{"rate", "reads", "burst"}

// load reads "5,000/s" or "20/s of 100", of a burst with "from 2 min to 4 min".
func load(name string, words []string) (l Load, ok bool) {
	l.Read = name == "reads"
	if len(words) == 0 {
		return l, false
	}
	text, perSecond := strings.CutSuffix(words[0], "/s")
	l.Rate, ok = number(text)
	l.Entities = 1
	words = words[1:]
	if len(words) >= 2 && words[0] == "of" {
		n, fine := number(words[1])
		l.Entities = int(n)
		ok = ok && fine && n >= 1 && n <= 1000
		words = words[2:]
	}
	if len(words) > 0 && words[0] == "from" {
		var fine, there bool
		l.From, words, fine = span(words[1:])
		if len(words) > 0 && words[0] == "to" {
			l.Until, words, there = span(words[1:])
		}
		ok = ok && fine && there && l.Until > l.From
	}
	ok = ok && (name == "burst") == (l.Until > 0)
	return l, ok && perSecond && l.Rate >= 0 && l.Rate <= 1e6 && len(words) == 0
}

// span reads a duration in seconds from two words, such as 10 min.
func span(words []string) (seconds float64, rest []string, ok bool) {
	if len(words) < 2 {
		return 0, words, false
	}
	n, ok := number(words[0])
	unit := map[string]float64{"s": 1, "min": 60, "h": 3600}[words[1]]
	return n * unit, words[2:], ok && unit > 0 && n >= 0
}

// number reads a number, which can have commas between its digits.
func number(text string) (float64, bool) {
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	return n, err == nil && n >= -1e12 && n <= 1e12
}

func digits(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
