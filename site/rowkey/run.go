package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	designs "github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/outcome"
	"github.com/rowkey/rowkey/site/content"
)

func runCommand(c console, args []string) int {
	flags := newFlags("run")
	asJSON := flags.Bool("json", false, "print one JSON document instead of lines")
	comparing := flags.Bool("compare", false, "run in the engine too, and say what differs from the target")
	var at place
	flags.StringVar(&at.host, "target", "", "run against the table service at this `URL` instead of the engine")
	flags.StringVar(&at.queue, "queue", "", "the `URL` of the target's queues; "+
		"the default follows from -target for the cloud and emulators")
	flags.StringVar(&at.blob, "blob", "", "the `URL` of the target's blobs; "+
		"the default follows from -target, too")
	flags.StringVar(&at.name, "account", "", "the `name` of the target's account; the default is ROWKEY_ACCOUNT")
	flags.StringVar(&at.key, "key", "", "the account's base64 `key`; the default is ROWKEY_KEY")
	to, types := reportFlag(flags), typesFlag(flags)
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	files, err := readFiles(names)
	if err == nil {
		err = typed(files, types)
	}
	if err != nil {
		return c.misused(err)
	}
	if err := unknownFences(files); err != nil {
		return c.fail(err)
	}
	var ran report.Report
	var problems error
	switch {
	case at.host == "" && at != (place{}):
		return c.misused(errors.New("--queue, --blob, --account and --key need --target"))
	case at.host == "" && *comparing:
		return c.misused(errors.New("--compare needs --target"))
	case at.host == "":
		c.busy("running "+all(names), func() {
			ran = full.Run(files)
			problems = errors.Join(pageProblems(files, ran), designProblems(files))
		})
	default:
		t, err := newTarget(at)
		if err != nil {
			return c.misused(err)
		}
		t.comparing = *comparing
		c.busy("running "+all(names)+" against "+at.host, func() { ran = t.run(files) })
	}
	format := report.Text
	if *asJSON {
		format = report.JSON
	}
	out, complaints := ran.Output(format)
	c.print(out)
	_, _ = c.err.Write(complaints)
	code = ran.ExitCode()
	if problems != nil {
		code = max(c.fail(problems), code)
	}
	return max(code, to.write(c, append(ran.Outcomes(), outcomesOf(problems)...)))
}

// outcomesOf returns what is wrong with pages besides their examples.
func outcomesOf(problems error) (all []outcome.Outcome) {
	if joined, ok := problems.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			all = append(all, outcomesOf(err)...)
		}
	} else if p, ok := errors.AsType[*content.Problem](problems); ok {
		all = append(all, outcome.Outcome{File: p.File, Line: p.Line, Name: "page", Says: p.Message})
	} else if problems != nil {
		all = append(all, outcome.Outcome{Name: "page", Says: problems.Error()})
	}
	return all
}

// designProblems returns what keeps the design fences of files from passing. Those of the repository's pages
// are measured when these are rendered.
func designProblems(files []sandbox.File) error {
	var problems []error
	for _, f := range files {
		if isPage(f.Name) || filepath.Ext(f.Name) != ".md" {
			continue
		}
		for _, d := range designs.Designs(designs.File{Name: f.Name, Text: f.Text}) {
			_, all := designs.Measure(d.Text)
			for _, p := range all {
				problems = append(problems, &content.Problem{File: f.Name, Line: p.Line, Message: p.Says})
			}
		}
	}
	return errors.Join(problems...)
}

// readFiles reads all files before anything runs, so that a wrong name has no effect on a target. Of a
// folder it reads the scripts and the data.
func readFiles(names []string) ([]sandbox.File, error) {
	if len(names) == 0 {
		return nil, errors.New("run needs at least one file or folder: rowkey run FILE…")
	}
	var files []sandbox.File
	var problems []error
	for _, name := range names {
		found, err := readFolder(name)
		if found == nil && err == nil {
			found, err = readFile(name, "")
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("cannot read %s: %w", name, reason(err)))
		}
		files = append(files, found...)
	}
	return files, errors.Join(problems...)
}

func readFile(name, folder string) ([]sandbox.File, error) {
	text, err := readText(name, folder)
	return []sandbox.File{{Name: name, Text: text, Folder: folder}}, err
}

// typesFlag adds the flag of types that data have in place of those that their values suggest.
func typesFlag(flags *flag.FlagSet) *convert.Types {
	types := new(convert.Types)
	flags.Func("types", "the types of columns of .csv files whose first line has none, `LIST`: "+
		"Total:Double,Orders.Number:String; the default is what the values suggest", func(text string) (err error) {
		*types, err = convert.ParseTypes(text)
		return err
	})
	return types
}

// typed gives data the types that are chosen, and the others those that their values suggest.
func typed(files []sandbox.File, types *convert.Types) error {
	for i := range files {
		if f := &files[i]; filepath.Ext(f.Name) == ".csv" {
			f.Text = types.Typed(f.Name, f.Text)
		}
	}
	return types.Unused()
}

// maxFile is the length of the longest file that is read.
const maxFile = 64 << 20

// readText reads a file. One of a folder needs to be a regular one within it: folders come from others, and
// could have a link to a secret, to a device without end, or a pipe that nobody writes to.
func readText(name, folder string) (string, error) {
	// Opening a pipe that nobody writes to would wait for someone.
	open := func(name string) (*os.File, error) { return os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) }
	if folder != "" {
		if strings.ContainsFunc(name, unicode.IsControl) {
			return "", errors.New("the name of a file in it has a line break or another control character")
		}
		root, err := os.OpenRoot(folder)
		if err != nil {
			return "", err
		}
		defer root.Close()
		within, err := filepath.Rel(folder, name)
		if err != nil {
			return "", err
		}
		switch info, err := root.Stat(within); {
		case os.IsNotExist(err):
			return "", err
		case err != nil || !info.Mode().IsRegular():
			return "", errors.New("it isn't a regular file within the folder")
		}
		open = func(string) (*os.File, error) { return root.Open(within) }
	}
	f, err := open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	info, unknown := f.Stat()
	switch {
	case err != nil:
	case len(text) > maxFile:
		err = errors.New("it has more than 64 MiB")
	case len(text) == 0 && unknown == nil && info.Mode()&os.ModeNamedPipe != 0:
		err = errors.New("it's a pipe that nobody writes to")
	}
	return string(text), err
}

// readFolder reads the .http and .csv files of a folder. It returns nothing for a name that isn't a folder's.
func readFolder(name string) (files []sandbox.File, err error) {
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return nil, nil
	}
	entries, err := os.ReadDir(name)
	for _, e := range entries {
		if extension := filepath.Ext(e.Name()); e.IsDir() || extension != ".http" && extension != ".csv" {
			continue
		}
		found, problem := readFile(filepath.Join(name, e.Name()), name)
		files, err = append(files, found...), errors.Join(err, problem)
	}
	if len(files) == 0 && err == nil {
		err = errors.New("the folder has no .http and no .csv file")
	}
	return files, err
}

// reason returns the cause of a file error without the file name, which the message already has.
func reason(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	return err
}
