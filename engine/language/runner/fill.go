package runner

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Fill sends data to a target as ordinary requests: one creates the table, unless it's there, and entity
// group transactions insert or replace its entities. It returns what is wrong with the data, or why the
// target doesn't take it; then some of it can be stored.
func Fill(t *data.Table, to Target, o Options) []*data.Error {
	if len(t.Errors) > 0 {
		return t.Errors
	}
	f := &filler{puts: NewPuts(t.Name, o), table: t, target: to}
	f.send(f.puts.Create(to.Now()))
	var groups data.Groups
	met := map[table.Key]bool{}
	t.Each(to.Now, func(row *data.Row, e *table.Entity, bad *data.Error) bool {
		if bad == nil {
			if met[e.Key] {
				bad = t.Repeated(row, e.Key)
			}
			met[e.Key] = true
		}
		if bad != nil {
			f.errors = append(f.errors, bad)
		} else if full := groups.Add(e); full != nil {
			f.send(f.puts.Group(full, to.Now()))
		}
		return len(f.errors) == 0
	})
	for _, group := range groups.Rest() {
		if len(f.errors) == 0 {
			f.send(f.puts.Group(group, to.Now()))
		}
	}
	return f.errors
}

// Puts makes the requests that store a table in another account. They can be sent again.
type Puts struct {
	table   string
	options Options
	random  *helper.Random
}

// NewPuts returns Puts for a table. Of the options, Host, Key and Seed count.
func NewPuts(table string, o Options) *Puts {
	return &Puts{table, o, helper.NewRandom(o.Seed, "data "+table)}
}

// Create returns the request that creates the table.
func (p *Puts) Create(now table.Ticks) wire.Request {
	body := append(odata.AppendString([]byte(`{"TableName":`), p.table), '}')
	return p.request("/Tables", contentType, body, now)
}

// Group returns the transaction that inserts or replaces the entities of a group.
func (p *Puts) Group(group []table.Entity, now table.Ticks) wire.Request {
	var operations []wire.Request
	for _, e := range group {
		r := wire.Request{
			Method: "PUT",
			URL:    odata.EntityURL(p.options.Host, p.table, e.Key),
			Body:   odata.AppendInsert(nil, e.Key, e.Properties),
		}
		r.Headers = withDefaults(nil, r.Body, operation)
		operations = append(operations, r)
	}
	media, body := batch.Write(p.random.GUID(), p.random.GUID(), operations)
	return p.request("/$batch", media, body, now)
}

func (p *Puts) request(path, media string, body []byte, now table.Ticks) wire.Request {
	r := wire.Request{Method: "POST", URL: p.options.Host + path, Body: body}
	r.Headers.Add("Content-Type", media)
	r.Headers = withDefaults(r.Headers, body, tableRequest)
	if p.options.Key != nil {
		r.Headers.Add("x-ms-date", helper.RFC1123(now))
		p.options.Key.Sign(grant.Table, &r)
	}
	return r
}

// filler sends the data of one table.
type filler struct {
	puts   *Puts
	table  *data.Table
	target Target
	errors []*data.Error
}

// send sends a request, and notes an answer that is an error, unless it says that the table is there.
func (f *filler) send(r wire.Request) {
	response, _, err := f.target.Do(r)
	a := answer.Of(response, f.puts.options.XML)
	switch {
	case err != nil:
		f.fail("there was no answer: " + err.Error())
	case a.Own().Status >= 400 && a.Code() != fault.TableAlreadyExists.Name:
		_, text := errorbody.Read(a.Own().Body)
		f.fail(strconv.Itoa(a.Own().Status) + " " + a.Code() + ": " + problem.Short(text))
	}
}

func (f *filler) fail(why string) {
	f.errors = append(f.errors, f.table.ErrorOf(nil, problem.New(
		"The data of "+f.table.Name+" can't be stored: "+strings.TrimRight(why, " .:")+".", "")))
}
