package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

func runCommand(c console, args []string) int {
	flags := flag.NewFlagSet("rowkey run", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print one JSON document instead of lines")
	var at place
	flags.StringVar(&at.host, "target", "", "run against the table service at this `URL` instead of the engine")
	flags.StringVar(&at.queue, "queue", "", "the `URL` of the target's queues; "+
		"the default follows from -target for the cloud and emulators")
	flags.StringVar(&at.blob, "blob", "", "the `URL` of the target's blobs; "+
		"the default follows from -target, too")
	flags.StringVar(&at.name, "account", "", "the `name` of the target's account; the default is ROWKEY_ACCOUNT")
	flags.StringVar(&at.key, "key", "", "the account's base64 `key`; the default is ROWKEY_KEY")
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	files, err := readFiles(names)
	if err != nil {
		c.fail(err)
		return exitUsage
	}
	var ran report.Report
	var problems error
	switch {
	case at.host == "" && at != (place{}):
		c.fail(errors.New("--queue, --blob, --account and --key need --target"))
		return exitUsage
	case at.host == "":
		ran = full.Run(files)
		problems = pageProblems(files, ran)
	default:
		t, err := newTarget(at)
		if err != nil {
			c.fail(err)
			return exitUsage
		}
		ran = t.run(files)
	}
	format := report.Text
	if *asJSON {
		format = report.JSON
	}
	out, complaints := ran.Output(format)
	_, _ = c.out.Write(out)
	_, _ = c.err.Write(complaints)
	if problems != nil {
		return max(c.fail(problems), ran.ExitCode())
	}
	return ran.ExitCode()
}

// readFiles reads all files before anything runs, so that a wrong name has no effect on a target.
func readFiles(names []string) ([]sandbox.File, error) {
	if len(names) == 0 {
		return nil, errors.New("run needs at least one file: rowkey run FILE…")
	}
	var files []sandbox.File
	var problems []error
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			problems = append(problems, fmt.Errorf("cannot read %s: %w", name, reason(err)))
			continue
		}
		files = append(files, sandbox.File{Name: name, Text: string(text)})
	}
	return files, errors.Join(problems...)
}

// reason returns the cause of a file error without the file name, which the message already has.
func reason(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	return err
}
