package seed

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// extensions are those of the files that are taken of a folder.
var extensions = []string{".http", ".rest", ".csv", ".tsv", ".json", ".jsonl", ".ndjson"}

// takes reports whether a file of a folder is one of a seed.
func takes(name string) bool {
	return !strings.HasPrefix(name, ".") && slices.Contains(extensions, strings.ToLower(path.Ext(name)))
}

// File is a file by its name, without folders.
type File struct{ Name, Text string }

// Names returns the names of what a folder has besides folders.
func Names(entries []fs.DirEntry) (names []string) {
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// Read reads those files of a folder that are of a seed. open returns the text of one, by its name.
func Read(names []string, open func(name string) (string, error)) (files []File, err error) {
	for _, name := range names {
		if !takes(name) {
			continue
		}
		text, err := open(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files = append(files, File{name, text})
	}
	if files == nil {
		err = errors.New("the folder has none of " + strings.Join(extensions, ", "))
	}
	return files, err
}

// Open opens an account in memory that has what files leave in it: first the data, then the requests in the
// order of the files' names. It fails, and says where, unless all data can be stored, every expectation is
// met, and no request is refused that expects nothing. now is when it's stored; nil means time.Now.
func Open(files []File, now func() time.Time) (*engine.Account, error) {
	a, err := engine.Open(engine.Options{Admission: engine.Signed, Clock: now})
	if err != nil {
		return nil, err
	}
	if now == nil {
		now = time.Now
	}
	if err := fill(inside{a, now}, files); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func fill(to inside, files []File) error {
	known, err := read(files)
	if err != nil {
		return err
	}
	secret, err := auth.ParseKey(engine.DevelopmentKey)
	if err != nil {
		return err
	}
	o := runner.Options{Chosen: true, Seed: 1, XML: full.XML}
	o.Host, o.Queue, o.Blob = sandbox.Host, sandbox.Queue, sandbox.Blob
	o.Key = full.Guard(full.Key{Credential: auth.Credential{Account: engine.DevelopmentName, Key: secret}}, o)
	return problems(run(known, to, o))
}

// read makes scripts and the data of tables of files.
func read(files []File) (known []sandbox.File, problems error) {
	for _, f := range files {
		if !utf8.ValidString(f.Text) {
			problems = errors.Join(problems, fmt.Errorf("%s: it isn't UTF-8", f.Name))
			continue
		}
		one, bad := infer.Read(sandbox.File{Name: f.Name, Text: f.Text})
		switch {
		case bad != nil:
			problems = errors.Join(problems, fmt.Errorf("%s: %s %s", f.Name, bad.Message, bad.Hint))
		case one.Name == "":
			problems = errors.Join(problems, fmt.Errorf("%s: it has no PartitionKey and RowKey, read as %s",
				f.Name, strings.TrimSuffix(one.Plan.Words, ".")))
		case path.Ext(one.Name) == ".csv" && !isNamedAfter(f.Name, one.Name):
			problems = errors.Join(problems, fmt.Errorf("%s: no table can have this name: name the file after its "+
				"table, which has a letter, then letters and digits, 3 to 63 in all", f.Name))
		case path.Ext(one.Name) == ".csv":
			one.Text = convert.Typed(one.Name, one.Text)
		}
		for _, row := range one.Bad {
			problems = errors.Join(problems, fmt.Errorf("%s:%d: %s %s", f.Name, row.Line, row.Message, row.Hint))
		}
		known = append(known, one.File)
	}
	return known, problems
}

// isNamedAfter reports whether a file has the name of its table. Programs add to that: Orders.typed.csv,
// Orders (1).csv.
func isNamedAfter(file, table string) bool {
	return strings.HasPrefix(strings.ToLower(file), strings.ToLower(strings.TrimSuffix(table, ".csv")))
}

// run stores the data, and if nothing is wrong with it runs the scripts.
func run(files []sandbox.File, to runner.Target, o runner.Options) (ran report.Report) {
	tables, scripts := sandbox.Divide("", files)
	var names []string
	for _, t := range tables {
		if errs := runner.Fill(t, to, o); len(errs) > 0 {
			ran.Files = append(ran.Files, report.File{Name: t.File(), Errors: errs})
		}
		names = append(names, t.Name)
	}
	broken := len(ran.Files) > 0
	for _, f := range scripts {
		s := script.Parse(f.Name, f.Text, names...)
		file := report.File{Name: f.Name, Errors: s.Errors}
		for i, example := range s.Examples {
			if len(s.Errors) == 0 && !broken && example.Runs() {
				file.Steps = append(file.Steps, runner.Run(s, i, to, o)...)
			}
		}
		ran.Files = append(ran.Files, file)
	}
	return ran
}

// problems returns why a run can't be a seed.
func problems(ran report.Report) error {
	var all []error
	for _, f := range ran.Files {
		for _, s := range f.Steps {
			if s.Response.Status >= 400 && len(s.Expectations) == 0 {
				all = append(all, fmt.Errorf("%s:%d: %s %s got %d",
					f.Name, s.Line, s.Method, s.Target, s.Response.Status))
			}
		}
	}
	for _, x := range ran.Outcomes() {
		if x.Fails() {
			all = append(all, fmt.Errorf("%s:%d: %s", x.File, x.Line, strings.TrimSpace(x.Says)))
		}
	}
	return errors.Join(all...)
}

// inside is an account as a target of requests, without a network between.
type inside struct {
	account *engine.Account
	now     func() time.Time
}

func (i inside) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	to := engine.Tables
	switch {
	case strings.HasPrefix(r.URL, sandbox.Queue):
		to = engine.Queues
	case strings.HasPrefix(r.URL, sandbox.Blob):
		to = engine.Blobs
	}
	response, tr := i.account.Do(to, r)
	return response, &tr, nil
}

func (i inside) Now() table.Ticks { return table.TicksOf(i.now()) }

func (inside) Sleep(d table.Ticks) { time.Sleep(d.Duration()) }
