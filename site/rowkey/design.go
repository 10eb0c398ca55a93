package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/read"
	designs "github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/language/report"
)

// maxScale is how far the figures of a design are computed.
const maxScale = 1_000_000_000

func designCommand(c console, args []string) int {
	flags := flag.NewFlagSet("rowkey design", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print one line of JSON for each file")
	asMarkdown := flags.Bool("markdown", false, "print Markdown for a design review")
	at := flags.Int("at", 0, "also say what the patterns cost when the most common type has `N` entities")
	old := flags.String("diff", "", "say what has changed since this version of the `file`")
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	switch {
	case len(names) == 0:
		c.fail(errors.New("design needs at least one file: rowkey design FILE…"))
	case *asJSON && *asMarkdown:
		c.fail(errors.New("--json and --markdown exclude each other"))
	case *old != "" && len(names) > 1:
		c.fail(errors.New("--diff compares one file with another: rowkey design FILE --diff OLD"))
	case *at < 0 || *at > maxScale:
		c.fail(errors.New("--at needs a number of entities from 1 to 1000000000"))
	default:
		var was *design.Matrix
		if *old != "" {
			file, err := readDesign(c, *old)
			if err != nil {
				return exitUsage
			}
			if was, err = measureDesign(file, *at); err != nil {
				return c.unusable(*old, err)
			}
		}
		for _, name := range names {
			r, failed := designReport(c, name, *at, was)
			if code = max(code, failed); r == nil {
				continue
			}
			text := r.Text()
			if *asJSON {
				text = r.JSON()
			} else if *asMarkdown {
				text = r.Markdown()
			}
			_, _ = c.out.Write(report.Shown([]byte(text)))
		}
		return code
	}
	return exitUsage
}

// unusable writes why a file can't be measured.
func (c console) unusable(name string, err error) int {
	c.fail(fmt.Errorf("cannot measure %s: %w", name, err))
	return exitUsage
}

// designReport reads and measures a file. Of one that can't be read there's no report.
func designReport(c console, name string, at int, was *design.Matrix) (*designs.Report, int) {
	file, err := readDesign(c, name)
	if err != nil {
		return nil, exitUsage
	}
	matrix, err := measureDesign(file, at)
	if err != nil {
		return nil, c.unusable(name, err)
	}
	r := &designs.Report{Name: name, Matrix: matrix, Findings: lint.Check(file, matrix), Compared: was != nil}
	if was != nil {
		r.Changes = designs.Changes(was, matrix)
	}
	if !r.OK() {
		return r, exitFailed
	}
	return r, exitOK
}

// errUnreadable is for a file whose errors are written already.
var errUnreadable = errors.New("the file can't be read")

func readDesign(c console, name string) (*design.File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		c.fail(fmt.Errorf("cannot read %s: %w", name, reason(err)))
		return nil, err
	}
	file, problems := read.File(name, string(text))
	if problems == nil {
		return file, nil
	}
	complaints := report.Report{Files: []report.File{{Name: name, Errors: problems}}}.AppendErrors(nil)
	_, _ = c.err.Write(report.Shown(complaints))
	return nil, errUnreadable
}
