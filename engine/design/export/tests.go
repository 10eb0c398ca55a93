package export

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// account is where emulators have the well-known account's tables.
const account = "http://127.0.0.1:10002/devstoreaccount1/"

// Tests are a script with the requests of a design, these as they're sent, and the tables that it needs.
type Tests struct {
	Text   string
	Sent   []Sent
	tables []File
}

// Sent is a request of a script.
type Sent struct {
	Line    int // of its request line, from 1
	Name    string
	Request wire.Request // to the well-known account of an emulator
}

// tests writes the requests of a design, questions first: what's written then doesn't change their answers.
func tests(m *design.Matrix, column int) (t Tests, err error) {
	d := m.File.Designs[column]
	var b strings.Builder
	b.WriteString("# What the application asks and writes under “" + d.Name + "”, with the budgets of its " +
		"design file.\n# Check it: rowkey run FOLDER\n")
	for _, verb := range []design.Verb{design.Read, design.Insert, design.Update, design.Delete} {
		for i, row := range m.Cells {
			if p := m.File.Patterns[i]; p.Verb == verb {
				t.pattern(&b, p, &row[column], m.File)
			}
		}
	}
	t.Text = b.String()
	t.tables, err = tables(m.File, d)
	return t, err
}

func (t *Tests) pattern(b *strings.Builder, p *design.Pattern, c *design.Cell, f *design.File) {
	requests := c.Plan.Requests[:min(len(c.Plan.Requests), max(1, c.Plan.Sent()))]
	for i := range requests {
		title := p.Name
		if len(requests) > 1 {
			title += ", request " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(requests))
		}
		b.WriteString("\n### " + title + "\n")
		r := &requests[i]
		for _, says := range expected(p, c, r, f) {
			b.WriteString("# @expect " + says + "\n")
		}
		line := strings.Count(b.String(), "\n") + 1
		b.WriteString(written(r))
		sent := wire.Request{Method: r.Method, URL: account + strings.TrimPrefix(r.Path, "/"),
			Body: []byte(strings.ReplaceAll(r.Body, compile.Host, strings.TrimSuffix(account, "/")))}
		for _, h := range r.Headers {
			name, value, _ := strings.Cut(h, ":")
			sent.Headers = append(sent.Headers, wire.Header{Name: name, Value: strings.TrimSpace(value)})
		}
		t.Sent = append(t.Sent, Sent{line, title, sent})
	}
}

// expected is what a request is expected to do. A question of several requests has its budget for all of
// them, so that of each is at least kept.
func expected(p *design.Pattern, c *design.Cell, r *design.Request, f *design.File) (all []string) {
	if p.Verb == design.Read && r.Method == "GET" {
		if all = append(all, "status == 200"); r.Point {
			all = append(all, "plan == point")
		} else if c.Plan.Kind != design.TableScan {
			all = append(all, "plan != table-scan")
		}
	} else if r.Writes > 1 {
		all = append(all, "status == 202")
	} else if r.Writes == 1 {
		all = append(all, "status == 204")
	}
	costs := map[string]string{"read": "entitiesRead", "returned": "entitiesReturned",
		"written": "entitiesWritten", "transactions": "transactions"}
	for _, budget := range f.Budgets {
		if budget.Pattern != p || budget.Designs != nil {
			continue
		}
		for _, l := range budget.Limits {
			if name := costs[l.Figure]; name != "" {
				all = append(all, "cost."+name+" <= "+strconv.Itoa(int(l.Most)))
			}
		}
	}
	return all
}

// tables writes the rows of a design as csv files, as many as the requests were made for.
func tables(f *design.File, d *design.Design) (all []File, err error) {
	rows := map[string][]table.Entity{}
	var names []string
	for _, place := range d.Places {
		if rows[place.Table] == nil {
			names = append(names, place.Table)
		}
		count := matrix.Size(f, place.Entity, sample)
		for _, properties := range generate.Entities(place.Entity, count, f.Seed) {
			more, err := compile.Rows(d, place, properties)
			if err != nil {
				return nil, err
			}
			rows[place.Table] = append(rows[place.Table], more...)
		}
	}
	for _, name := range names {
		all = append(all, File{name + ".csv", "The table " + name + ", a sample for the tests",
			data.Text(rows[name])})
	}
	return all, nil
}
