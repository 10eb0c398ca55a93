package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/endpoint"
)

// seedExtensions are those of the files that a seed can have.
var seedExtensions = []string{".http", ".rest", ".csv", ".tsv", ".json", ".jsonl", ".ndjson"}

// seedFlags adds the flags of what accounts begin with. After they're read, the function that it returns
// opens the seed.
func seedFlags(flags *flag.FlagSet, o *endpoint.Options) func() error {
	var names []string
	flags.Func("seed", "a `file` or folder of requests and data with which accounts in memory begin; "+
		"can be given again", func(name string) error {
		names = append(names, name)
		return nil
	})
	flags.IntVar(&o.Forks, "forks", 0, "how many more accounts there can be, `N`: a request makes one by "+
		"naming it, with the key of the first account and the seed")
	return func() (err error) {
		switch {
		case o.Forks < 0:
			return errors.New("-forks needs a number of accounts")
		case names != nil && o.Folder != "":
			return errors.New("-seed and -data exclude each other: a folder has what was stored in it")
		case names != nil:
			o.Seed, err = openSeed(names)
		}
		return err
	}
}

// openSeed opens an account that has what requests and data leave in it: those of files, and of folders.
func openSeed(names []string) (*engine.Account, error) {
	files, err := seedFiles(names)
	if err != nil {
		return nil, err
	}
	a, err := engine.Open(engine.Options{Admission: engine.Signed})
	if err != nil {
		return nil, err
	}
	if err := seed(a, files); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// seedFiles reads the files, the data of whatever form as that of tables. They're one folder, so the data
// comes first, and then the requests in the order of the files' names.
func seedFiles(names []string) (files []sandbox.File, problems error) {
	for _, name := range names {
		found := []string{name}
		info, err := os.Stat(name)
		folder := ""
		if err == nil && info.IsDir() {
			folder = name
			found, err = seedsIn(name)
		}
		for _, each := range found {
			if err != nil {
				break
			}
			var text string
			if text, err = readText(each, folder); err != nil {
				break
			}
			known, _, bad := infer.Read(sandbox.File{Name: filepath.Base(each), Text: text})
			switch {
			case bad != nil:
				err = errors.New(bad.Message + " " + bad.Hint)
			case known.Name == "":
				err = errors.New("its rows have no PartitionKey and RowKey")
			}
			known.Folder = "."
			if filepath.Ext(known.Name) == ".csv" {
				known.Text = convert.Typed(known.Name, known.Text)
			}
			files = append(files, known)
		}
		if err != nil {
			problems = errors.Join(problems, fmt.Errorf("-seed %s: %w", name, reason(err)))
		}
	}
	return files, problems
}

// seedsIn returns the files of a folder that a seed can have.
func seedsIn(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		extension := strings.ToLower(filepath.Ext(e.Name()))
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && slices.Contains(seedExtensions, extension) {
			names = append(names, filepath.Join(folder, e.Name()))
		}
	}
	if len(names) == 0 && err == nil {
		err = errors.New("the folder has none of " + strings.Join(seedExtensions, ", "))
	}
	return names, err
}

// seed runs files in an account. It fails if a request is refused that doesn't expect that.
func seed(a *engine.Account, files []sandbox.File) error {
	signer, err := credential(engine.DevelopmentName, engine.DevelopmentKey)
	if err != nil {
		return err
	}
	o := runner.Options{Chosen: true, Seed: 1, XML: full.XML}
	o.Host, o.Queue, o.Blob = seedHost+"10002"+seedPath, seedHost+"10001"+seedPath, seedHost+"10000"+seedPath
	o.Key = full.Guard(full.Key{Credential: signer}, o)
	t := &target{options: o, service: inside{a}}
	ran := t.run(files)
	var problems []error
	for _, f := range ran.Files {
		for _, s := range f.Steps {
			if s.Response.Status >= 400 && len(s.Expectations) == 0 {
				problems = append(problems, fmt.Errorf("-seed %s:%d: %s %s got %d",
					f.Name, s.Line, s.Method, s.Target, s.Response.Status))
			}
		}
	}
	for _, x := range ran.Outcomes() {
		if x.Fails() {
			problems = append(problems, fmt.Errorf("-seed %s:%d: %s", x.File, x.Line, strings.TrimSpace(x.Says)))
		}
	}
	return errors.Join(problems...)
}

// The addresses of the account while it's filled.
const seedHost, seedPath = "http://127.0.0.1:", "/" + auth.DevelopmentAccount

// inside is an account as a target of requests, without a network between.
type inside struct{ account *engine.Account }

func (i inside) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	to := engine.Tables
	switch {
	case strings.HasPrefix(r.URL, seedHost+"10001/"):
		to = engine.Queues
	case strings.HasPrefix(r.URL, seedHost+"10000/"):
		to = engine.Blobs
	}
	response, tr := i.account.Do(to, r)
	return response, &tr, nil
}

func (inside) Now() table.Ticks { return table.TicksOf(time.Now()) }

func (inside) Sleep(d table.Ticks) { time.Sleep(d.Duration()) }
