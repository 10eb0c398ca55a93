package compile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
)

// world is a design with data, and an account that is filled with them.
type world struct {
	*rand.Rand
	seed    uint64
	entity  *design.Entity
	other   *design.Entity // nil if there's no second type, whose entities are as those of the first
	design  *design.Design
	made    [][]table.Property
	data    [][]table.Property // those of them that can be stored
	account *account.Account
	asked   *design.Pattern
	params  []table.Value
}

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{Rand: rand.New(rand.NewPCG(seed, 1)), seed: seed}
	w.entity = &design.Entity{Name: "Thing", Count: 30, Properties: []*design.Property{
		{Name: "Id", Kind: table.Int32}, {Name: "A", Kind: table.String, Values: 6, Pattern: "any"},
		{Name: "B", Kind: table.String, Values: 6, Pattern: "any"},
		{Name: "N", Kind: table.Int64, Values: 12, Max: 12},
		{Name: "At", Kind: table.DateTime, Every: 13 * 36e9, From: start - 36e9},
		{Name: "D", Kind: table.Double, Values: 4}, {Name: "Yes", Kind: table.Boolean},
		{Name: "Tags", Kind: table.String, Values: len(tags), Names: tags, Several: 3},
	}}
	if w.IntN(3) == 0 {
		w.entity.Properties[2].Names = texts
	}
	if w.IntN(3) == 0 { // each whole number from -1 to 12
		w.entity.Properties[3].Values, w.entity.Properties[3].Min = 14, -1
	}
	w.design = &design.Design{Name: "one", Places: []*design.Place{w.place(w.entity, "")}}
	if w.IntN(6) == 0 { // buckets of time, and often nothing else
		parts := []design.Part{{Property: w.entity.Properties[4], Format: design.Cut, Unit: design.Day}}
		if w.IntN(3) == 0 {
			parts = append([]design.Part{{Property: w.entity.Properties[1]}, {Literal: "_"}}, parts...)
		}
		w.design.Places[0].PartitionKey.Parts = parts
	}
	if w.IntN(3) == 0 {
		c := w.place(w.entity, "copy")
		if w.IntN(2) == 0 {
			c.Only = []string{"Id", "A"}
			first := w.design.Places[0]
			for _, part := range slices.Concat(first.PartitionKey.Parts, first.RowKey.Parts) {
				if of := part.Property; of != nil && !slices.Contains(c.Only, of.Name) && w.seed%2 == 0 {
					c.Only = append(c.Only, of.Name) // it knows the original's key
				}
			}
		}
		if w.IntN(3) == 0 { // a row for each tag
			key := []*design.Template{&c.PartitionKey, &c.RowKey}[w.IntN(2)]
			parts := []design.Part{{Property: w.entity.Property("Tags")}, {Literal: "_"}}
			key.Parts = append(parts, key.Parts...)
			if w.IntN(3) == 0 {
				c.PartitionKey.Parts = parts[:1]
				c.RowKey.Parts = w.place(w.entity, "").RowKey.Parts
			}
		}
		if w.IntN(3) == 0 { // only some entities have a copy
			v := table.StringValue(texts[w.IntN(3)])
			c.When = []design.Term{{Property: w.entity.Properties[2], Params: []design.Param{{Fixed: true, Value: v}}}}
		}
		w.design.Places = append(w.design.Places, c)
	}
	if w.IntN(3) == 0 {
		w.other = &design.Entity{Name: "Other", Count: 30, Properties: slices.Clone(w.entity.Properties)}
		if w.IntN(2) == 0 { // one of its properties refers to one of the first type
			a := *w.entity.Properties[1]
			a.Name, a.Of = other, design.Source{Entity: w.entity, Property: w.entity.Properties[1], Each: 5}
			w.other.Properties[1] = &a
			if w.IntN(2) == 0 {
				w.design.Places[0].PartitionKey.Parts = []design.Part{{Property: w.entity.Properties[1]}}
			}
		}
		w.design.Places = append(w.design.Places, w.place(w.other, ""))
		if w.IntN(4) > 0 { // mostly the two are alike
			w.design.Places[len(w.design.Places)-1].PartitionKey = w.alike(w.design.Places[0].PartitionKey)
			w.design.Places[len(w.design.Places)-1].RowKey = w.alike(w.design.Places[0].RowKey)
		}
	}
	shared := w.IntN(2) == 0
	for i, p := range w.design.Places {
		p.Table = "Table" + strconv.Itoa(i)
		if prefix := w.IntN(3); shared {
			p.Table = "Shared"
			if prefix > 0 {
				p.RowKey.Parts = append([]design.Part{{Literal: fmt.Sprint("k", i, "-")}}, p.RowKey.Parts...)
			} else if w.IntN(2) == 0 {
				p.PartitionKey.Parts = append([]design.Part{{Literal: fmt.Sprint("p", i)}}, p.PartitionKey.Parts...)
			}
		}
	}
	for id := range 30 {
		var properties []table.Property
		for _, p := range w.entity.Properties {
			properties = append(properties, table.Property{Name: p.Name, Value: w.value(p)})
		}
		properties[0].Value = table.Int32Value(int32(id))
		w.made = append(w.made, properties)
	}
	w.fill(t)
	return w
}

const start = table.Ticks(639032544000000000) // 2026-01-06

// texts are the values of strings.
var texts = []string{"a", "A", "a_", "a!", "ab", "", "b_1", "\uFFFF", "\U0001F600", "a~"}

// tags are the values of which an entity has several.
var tags = []string{"t1", "t2", "t3", "t4", "t5"}

func (w *world) value(p *design.Property) table.Value {
	if p.Several > 0 {
		var all []string
		for _, i := range w.Perm(len(tags))[:1+w.IntN(p.Several)] {
			all = append(all, tags[i])
		}
		return table.StringValue(design.ListOf(all))
	}
	switch p.Kind {
	case table.String:
		return table.StringValue(texts[w.IntN(len(texts))])
	case table.Int64:
		return table.Int64Value(int64(w.IntN(13)) - int64(w.IntN(30)/29))
	case table.Int32:
		return table.Int32Value(int32(w.IntN(30)))
	case table.Double:
		return table.DoubleValue([]float64{-1.5, 0, 0.25, 10}[w.IntN(4)])
	case table.Boolean:
		return table.BooleanValue(w.IntN(2) == 0)
	}
	at := start + table.Ticks(w.IntN(60))*36e9*6 // six hours apart, for 15 days
	if w.IntN(3) == 0 {
		at += table.Ticks(w.IntN(3)) - 1
	}
	return table.DateTimeValue(at)
}

// place chooses keys. Every RowKey has the Id at some place, so that the keys are different.
func (w *world) place(e *design.Entity, name string) *design.Place {
	p := &design.Place{Entity: e, Copy: name}
	for range 1 + w.IntN(2) {
		p.PartitionKey.Parts = append(p.PartitionKey.Parts, w.part(e)...)
	}
	if w.IntN(8) == 0 {
		p.PartitionKey.Parts = []design.Part{{Literal: "all"}}
	}
	for range w.IntN(3) {
		p.RowKey.Parts = append(p.RowKey.Parts, w.part(e)...)
	}
	id := design.Part{Property: e.Properties[0], Format: design.Padded, Width: 3}
	if at := w.IntN(3); at < 2 {
		p.RowKey.Parts = append(p.RowKey.Parts, design.Part{Literal: "_"}, id)
	} else {
		p.RowKey.Parts = append([]design.Part{id}, p.RowKey.Parts...)
	}
	return p
}

func (w *world) part(e *design.Entity) []design.Part {
	p := design.Part{Property: e.Properties[1+w.IntN(len(e.Properties)-2)]} // not Tags
	if p.Property.Kind == table.Double {
		p.Property = e.Properties[1] // a double can't be in a key
	}
	switch p.Property.Kind {
	case table.String:
		p.Format = []design.Format{design.Plain, design.Plain, design.Lower, design.Hash}[w.IntN(4)]
	case table.Int64:
		p.Format = []design.Format{design.Plain, design.Padded, design.Padded, design.Hash,
			design.Inverted}[w.IntN(5)]
	case table.DateTime:
		p.Format = []design.Format{design.Plain, design.ISO, design.Inverted, design.Cut, design.Cut}[w.IntN(5)]
		p.Unit = []design.Unit{design.Hour, design.Day, design.Day, design.Month}[w.IntN(4)]
	}
	number := p.Property.Kind == table.Int64
	if p.Format == design.Hash || p.Format == design.Padded || p.Format == design.Inverted && number {
		p.Width = 2 + w.IntN(3)
	}
	if w.IntN(2) == 0 {
		return []design.Part{p, {Literal: "_"}}
	}
	return []design.Part{p}
}

// alike returns a template of the first type as one of the second.
func (w *world) alike(t design.Template) design.Template {
	t.Parts = slices.Clone(t.Parts)
	for i := range t.Parts {
		if of := t.Parts[i].Property; of != nil {
			t.Parts[i].Property = w.other.Properties[slices.Index(w.entity.Properties, of)]
		}
	}
	return t
}

// as returns an entity as one of a type: the second has Ids of its own, and can have another name for A.
func as(e *design.Entity, properties []table.Property) []table.Property {
	if e.Name == "Other" {
		properties = slices.Clone(properties)
		properties[0].Value = table.Int32Value(int32(properties[0].Value.Int()) + others)
		properties[1].Name = e.Properties[1].Name
	}
	return properties
}

// other is the second type's name for a property of the first.
const other = "ItsA"

// others is the first Id of the second type.
const others = 100

// fill stores what was made, except for entities that have no valid key, or that of another.
func (w *world) fill(t *testing.T) {
	w.data = nil
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.account = account.Open(s, enginetest.Options())
	err = s.Update(func(tx *store.Tx) error {
		for _, p := range w.design.Places {
			if err := tx.PutTable(store.Table{Name: p.Table}); err != nil {
				return err
			}
		}
	next:
		for _, properties := range w.made {
			var all []table.Entity
			var at []*design.Place
			for _, p := range w.design.Places {
				rows, err := compile.Rows(w.design, p, as(p.Entity, properties))
				if err != nil {
					continue next
				}
				for _, e := range rows {
					all, at = append(all, e), append(at, p)
				}
			}
			for i, e := range all {
				if _, found, err := tx.Get(at[i].Table, e.Key); found || err != nil {
					continue next // two places of a table have the same key
				}
				for j := range i {
					same := at[i].Table == at[j].Table
					if same && e.Key == all[j].Key {
						continue next
					}
				}
			}
			for i, e := range all {
				if _, err := tx.Add(at[i].Table, e); err != nil {
					return err
				}
			}
			w.data = append(w.data, properties)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ask chooses a question and its parameters, often with values that are in the data.
func (w *world) ask() {
	p := &design.Pattern{Name: "ask", Entity: w.entity}
	var params []table.Value
	like := w.IntN(len(w.data) + 1)
	value := func(of *design.Property) table.Value {
		if like < len(w.data) && w.IntN(4) > 0 {
			for _, v := range w.data[like] {
				if v.Name == of.Name {
					return v.Value
				}
			}
		}
		return w.value(of)
	}
	var inKeys []*design.Property // a third of the patterns has a term for each of these
	if w.IntN(3) == 0 {
		place := w.design.Places[0]
		for _, part := range slices.Concat(place.PartitionKey.Parts, place.RowKey.Parts) {
			if part.Property != nil {
				inKeys = append(inKeys, part.Property)
			}
		}
	}
	if c := w.design.Places[min(1, len(w.design.Places)-1)]; c.When != nil && w.IntN(2) == 0 {
		p.Where = append(p.Where, c.When...) // what is in the copy
	}
	for _, place := range w.design.Places {
		if of := place.Each(); of != nil && w.IntN(2) == 0 {
			p.Where = append(p.Where, w.has(of, value(of)))
		}
	}
	terms := w.IntN(4) + len(inKeys)
	if w.other != nil && w.IntN(3) == 0 { // what refers to the other type is asked for alone
		terms, inKeys = 1, []*design.Property{w.entity.Properties[1]}
	}
	for range terms {
		of := w.entity.Properties[w.IntN(len(w.entity.Properties))]
		if len(inKeys) > 0 {
			of, inKeys = inKeys[0], inKeys[1:]
		}
		if of.Several > 0 {
			if !slices.ContainsFunc(p.Where, func(t design.Term) bool { return t.Property == of }) {
				p.Where = append(p.Where, w.has(of, value(of)))
			}
			continue
		}
		ops := []design.Op{design.Equal, design.Equal, design.Equal, design.NotEqual, design.Less,
			design.LessOrEqual, design.Greater, design.GreaterOrEqual, design.Between, design.OneOf}
		switch of.Kind {
		case table.DateTime:
			ops = append(ops, design.InUnit, design.InUnit, design.InUnit, design.Between)
		case table.String:
			ops = append(ops, design.Prefix, design.Prefix)
		case table.Boolean:
			ops = []design.Op{design.Equal, design.NotEqual}
		}
		term := design.Term{Property: of, Op: ops[w.IntN(len(ops))], Unit: design.Unit(2 + w.IntN(5))}
		if term.Op != design.InUnit {
			term.Unit = design.NoUnit
		}
		n := 1
		if term.Op == design.Between {
			n = 2
		} else if term.Op == design.OneOf {
			n = 1 + w.IntN(4)
			if w.IntN(8) == 0 {
				n = 20
			}
		}
		for range n {
			param := design.Param{Value: value(of)}
			if param.Fixed = w.IntN(3) == 0; !param.Fixed {
				params = append(params, param.Value)
				param.Value = table.Value{}
			}
			term.Params = append(term.Params, param)
		}
		p.Where = append(p.Where, term)
	}
	if w.IntN(2) == 0 {
		p.Limit = 1 + w.IntN(6)
	}
	switch w.IntN(6) {
	case 0, 1, 2:
		p.Sort = w.entity.Properties[w.IntN(6)].Name
		if w.IntN(2) == 0 {
			p.Sort = "At"
		}
		p.Newest = w.IntN(2) == 0
	case 3:
		p.Count = true
	}
	if w.IntN(2) == 0 && !p.Count {
		p.Select = []string{"Id"}
	}
	if w.other != nil && w.IntN(2) == 0 {
		also := *p
		also.Entity = w.other
		also.Where = slices.Clone(p.Where)
		for i, t := range also.Where {
			also.Where[i].Property = w.other.Properties[slices.Index(w.entity.Properties, t.Property)]
		}
		if w.other.Property(p.Sort) != nil || p.Sort == "" {
			p.Also = []*design.Pattern{&also}
		}
	}
	w.asked, w.params = p, params
}

// has asks for one of the values of a property of several.
func (w *world) has(of *design.Property, list table.Value) design.Term {
	all := design.ValuesOf(list.Text())
	v := table.StringValue(all[w.IntN(len(all))])
	return design.Term{Property: of, Op: design.Has, Params: []design.Param{{Fixed: true, Value: v}}}
}
