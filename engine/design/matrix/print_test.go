package matrix

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// unprinted are the fields on which nothing that's kept depends: names of patterns, places in the
// file, rates, and the parts of what is there as text. A type of which a property has its values is
// in the print by name.
var unprinted = []string{
	"Pattern.Name", "Pattern.Rate", "Pattern.Entity.Properties", "Pattern.Entity.Count", "Pattern.Where.Column",
	"Pattern.Entity.Fixed", "Pattern.Also.Entity.Fixed", "Place.Entity.Fixed",
	"Place.Entity.Properties", "Place.Entity.Count", "Place.PartitionKey.Parts", "Place.RowKey.Parts",
	"Entity.Count",                     // it's given
	"Entity.Properties.Of.Property.Of", // what a property refers to has values of its own
}

// TestPrint changes each field of what is measured, and expects another print: a field that isn't
// in it would give figures of an earlier file.
func TestPrint(t *testing.T) {
	property := &design.Property{
		Name: "A", Kind: table.String, Values: 3, Names: []string{"x"}, Skew: 1, Pattern: "#", From: 1, Every: 1,
		Min: 1, Max: 2, Length: 1,
		Of: design.Source{Entity: &design.Entity{Name: "O"}, Property: &design.Property{Name: "I"}, Each: 2},
	}
	property.Unique = []*design.Property{{Name: "U", Values: 2}}
	entity := &design.Entity{Name: "E", Properties: []*design.Property{property}}
	key := design.Template{Text: "{A:3}"}
	param := design.Param{Fixed: true, Value: table.StringValue("v")}
	pattern := design.Pattern{
		Entity: entity, Sort: "A", Limit: 1, Select: []string{"A"}, Batch: 2, Same: []string{"A"},
		Where: []design.Term{{Property: property, Op: design.Between, Unit: design.Day,
			Params: []design.Param{param}}},
	}
	also := pattern
	pattern.Also = []*design.Pattern{&also}
	place := &design.Place{Entity: entity, Table: "Es", Copy: "c", PartitionKey: key, RowKey: key,
		Only: []string{"A"}}
	for name, check := range map[string]struct {
		of    any
		print func(p *print)
	}{
		"Entity":  {entity, func(p *print) { p.entity(entity, 10, 1) }},
		"Place":   {place, func(p *print) { p.places([]*design.Place{place}) }},
		"Pattern": {&pattern, func(p *print) { p.pattern(&pattern) }},
	} {
		printed := func() string {
			var p print
			check.print(&p)
			return string(p)
		}
		before, fields := printed(), 0
		eachField(name, reflect.ValueOf(check.of).Elem(), func(field string) {
			if fields++; printed() == before {
				t.Errorf("%s isn't in the print", field)
			}
		})
		if fields < 5 || printed() != before {
			t.Errorf("%s: %d fields", name, fields)
		}
	}
}

// eachField changes each field of a value in turn, and those of what it has and refers to.
func eachField(path string, v reflect.Value, changed func(path string)) {
	if slices.Contains(unprinted, strings.ReplaceAll(path, ".Also", "")) || strings.HasSuffix(path, ".Line") {
		return
	}
	set := func(to any) {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		v.Set(reflect.ValueOf(to).Convert(v.Type()))
		changed(path)
		v.Set(old)
	}
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[table.Value]() {
			set(table.StringValue("another"))
			set(table.Int64Value(1))
			return
		}
		for i := range v.NumField() {
			eachField(path+"."+v.Type().Field(i).Name, v.Field(i), changed)
		}
	case reflect.Pointer:
		// What a key, a term or a combination is made of is in the print by its name.
		if v.Type() == reflect.TypeFor[*design.Property]() && !strings.HasPrefix(path, "Entity.Properties") ||
			strings.HasSuffix(path, ".Of.Entity") || strings.HasSuffix(path, ".Unique") {
			if !v.IsNil() {
				eachField(path+".Name", v.Elem().FieldByName("Name"), changed)
			}
		} else if !v.IsNil() {
			eachField(path, v.Elem(), changed)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachField(path, v.Index(i), changed)
		}
		if v.Type().Elem().Kind() == reflect.String {
			if v.Len() > 0 {
				set([]string(nil))
			}
			set(append(v.Interface().([]string)[:v.Len():v.Len()], "more"))
		}
	case reflect.String:
		set(v.String() + "x")
	case reflect.Bool:
		set(!v.Bool())
	case reflect.Float64:
		set(v.Float() + 1)
	case reflect.Uint8:
		set(uint8(v.Uint() + 1))
	default:
		set(v.Int() + 1)
	}
}
