package design

import (
	"cmp"
	"slices"

	"github.com/rowkey/rowkey/engine/table"
)

// File is a design file.
type File struct {
	Entities []*Entity
	Patterns []*Pattern
	Designs  []*Design
	Budgets  []*Budget
	Prices   Prices
	Allows   []Allow
	Chosen   *Design // which is meant; nil: the first
	Seed     uint64  // of the data and of the choice of parameters
}

// Allow is a comment that allows a finding on the next line that isn't a comment: # @allow table-scan: why.
type Allow struct {
	Line int // of the comment
	On   int // the line that it's about
	Code string
}

// Meant returns the design that is meant: it has to keep the budgets, and only there a finding is an error.
func (f *File) Meant() *Design {
	if slices.Contains(f.Designs, f.Chosen) {
		return f.Chosen
	}
	return f.Designs[0]
}

// Entity is a type of entity.
type Entity struct {
	Name       string
	Line       int
	Count      int  // how many there are now
	Fixed      bool // it doesn't grow with the others
	Properties []*Property
}

// Property is a property of a type, and what its values are like.
type Property struct {
	Name string
	Line int
	Kind table.Kind

	Values  int         // how many different values there are now; 0: as many as entities
	Several int         // String: how many of them an entity has, with commas between; 0: one
	Of      Source      // of the values; none for its own
	Unique  []*Property // with all of these together it tells entities apart; nil: nothing is said
	Per     *Property   // Int32, Int64: it counts the entities with the same value of this; nil: it doesn't
	Names   []string    // String: these values; nil if they're made
	Skew    float64     // the exponent of a Zipf distribution of these values; 0: all are equally common
	Pattern string      // of a string value, with # for each digit of its number; "" for Name-0001
	From    table.Ticks // DateTime: the first
	Every   table.Ticks // DateTime: the step from one entity to the next, as a number of ticks
	Min     float64     // Int32, Int64, Double: the least
	Max     float64     // Int32, Int64, Double: the greatest; of an integer, Min if it counts the entities
	Even    bool        // all strings or numbers are equally long, so they keep their order in a key
	Length  int         // String, Binary: how many characters or bytes at least; values are filled up to it
}

// Source is a property of another type, whose entities each have a value of their own. They are what a
// property refers to: there are always as many values as there are of these entities.
type Source struct {
	Entity   *Entity
	Property *Property // nil: none
	Each     float64   // how many entities refer to the same one, on average
}

// Source returns the property whose values it has: itself, or the one that it refers to.
func (p *Property) Source() *Property {
	if p.Of.Property != nil {
		return p.Of.Property
	}
	return p
}

// ValuesAmong returns how many different values there are among so many entities; 0: as many.
func (p *Property) ValuesAmong(entities float64) int {
	if p.Of.Property == nil {
		return p.Values
	}
	if p.Of.Entity.Fixed {
		return max(1, p.Of.Entity.Count)
	}
	return max(1, int(entities/p.Of.Each+.5))
}

// Property returns a property, or nil.
func (e *Entity) Property(name string) *Property {
	for _, p := range e.Properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Verb is what a pattern does.
type Verb uint8

// The verbs of patterns.
const (
	Read   Verb = iota // of: entities of a type
	Insert             // insert: one entity
	Update             // update: one entity, found by its where
	Delete             // delete: one entity, found by its where
)

// Pattern is a question or a write that an application repeats.
type Pattern struct {
	Name   string
	Line   int
	Verb   Verb
	Entity *Entity
	Where  []Term
	Sort   string   // the property in whose order the answer is wanted; "" for any order
	Newest bool     // the greatest value first
	Limit  int      // how many are wanted; 0: all
	Count  bool     // only their number is wanted
	Select []string // the properties wanted, or those that an update changes; nil: all
	Add    []string // of updates: those of Select whose new value is made of the old one, as a counter's is
	Batch  int      // of inserts: how many at a time; 0 or 1: one
	Same   []string // of inserts: the properties that all of a batch have in common
	Rate   float64  // a second
	With   []*With  // of writes: entities of other types that are inserted in the same transaction

	Also []*Pattern // the same question for further types, whose entities belong to the answer
}

// Each returns a question once for each type that it's for.
func (p *Pattern) Each() []*Pattern { return append([]*Pattern{p}, p.Also...) }

// IsOf reports whether the pattern reads or writes a type.
func (p *Pattern) IsOf(e *Entity) bool { return slices.Contains(p.Entities(), e) }

// First is what comes first in an order backwards: the newest time, or the greatest value.
func (p *Pattern) First() string {
	if by := p.Entity.Property(p.Sort); by != nil && by.Kind == table.DateTime {
		return "newest"
	}
	return "greatest"
}

// Op is how a term compares.
type Op uint8

// The comparisons of terms.
const (
	Equal          Op = iota // Device = ?
	NotEqual                 // Device != ?
	Less                     // At < ?
	LessOrEqual              // At <= ?
	Greater                  // At > ?
	GreaterOrEqual           // At >= ?
	Between                  // At between ? and ?: both ends included
	InUnit                   // At in day ?: the minute, hour, day or month that a time is in
	Prefix                   // Name starts ?
	OneOf                    // Status in (?, ?)
	Has                      // Tags has ?: one of several values
)

// Term is a condition of a pattern. All of a pattern's terms have to hold.
type Term struct {
	Property *Property
	Op       Op
	Unit     Unit    // of InUnit
	Params   []Param // one; Between has two, OneOf any number
	Column   int
}

// Param is a value in a term: fixed, or "?" and chosen from the data for each run.
type Param struct {
	Fixed  bool
	Value  table.Value
	Now    bool        // of a fixed time: the value is that of the present, with the offset
	Offset table.Ticks // from the present, or from the chosen value
}

// Now returns the present of a type, when there are so many entities: the first of its times that only pass
// has come so far. ok is false if it has no such time.
func (e *Entity) Now(entities int) (at table.Ticks, ok bool) {
	for _, p := range e.Properties {
		if p.Kind != table.DateTime || p.Values > 0 || p.Every <= 0 {
			continue
		}
		if end := p.From + table.Ticks(entities)*p.Every; !ok || end < at {
			at, ok = end, true
		}
	}
	return min(at, table.MaxTicks), ok
}

// Present returns the pattern as it's asked when there are so many entities: its times that depend on the
// present have their values.
func (p *Pattern) Present(entities int) *Pattern {
	q := *p
	now, ok := p.Entity.Now(entities)
	q.Where = slices.Clone(p.Where)
	for i := range q.Where {
		params := slices.Clone(q.Where[i].Params)
		for k := range params {
			if params[k].Now && ok {
				params[k].Value = table.DateTimeValue(now + params[k].Offset)
			}
		}
		q.Where[i].Params = params
	}
	return &q
}

// Design is a choice of keys for all types of a file.
type Design struct {
	Name   string
	Line   int
	Places []*Place // at least one for each type that a pattern names; the first of a type is the original
}

// Original returns where the originals of a type are, or nil if the design doesn't store it.
func (d *Design) Original(e *Entity) *Place {
	for _, p := range d.Places {
		if p.Entity.Name == e.Name {
			return p
		}
	}
	return nil
}

// PlacesOf returns where a type is stored: the original, then its copies.
func (d *Design) PlacesOf(e *Entity) (all []*Place) {
	for _, p := range d.Places {
		if p.Entity.Name == e.Name {
			all = append(all, p)
		}
	}
	return all
}

// Place is where entities of a type are stored. A type can have several: the others are copies, which a write
// of the type writes too.
type Place struct {
	Entity       *Entity
	Line         int
	Table        string // the type's name and an s unless the file says otherwise; types can share a table
	Copy         string // a copy's name; "" for the original
	PartitionKey Template
	RowKey       Template
	Only         []string // a copy's properties besides those of the keys; nil: all
	When         []Term   // of a copy: only entities that fulfill these fixed terms have one
	WhenText     string   // as the file has it
}

// Stores says whether entities of a place have a property: the original has all, and a copy those that it's
// made of and those in its keys.
func (p *Place) Stores(name string) bool {
	if p.Copy == "" || p.Only == nil || slices.Contains(p.Only, name) {
		return true
	}
	if slices.ContainsFunc(p.When, func(t Term) bool { return t.Property.Name == name }) {
		return true
	}
	part := p.Part(name)
	return part != nil && part.Property.Several == 0
}

// Parts returns the parts of both keys.
func (p *Place) Parts() []Part { return slices.Concat(p.PartitionKey.Parts, p.RowKey.Parts) }

// Part returns the first part of the keys with a property, or nil.
func (p *Place) Part(name string) *Part {
	named := func(part *Part) bool { return part.Property.Name == name }
	return cmp.Or(p.PartitionKey.Find(named), p.RowKey.Find(named))
}

// Budget is the most that a pattern may cost under the designs it names.
type Budget struct {
	Pattern *Pattern
	Line    int
	Designs []*Design // nil: the file's first design has to keep it
	Limits  []Limit
}

// Limit bounds one figure of a cell of the matrix.
type Limit struct {
	Figure string // "read", "returned", "requests", "transactions", "bytes", "written"
	Most   float64
	Line   int
}

// Prices are what the reader says things cost. The service's own depend on region, redundancy and date.
type Prices struct {
	Line         int
	Currency     string
	Transactions float64 // for 10,000
	Storage      float64 // for a gigabyte and a month
	Sent         float64 // for a gigabyte of answers; 0 within the region
	Date         string  // when they were looked up; "" if these are our examples
}

// Each is the price of a transaction.
func (p Prices) Each() float64 { return p.Transactions / 10_000 }

// ExamplePrices are those of a file that has none. They are round numbers to reckon with, not an offer.
func ExamplePrices() Prices { return Prices{Currency: "USD", Transactions: 0.0004, Storage: 0.05} }
