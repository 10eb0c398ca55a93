package odata

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
)

// The members of an entity document that are not custom properties.
const (
	partitionKey = "PartitionKey"
	rowKey       = "RowKey"
	timestamp    = "Timestamp"
	tableName    = "TableName"
)

// DecodeInsert reads the body of an insert: both keys, and the properties in the order sent. Nulls
// are dropped, as the service never stores them; a Timestamp and members named odata.… are ignored.
// https://learn.microsoft.com/rest/api/storageservices/insert-entity
func DecodeInsert(body []byte) (table.Key, []table.Property, error) {
	doc, err := read(body)
	if err != nil {
		return table.Key{}, nil, err
	}
	properties, err := doc.properties()
	if err != nil {
		return table.Key{}, nil, err
	}
	p, err := doc.text(partitionKey)
	if err != nil {
		return table.Key{}, nil, err
	}
	r, err := doc.text(rowKey)
	if err != nil {
		return table.Key{}, nil, err
	}
	for _, k := range [...]struct{ name, value string }{{partitionKey, p}, {rowKey, r}} {
		if !table.ValidKey(k.value) {
			// This one the service raises before it has chosen its reply headers.
			return table.Key{}, nil, fault.Refused(fault.OutOfRangeInput, outOfRange(k.name, k.value))
		}
	}
	return table.Key{PartitionKey: p, RowKey: r}, properties, nil
}

// DecodeUpdate reads the body of a replace, a merge or an upsert. The keys are those of the URL: in
// the body the service ignores them, whatever their type.
// https://learn.microsoft.com/rest/api/storageservices/update-entity2
func DecodeUpdate(body []byte) ([]table.Property, error) {
	doc, err := read(body)
	if err != nil {
		return nil, err
	}
	return doc.properties()
}

// DecodeTable reads the body of a create table. Whether the name is one a table may have is for the
// caller to say.
// https://learn.microsoft.com/rest/api/storageservices/create-table
func DecodeTable(body []byte) (name string, err error) {
	doc, err := read(body)
	if err != nil {
		return "", err
	}
	return doc.text(tableName)
}

// properties decodes the custom properties of the document.
func (d document) properties() ([]table.Property, error) {
	var properties []table.Property
	for _, m := range d.members {
		if m.name == partitionKey || m.name == rowKey || m.name == timestamp {
			continue
		}
		switch {
		case table.Length(m.name) > table.MaxPropertyName:
			return nil, fault.Invalid(fault.PropertyNameTooLong, "")
		case !table.ValidPropertyName(m.name):
			err := fault.Invalid(fault.PropertyNameInvalid, "")
			err.Hint = "Property " + quote(m.name) + ": a name is a letter or _, then letters, digits and _."
			return nil, err
		case m.value.Type == gjson.Null:
			continue
		}
		value, err := d.value(m)
		if err != nil {
			return nil, err
		}
		properties = append(properties, table.Property{Name: m.name, Value: value})
	}
	return properties, nil
}

// value decodes one property that is not null.
func (d document) value(m member) (table.Value, error) {
	annotation, annotated := d.types[m.name]
	if !annotated {
		value, ok := infer(m.value)
		if !ok {
			return value, malformed(inferHint(m))
		}
		return value, nil
	}
	kind, ok := table.ParseKind(annotation.Str)
	if !ok {
		return table.Value{}, malformed("Property " + m.name + ": " + quote(annotation.Str) +
			" is not one of the eight types, such as Edm.Int64.")
	}
	value, ok := convert(m.value, kind)
	if !ok {
		return value, malformed("Property " + m.name + ": " + quote(m.value.String()) + " is not an " +
			kind.String() + ".")
	}
	if kind == table.DateTime && value.Ticks() < table.MinTicks {
		at := value.Ticks().Time().Format("01/02/2006 15:04:05")
		return value, fault.Invalid(fault.OutOfRangeInput, outOfRange(m.name, at))
	}
	return value, nil
}

// text decodes a member that must be there and be a string: a key, or the name of a table.
func (d document) text(name string) (string, error) {
	for _, m := range d.members {
		if m.name != name || m.value.Type == gjson.Null {
			continue
		}
		annotation, annotated := d.types[name]
		if m.value.Type != gjson.String || annotated && annotation.Str != table.String.String() {
			err := fault.Invalid(fault.InvalidInput, "")
			err.Hint = name + " must be an Edm.String."
			return "", err
		}
		return m.value.Str, nil
	}
	err := fault.Invalid(fault.PropertiesNeedValue, "")
	err.Hint = name + " is missing."
	return "", err
}

func inferHint(m member) string {
	switch m.value.Type {
	case gjson.JSON:
		return "Property " + m.name + ": an entity is flat, its values are neither objects nor arrays."
	default:
		return "Property " + m.name + ": " + quote(m.value.Raw) + " does not fit its type; send a large " +
			"integer as text, with " + quote(m.name+typeSuffix) + ":" + quote(table.Int64.String()) + "."
	}
}

func outOfRange(name, value string) string {
	return "The '" + name + "' parameter of value '" + value + "' is out of range."
}

// malformed is the fault of a body that the service's reader gives up on.
func malformed(hint string) error {
	err := fault.Invalid(fault.InvalidInput, fault.TextProcessing)
	err.Hint = hint
	return err
}

// quote shows a piece of a body in a hint, shortened when it is long.
func quote(s string) string {
	const most = 60
	runes := []rune(s[:min(len(s), 4*most)])
	if len(runes) > most {
		s = strings.ToValidUTF8(string(runes[:most]), "") + "…"
	}
	return `"` + s + `"`
}
