package compile

import (
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
)

// choice is one way for the properties to have values: what one request asks for.
type choice struct {
	conditions []*condition
	shard      int  // the value of the PartitionKey's first hash that no term fixes; -1 for all
	guessed    bool // no term fixes some of it: there's a choice for each value
}

// span is what a choice makes of a key: its text, or its bounds.
type span struct {
	key     string // PartitionKey or RowKey
	text    string
	next    int                // the first part that isn't in the text
	whole   bool               // every part is in the text
	narrow  bool               // a term bounds it
	empty   bool               // no key is in it
	within  plan.Interval      // bounds of a key that isn't whole
	used    []*design.Property // those that bound it
	ends    []int              // of these: how much of the text fixes them; more than there is for a range
	covered []*design.Property // those whose condition it fulfills exactly
	why     []string
}

// walk puts a choice into a template.
func (c choice) walk(key string, t design.Template) (s span) {
	s.key = key
	shard := c.shard
	if key != table.PartitionKey {
		shard = -1
	}
	for i, p := range t.Parts {
		s.next = i
		last := i == len(t.Parts)-1
		if p.Property == nil {
			s.text += p.Literal
			continue
		}
		about := find(c.conditions, p.Property)
		if !s.fix(p, about, &shard, last) {
			s.bound(p, about, last)
			s.empty = s.empty || !table.ValidKey(s.text)
			return s
		}
	}
	s.next, s.whole = len(t.Parts), true
	s.only(t)
	s.empty = s.empty || keys.Check(s.text) != nil
	return s
}

// only covers a property if its text is the only one in the whole key whose length isn't known: it's what the
// others leave.
func (s *span) only(t design.Template) {
	var found *design.Part
	for i := range t.Parts {
		if keys.NatureOf(t.Parts[i]).Decodable {
			continue
		}
		if found != nil {
			return
		}
		found = &t.Parts[i]
	}
	if found != nil && keys.NatureOf(*found).Injective {
		s.covered = append(s.covered, found.Property)
	}
}

// fix appends the text of a part if the choice has only one for it.
func (s *span) fix(p design.Part, c *condition, shard *int, last bool) bool {
	nature := keys.NatureOf(p)
	v, ok := c.single()
	switch {
	case ok:
		text, err := keys.Append(nil, p, v)
		s.text += string(text)
		s.empty = s.empty || err != nil
		s.use(p.Property, len(s.text), nature.Injective && (nature.Decodable || last || p.Property.Several > 0))
		if c.terms == nil {
			s.guess("`" + p.Property.Name + "`, which")
		} else {
			s.say(p, ": equality.", last)
		}
		return true
	case p.Format == design.Hash && *shard >= 0:
		s.text += string(keys.AppendHash(nil, *shard, p.Width))
		s.narrow = true
		*shard = -1
		s.guess("`" + p.Property.Name + "`, whose hash")
		return true
	case nature.Order == keys.Cut && c != nil && c.lo.is() && c.hi.is() && !c.fixed:
		first, final := c.lo.value.Ticks(), c.hi.value.Ticks()
		start := keys.Floor(first, p.Unit)
		if start != keys.Floor(final, p.Unit) {
			return false
		}
		text, _ := keys.Append(nil, p, c.lo.value) // a time is in the form of a cut
		s.text += string(text)
		s.use(p.Property, len(s.text), first == start && final+1 == keys.Next(start, p.Unit))
		s.say(p, ": the time is within one of its units.", last)
		return true
	}
	return false
}

func (s *span) use(p *design.Property, end int, exactly bool) {
	s.narrow = true
	s.used, s.ends = append(s.used, p), append(s.ends, end)
	if exactly {
		s.covered = append(s.covered, p)
	}
}

// guess explains a part of which all values are asked for.
func (s *span) guess(what string) {
	s.why = append(s.why, "Nothing fixes "+what+" is in "+s.key+": one request for each of its values.")
}

// say explains a part.
func (s *span) say(p design.Part, how string, last bool) {
	where := " is in "
	if s.next == 0 && last {
		where = " is the whole "
	}
	s.why = append(s.why, "`"+p.Property.Name+"`"+where+s.key+how)
}

// bound ends the key at a part that has more than one text.
func (s *span) bound(p design.Part, c *condition, last bool) {
	s.within = beginningWith(s.text)
	if c == nil {
		return
	}
	many := len(c.values) > 1
	switch nature := keys.NatureOf(p); {
	case c.property.Kind == table.String:
		s.boundText(p, c, last)
	case nature.Order == keys.Destroyed || !c.lo.is() && !c.hi.is():
	default:
		lo, hi := c.lo, c.hi
		exact := !many
		if nature.Order == keys.Cut {
			exact = exact && onUnits(c, p.Unit)
		}
		switch of := c.property; {
		case of.Kind == table.DateTime:
		case p.Width > 0:
			lo, hi = s.clamp(p, lo, hi)
		default: // all have as many digits as the least and the greatest
			s.empty = s.empty || lo.is() && float64(lo.value.Int()) > of.Max ||
				hi.is() && float64(hi.value.Int()) < of.Min
			if lo.is() && float64(lo.value.Int()) < of.Min {
				lo = bound{}
			}
			if hi.is() && float64(hi.value.Int()) > of.Max {
				hi = bound{}
			}
		}
		if nature.Order == keys.Reversed {
			lo, hi = hi, lo
		}
		s.boundBy(p, lo, hi, last)
		s.use(p.Property, len(s.text)+1, exact)
		s.say(p, ": a range.", last)
	}
}

// onUnits says whether a range of times begins and ends with a unit.
func onUnits(c *condition, u design.Unit) bool {
	lo, hi := c.lo, c.hi
	return (!lo.is() || keys.Floor(lo.value.Ticks(), u) == lo.value.Ticks()) &&
		(!hi.is() || keys.Next(hi.value.Ticks(), u) == hi.value.Ticks()+1)
}

// clamp leaves out bounds that the digits of a padded number can't exceed.
func (s *span) clamp(p design.Part, lo, hi bound) (low, high bound) {
	greatest := int64(1)
	for range min(p.Width, 18) {
		greatest *= 10
	}
	over := func(b bound) bool { return p.Width <= 18 && b.value.Int() >= greatest }
	if lo.is() {
		s.empty = s.empty || over(lo)
		if lo.value.Int() < 0 {
			lo = bound{}
		}
	}
	if hi.is() {
		s.empty = s.empty || hi.value.Int() < 0
		if over(hi) {
			hi = bound{}
		}
	}
	return lo, hi
}

// boundBy bounds the key by texts that all have the same width. What follows them in the key is included.
func (s *span) boundBy(p design.Part, lo, hi bound, last bool) {
	if lo.is() {
		text, err := keys.Append([]byte(s.text), p, lo.value)
		if err == nil {
			s.within.Raise(plan.Edge{Key: string(text)})
		}
	}
	if hi.is() {
		text, err := keys.Append([]byte(s.text), p, hi.value)
		to := plan.Interval{High: plan.Edge{Key: string(text)}, Bounded: true}
		if !last {
			to = beginningWith(string(text))
		}
		if err == nil && to.Bounded {
			s.within.Lower(to.High)
		}
	}
}

// boundText bounds the key by a string. In the middle of a key only a prefix does so from above: "a!" is
// after "a", and "a!_" before "a_".
func (s *span) boundText(p design.Part, c *condition, last bool) {
	prefix := c.prefix
	if p.Format == design.Lower {
		prefix = strings.ToLower(prefix)
	} else if p.Format != design.Plain {
		return
	}
	used := prefix != ""
	if used {
		s.within = beginningWith(s.text + prefix)
	}
	if p.Format == design.Plain {
		if c.lo.is() && table.CompareText(c.lo.value.Text(), prefix) >= 0 {
			s.within.Raise(plan.Edge{Key: s.text + c.lo.value.Text(), Open: c.lo.open && last})
			used = true
		}
		if c.hi.is() && !last && p.Property.Even {
			end := beginningWith(s.text + c.hi.value.Text())
			if used = used || end.Bounded; end.Bounded {
				s.within.Lower(end.High)
			}
		}
		to := s.text + c.hi.value.Text()
		if c.hi.is() && last && (!s.within.Bounded || table.CompareText(to, s.within.High.Key) < 0) {
			s.within.Lower(plan.Edge{Key: to, Open: c.hi.open})
			used = true
		}
	}
	if used {
		s.use(p.Property, len(s.text)+1, last && p.Format == design.Plain && len(c.values) < 2)
		s.say(p, ": a range.", last)
	}
}

// beginningWith returns the interval of the keys that begin with a text.
func beginningWith(text string) (i plan.Interval) {
	i.Low.Key = text
	if after, ok := keys.After(text); ok {
		i.Lower(plan.Edge{Key: after, Open: true})
	}
	return i
}

// equal says whether two spans have the same keys.
func (s *span) equal(o *span) bool {
	return s.text == o.text && s.whole == o.whole && s.within == o.within
}

// ranged returns the span with bounds, even if there's only one key in it.
func (s span) ranged() span {
	if s.whole {
		s.within, s.whole = plan.Only(s.text), false
	}
	return s
}

// without says whether no key within the bounds begins with a text.
func (s *span) without(prefix string) bool {
	n := table.CompareText(prefix, s.within.High.Key)
	after, ok := keys.After(prefix)
	return s.within.Bounded && (n > 0 || n == 0 && s.within.High.Open) ||
		ok && table.CompareText(after, s.within.Low.Key) <= 0
}

// filter appends the terms that bound the key.
func (s *span) filter(terms []string) []string {
	low, high := s.within.Low, s.within.High
	switch {
	case s.whole:
		return append(terms, s.key+" eq "+filter.Quote(s.text))
	case low.Open:
		terms = append(terms, s.key+" gt "+filter.Quote(low.Key))
	case low.Key != "":
		terms = append(terms, s.key+" ge "+filter.Quote(low.Key))
	}
	switch {
	case s.within.Bounded && high.Open:
		terms = append(terms, s.key+" lt "+filter.Quote(high.Key))
	case s.within.Bounded:
		terms = append(terms, s.key+" le "+filter.Quote(high.Key))
	}
	return terms
}
