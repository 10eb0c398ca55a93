package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	designs "github.com/rowkey/rowkey/engine/design/command"
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
		o := designs.Options{JSON: *asJSON, Markdown: *asMarkdown, At: *at}
		files, err := designFiles(names)
		if *old != "" && err == nil {
			var was []designs.File
			if was, err = designFiles([]string{*old}); err == nil {
				o.Old = &was[0]
			}
		}
		if err != nil {
			c.fail(err)
			return exitUsage
		}
		out, complaints, exit := designs.Run(files, o)
		_, _ = c.out.Write(out)
		_, _ = c.err.Write(complaints)
		return exit
	}
	return exitUsage
}

// designFiles reads all files, before any is measured.
func designFiles(names []string) (files []designs.File, err error) {
	for _, name := range names {
		text, problem := os.ReadFile(name)
		if problem != nil {
			err = errors.Join(err, fmt.Errorf("cannot read %s: %w", name, reason(problem)))
		}
		files = append(files, designs.File{Name: name, Text: string(text)})
	}
	return files, err
}
