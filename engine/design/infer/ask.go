package infer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// asked is a request for entities.
type asked struct {
	*Request
	odata.Address
	key   table.Key // of the entity that it's for, if keyed
	keyed bool
	ways  []way // in which its filter is true
	plain bool  // they're all of them: they could be told
}

// unclear is why a request isn't a question.
type unclear struct {
	why     string
	several bool // it asks for several things at once: each of its ways is a question
}

func (u *unclear) Error() string { return u.why }

// ask makes a pattern of each different question or write that the requests make.
func (d *Described) ask(types []*entityType, sent []Request) (all []pattern) {
	for n := 1; len(sent) > 0; sent, n = sent[n:], 1 {
		for sent[0].transaction != "" && n < len(sent) && sent[n].transaction == sent[0].transaction {
			n++
		}
		if p, ok := inserted(types, sent[:n]); ok {
			all = p.among(all)
			continue
		}
		for i := range sent[:n] {
			all = d.askOne(all, types, &sent[i])
		}
	}
	return all
}

// among adds the pattern to others, or to one that's the same.
func (p pattern) among(all []pattern) []pattern {
	is := func(q pattern) bool { return q.what() == p.what() && (q.sent > 0) == (p.sent > 0) }
	if at := slices.IndexFunc(all, is); at >= 0 {
		q := &all[at]
		q.times, q.sent = q.times+p.times, q.sent+p.sent
		for i, n := range p.count {
			q.count[i] += n
		}
		return all
	}
	gap := ""
	if strings.Contains(p.name, " ") {
		gap = " "
	}
	p.name = free(p.name, gap, func(name string) bool {
		return slices.ContainsFunc(all, func(q pattern) bool { return q.name == name })
	})
	p.times = max(1, p.times)
	return append(all, p)
}

// in returns the types in the request's table.
func (a *asked) in(types []*entityType) (there []*entityType) {
	for _, t := range types {
		if a != nil && t.table == a.Table {
			there = append(there, t)
		}
	}
	return there
}

// askOne adds the pattern of a request.
func (d *Described) askOne(all []pattern, types []*entityType, r *Request) []pattern {
	a := read(r)
	there := a.in(types)
	if there == nil {
		return all
	}
	add := func(a *asked) error {
		p, err := a.pattern(together(a.wanted(there)))
		if err == nil {
			p.times = a.Times
			all = p.among(all)
		}
		return err
	}
	err := add(a)
	if u, ok := err.(*unclear); ok && u.several {
		d.Notes = append(d.Notes, a.title()+" has an or, so it's a question for each side.")
		err = nil
		for _, w := range a.ways {
			one := *a
			one.ways = []way{w}
			err = cmp.Or(add(&one), err)
		}
	}
	if err != nil {
		d.Notes = append(d.Notes, a.title()+" isn't a question here: "+err.Error()+".")
	}
	return all
}

// read reads what a request is for. It returns nil if that isn't entities.
func read(r *Request) *asked {
	a := &asked{Request: r}
	var ok bool
	if a.Address, ok = odata.ParseAddress(r.Target); !ok {
		return nil
	}
	if _, comp := a.Param("comp"); comp {
		return nil
	}
	switch source, _ := a.Param("$filter"); {
	case a.One:
		a.key, a.keyed = a.Key, true
		a.ways, a.plain = []way{nil}, true
	case r.Method == "POST":
		key, _, err := odata.DecodeInsert(r.Body)
		a.key, a.keyed = key, err == nil
		a.ways, a.plain = []way{nil}, true
	default:
		e, err := filter.Parse(source)
		if a.plain = err == nil; e == nil {
			a.ways = []way{nil}
		} else if a.plain {
			a.ways, a.plain = waysOf(e, true)
		}
	}
	return a
}

// title is how notes call the request.
func (a *asked) title() string {
	for _, s := range []string{a.Title, a.Name, a.Method + " " + a.Table} {
		if s != "" {
			return "“" + s + "”"
		}
	}
	return ""
}

// spoken returns a name that YAML takes without quotes: what the script calls the request, in plain
// words.
func (a *asked) spoken(verb string) string {
	var b strings.Builder
	before := 'A'
	for _, c := range cmp.Or(a.Name, a.Title) {
		if a.Name != "" && isUpper(c) && inName(before) && !isUpper(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
		before = c
	}
	words := strings.FieldsFunc(strings.ToLower(b.String()), func(c rune) bool { return !inWord(c) })
	const most = 5
	name := strings.Join(words[:min(most, len(words))], " ")
	if name != "" && isLetter(rune(name[0])) {
		return name
	}
	if verb == "of" {
		verb = "all"
	}
	return verb + " " + a.Table
}

// wanted returns the types of which the request gets or writes entities.
func (a *asked) wanted(there []*entityType) (met []*entityType) {
	for _, t := range there {
		is := func(e table.Entity) bool { return e.Key == a.key }
		switch {
		case !a.keyed && !a.plain, a.keyed && slices.ContainsFunc(t.entities, is),
			!a.keyed && slices.ContainsFunc(a.ways, t.meets):
			met = append(met, t)
		}
	}
	if met == nil {
		return there[:1]
	}
	return met
}

// meets reports whether conditions on keys, and on what names the type, are true of an entity.
// Others may be, if there are such properties.
func (t *entityType) meets(w way) bool {
	for _, c := range w {
		if _, has := t.kinds[c.Property]; !has && !isKey(c.Property) && c.Property != t.tell {
			return false
		}
	}
	return slices.ContainsFunc(t.entities, func(e table.Entity) bool {
		return !slices.ContainsFunc(w, func(c *filter.Compare) bool {
			return (isKey(c.Property) || c.Property == t.tell) && !filter.Compile(c)(e)
		})
	})
}

func isKey(name string) bool { return name == table.PartitionKey || name == table.RowKey }

// together returns several types as one, of which a question can know what all of them have.
func together(types []*entityType) *scope {
	s := types[0].scope
	if len(types) == 1 {
		return &s
	}
	all := []string{s.name}
	kinds := s.kinds
	s.kinds, s.any = map[string]table.Kind{}, map[string]bool{}
	for name, kind := range kinds {
		s.kinds[name], s.any[name] = kind, true
	}
	for _, t := range types[1:] {
		all = append(all, t.name)
		if template(t.partition) != template(s.partition) {
			s.partition = nil
		}
		if template(t.row) != template(s.row) {
			s.row = nil
		}
		for name := range kinds {
			if t.kinds[name] != kinds[name] {
				delete(s.kinds, name)
			}
		}
		for name := range t.kinds {
			s.any[name] = true
		}
	}
	s.name = "[" + strings.Join(all, ", ") + "]"
	return &s
}

// pattern makes a pattern of the request: what it knows of keys and properties, and how much it
// wants.
func (a *asked) pattern(of *scope) (p pattern, err error) {
	p.of = of.name
	var terms []term
	switch {
	case a.Method == "POST":
		p.verb = "insert"
	case a.Method == "GET" && !a.One:
		p.verb = "of"
		terms, err = of.known(a.ways, a.plain)
	default:
		terms = unique(equal(slices.Concat(of.partition, of.row)...))
		switch p.verb = "update"; {
		case a.Method == "GET":
			p.verb = "of"
		case len(terms) == 0:
			err = &unclear{why: "its keys are always the same"}
		case a.Method == "DELETE":
			p.verb = "delete"
		}
	}
	if err != nil {
		return p, err
	}
	if len(terms) > 0 {
		var texts []string
		for _, t := range terms {
			texts = append(texts, t.text)
		}
		p.more = append(p.more, where(texts...))
	}
	switch p.verb {
	case "of":
		p.more = append(p.more, a.order(of, terms)...)
		p.more = append(p.more, a.chosen(of)...)
	case "update":
		p.more = append(p.more, a.changed(of, terms)...)
	}
	p.name = a.spoken(p.verb)
	return p, nil
}

// order returns what the first entities of an answer are: they come in the order of the first
// property of the keys that isn't known.
func (a *asked) order(of *scope, known []term) []string {
	top, _ := a.Param("$top")
	if a.One || top == "" {
		return nil
	}
	limit := "limit: " + top
	for _, part := range slices.Concat(of.partition, of.row) {
		backwards, timed := part.Format == design.Inverted, part.Format == design.ISO
		switch {
		case part.Property == nil:
		// Who knows a day knows the keys of days, but not those of times.
		case !backwards && !timed && slices.ContainsFunc(known, func(t term) bool {
			return t.whole && t.property == part.Property.Name
		}):
		case backwards:
			return []string{"sort: " + part.Property.Name + " desc", limit}
		default:
			return []string{"sort: " + part.Property.Name, limit}
		}
	}
	return []string{limit}
}

// chosen returns which properties the request wants.
func (a *asked) chosen(of *scope) []string {
	raw, _ := a.Param("$select")
	s, err := odata.ParseSelect(raw)
	chosen := slices.DeleteFunc(s.Names, func(name string) bool {
		if of.any != nil {
			return !of.any[name]
		}
		_, has := of.kinds[name]
		return !has
	})
	if err != nil || len(chosen) == 0 {
		return nil
	}
	return []string{list("select", chosen)}
}

// changed returns which properties the request writes.
func (a *asked) changed(of *scope, keys []term) []string {
	properties, _ := odata.DecodeUpdate(a.Body) // it was answered
	var set []string
	for _, p := range properties {
		_, has := of.kinds[p.Name]
		if has && !slices.ContainsFunc(keys, func(t term) bool { return t.property == p.Name }) {
			set = append(set, p.Name)
		}
	}
	if set == nil {
		return nil
	}
	return []string{list("set", set)}
}
