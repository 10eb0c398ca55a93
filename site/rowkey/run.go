package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/rowkey/rowkey/engine/sandbox"
	"github.com/rowkey/rowkey/engine/script"
)

func runCommand(c console, args []string) int {
	flags := flag.NewFlagSet("rowkey run", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print one JSON document instead of lines")
	target := flags.String("target", "", "run against the table service at this `URL` instead of the engine")
	account := flags.String("account", "", "the `name` of the account at the target; else ROWKEY_ACCOUNT")
	key := flags.String("key", "", "the account's base64 `key`; else ROWKEY_KEY")
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	files, err := readFiles(names)
	if err != nil {
		c.fail(err)
		return exitUsage
	}
	var report script.Report
	if *target == "" {
		report = sandbox.Run(files)
	} else {
		r, err := newRemote(*target, *account, *key)
		if err != nil {
			c.fail(err)
			return exitUsage
		}
		report = r.run(files)
	}
	format := script.Text
	if *asJSON {
		format = script.JSON
	}
	out, complaints := report.Output(format)
	_, _ = c.out.Write(out)
	_, _ = c.err.Write(complaints)
	return report.ExitCode()
}

// readFiles reads all files before anything runs, so that a wrong name changes nothing.
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

// reason is what the system says of a file, without the name that stands before it already.
func reason(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	return err
}

// run runs files against the remote service.
func (r *remote) run(files []sandbox.File) script.Report {
	var report script.Report
	for _, f := range files {
		s := parseWhole(f)
		file := script.FileReport{File: f.Name, Errors: s.Errors}
		for i, e := range s.Examples {
			if len(s.Errors) == 0 && e.Runs() {
				file.Steps = append(file.Steps, s.Run(i, r, script.Options{Host: r.base, Seed: 1})...)
			}
		}
		report.Files = append(report.Files, file)
	}
	return report
}

// parseWhole reads a file as one example. A service has no fresh account for each example of a
// Markdown file, so its fences run from top to bottom like the requests of an .http file: every
// other line is left blank, which keeps the numbers of the lines.
func parseWhole(f sandbox.File) *script.Script {
	if !strings.HasSuffix(strings.ToLower(f.Name), ".md") {
		return script.Parse(f.Name, f.Text)
	}
	lines := make([]string, 1+strings.Count(f.Text, "\n"))
	for _, fence := range script.Fences(f.Text) {
		lines[fence.Line-2] = "###"
		copy(lines[fence.Line-1:], strings.Split(fence.Text, "\n"))
	}
	return script.ParseFences(f.Name, []script.Fence{{Line: 1, Text: strings.Join(lines, "\n")}})
}
