package read_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/read"
)

const streams = `entities:
  Stream: {properties: {Id: guid, Version: int32, Name: string}}
  Event:  {properties: {Stream: {of: Stream.Id}, Data: string, Number: {type: int32, per: Stream}}}
patterns:
  append: {update: Stream, where: "Id = ?", add: [Version], with: {Event: 3}, rate: 5/s}
designs:
  one:
    Stream: {table: Log, PartitionKey: "{Id}", RowKey: head}
    Event:  {table: Log, PartitionKey: "{Stream}", RowKey: "e-{Data}"}
`

// TestWith: what's written beside an entity refers to it, and shares its partition if its keys say so.
func TestWith(t *testing.T) {
	f, errs := read.File("a", streams)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	p := f.Patterns[0]
	if len(p.With) != 1 || p.With[0].Count != 3 || p.With[0].Of("Stream") != f.Entities[0].Property("Id") ||
		len(p.Add) != 1 || len(p.Select) != 1 || !p.With[0].Together(p, f.Designs[0]) {
		t.Errorf("%+v %+v", p, p.With)
	}
	for _, test := range []struct{ old, new, want string }{
		{"{Event: 3}", "{Event: 0}", "5:75: with 0 of Event writes nothing"},
		{"{Event: 3}", "{Evnet: 3}", `5:68: there's no type "Evnet"`},
		{"{Event: 3}", "[Event]", "5:67: with needs to be a mapping"},
		{"{Event: 3}", "{Event: 100}", "5:67: a transaction has at most 100 operations"},
		{"{Event: 3}", "{Stream: 1}", "5:68: Stream is what's written already"},
		{"{of: Stream.Id}", "{type: guid, values: 9}", "5:68: Event doesn't refer to Stream"},
		{"add: [Version]", "add: [Name]", "5:51: Name isn't a number"},
		{`update: Stream, where: "Id = ?", add: [Version]`, "insert: Stream, batch: 2",
			"5:3: append has batch and with"},
		{"per: Stream", "per: Data", "3:91: Data has no number of values"},
		{"per: Stream", "per: Straem", `3:91: Event has no property "Straem"`},
		{"per: Stream", "per: Stream, max: 9", "3:91: Number has values of its own"},
		{"{type: int32, per", "{type: string, per", `3:87: a property of type string has no "per"`},
		{"    Event:  {table: Log, PartitionKey: \"{Stream}\", RowKey: \"e-{Data}\"}\n", "",
			"7:3: one has no keys for Event, which append"},
	} {
		_, errs := read.File("a", strings.Replace(streams, test.old, test.new, 1))
		if len(errs) == 0 || !strings.HasPrefix(strings.TrimPrefix(errs[0].Error(), "a:"), test.want) {
			t.Errorf("%s: %v", test.new, errs)
		}
	}
	if n := f.Entities[1].Property("Number"); n.Per != f.Entities[1].Property("Stream") {
		t.Errorf("%+v", n)
	}
	for _, other := range []string{`table: Log, PartitionKey: "{Data}"`,
		`table: Log, PartitionKey: "s-{Stream}"`, `PartitionKey: "{Stream}"`} {
		f, errs := read.File("a", strings.Replace(streams, `table: Log, PartitionKey: "{Stream}"`, other, 1))
		if len(errs) > 0 || f.Patterns[0].With[0].Together(f.Patterns[0], f.Designs[0]) {
			t.Errorf("%s: %v", other, errs)
		}
	}
}

const tagged = `entities:
  Page:
    properties: {Id: guid, Tags: {type: string, values: [go, golang, c], several: 2}}
patterns:
  tag: {of: Page, where: "Tags has ?"}
designs:
  one:
    Page:
      PartitionKey: "{Id}"
      RowKey: ""
      copies:
        tags: {table: Tags, PartitionKey: "{Tags}", RowKey: "{Id}"}
`

// TestSeveral: a property of several values is asked for by one, and is in the keys of copies.
func TestSeveral(t *testing.T) {
	f, errs := read.File("a", tagged)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	tags, d := f.Entities[0].Property("Tags"), f.Designs[0]
	original, copied := d.Places[0], d.Places[1]
	if tags.Several != 2 || original.Each() != nil || copied.Each() != tags || copied.RowsEach() != 2 {
		t.Errorf("%+v", tags)
	}
	for _, test := range []struct{ old, new, want string }{
		{"several: 2", "several: 1", "3:83: several needs to be from 2 to 50"},
		{"several: 2", "several: 4", "3:28: Tags has several of fewer values"},
		{"several: 2", "several: 2, length: 9", "3:28: Tags has several of fewer values"},
		{", several: 2", "", "5:32: has is for properties of several values"},
		{"Tags has ?", "Tags = ?", "5:32: has is for properties of several values"},
		{"Tags has ?", "Tags has ? and Tags has ?", "5:47: Tags is here twice"},
		{`PartitionKey: "{Id}"`, `PartitionKey: "{Tags}"`, "8:5: Page has several Tags"},
		{`"{Tags}"`, `"{Tags:hash 4}"`, "12:9: Tags can't be told in the key"},
		{`"{Tags}"`, `"{Tags}{Id}"`, "12:9: Tags can't be told in the key"},
		{`"{Tags}"`, `"{Tags}l{Id}"`, "12:9: Tags can't be told in the key"},
		{`RowKey: "{Id}"`, `RowKey: "{Tags}"`, "12:9: tags has several values twice in its keys"},
	} {
		_, errs := read.File("a", strings.Replace(tagged, test.old, test.new, 1))
		if len(errs) == 0 || !strings.HasPrefix(strings.TrimPrefix(errs[0].Error(), "a:"), test.want) {
			t.Errorf("%s: %v", test.new, errs)
		}
	}
	for _, good := range []string{"{Tags}-{Id}", "x{Tags}", "{Tags}_"} {
		if _, errs := read.File("a", strings.Replace(tagged, `"{Tags}"`, `"`+good+`"`, 1)); len(errs) > 0 {
			t.Errorf("%s: %v", good, errs[0])
		}
	}
}
