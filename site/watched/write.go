package watched

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/seed"
)

// File is a file that can be made of a report.
type File struct{ Name, Says, Text string }

// Files returns a test of each shape, the tables that they need, and a design file, with what to know about
// it. from says what was watched, and tables are what the account has at the end: what was deleted is added.
// There's no design file without entities.
func (r *Report) Files(from string, tables []infer.Table) (files []File, notes []string) {
	tables = infer.Seen(tables, slices.Concat(r.kept, r.examples()))
	for _, t := range tables {
		files = append(files, File{t.Name + ".csv", "The table " + t.Name, data.Text(t.Entities)})
	}
	if tests := r.tests(files); tests != "" {
		files = append(files, File{"watched.http", "A test of each shape, with what it may read", tests})
	}
	d, err := infer.Watched(from, tables, r.examples())
	if err != nil {
		return files, append(notes, "There's no design file, because no entities were seen.")
	}
	says := "What the program asks and writes, and its keys as they are"
	return append(files, File{"watched.rowkey.yaml", says, d.Text}), append(notes, d.Notes...)
}

// tests writes the examples of the shapes as a script, questions first: what's written then doesn't change
// their answers. Others are in the order in which they came first.
func (r *Report) tests(tables []File) string {
	var questions, others strings.Builder
	left := leftBy(tables)
	defer left.Close()
	for _, s := range r.inOrder() {
		text := &others
		if s.Plan != "" {
			text = &questions
		}
		_, request, found := strings.Cut(s.Example, "\n")
		if found {
			text.WriteString("\n### " + s.Name + "\n")
			for _, says := range s.budget(left) {
				text.WriteString("# @expect " + says + "\n")
			}
			text.WriteString(request)
		}
	}
	if questions.Len()+others.Len() == 0 {
		return ""
	}
	return "# A request for each shape of what was watched: the one that read most, and what it may read.\n" +
		"# Check them: rowkey run FOLDER\n" + questions.String() + others.String()
}

// leftBy returns an account with tables, which answers everyone.
func leftBy(tables []File) *engine.Account {
	var files []seed.File
	for _, t := range tables {
		files = append(files, seed.File{Name: t.Name, Text: t.Text})
	}
	var o engine.Options
	if from, err := seed.Open(files, nil); err == nil {
		defer from.Close()
		o.From = from
	}
	account, _ := engine.Open(o) // one in memory always opens
	return account
}

// budget is what is expected of the example of a shape. A table can have more at the end than when it was
// queried, so the example is asked again of what is left.
func (s *Shape) budget(left *engine.Account) (all []string) {
	switch {
	case s.Plan == "" && s.mostWritten == 0:
		return []string{"cost.transactions == 1"}
	case s.Plan == "":
		return []string{fmt.Sprintf("cost.entitiesWritten <= %d", s.mostWritten)}
	case s.Kind == plan.Point:
		all = append(all, "plan == point")
	case !s.Kind.Scans():
		all = append(all, "plan != table-scan")
	}
	if !s.Unread {
		now := Asked(left, &s.example.exchange.Request)
		all = append(all, fmt.Sprintf("cost.entitiesRead <= %d", max(s.example.read, now.Cost.EntitiesRead)))
	}
	return all
}

// inOrder returns the shapes in the order in which they came first.
func (r *Report) inOrder() []*Shape {
	all := slices.Clone(r.Shapes)
	slices.SortFunc(all, func(a, b *Shape) int { return a.first - b.first })
	return all
}

// examples are a request of each shape of tables that wasn't always refused.
func (r *Report) examples() (all []infer.Request) {
	for _, s := range r.inOrder() {
		if e := s.example; e != nil && e.service == "tables" && s.Requests > s.Conflicts+s.Refused {
			one := requestOf(&e.exchange.Request)
			one.Title, one.Times = s.title(e.exchange.Trace.Operation, e.exchange.Trace.Table), s.Requests
			all = append(all, one)
		}
	}
	return all
}

// compared matches the properties in the name of a shape.
var compared = regexp.MustCompile(`([^\s()]+) (?:eq|ne|gt|ge|lt|le) \?`)

// title names a shape in a few words: Orders by Status.
func (s *Shape) title(operation, table string) string {
	switch operation {
	case "QueryEntities":
	case "QueryEntity":
		return "one of " + table
	default:
		return view.OperationWords(operation) + " " + table
	}
	words := []string{table}
	for i, property := range compared.FindAllStringSubmatch(s.Name, -1) {
		if i == 0 {
			words = append(words, "by")
		}
		words = append(words, property[1])
	}
	return strings.Join(words, " ")
}
