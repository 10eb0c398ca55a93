package odata

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/table"
)

// tableName is the one property of a table.
const tableName = "TableName"

// DecodeInsert reads the body of an insert: both keys, and the properties in the order sent. It drops
// nulls, because the service never stores them, and ignores a Timestamp and annotations.
// https://learn.microsoft.com/rest/api/storageservices/insert-entity
func DecodeInsert(body []byte) (table.Key, []table.Property, error) {
	var room [few]member
	doc, err := read(body, &room)
	if err != nil {
		return table.Key{}, nil, err
	}
	properties, err := doc.properties()
	if err != nil {
		return table.Key{}, nil, err
	}
	var key table.Key
	if key.PartitionKey, err = doc.key(table.PartitionKey); err != nil {
		return table.Key{}, nil, err
	}
	if key.RowKey, err = doc.key(table.RowKey); err != nil {
		return table.Key{}, nil, err
	}
	return key, properties, nil
}

// DecodeUpdate reads the body of a replace, a merge or an upsert. The URL has the keys; the service
// ignores keys in the body, even of the wrong type.
// https://learn.microsoft.com/rest/api/storageservices/update-entity2
func DecodeUpdate(body []byte) ([]table.Property, error) {
	var room [few]member
	doc, err := read(body, &room)
	if err != nil {
		return nil, err
	}
	return doc.properties()
}

// DecodeTable reads the body of a create table. It doesn't check whether the name is valid.
// https://learn.microsoft.com/rest/api/storageservices/create-table
func DecodeTable(body []byte) (name string, err error) {
	var room [few]member
	doc, err := read(body, &room)
	if err != nil {
		return "", err
	}
	return doc.text(tableName)
}

// properties decodes the custom properties.
func (d document) properties() ([]table.Property, error) {
	var properties []table.Property
	tooLong := false
	for _, m := range d.members {
		if table.IsSystemProperty(m.name) || m.annotation() {
			continue
		}
		if !table.ValidPropertyName(m.name) {
			return nil, fault.Refused(fault.PropertyNameInvalid, "").WithHint(
				`Property "` + cut(m.name) + `": a name is a letter or _, then letters, digits and _.`)
		}
		tooLong = tooLong || table.Length(m.name) > table.MaxPropertyName
		if m.value.Type == jsontext.Null {
			continue
		}
		value, err := d.value(m)
		if err != nil {
			return nil, err
		}
		if properties == nil {
			properties = make([]table.Property, 0, len(d.members)-d.types)
		}
		properties = append(properties, table.Property{Name: m.name, Value: value})
	}
	if tooLong {
		return nil, fault.Invalid(fault.PropertyNameTooLong, "") // after all others, as in the service
	}
	return properties, nil
}

// value decodes one property that isn't null.
func (d document) value(m member) (table.Value, error) {
	annotation, annotated := d.typeOf(m.name)
	if !annotated {
		value, ok := infer(m.value)
		if !ok {
			return value, malformed(m.String() + " isn't a value that a property can have.")
		}
		return value, nil
	}
	kind, ok := table.ParseKind(annotation.Str)
	if !ok {
		return table.Value{}, malformed("Property " + cut(m.name) + ": " + cut(annotation.Raw) +
			` is not one of the eight types, such as "Edm.Int64".`)
	}
	value, ok := convert(m.value, kind)
	switch {
	case !ok && m.value.Type != jsontext.String && !unquoted(kind):
		return value, malformed(m.String() + " is not an " + kind.String() + ", which is sent in quotes.")
	case !ok:
		return value, malformed(m.String() + " is not an " + kind.String() + Forms(kind) + ".")
	case kind == table.DateTime && value.Ticks() < table.MinTicks:
		return value, fault.Invalid(fault.OutOfRangeInput, outOfRange(m.name, usTime(value.Ticks())))
	}
	return value, nil
}

// key decodes a PartitionKey or RowKey and checks its characters.
func (d document) key(name string) (string, error) {
	key, err := d.text(name)
	if err == nil && !table.ValidKey(key) {
		return "", fault.Refused(fault.OutOfRangeInput, outOfRange(name, key)).WithHint(
			`A key may not hold / \ # ? or a control character.`)
	}
	return key, err
}

// text decodes a required member of type Edm.String.
func (d document) text(name string) (string, error) {
	v, found := d.find(name)
	if !found || v.Type == jsontext.Null {
		return "", fault.Invalid(fault.PropertiesNeedValue, "").WithHint(name + " is missing.")
	}
	annotation, annotated := d.typeOf(name)
	if v.Type != jsontext.String || annotated && annotation.Str != table.String.String() {
		return "", fault.Refused(fault.InvalidInput, "").WithHint(name + " must be an Edm.String.")
	}
	return v.Str, nil
}

func outOfRange(name, value string) string {
	return "The '" + name + "' parameter of value '" + value + "' is out of range."
}

// malformed is the fault of a body that the service's reader can't read.
func malformed(hint string) *fault.Error {
	return fault.Refused(fault.InvalidInput, fault.TextProcessing).WithHint(hint)
}

// cut shortens part of a body for a hint.
func cut(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// usTime formats an instant as the service does in this one error: MM/dd/yyyy HH:mm:ss.
func usTime(t table.Ticks) string {
	iso := t.Full()
	return iso[5:7] + "/" + iso[8:10] + "/" + iso[:4] + " " + iso[11:19]
}

// Forms says how a value of a kind is written, if that isn't obvious.
func Forms(kind table.Kind) string {
	switch kind {
	case table.DateTime:
		return ", such as 2026-01-05T09:00:00Z"
	case table.Double:
		return ", a number or one of the words NaN, Infinity and -Infinity"
	case table.GUID:
		return ", such as a455c695-df98-5678-aaaa-81d3367e5a34"
	case table.Binary:
		return ", which is base64 with its padding"
	default:
		return ""
	}
}
