package main

import (
	_ "embed" // for the version
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/spelling"
)

// verb is a command.
type verb struct {
	name  string
	usage string // its lines in help
	run   func(console, []string) int
}

// verbs returns the commands.
func verbs() []verb {
	return []verb{
		{"serve", `
  rowkey serve [-addr 127.0.0.1:8080] [-tables 127.0.0.1:10002] [-queues …:10001] [-blobs …:10000]
               [-data FOLDER] [-accounts LIST] [-unsigned] [-cors LIST] [-host LIST]
               [-seed FILE]… [-forks N] [-free-names] [-cert FILE -key FILE | -cert auto
               [-oauth basic]]
               [-control HOST:PORT] [-fault RULE]… [-pages short] [-throttle on] [-clock TIME]
                                        build and serve the site, rebuild it when a file changes, and
                                        serve accounts beside it; -addr "" serves only the accounts. The
                                        last line breaks them on request, for tests of programs
`, serveCommand},
		{"build", `
  rowkey build [-out dist] [-dev]       write the site to a folder; -dev keeps scripts readable
`, buildCommand},
		{"run", `
  rowkey run FILE… [--json] [--report HOW] [--target URL [--queue URL --blob URL]
               [--account NAME --key KEY] [--compare]]
                                        run .http files, the examples of .md files, or folders of .http
                                        files with the data of TABLE.csv files; --compare says in what the
                                        target differs from the engine. Exit code 0: all expectations are
                                        met, 1: some are missed, 2: a file or flag is unusable
`, runCommand},
		{"design", `
  rowkey design FILE… [--json | --markdown] [--explain] [--at N] [--diff OLD] [--report HOW]
                                        measure what the patterns of design files, or of folders of them,
                                        cost under their designs, and say what a reviewer would say. Exit
                                        code 1: a missed budget, a finding that is an error, or it's worse
  rowkey design FOLDER                  write a design file that describes .http files and .csv data
`, designCommand},
		{"suggest", `
  rowkey suggest FILE…                  propose keys for the design that a design file means
`, suggestCommand},
		{"load", `
  rowkey load FILE… [--times N]         put designs under their load: exit code 1 if that's beyond the targets
`, loadCommand},
		{"lint", `
  rowkey lint FILE… [--json] [--report HOW]
                                        say what a reviewer would say of .http files, .md files, data and
                                        design files, or of folders of them. Exit code 1: one is an error
`, lintCommand},
		{"sas", `
  rowkey sas table|queue|container NAME | blob CONTAINER/NAME | account
                                        mint a shared access signature
`, sasCommand},
		{"health", `
  rowkey health [-tables …] [-queues …] [-blobs …] [-wait 10s]
                                        say whether the services answer: exit code 0 if they do
`, healthCommand},
		{"azurite", azuriteUsage, azuriteCommand},
		{"version", `
  rowkey version                        say which version this is
`, versionCommand},
		{"help", `
  rowkey help [COMMAND]                 list the commands, or the flags of one
`, helpCommand},
	}
}

// console is where a command writes.
type console struct {
	out, err io.Writer
	colours  bool // out is a terminal that shows them
}

// Exit codes.
const (
	exitOK = iota
	exitFailed
	exitUsage
)

func main() {
	args := os.Args[1:]
	if calledAzurite(os.Args[0]) {
		args = append([]string{"azurite"}, args...)
	}
	os.Exit(command(console{os.Stdout, os.Stderr, showsColours(os.Stdout)}, args))
}

func command(c console, args []string) int {
	if len(args) == 0 {
		args = []string{"help"}
	}
	name := args[0]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-v", "-version", "--version":
		name = "version"
	}
	v, err := findVerb(name)
	if err != nil {
		return c.misused(err)
	}
	return v.run(c, args[1:])
}

// findVerb finds a command by its name.
func findVerb(name string) (verb, error) {
	var names []string
	for _, v := range verbs() {
		if v.name == name {
			return v, nil
		}
		names = append(names, v.name)
	}
	const list = "rowkey help lists the commands"
	return verb{}, fmt.Errorf("there is no command %q%s\n%s", name, meant(name, names), list)
}

// meant returns the end of an error about a name that isn't one.
func meant(name string, names []string) string {
	if nearest := spelling.Nearest(name, names); nearest != "" {
		return "; did you mean " + nearest + "?"
	}
	return ""
}

func helpCommand(c console, args []string) int {
	if len(args) > 0 {
		v, err := findVerb(args[0])
		if err != nil {
			return c.misused(err)
		}
		if v.name != "help" && v.name != "version" {
			return v.run(c, []string{"-h"})
		}
	}
	fmt.Fprint(c.out, "rowkey serves tables, queues and blobs, runs scripts, measures designs, and builds ",
		"its site.\n\n")
	for _, v := range verbs() {
		fmt.Fprint(c.out, strings.TrimPrefix(v.usage, "\n"))
	}
	return exitOK
}

func versionCommand(c console, _ []string) int {
	fmt.Fprintln(c.out, "rowkey "+version())
	return exitOK
}

//go:embed version.txt
var versionFile string

// version returns the version of whatever is released: this program, the npm packages and the image.
func version() string { return strings.TrimSpace(versionFile) }

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

// newFlags returns a set of flags for a command, whose help begins with the lines of the command.
func newFlags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet("rowkey "+name, flag.ContinueOnError)
	flags.Usage = func() {
		v, _ := findVerb(name)
		fmt.Fprintln(flags.Output(), strings.TrimPrefix(v.usage, "\n"))
		flags.PrintDefaults()
	}
	return flags
}

// parse reads flags before, between and after the other arguments, and returns the others. If ok is
// false, help was requested or a flag is wrong, and code is the exit code.
func (c console) parse(flags *flag.FlagSet, args []string) (rest []string, code int, ok bool) {
	flags.SetOutput(io.Discard) // it would print all flags below the error
	for {
		switch err := flags.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			flags.SetOutput(c.out)
			flags.Usage()
			return nil, exitOK, false
		case err != nil:
			c.fail(unknownFlag(flags, err))
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

// unknownFlag says what a flag that isn't one may have been meant to be. Package flag has no type for that
// error.
func unknownFlag(flags *flag.FlagSet, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: ")
	if !unknown {
		return err
	}
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return fmt.Errorf("%s has no flag %s%s", flags.Name(), name, meant(name, names))
}
