package data

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// Requests writes data as the requests of an .http script: one that creates the table, and entity group
// transactions with its entities. The last one has the name of the table, so that what refers to the data
// refers to all of them.
type Requests struct {
	table string
	names []string // of the requests so far
}

// NewRequests returns a writer for a table.
func NewRequests(table string) *Requests { return &Requests{table: table} }

// Skip passes over a group that is written elsewhere.
func (r *Requests) Skip() {
	if len(r.names) == 0 {
		r.names = append(r.names, r.next()) // the request that creates the table
	}
	r.names = append(r.names, r.next())
}

// next returns the name of the next request.
func (r *Requests) next() string {
	if len(r.names) == 0 {
		return r.table + "_table"
	}
	return r.table + "_" + strconv.Itoa(len(r.names))
}

// head appends what a request begins with. The last one refers to all others.
func (r *Requests) head(dst []byte, title string, last bool) []byte {
	name, refs := r.next(), r.names[:min(1, len(r.names))]
	r.names = append(r.names, name)
	if last {
		name, refs = r.table, r.names[:len(r.names)-1]
	}
	dst = append(dst, "### "+r.table+": "+title+"\n# @name "+name+"\n# @hidden\n"...)
	for _, ref := range refs {
		dst = append(dst, "# @ref "+ref+"\n"...)
	}
	return dst
}

// send appends the request itself, up to its body.
func send(dst []byte, to string) []byte {
	return append(dst, "POST {{host}}/"+to+
		"\nContent-Type: application/json\nAccept: application/json;odata=nometadata\n\n"...)
}

const created = "# @expect status == 201\n"

// Create appends the request that creates the table. last says that nothing follows.
func (r *Requests) Create(dst []byte, last bool) []byte {
	dst = send(append(r.head(dst, "the table", last), created...), "Tables")
	return append(odata.AppendString(append(dst, `{"TableName": `...), r.table), "}\n\n"...)
}

// Group appends the requests that insert entities of one partition, at most 100.
func (r *Requests) Group(dst []byte, entities []table.Entity, last bool) []byte {
	title := strconv.Itoa(len(entities)) + " entities"
	if len(entities) == 1 {
		dst = send(append(r.head(dst, "an entity", last), created...), r.table)
		return append(odata.AppendInsert(dst, entities[0].Key, entities[0].Properties), "\n\n"...)
	}
	transaction := "# @transaction " + r.next() + "\n"
	for i, e := range entities {
		if i == 0 {
			dst = append(r.head(dst, title, last), transaction...)
		} else {
			dst = append(dst, "###\n# @hidden\n"+transaction...)
		}
		if i == len(entities)-1 {
			dst = append(dst, "# @expect status == 202\n# @expect error == \"\"\n"...)
		}
		dst = append(odata.AppendInsert(send(dst, r.table), e.Key, e.Properties), "\n\n"...)
	}
	return dst
}

// AppendRequests appends the data as the requests of an .http script. A template is a loop, whose random
// numbers are others than those of the data.
func (t *Table) AppendRequests(dst []byte) []byte {
	groups, loops := t.groups()
	r := NewRequests(t.Name)
	left := len(groups) + len(loops)
	dst = r.Create(dst, left == 0)
	for _, g := range groups {
		left--
		dst = r.Group(dst, g, left == 0)
	}
	for _, row := range loops {
		left--
		dst = t.appendLoop(r, dst, row, left == 0)
	}
	return dst
}

// groups returns the entities of the rows that are no templates, in groups, and the rows that are templates.
func (t *Table) groups() (groups [][]table.Entity, loops []*Row) {
	var open Groups
	t.each(someTime, 1, func(row *Row, e *table.Entity, _ *Error) bool {
		if row.Times > 0 {
			loops = append(loops, row)
		} else if full := open.Add(e); full != nil {
			groups = append(groups, full)
		}
		return true
	})
	return append(groups, open.Rest()...), loops
}

// appendLoop appends the request that inserts the entities of a template, in transactions if they are in one
// partition.
func (t *Table) appendLoop(r *Requests, dst []byte, row *Row, last bool) []byte {
	single := true
	for i, c := range row.Cells {
		single = single && (t.Columns[i].Name != table.PartitionKey || !strings.Contains(c.Text, "{{"))
	}
	expect := created
	if single {
		expect = "# @transaction " + r.next() + "\n# @expect status == 202\n# @expect error == \"\"\n"
	}
	dst = r.head(dst, strconv.Itoa(row.Times)+" entities", last)
	dst = append(dst, "# @loop for "+strconv.Itoa(row.Times)+"\n"+expect...)
	dst = append(send(dst, r.table), '{')
	for i, c := range row.Cells {
		if c.Set {
			dst = appendTemplate(dst, t.Columns[i].Name, c)
		}
	}
	return append(dst, "}\n\n"...)
}

// appendTemplate appends a property of a template. A value with {{…}} has its type and quotes, unless it's a
// string, or a number that JSON can have as it is.
func appendTemplate(dst []byte, name string, c Cell) []byte {
	if !strings.Contains(c.Text, "{{") {
		v, _ := odata.ParseText(c.Text, c.Kind)
		return odata.AppendProperty(dst, name, v)
	}
	number := strings.HasPrefix(c.Text, "{{$randomInt") || strings.HasPrefix(c.Text, "{{$index")
	plain := c.Kind == table.Int32 && number && strings.Index(c.Text, "}}") == len(c.Text)-2
	if c.Kind != table.String && !plain {
		dst = odata.AppendProperty(dst, name+"@odata.type", table.StringValue(c.Kind.String()))
	}
	const mark = "\x00"
	dst = odata.AppendProperty(dst, name, table.StringValue(mark))
	value := c.Text
	if !plain {
		value = `"` + escaped(c.Text) + `"`
	}
	return append(dst[:len(dst)-len(`"\u0000"`)], value...)
}

// escaped escapes a text for a JSON string, except what is between {{ and }}.
func escaped(text string) string {
	all := ""
	for {
		before, rest, found := strings.Cut(text, "{{")
		quoted := string(odata.AppendString(nil, before))
		all += quoted[1 : len(quoted)-1]
		if !found {
			return all
		}
		inside, after, _ := strings.Cut(rest, "}}")
		all += "{{" + inside + "}}"
		text = after
	}
}
