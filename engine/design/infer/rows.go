package infer

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/table"
)

// Files describes requests together with their tables, or one file of rows in any format that
// package convert reads. The error is a *Refusal or sandbox.ErrTablesOnly.
func Files(b sandbox.Sandbox, files []sandbox.File) (*Described, error) {
	var known []sandbox.File
	for _, f := range files {
		read, bad := Read(f)
		switch {
		case bad != nil:
			return nil, &Refusal{bad.Message, bad.Hint}
		case read.Name != "":
			known = append(known, read.File)
		case len(files) == 1:
			return rowsWithoutKeys(f.Name, read.Plan)
		default:
			return nil, &Refusal{"These files can't be described together.",
				"Several at once are .http files, and tables with PartitionKey and RowKey."}
		}
	}
	return Scripts(b, known)
}

// Reading is a file as a script or the data of a table, and the rows that it doesn't have, because they can't
// be read. Rows without keys are neither script nor data, and then the name is "".
type Reading struct {
	sandbox.File
	Plan *convert.Plan
	convert.Outcome
}

// Read makes a script or the data of a table out of a file, by what it contains, in any format that package
// convert reads.
func Read(f sandbox.File) (known Reading, bad *data.Problem) {
	plan, bad := convert.Inspect(f.Name, f.Text)
	if bad != nil {
		return known, bad
	}
	known.Plan = plan
	known.Text = f.Text
	form := plan.Form
	switch {
	case form.Format == convert.HTTP:
		known.Name = strings.TrimSuffix(f.Name, path.Ext(f.Name)) + ".http"
	case form.Format == convert.Data,
		form.Format == convert.CSV && form.Delimiter == ',' && plan.Keyed:
		known.Name = tableName(f.Name) + ".csv"
	case plan.Keyed:
		text, more := []byte(nil), true
		c := plan.Convert(convert.Own())
		for more {
			text, more = c.Append(text, len(f.Text)+1)
		}
		known.Name, known.Text, known.Outcome = tableName(f.Name)+".csv", string(text), c.Outcome()
	}
	return known, nil
}

// tableName makes a table's name out of a file's. Storage Explorer writes Orders.typed.csv,
// browsers Orders (1).csv.
func tableName(file string) string {
	stem, _, _ := strings.Cut(strings.TrimSuffix(file, path.Ext(file)), " (")
	name := strings.TrimLeft(joined(strings.TrimSuffix(stem, ".typed")), "0123456789")
	if name = capital(name[:min(len(name), 63)]); len(name) < 3 {
		return "Imported"
	}
	return name
}

// rowsWithoutKeys describes rows that have no keys yet. Designs have those that an import would
// propose.
func rowsWithoutKeys(file string, plan *convert.Plan) (*Described, error) {
	entity := singular(strings.TrimSuffix(file, path.Ext(file)))
	var columns []*column
	for _, s := range plan.Columns {
		if s.Values > 0 {
			columns = append(columns, &column{Source: s})
		}
	}
	if columns == nil {
		return nil, &Refusal{"There are no rows with values.",
			"The first line has the names, and each line below it has an entity."}
	}
	lines := []string{
		"# Described from " + file + ": " + design.Number(float64(plan.Rows)) + " rows.",
		"# The questions and their rates are guessed: write down yours.",
		"entities:", "  " + entity + ":", "    count: " + strconv.Itoa(max(1, plan.Rows-plan.Refused)),
		"    properties:",
	}
	for _, c := range columns {
		c.describe(plan.Rows)
		lines = append(lines, c.line())
	}
	lines = append(lines, "patterns:")
	for _, p := range questions(entity, columns, nil) {
		lines = append(lines, p.String())
	}
	lines = append(append(lines, "designs:"), designs(plan.Suggestions, columns, entity)...)
	d := &Described{Text: strings.Join(lines, "\n") + "\n", Notes: plan.Notes}
	if plan.Refused > 0 {
		d.Notes = append(d.Notes, strconv.Itoa(plan.Refused)+" rows can't be read and aren't counted.")
	}
	return d, nil
}

// designs writes the keys that an import would propose, each once.
func designs(all []convert.Suggestion, columns []*column, entity string) (lines []string) {
	var done []string
	add := func(name, partition, row string) {
		if row != "" && !slices.Contains(done, name) {
			done = append(done, name)
			keys := `{PartitionKey: "` + partition + `", RowKey: "` + row + `"}`
			lines = append(lines, "  "+name+": {"+entity+": "+keys+"}")
		}
	}
	for _, s := range all {
		name := "all in one"
		if by := s.PartitionKey.Column; by != "" {
			name = "by " + strings.ToLower(by)
		}
		add(name, keyTemplate(columns, s.PartitionKey), keyTemplate(columns, s.RowKey))
	}
	if lines == nil {
		// No column tells the rows apart, so all of them together have to.
		const most = 4
		var each []convert.Part
		for _, c := range columns[:min(len(columns), most)] {
			each = append(each, convert.Part{Column: c.Name})
		}
		add("all columns", keyTemplate(columns, each[0]), keyTemplate(columns, each...))
	}
	return lines
}

func keyTemplate(columns []*column, parts ...convert.Part) string {
	var all []string
	for _, p := range parts {
		part := design.Part{Literal: p.Text}
		for _, c := range columns {
			switch {
			case c.Name != p.Column:
				continue
			case p.Digits > 0:
				part.Format, part.Width = design.Padded, p.Digits
			case c.Type == table.DateTime:
				part.Format = design.ISO
			}
			part.Property = &design.Property{Name: c.Name}
		}
		if text := part.String(); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, "_")
}
