package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rowkey/rowkey/site/review"
)

// reviewCommand says what a change did to the plans of a program, of scripts or of a design.
func reviewCommand(c console, args []string) int {
	flags := newFlags("review")
	asJSON := flags.Bool("json", false, "print one line of JSON")
	asMarkdown := flags.Bool("markdown", false, "print Markdown for a pull request")
	const runs = 1_000_000
	times := flags.Int("runs", runs, "a month has `N` such runs of a program or a script; a design has rates")
	to := reportFlag(flags)
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	var err error
	switch {
	case len(names) != 2:
		err = errors.New("review compares two files or two folders: rowkey review OLD NEW")
	case *asJSON && *asMarkdown:
		err = errors.New("--json and --markdown exclude each other")
	case *times < 1:
		err = errors.New("--runs needs a number from 1 on")
	}
	if err != nil {
		return c.misused(err)
	}
	r := reviewing{c: c, runs: *times}
	was := subjectOf(names[0])
	switch r.in = subjectOf(names[1]); {
	case r.in == unsaid:
		r.in = was
	case (was == aFolder) != (r.in == aFolder):
		folder, file := names[0], names[1]
		if r.in == aFolder {
			folder, file = file, folder
		}
		return c.misused(fmt.Errorf("%s is a folder, and %s isn't", folder, file))
	}
	old, now := r.read(names[0], true), r.read(names[1], false)
	if r.code != exitOK {
		return r.code
	}
	found := review.Compare(old, now)
	switch {
	case *asJSON:
		fmt.Fprint(c.out, found.JSON())
	case *asMarkdown:
		c.show(found.Markdown())
	default:
		c.show(found.Text())
	}
	if found.Fails() {
		code = exitFailed
	}
	return max(code, to.write(c, found.Outcomes(names[1])))
}

// subject is what a file or a folder has questions in.
type subject int

const (
	unsaid subject = iota // its name doesn't say
	aProgram
	aDesign
	aScript

	aFolder
)

func subjectOf(name string) subject {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return aFolder
	}
	switch filepath.Ext(name) {
	case ".yaml", ".yml":
		return aDesign
	case ".http", ".md":
		return aScript
	case ".txt", ".json":
		return aProgram
	}
	return unsaid
}
