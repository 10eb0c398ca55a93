package compile_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// dataLine begins a comment with an entity.
const dataLine = "# data: "

// text writes the world as a design file, with its data in comments. Its parameters have to be fixed.
func (w *world) text() string {
	var b strings.Builder
	for _, e := range w.made {
		values := map[string]string{}
		for _, p := range e {
			values[p.Name] = odata.Text(p.Value)
		}
		line, _ := json.Marshal(values)
		b.WriteString(dataLine + string(line) + "\n")
	}
	b.WriteString("entities:\n")
	types := []*design.Entity{w.entity}
	for _, p := range w.design.Places {
		if !slices.Contains(types, p.Entity) {
			types = append(types, p.Entity)
		}
	}
	for _, e := range types {
		b.WriteString("  " + e.Name + ":\n    properties:\n")
		for _, p := range e.Properties {
			names := map[table.Kind]string{table.String: "string", table.Int32: "int32", table.Int64: "int64",
				table.DateTime: "datetime", table.Double: "double", table.Boolean: "boolean"}
			is := "type: " + names[p.Kind]
			if p.Of.Property != nil {
				is = "of: " + p.Of.Entity.Name + "." + p.Of.Property.Name
			}
			if p.Several > 0 {
				is += fmt.Sprint(", several: ", p.Several)
			}
			if p.Names != nil {
				is += `, values: ["` + strings.Join(p.Names, `", "`) + `"]`
			}
			b.WriteString("      " + p.Name + ": {" + is + "}\n")
		}
	}
	b.WriteString("patterns:\n  ask: {" + w.question() + "}\ndesigns:\n  one:\n")
	for _, e := range types {
		other := func(p *design.Place) bool { return p.Entity != e }
		places := slices.DeleteFunc(slices.Clone(w.design.Places), other)
		for i, p := range places {
			switch i {
			case 0:
				b.WriteString("    " + e.Name + ":\n      " + placeText(p, "\n      "))
			case 1:
				b.WriteString("\n      copies:\n        " + p.Copy + ": {" + placeText(p, ", ") + "}")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (w *world) question() string {
	p := w.asked
	text := "of: " + p.Entity.Name
	if p.Also != nil {
		text = "of: [" + p.Entity.Name + ", " + p.Also[0].Entity.Name + "]"
	}
	var terms []string
	for _, t := range p.Where {
		values := make([]string, len(t.Params))
		for i, param := range t.Params {
			values[i] = literal(param.Value)
		}
		operators := map[design.Op]string{design.Equal: "=", design.NotEqual: "!=", design.Less: "<",
			design.LessOrEqual: "<=", design.Greater: ">", design.GreaterOrEqual: ">=", design.Prefix: "starts",
			design.Has: "has"}
		switch all := strings.Join(values, ", "); t.Op {
		case design.Between:
			terms = append(terms, t.Property.Name+" between "+values[0]+" and "+values[1])
		case design.InUnit:
			unit := []string{"", "second", "minute", "hour", "day", "month", "year"}[t.Unit]
			terms = append(terms, t.Property.Name+" in "+unit+" "+all)
		case design.OneOf:
			terms = append(terms, t.Property.Name+" in ("+all+")")
		default:
			terms = append(terms, t.Property.Name+" "+operators[t.Op]+" "+all)
		}
	}
	if terms != nil {
		text += ", where: " + quoted(strings.Join(terms, " and "))
	}
	switch {
	case p.Sort != "" && p.Newest && p.Sort == "At":
		text += ", sort: At desc"
	case p.Sort != "" && p.Newest:
		text += ", sort: " + p.Sort + " desc"
	case p.Sort != "":
		text += ", sort: " + p.Sort
	}
	if p.Limit > 0 {
		text += fmt.Sprint(", limit: ", p.Limit)
	}
	if p.Count {
		text += ", count: true"
	}
	if p.Select != nil {
		text += ", select: [" + strings.Join(p.Select, ", ") + "]"
	}
	return text
}

func literal(v table.Value) string {
	if v.Kind() == table.String {
		return "'" + strings.ReplaceAll(v.Text(), "'", "''") + "'"
	}
	return odata.Text(v)
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

func placeText(p *design.Place, between string) string {
	text := "table: " + p.Table + between + "PartitionKey: " + quoted(templateText(p.PartitionKey)) + between +
		"RowKey: " + quoted(templateText(p.RowKey))
	if p.Only != nil {
		text += between + "only: [" + strings.Join(p.Only, ", ") + "]"
	}
	return text
}

func templateText(t design.Template) (text string) {
	for _, p := range t.Parts {
		if p.Property == nil {
			text += strings.ReplaceAll(p.Literal, "{", "{{")
			continue
		}
		cuts := []string{"", "yyyy-MM-dd-HH-mm-ss", "yyyy-MM-dd-HH-mm", "yyyy-MM-dd-HH", "yyyy-MM-dd", "yyyy-MM",
			"yyyy"}
		format := map[design.Format]string{design.Plain: "", design.Padded: fmt.Sprint(":", p.Width),
			design.ISO: ":iso", design.Inverted: ":inverted", design.Cut: ":" + cuts[p.Unit],
			design.Hash: fmt.Sprint(":hash ", p.Width), design.Lower: ":lower"}[p.Format]
		if p.Format == design.Inverted && p.Property.Kind == table.Int64 {
			format += fmt.Sprint(" ", p.Width)
		}
		text += "{" + p.Property.Name + format + "}"
	}
	return text
}

// readWorld reads what text writes.
func readWorld(t *testing.T, text string) *world {
	t.Helper()
	f, errs := read.File("world.yaml", text)
	if len(errs) > 0 {
		t.Fatalf("%s\n%s", errs[0], text)
	}
	w := &world{entity: f.Entities[0], design: f.Designs[0], asked: f.Patterns[0]}
	for line := range strings.Lines(text) {
		data, ok := strings.CutPrefix(line, dataLine)
		if !ok {
			continue
		}
		var values map[string]string
		if err := json.Unmarshal([]byte(data), &values); err != nil {
			t.Fatal(err)
		}
		var e []table.Property
		for _, p := range w.entity.Properties {
			v, ok := odata.ParseText(values[p.Name], p.Kind)
			if !ok {
				t.Fatalf("%s has no value of its type: %s", p.Name, line)
			}
			e = append(e, table.Property{Name: p.Name, Value: v})
		}
		w.made = append(w.made, e)
	}
	return w.filled(t)
}
