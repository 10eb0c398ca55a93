package infer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Watched describes what a program was seen to do: the tables that it left, and the requests that it sent.
func Watched(from string, tables []Table, sent []Request) (*Described, error) {
	return describe(from, "Rates are how often each came in what was watched, as if that were a minute.", tables,
		sent)
}

// Seen returns tables, and in place of those that are empty or gone the entities that requests wrote or got,
// in key order: tests delete what they have written. A table that requests name has none if none was seen.
func Seen(tables []Table, sent []Request) []Table {
	all := map[string]map[table.Key][]table.Property{}
	entities := func(name string) map[table.Key][]table.Property {
		if all[name] == nil {
			all[name] = map[table.Key][]table.Property{}
		}
		return all[name]
	}
	for _, r := range apart(sent) {
		a, ok := odata.ParseAddress(r.Target)
		if !ok {
			continue
		}
		found := entities(a.Table)
		note := func(key table.Key, properties []table.Property) {
			found[key] = table.Merge(found[key], properties)
		}
		switch key, inserted, err := odata.DecodeInsert(r.Body); {
		case a.One && r.Method != "GET":
			if properties, err := odata.DecodeUpdate(r.Body); err == nil && r.Method != "DELETE" {
				note(a.Key, properties)
			}
		case r.Method == "POST" && err == nil:
			note(key, inserted)
		}
		if r.Method == "GET" {
			eachIn(r.Answer, note)
		}
	}
	var seen []Table
	for _, t := range tables {
		if len(t.Entities) > 0 || all[t.Name] == nil {
			delete(all, t.Name)
			seen = append(seen, t)
		}
	}
	for name, found := range all {
		t := Table{Name: name}
		for key, properties := range found {
			t.Entities = append(t.Entities, table.Entity{Key: key, Properties: properties})
		}
		slices.SortFunc(t.Entities, func(a, b table.Entity) int {
			return cmp.Or(strings.Compare(a.PartitionKey, b.PartitionKey), strings.Compare(a.RowKey, b.RowKey))
		})
		seen = append(seen, t)
	}
	slices.SortFunc(seen, func(a, b Table) int { return strings.Compare(a.Name, b.Name) })
	return seen
}

// eachIn visits the entities of an answer: one, or a list.
func eachIn(answer []byte, visit func(table.Key, []table.Property)) {
	doc, ok := odata.ParseJSON(answer)
	if !ok {
		return
	}
	all := []jsontext.Value{doc}
	if list := odata.Member(doc, "value"); list.IsArray() {
		all = list.Array()
	}
	for _, one := range all {
		if key, properties, err := odata.DecodeInsert([]byte(one.Raw)); err == nil {
			visit(key, properties)
		}
	}
}

// apart returns requests with the operations of transactions in place of these.
func apart(sent []Request) (all []Request) {
	for i, r := range sent {
		if path, _, _ := strings.Cut(r.Target, "?"); path != "$batch" {
			all = append(all, r)
			continue
		}
		envelope, _ := batch.Parse(r.Type, r.Body) // one that can't be read has none
		for _, o := range envelope.Operations {
			one := Request{Name: r.Name, Title: r.Title, Method: o.Request.Method, Body: o.Request.Body,
				Times: r.Times, transaction: "$batch " + strconv.Itoa(i)}
			base, _ := wire.AccountOf(o.Request.URL)
			one.Target = strings.TrimPrefix(strings.TrimPrefix(o.Request.URL, base), "/")
			all = append(all, one)
		}
	}
	return all
}
