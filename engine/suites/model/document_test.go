package model_test

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// document is the members that a body must have.
type document struct {
	context []member   // before the list, or before the members of the single item
	items   [][]member // of the list, or the single one
	single  bool
}

// member is one member of a JSON object: a decoded string, or any other value as written.
type member struct {
	name, text string
	quoted     bool
}

func (m member) String() string {
	if m.quoted {
		return m.name + ":" + strconv.Quote(m.text)
	}
	return m.name + ":" + m.text
}

func text(name, s string) member { return member{name, s, true} }

// document is the body of an answer at a metadata level.
func (a answer) document(level string) document {
	d := document{single: a.single}
	if level != "nometadata" {
		context := a.context
		if a.selected != "" {
			context += "&$select=" + a.selected
		}
		d.context = []member{text("odata.metadata", enginetest.Base+"/$metadata#"+context)}
	}
	for _, e := range a.entities {
		d.items = append(d.items, e.document(level, a.table, a.selected))
	}
	for _, name := range a.tables {
		var item []member
		if level == "fullmetadata" {
			item = []member{
				text("odata.type", enginetest.Account+".Tables"),
				text("odata.id", enginetest.Base+"/Tables('"+name+"')"),
				text("odata.editLink", "Tables('"+name+"')"),
			}
		}
		d.items = append(d.items, append(item, text("TableName", name)))
	}
	return d
}

// document is the members of one entity: metadata, keys, Timestamp, properties.
func (e *entity) document(level, tableName, selected string) (members []member) {
	if level == "fullmetadata" {
		members = append(members, text("odata.type", enginetest.Account+"."+tableName),
			text("odata.id", enginetest.Base+"/"+path(tableName, e.key)))
	}
	if level != "nometadata" {
		members = append(members, text("odata.etag", e.etag()))
	}
	if level == "fullmetadata" {
		members = append(members, text("odata.editLink", path(tableName, e.key)))
	}
	names := selection(selected)
	custom := names
	if names == nil {
		names = []string{"PartitionKey", "RowKey", "Timestamp"}
		for _, p := range e.properties {
			custom = append(custom, p.name)
		}
	}
	for _, name := range []string{"PartitionKey", "RowKey", "Timestamp"} {
		if slices.Contains(names, name) {
			if name == "Timestamp" && level == "fullmetadata" {
				members = append(members, text("Timestamp@odata.type", edmDateTime))
			}
			v, _ := e.property(name)
			s, _ := v.wire()
			members = append(members, text(name, s))
		}
	}
	for _, name := range custom {
		if name == "PartitionKey" || name == "RowKey" || name == "Timestamp" {
			continue
		}
		v, _ := e.property(name)
		if v.annotated() && level != "nometadata" {
			members = append(members, text(name+"@odata.type", v.kind))
		}
		s, quoted := v.wire()
		members = append(members, member{name, s, quoted})
	}
	return members
}

// selection is the names of a $select, each once; nil for all.
func selection(selected string) (names []string) {
	if selected == "" || selected == "*" {
		return nil
	}
	for name := range strings.SplitSeq(selected, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// differs says how a body differs from the document, or returns "".
func (d document) differs(body gjson.Result) string {
	got := membersOf(body)
	if d.single {
		return differ(got, slices.Concat(d.context, d.items[0]))
	}
	if n := len(d.context); len(got) != n+1 || got[n].name != "value" {
		return fmt.Sprintf("not a list with %d members before its value: %.600s", n, body.Raw)
	}
	if diff := differ(got[:len(d.context)], d.context); diff != "" {
		return diff
	}
	items := body.Get("value").Array()
	if len(items) != len(d.items) {
		return fmt.Sprintf("%d items, want %d: %.600s", len(items), len(d.items), body.Raw)
	}
	for i, item := range items {
		if diff := differ(membersOf(item), d.items[i]); diff != "" {
			return fmt.Sprintf("item %d: %s", i, diff)
		}
	}
	return ""
}

func membersOf(object gjson.Result) (members []member) {
	object.ForEach(func(name, v gjson.Result) bool {
		if v.Type == gjson.String {
			members = append(members, member{name.Str, v.Str, true})
		} else {
			members = append(members, member{name.Str, v.Raw, false})
		}
		return true
	})
	return members
}

// differ compares members in order, and URLs decoded.
func differ(got, want []member) string {
	same := slices.EqualFunc(got, want, func(g, w member) bool {
		switch g.name {
		case "odata.id":
			return g.name == w.name && leadsTo(g.text, strings.TrimPrefix(w.text, enginetest.Base+"/"))
		case "odata.editLink":
			return g.name == w.name && spells(g.text, w.text)
		case "odata.metadata":
			decoded, err := url.PathUnescape(g.text)
			return err == nil && g.name == w.name && decoded == w.text
		default:
			return g == w
		}
	})
	if same {
		return ""
	}
	return fmt.Sprintf("the members are\n %.600s, want\n %.600s", fmt.Sprint(got), fmt.Sprint(want))
}
