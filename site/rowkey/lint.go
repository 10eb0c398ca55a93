package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	designs "github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/language/lint"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/outcome"
)

// linted is a finding as rowkey lint prints it.
type linted struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Code     string `json:"code"`
	Severity string `json:"severity"`
	About    string `json:"about"` // the request, or the design and the pattern
	Says     string `json:"says"`
	Guide    string `json:"guide"`
}

// line is the finding in a line of text.
func (x linted) line() string {
	about := ""
	if x.About != "" {
		about = x.About + ": "
	}
	return fmt.Sprintf("%s:%d:%d %s %s: %s%s Guide: /guides/%s/\n",
		x.File, x.Line, x.Column, x.Code, x.Severity, about, x.Says, x.Guide)
}

func lintCommand(c console, args []string) int {
	flags := newFlags("lint")
	asJSON := flags.Bool("json", false, "print one line of JSON for each finding")
	to := reportFlag(flags)
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	if len(names) == 0 {
		return c.misused(errors.New("lint needs at least one file or folder: rowkey lint FILE…"))
	}
	files, err := filesToLint(names)
	if err != nil {
		return c.misused(err)
	}
	if err := unknownFences(files); err != nil {
		return c.fail(err)
	}
	tables := tablesOf(files)
	var all []outcome.Outcome
	for _, f := range files {
		found, bad, failed := lintFile(c, f, tables[f.Folder])
		code = max(code, failed)
		all = append(all, report.Wrong(bad)...)
		if found == nil && bad == nil {
			all = append(all, outcome.Outcome{File: f.Name, Name: "lint"})
		}
		for _, x := range found {
			all = append(all, outcome.Outcome{
				File: x.File, Line: x.Line, Column: x.Column,
				Name: x.Code, Says: x.Says, Warning: x.Severity != "error",
			})
			if x.Severity == "error" {
				code = max(code, exitFailed)
			}
			line := x.line()
			if *asJSON {
				encoded, _ := json.Marshal(x) // strings and numbers always can be
				line = string(encoded) + "\n"
			}
			_, _ = c.out.Write(report.Shown([]byte(line)))
		}
	}
	return max(code, to.write(c, all))
}

// filesToLint reads the files. Of a folder it takes what can be looked at.
func filesToLint(names []string) (files []sandbox.File, problems error) {
	for _, name := range names {
		info, err := os.Stat(name)
		found := []string{name}
		if err == nil && info.IsDir() {
			if found, err = inFolder(name); err == nil && len(found) == 0 {
				err = errors.New("the folder has no .http, .csv, .md and .rowkey.yaml file")
			}
		}
		for _, each := range found {
			if err != nil {
				break
			}
			folder := ""
			if each != name {
				folder = filepath.Dir(each)
			}
			var one []sandbox.File
			if one, err = readFile(each, folder); err == nil {
				err = typed(one, new(convert.Types))
			}
			files = append(files, one...)
		}
		if err != nil {
			problems = errors.Join(problems, fmt.Errorf("cannot read %s: %w", name, reason(err)))
		}
	}
	return files, problems
}

// inFolder returns the files of a folder and of those in it that can be looked at. What is hidden, and what
// npm installed, is left out.
func inFolder(folder string) (names []string, err error) {
	err = filepath.WalkDir(folder, func(name string, e fs.DirEntry, err error) error {
		switch extension := filepath.Ext(name); {
		case err != nil:
			return err
		case e.IsDir() && name != folder && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
			return fs.SkipDir
		case e.IsDir():
		case extension == ".http", extension == ".csv", extension == ".md", strings.HasSuffix(name, ".rowkey.yaml"):
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// tablesOf returns the tables that the scripts of each folder start with.
func tablesOf(files []sandbox.File) map[string][]*data.Table {
	tables := map[string][]*data.Table{}
	for _, f := range files {
		if filepath.Ext(f.Name) == ".csv" {
			tables[f.Folder] = append(tables[f.Folder], dataOf(f))
		}
	}
	return tables
}

func dataOf(f sandbox.File) *data.Table {
	name := strings.TrimSuffix(filepath.Base(f.Name), ".csv")
	return data.Parse(name, f.Text, data.Whole(f.Name))
}

// lintFile returns the findings on a file. One that can't be read has none but errors, which are written.
func lintFile(
	c console, f sandbox.File, tables []*data.Table,
) (found []linted, bad []*script.Error, code int) {
	switch filepath.Ext(f.Name) {
	case ".yaml", ".yml":
		return lintDesign(c, f)
	case ".csv":
		t := dataOf(f)
		bad, found = t.Errors, lintedOf(f.Name, lint.Data(t))
	case ".http", ".md":
		var names []string
		if filepath.Ext(f.Name) == ".md" {
			tables = nil // a page has its own
		}
		for _, t := range tables {
			names = append(names, t.Name)
		}
		s := script.Parse(f.Name, f.Text, names...)
		bad, found = s.Errors, lintedOf(f.Name, lint.Check(s, f.Text, tables...))
	default:
		err := fmt.Errorf("cannot lint %s: it needs to be .http, .md, .csv or .rowkey.yaml", f.Name)
		return nil, nil, c.misused(err)
	}
	if bad != nil {
		code = c.complain(f.Name, bad)
	}
	return found, bad, code
}

// complain writes what is wrong with a file, and returns the exit code.
func (c console) complain(name string, bad []*script.Error) int {
	complaints := report.Report{Files: []report.File{{Name: name, Errors: bad}}}.AppendErrors(nil)
	_, _ = c.err.Write(report.Shown(complaints))
	return exitUsage
}

func lintedOf(file string, findings []lint.Finding) (all []linted) {
	for _, f := range findings {
		all = append(all, linted{
			File: file, Line: f.Line, Column: f.Column, Code: f.Code, Severity: severity(f.Error),
			About: f.Request, Says: f.Says, Guide: f.Guide,
		})
	}
	return all
}

// lintDesign measures a design file and returns what a reviewer would say.
func lintDesign(c console, f sandbox.File) (all []linted, bad []*script.Error, code int) {
	file, bad := read.File(f.Name, f.Text)
	if bad != nil {
		return nil, bad, c.complain(f.Name, bad)
	}
	m, err := matrix.Run(file, matrix.Options{})
	if err != nil {
		return nil, nil, c.misused(fmt.Errorf("cannot measure %s: %w", f.Name, err))
	}
	for _, x := range designs.Check(file, m) {
		all = append(all, linted{
			File: f.Name, Line: x.Line, Column: max(1, x.Column), Code: x.Code, Severity: severity(x.Error),
			About: aboutDesign(x), Says: x.Says, Guide: x.Guide,
		})
	}
	return all, nil, exitOK
}

func aboutDesign(f design.Finding) string {
	if f.Design != "" && f.Pattern != "" {
		return f.Pattern + " under " + f.Design
	}
	return cmp.Or(f.Design, f.Pattern)
}

func severity(isError bool) string {
	if isError {
		return "error"
	}
	return "warning"
}
