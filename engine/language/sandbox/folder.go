package sandbox

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Together puts files without a folder into one if there is data among them. A page stays on its own.
func Together(files []File) []File {
	alone := func(f File) bool { return f.Folder == "" && strings.HasSuffix(f.Name, ".csv") }
	if !slices.ContainsFunc(files, alone) {
		return files
	}
	files = slices.Clone(files)
	for i := range files {
		if f := &files[i]; f.Folder == "" && !strings.HasSuffix(f.Name, ".md") {
			f.Folder = "."
		}
	}
	return files
}

// folder runs the scripts of a folder in name order, in one account, which starts with the data of the
// folder. If something is wrong with the data, nothing runs. A script with # @authorize runs in an account
// that checks signatures, and the others don't.
func (b Sandbox) folder(folder string, files []File) (all []report.File, err error) {
	if b.kind.Typed != nil {
		files = slices.Clone(files)
		for i := range files {
			if f := &files[i]; f.Folder == folder && strings.HasSuffix(f.Name, ".csv") {
				f.Text = b.kind.Typed(f.Name, f.Text)
			}
		}
	}
	tables, scripts := Divide(folder, files)
	a := b.Open()
	defer a.Close()
	var names []string
	for _, t := range tables {
		if f := a.Fill(t, Whole); len(f.Errors) > 0 {
			all = append(all, report.File{Name: t.File(), Errors: f.Errors})
		}
		names = append(names, t.Name)
	}
	broken := len(all) > 0
	for _, f := range scripts {
		s := script.Parse(f.Name, f.Text, names...)
		fr := report.File{Name: f.Name, Errors: s.Errors}
		if len(s.Errors) == 0 && !broken && s.Examples[0].Runs() {
			admit := grant.Everyone
			if s.Authorizes(0) {
				admit = grant.Signed
			}
			a.let(admit)
			if fr.Steps, _, err = b.runExample(a, s, 0); err != nil {
				return nil, err // ErrTablesOnly, since the data is there already
			}
		}
		all = append(all, fr)
	}
	return all, nil
}

// Divide parses the csv files of a folder, and returns its scripts, both in the order of their names.
func Divide(folder string, files []File) (tables []*data.Table, scripts []File) {
	var own []int // sorting numbers is code that the engine has already
	for i := range files {
		if files[i].Folder == folder {
			own = append(own, i)
		}
	}
	slices.SortStableFunc(own, func(i, j int) int { return strings.Compare(files[i].Name, files[j].Name) })
	for _, i := range own {
		f := files[i]
		name, isData := strings.CutSuffix(f.Name, ".csv")
		if !isData {
			scripts = append(scripts, f)
			continue
		}
		name = name[strings.LastIndexAny(name, `/\`)+1:]
		t := data.Parse(name, f.Text, data.Whole(f.Name))
		for _, other := range tables {
			if strings.EqualFold(other.Name, name) {
				t.Fail("The table "+name+" has data already, in "+other.File()+".", "Put all rows into one file.")
			}
		}
		tables = append(tables, t)
	}
	return tables, scripts
}
