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
	f := &filler{table: t, target: to, options: o, random: helper.NewRandom(o.Seed, "data "+t.Name)}
	f.create()
	var groups data.Groups
	t.Each(to.Now, func(_ *data.Row, e *table.Entity, bad *data.Error) bool {
		if bad != nil {
			f.errors = append(f.errors, bad)
		} else if full := groups.Add(e); full != nil {
			f.put(full)
		}
		return len(f.errors) == 0
	})
	for _, group := range groups.Rest() {
		if len(f.errors) == 0 {
			f.put(group)
		}
	}
	return f.errors
}

// filler sends the data of one table.
type filler struct {
	table   *data.Table
	target  Target
	options Options
	random  *helper.Random
	errors  []*data.Error
}

// create creates the table.
func (f *filler) create() {
	body := append(odata.AppendString([]byte(`{"TableName":`), f.table.Name), '}')
	f.send("/Tables", contentType, body)
}

// put inserts or replaces the entities of a group in one transaction.
func (f *filler) put(group []table.Entity) {
	var operations []wire.Request
	for _, e := range group {
		r := wire.Request{
			Method: "PUT",
			URL:    odata.EntityURL(f.options.Host, f.table.Name, e.Key),
			Body:   odata.AppendInsert(nil, e.Key, e.Properties),
		}
		r.Headers = withDefaults(nil, r.Body, operation)
		operations = append(operations, r)
	}
	media, body := batch.Write(f.random.GUID(), f.random.GUID(), operations)
	f.send("/$batch", media, body)
}

// send sends a request, and notes an answer that is an error, unless it says that the table is there.
func (f *filler) send(path, media string, body []byte) {
	r := wire.Request{Method: "POST", URL: f.options.Host + path, Body: body}
	r.Headers.Add("Content-Type", media)
	r.Headers = withDefaults(r.Headers, body, tableRequest)
	if f.options.Key != nil {
		r.Headers.Add("x-ms-date", helper.RFC1123(f.target.Now()))
		f.options.Key.Sign(grant.Table, &r)
	}
	response, _, err := f.target.Do(r)
	a := answer.Of(response, f.options.XML)
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
