package odata

import (
	"iter"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Level is how much metadata a document carries. The zero Level is the service's default.
// https://learn.microsoft.com/rest/api/storageservices/payload-format-for-table-service-operations
type Level uint8

const (
	// Minimal adds the context of the document, ETags, and the types that JSON doesn't imply.
	Minimal Level = iota
	// None has names and values only.
	None
	// Full adds the type, address and edit link of every entity to Minimal.
	Full
)

// MediaType returns the Content-Type of a document.
func (l Level) MediaType() string {
	return [...]string{
		"application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
		"application/json;odata=nometadata;streaming=true;charset=utf-8",
		"application/json;odata=fullmetadata;streaming=true;charset=utf-8",
	}[l]
}

// String returns the level's name in a media type, such as "minimalmetadata".
func (l Level) String() string {
	return [...]string{"minimalmetadata", "nometadata", "fullmetadata"}[l]
}

// Writer writes documents of one account at one level.
type Writer struct {
	Base    string // the URL of the account, without a trailing slash
	Account string
	Level   Level
}

// Entity appends the document of one entity.
func (w Writer) Entity(dst []byte, tbl string, e table.Entity, s Select) []byte {
	dst = w.context(append(dst, '{'), tbl, "/@Element", s)
	return append(w.entity(dst, tbl, e, s), '}')
}

// Entities appends the document of a page of entities. It's done with each entity when it asks for the
// next one, so es can reuse memory.
func (w Writer) Entities(dst []byte, tbl string, es iter.Seq[table.Entity], s Select) []byte {
	dst = w.context(append(dst, '{'), tbl, "", s)
	dst = append(appendName(dst, "value"), '[')
	for e := range es {
		if dst[len(dst)-1] == '}' {
			dst = append(dst, ',')
		}
		dst = append(w.entity(append(dst, '{'), tbl, e, s), '}')
	}
	return append(dst, ']', '}')
}

// Table appends the document of one table.
func (w Writer) Table(dst []byte, name string) []byte {
	dst = w.context(append(dst, '{'), "Tables", "/@Element", Select{})
	return append(w.table(dst, name), '}')
}

// Tables appends the document of a page of tables.
func (w Writer) Tables(dst []byte, names []string) []byte {
	dst = w.context(append(dst, '{'), "Tables", "", Select{})
	dst = append(appendName(dst, "value"), '[')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(w.table(append(dst, '{'), name), '}')
	}
	return append(dst, ']', '}')
}

// context appends odata.metadata, which says what the document contains.
func (w Writer) context(dst []byte, of, element string, s Select) []byte {
	if w.Level == None {
		return dst
	}
	dst = append(appendName(dst, "odata.metadata"), '"')
	dst = appendEscaped(dst, w.Base)
	dst = append(dst, "/$metadata#"...)
	dst = append(appendEscaped(dst, of), element...)
	if s.Raw != "" {
		dst = append(dst, "&$select="...)
		dst = append(dst, wire.Escape(strings.TrimSpace(s.Raw), ",*")...)
	}
	return append(dst, '"')
}

func (w Writer) table(dst []byte, name string) []byte {
	if w.Level == Full {
		dst = appendText(dst, "odata.type", w.Account+".Tables")
		dst = appendText(dst, "odata.id", TableURL(w.Base, name))
		dst = appendText(dst, "odata.editLink", tablePath(name))
	}
	return appendText(dst, tableName, name)
}

// entity appends the members of an entity. The system properties come first, whatever their order in
// $select.
func (w Writer) entity(dst []byte, tbl string, e table.Entity, s Select) []byte {
	if w.Level == Full {
		dst = appendText(dst, "odata.type", w.Account+"."+tbl)
		dst = appendText(dst, "odata.id", EntityURL(w.Base, tbl, e.Key))
	}
	if w.Level != None {
		dst = appendText(dst, "odata.etag", string(e.ETag()))
	}
	if w.Level == Full {
		dst = appendText(dst, "odata.editLink", string(appendPath(nil, tbl, e.Key)))
	}
	if s.has(table.PartitionKey) {
		dst = appendText(dst, table.PartitionKey, e.PartitionKey)
	}
	if s.has(table.RowKey) {
		dst = appendText(dst, table.RowKey, e.RowKey)
	}
	if s.has(table.Timestamp) {
		if w.Level == Full {
			dst = appendText(dst, table.Timestamp+typeSuffix, table.DateTime.String())
		}
		dst = appendTime(appendName(dst, table.Timestamp), e.Timestamp)
	}
	if s.Names == nil {
		for _, p := range e.Properties {
			dst = w.property(dst, p.Name, p.Value)
		}
		return dst
	}
	for _, name := range s.Names {
		if !table.IsSystemProperty(name) {
			value, _ := e.Property(name) // null when the entity has no such property
			dst = w.property(dst, name, value)
		}
	}
	return dst
}

func (w Writer) property(dst []byte, name string, v table.Value) []byte {
	if w.Level != None && needsType(v) {
		dst = appendText(dst, name+typeSuffix, v.Kind().String())
	}
	return appendValue(appendName(dst, name), v)
}

// AppendInsert appends the body of an insert of an entity.
func AppendInsert(dst []byte, k table.Key, properties []table.Property) []byte {
	dst = appendText(append(dst, '{'), table.PartitionKey, k.PartitionKey)
	dst = appendText(dst, table.RowKey, k.RowKey)
	for _, p := range properties {
		dst = AppendProperty(dst, p.Name, p.Value)
	}
	return append(dst, '}')
}

// AppendProperty appends a property to an object that isn't closed yet, with its type if that isn't implied.
func AppendProperty(dst []byte, name string, v table.Value) []byte {
	return Writer{}.property(dst, name, v)
}

// EntityURL returns the URL of an entity as the service writes it. Quotes in keys are doubled and not
// escaped; other special characters are percent-encoded, except for ! * ( and ).
func EntityURL(base, tbl string, k table.Key) string {
	const usual = 256
	return string(appendPath(append(append(make([]byte, 0, usual), base...), '/'), tbl, k))
}

// TableURL returns the URL of a table as the service writes it.
func TableURL(base, name string) string { return base + "/" + tablePath(name) }

// appendPath appends the path of an entity below the account.
func appendPath(dst []byte, tbl string, k table.Key) []byte {
	dst = append(append(dst, tbl...), "(PartitionKey='"...)
	dst = append(appendKey(dst, k.PartitionKey), "',RowKey='"...)
	return append(appendKey(dst, k.RowKey), "')"...)
}

func appendKey(dst []byte, key string) []byte {
	return wire.AppendEscaped(dst, strings.ReplaceAll(key, "'", "''"), "!*'()")
}

func tablePath(name string) string { return "Tables('" + name + "')" }

// has reports whether a system property is selected.
func (s Select) has(name string) bool { return s.Names == nil || slices.Contains(s.Names, name) }
