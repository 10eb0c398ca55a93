package read_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/protocol"
)

type change = protocol.FormChange

// changed applies changes one after the other.
func changed(text string, all ...change) string {
	for _, c := range all {
		text = read.Change(text, &c)
	}
	return text
}

// of makes a change of a property of Reading, and about one of a pattern.
func of(property, field, value string) change {
	return change{Section: types, Name: "Reading", Property: property, Field: field, Value: value}
}

func about(pattern, field, value string) change {
	return change{Section: questions, Name: pattern, Field: field, Value: value}
}

const types, questions = protocol.FormEntities, protocol.FormPatterns

// TestBlank: a file begins with nothing and is written by a form alone, up to its keys.
func TestBlank(t *testing.T) {
	text := changed("",
		change{Section: types, Value: "one reading"},
		change{Section: types, Name: "OneReading", Field: "name", Value: "Reading"},
		of("Device", "add", ""),
		of("Device", "values", "300"),
		of("at", "add", ""),
		of("at", "name", "taken at"),
		of("TakenAt", "name", "At"),
		of("At", "type", "datetime"),
		of("Id", "", ""),
		of("", "count", "4320"),
		change{Section: questions, Value: "latest"},
		about("latest", "where", "Device = ?"),
		about("latest", "sort", "At desc"),
		about("latest", "limit", "10"),
		change{Section: questions, Value: "write"},
		about("write", "does", "insert"))
	const want = `entities:
  Reading:
    count: 4320
    properties:
      Device: {type: string, values: 300}
      At: datetime
patterns:
  latest: {of: Reading, rate: 1/s, where: "Device = ?", sort: At desc, limit: 10}
  write: {insert: Reading, rate: 1/s}
`
	if text != want {
		t.Errorf("got\n%s", text)
	}
	form, errors := read.Form("a", text)
	if len(errors) > 0 || strings.Join(form.Missing, " ") != "designs" {
		t.Errorf("%v %v", errors, form.Missing)
	}
	latest := form.Patterns[0]
	if latest.Does != "of" || latest.Where != "Device = ?" || latest.Sort != "At desc" || latest.Limit != "10" ||
		len(latest.Conditions) != 7 || latest.Sorts[2].Says != "At, newest first" {
		t.Errorf("%+v", latest)
	}
}

// TestChange: a change leaves comments, order and what no form shows as they are, and a name changes wherever
// it's said.
func TestChange(t *testing.T) {
	for name, test := range map[string]struct {
		change   change
		old, new string
	}{
		"count":           {of("", "count", "9"), "4_320", "9"},
		"values":          {of("Device", "values", "5"), "values: 3", "values: 5"},
		"names of values": {of("Device", "values", "a, b c"), "values: 3", "values: [a, b c]"},
		"no values":       {of("Device", "values", ""), ", values: 3, skew: zipf 1.1", ""},
		"a type with other fields": {of("At", "type", "string"),
			"{type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}", "{type: string}"},
		"a plain type": {of("Id", "type", "guid"),
			"Id:      int32", "Id:      guid"},
		"another property": {of("Hall", "add", ""),
			"Id:      int32\n", "Id:      int32\n      Hall: string\n"},
		"a property less": {of("Id", "", ""), "      Id:      int32\n", ""},
		"over lines":      {about("latest", "limit", ""), ", limit: 10", ""},
		"a block": {about("fix", "rate", "2/m"),
			"where: Device starts 'D' and At = ?\n", "where: Device starts 'D' and At = ?\n    rate: 2/m\n"},
		"a block's field less": {about("fix", "where", ""),
			"    where: Device starts 'D' and At = ?\n", ""},
		"what it does": {about("latest", "does", "delete"),
			"of: Reading, where: \"Device = ? and At in day ?\", sort: At desc, limit: 10, rate: 50/s,\n" +
				"             select: [At, Celsius]",
			"delete: Reading, where: \"Device = ? and At in day ?\", limit: 10, rate: 50/s"},
		"a pattern less": {about("write", "", ""),
			"  write:    {insert: Reading, rate: 30/m, batch: 100}\n", ""},
		"the chosen": {change{Section: protocol.FormChosen, Value: "tail #2"},
			"seed: 7\n", "seed: 7\nchosen: \"tail #2\"\n"},
		"a price": {change{Section: protocol.FormPrices, Name: "sent", Value: "4e-7"}, "sent: 0.08", "sent: 4e-7"},
		"a name with budgets": {about("latest", "name", "newest: ten"),
			"latest:", `"newest: ten":`},
		"a type's name":       {of("", "name", "Sample"), "Reading", "Sample"},
		"a property's name":   {of("Device", "name", "Sensor"), "Device", "Sensor"},
		"no such thing":       {change{Section: types, Name: "Raeding", Field: "count", Value: "9"}, "", ""},
		"a name that's taken": {of("Id", "name", "At"), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			want := strings.ReplaceAll(readings, test.old, test.new)
			if test.old == "" {
				want = readings
			}
			if got := read.Change(readings, &test.change); got != want {
				t.Errorf("got\n%s", got)
			}
		})
	}
	const priced = "prices: # ours\n  storage: 1 # a GB\n  currency: EUR\n  sent: 2\ndesigns: {}\n"
	const want = "prices: # ours\n  storage: 0.50 # a GB\n  currency: US$\n  date: 2026-11-23\ndesigns: {}\n"
	price := func(name, value string) change {
		return change{Section: protocol.FormPrices, Name: name, Value: value}
	}
	if got := changed(priced, price("currency", "US$"), price("transactions", "0"), price("storage", "0.50"),
		price("sent", "0"), price("date", "2026-11-23")); got != want {
		t.Errorf("got\n%s", got)
	}
	for _, none := range []string{"", "prices: {}\n", "prices:\n"} {
		got := changed("seed: 7\n"+none, price("sent", "0"), price("storage", "3"))
		if got != "seed: 7\nprices: {storage: 3}\n" {
			t.Errorf("got\n%s", got)
		}
	}
	const broken = "entities: {\n"
	if got := read.Change(broken, &change{Section: types, Value: "A"}); got != broken {
		t.Errorf("got %s", got)
	}
}
