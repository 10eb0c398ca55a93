package main

import (
	_ "embed" // for the version
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/spelling"
)

// console is where a command writes.
type console struct {
	out, err io.Writer
	colours  bool // out is a terminal that shows them

	second time.Duration // after which err, a terminal, shows what takes long; 0 for never

	flags func(*flag.FlagSet) // is called with a command's flags in place of the command; usually nil
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
	c := console{out: os.Stdout, err: os.Stderr, colours: showsColours(os.Stdout)}
	if isTerminal(os.Stderr) {
		c.second = time.Second
	}
	os.Exit(command(c, args))
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

// oneOf is meant for names that nothing else lists.
func oneOf(name string, names []string) string {
	if end := meant(name, names); end != "" {
		return end
	}
	return ": there are " + strings.Join(names, ", ")
}

func helpCommand(c console, args []string) int {
	rest, code, ok := c.parse(newFlags("help"), args)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		v, err := findVerb(rest[0])
		if err != nil {
			return c.misused(err)
		}
		return v.run(c, []string{"-h"})
	}
	fmt.Fprint(c.out, "rowkey serves tables, queues and blobs, runs scripts and measures designs.\n\n")
	for _, v := range verbs() {
		fmt.Fprint(c.out, v.usage())
	}
	return exitOK
}

func versionCommand(c console, args []string) int {
	rest, code, ok := c.parse(newFlags("version"), args)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		return c.misused(fmt.Errorf("version doesn't take the argument %q", rest[0]))
	}
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
		fmt.Fprintln(flags.Output(), verb{name: name}.usage())
		flags.PrintDefaults()
	}
	return flags
}

// parse reads flags before, between and after the other arguments, and returns the others. If ok is
// false, help was requested or a flag is wrong, and code is the exit code.
func (c console) parse(flags *flag.FlagSet, args []string) (rest []string, code int, ok bool) {
	if c.flags != nil {
		c.flags(flags)
		return nil, exitOK, false
	}
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

// wrongValue says what a flag takes whose value package flag can't read: its own words are "parse error".
func wrongValue(flags *flag.FlagSet, err error) error {
	text, unread := strings.CutSuffix(err.Error(), ": parse error")
	named := flags.Lookup(text[strings.LastIndex(text, " -")+len(" -"):])
	if !unread || named == nil {
		return err
	}
	takes := "a whole number"
	switch named.Value.(flag.Getter).Get().(type) {
	case bool:
		takes = "true or false"
	case float64:
		takes = "a number"
	case time.Duration:
		takes = "a time such as 10s"
	}
	return errors.New(text + ": write " + takes)
}

// unknownFlag says what a flag that isn't one may have been meant to be. Package flag has no type for that
// error.
func unknownFlag(flags *flag.FlagSet, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: ")
	if !unknown {
		return wrongValue(flags, err)
	}
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return fmt.Errorf("%s has no flag %s%s", flags.Name(), name, meant(name, names))
}
