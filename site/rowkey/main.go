package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rowkey/rowkey/engine/language/report"
)

const usage = `rowkey builds and serves the site, runs scripts and mints tokens.

  rowkey serve [-addr 127.0.0.1:8080] [-tables 127.0.0.1:10002] [-queues …:10001] [-blobs …:10000]
               [-data FOLDER] [-accounts LIST] [-unsigned] [-cors LIST] [-host LIST]
               [-free-names] [-cert FILE -key FILE | -cert auto [-oauth basic]]
               [-control HOST:PORT] [-fault RULE]… [-pages short] [-throttle on] [-clock TIME]
                                        build and serve the site, rebuild it when a file changes, and
                                        serve accounts beside it; -addr "" serves only the accounts. The
                                        last line breaks them on request, for tests of programs
  rowkey build [-out dist] [-dev]       write the site to a folder; -dev keeps scripts readable
  rowkey run FILE… [--json] [--target URL [--queue URL --blob URL] [--account NAME --key KEY] [--compare]]
                                        run .http files, the examples of .md files, or folders of .http
                                        files with the data of TABLE.csv files; --compare says in what the
                                        target differs from the engine
  rowkey design FILE… [--json | --markdown] [--explain] [--at N] [--diff OLD]
                                        measure what the patterns of design files, or of folders of them, cost
                                        under their designs, and say what a reviewer would say
  rowkey suggest FILE…                  propose keys for the design that a design file means
  rowkey load FILE… [--times N]         put designs under their load: exit code 1 if that's beyond the targets
  rowkey design FOLDER                  write a design file that describes .http files and .csv data
  rowkey lint FILE… [--json]            say what a reviewer would say of .http files, .md files, data and
                                        design files, or of folders of them
  rowkey sas table|queue|container NAME | blob CONTAINER/NAME | account [-help for more]
                                        mint a shared access signature

Exit codes of run: 0 all expectations met, 1 some missed, 2 a file or flag is unusable. Of design and lint: 1
is a missed budget, or a finding that is an error.
`

// verbs are the commands; each returns the exit code.
var verbs = map[string]func(console, []string) int{
	"build":   buildCommand,
	"serve":   serveCommand,
	"run":     runCommand,
	"design":  designCommand,
	"suggest": suggestCommand,
	"load":    loadCommand,
	"lint":    lintCommand,
	"sas":     sasCommand,
}

// console is where a command writes.
type console struct{ out, err io.Writer }

// Exit codes.
const (
	exitOK = iota
	exitFailed
	exitUsage
)

func main() {
	os.Exit(command(console{os.Stdout, os.Stderr}, os.Args[1:]))
}

func command(c console, args []string) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		_, _ = io.WriteString(c.out, usage)
		return exitOK
	}
	verb, known := verbs[args[0]]
	if !known {
		fmt.Fprintf(c.err, "rowkey: unknown command %q\n\n%s", args[0], usage)
		return exitUsage
	}
	return verb(c, args[1:])
}

// fail writes an error, with a prefix on each of its lines, and returns its exit code.
func (c console) fail(err error) int {
	for line := range strings.Lines(string(report.Shown([]byte(err.Error())))) {
		fmt.Fprintf(c.err, "rowkey: %s\n", strings.TrimSuffix(line, "\n"))
	}
	return exitFailed
}

// misused writes why a command can't do what its arguments say, and returns the exit code for that.
func (c console) misused(err error) int {
	c.fail(err)
	return exitUsage
}

// help writes what flags there are.
func (c console) help(flags *flag.FlagSet) {
	flags.SetOutput(c.out)
	if flags.Usage != nil {
		flags.Usage()
		return
	}
	fmt.Fprintf(c.out, "Usage of %s:\n", flags.Name())
	flags.PrintDefaults()
}

// parse reads flags before, between and after the other arguments, and returns the others. If ok is
// false, help was requested or a flag is wrong, and code is the exit code.
func (c console) parse(flags *flag.FlagSet, args []string) (rest []string, code int, ok bool) {
	flags.SetOutput(io.Discard) // it would print all flags below the error
	for {
		switch err := flags.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			c.help(flags)
			return nil, exitOK, false
		case err != nil:
			c.fail(err)
			fmt.Fprintf(c.err, "%s -h lists all flags\n", flags.Name())
			return nil, exitUsage, false
		}
		if args = flags.Args(); len(args) == 0 {
			flags.SetOutput(c.err)
			return rest, exitOK, true
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}
