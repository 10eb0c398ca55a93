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

	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/outcome"
	"github.com/rowkey/rowkey/site/endpoint"
	"github.com/rowkey/rowkey/site/watched"
)

// watching are the flags of rowkey watch.
type watching struct {
	options        endpoint.Options
	variables      []string
	https          bool
	authority      string // whom programs have to trust then
	timeout        time.Duration
	captures       []string
	at             string // a control interface
	folder         string // where to write what can be made of a report; "" for nowhere
	page           string // a file for the report as HTML
	site           string // where its links lead
	tables         []infer.Table
	seen           watched.Options
	baseline       string
	update         bool
	json, markdown bool
	to             *reporting
}

// connectionVariables are where SDKs, Azure Functions and .NET's configuration look for a connection string.
var connectionVariables = []string{
	"AZURE_STORAGE_CONNECTION_STRING", "AzureWebJobsStorage", "ConnectionStrings__AzureStorage",
	"ConnectionStrings__tables", "ConnectionStrings__queues", "ConnectionStrings__blobs",
}

// watchCommand runs a program against an account of its own, and says what its requests read.
func watchCommand(c console, args []string) int {
	command := []string(nil)
	if at := slices.Index(args, "--"); at >= 0 {
		args, command = args[:at], args[at+1:]
	}
	flags := newFlags("watch")
	w := watching{variables: slices.Clone(connectionVariables), seen: watched.Options{Script: endpoint.Script}}
	seed := seedFlags(flags, &w.options)
	w.define(flags)
	rest, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	err := w.check(rest, command)
	if err == nil {
		err = w.checkPlaces()
	}
	if alone := w.at == "" && len(w.captures) == 0; err == nil && !alone && seed.names != nil {
		err = errors.New("-seed is for an account of its own, and what --at and --capture read has what it has")
	} else if err == nil {
		err = seed.open(c, &w.options)
	}
	var baseline *watched.Baseline
	if err == nil && w.baseline != "" {
		baseline, err = w.readBaseline()
	}
	if err != nil {
		return c.misused(err)
	}
	w.seen.Keep = w.folder != "" || w.page != ""
	seen, code, err := w.watch(c, command)
	if err != nil {
		return c.misused(err)
	}
	switch {
	case w.update && code != exitOK:
		w.update = false
		c.fail(fmt.Errorf("%s ended with %d, so %s isn't written", command[0], code, w.baseline))
	case w.update && len(seen.Shapes) == 0:
		w.update = false
		code = c.fail(fmt.Errorf("no request came, so %s isn't written", w.baseline))
	}
	code = max(code, w.report(c, seen, baseline))
	if w.seen.Keep {
		if err := w.write(c, seen, strings.Join(append(command, w.captures...), " ")); err != nil {
			return max(code, c.misused(err))
		}
	}
	return code
}

// watch returns what was seen, and the exit code of the command.
func (w *watching) watch(c console, command []string) (seen *watched.Report, code int, err error) {
	switch {
	case len(w.captures) > 0:
		seen, err = w.readCaptures()
	case w.at != "":
		seen, code, err = w.follow(c, command)
	default:
		seen, code, err = w.run(c, command)
	}
	return seen, code, err
}

// check returns what is wrong with the flags and the command.
func (w *watching) check(rest, command []string) error {
	switch {
	case len(w.captures) > 0 && len(rest)+len(command) > 0:
		return errors.New("--capture reads what was sent already, so there's no command")
	case len(w.captures) > 0 && w.update:
		return errors.New("--update needs a run: a capture doesn't say how much is read")
	case len(w.captures) > 0 && w.at != "":
		return errors.New("--capture and --at exclude each other")
	case len(w.captures) > 0 && (w.https || w.timeout != 0 || len(w.variables) > len(connectionVariables)):
		return errors.New("--https, --env and --timeout are for a command, and --capture runs none")
	case w.timeout != 0 && len(command) == 0:
		return errors.New("--timeout ends a command: write one after --")
	case len(w.captures) == 0 && (len(rest) > 0 || w.at == "" && len(command) == 0):
		return errors.New("write the command after --, such as rowkey watch -- npm test")
	case w.at != "" && (w.https || len(w.variables) > len(connectionVariables)):
		return errors.New("--https and --env are for an account of its own, and --at watches one that is there")
	case w.at != "" && w.folder+w.page != "":
		return errors.New("--write and --html need a run or a capture: an endpoint has others' entities, too")
	case w.update && w.baseline == "":
		return errors.New("--update needs --baseline FILE")
	case w.json && w.markdown:
		return errors.New("--json and --markdown exclude each other")
	case w.timeout < 0:
		return errors.New("--timeout needs a time that isn't negative, such as 10m")
	}
	return nil
}

// checkPlaces returns why the report couldn't be written where it's wanted, before a program runs for it.
func (w *watching) checkPlaces() error {
	if w.page != "" {
		if err := hasFolder(w.page); err != nil {
			return fmt.Errorf("cannot write %s: %w", w.page, err)
		}
	}
	if info, err := os.Stat(w.folder); err == nil && !info.IsDir() {
		return fmt.Errorf("cannot write to %s: it isn't a folder", w.folder)
	}
	return nil
}

// readCaptures returns what is in files of requests.
func (w *watching) readCaptures() (*watched.Report, error) {
	requests := watched.New(w.seen)
	for _, name := range w.captures {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", name, reason(err))
		}
		err = requests.Read(name, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
	}
	return requests.Report(), nil
}

// write writes what can be made of a report into the folder, and says what.
func (w *watching) write(c console, seen *watched.Report, from string) error {
	files, notes := seen.Files(from, w.tables)
	if w.page != "" {
		if err := os.WriteFile(w.page, []byte(seen.HTML(from, w.site, files)), 0o666); err != nil {
			return fmt.Errorf("cannot write %s: %w", w.page, reason(err))
		}
	}
	if w.folder == "" {
		return nil
	}
	for _, f := range files {
		name := filepath.Join(w.folder, f.Name)
		err := os.MkdirAll(w.folder, 0o777)
		if err == nil {
			err = os.WriteFile(name, []byte(f.Text), 0o666)
		}
		if err != nil {
			return fmt.Errorf("cannot write to %s: %w", w.folder, reason(err))
		}
		say(c.err, "%s: %s", name, f.Says)
	}
	for _, note := range notes {
		say(c.err, "%s", note)
	}
	return nil
}

func (w *watching) define(flags *flag.FlagSet) {
	flags.Func("env", "another `variable` of the environment for the connection string; can be given again",
		func(name string) error {
			if name == "" || strings.Contains(name, "=") {
				return errors.New("a variable has a name without =, such as STORAGE")
			}
			w.variables = append(w.variables, name)
			return nil
		})
	flags.BoolVar(&w.https, "https", false, "the connection string has https, which JavaScript clients want; "+
		"programs in JavaScript, Go and Python trust it")
	flags.Func("capture", "a `file` of requests that were sent, in place of a command: an HTTP archive (HAR), "+
		"or StorageTableLogs as JSON or csv; can be given again", func(name string) error {
		w.captures = append(w.captures, name)
		return nil
	})
	flags.StringVar(&w.at, "at", "", "the `URL` of the control interface of an endpoint that runs already: all "+
		"its requests count until the command ends, or Ctrl+C without one")
	flags.StringVar(&w.folder, "write", "", "write a test of each shape, the tables that they need, and a "+
		"design file into a `folder`")
	flags.StringVar(&w.page, "html", "", "also write the report as a page of its own into a `file`")
	flags.StringVar(&w.site, "site", "http://"+usualSite, "the `address` of the site to which links of that page lead")
	flags.DurationVar(&w.timeout, "timeout", 0, "the `time` after which the command is ended, such as 10m")
	flags.StringVar(&w.seen.By, "by", "", "the `header` that says where in the program a request is from; "+
		"without it that's x-ms-client-request-id unless it's a GUID, and otherwise the user agent")
	flags.StringVar(&w.baseline, "baseline", "", "a `file` of what each query may read; what's worse fails")
	flags.BoolVar(&w.update, "update", false, "write the baseline again, with the reasons that it has")
	flags.BoolVar(&w.json, "json", false, "print one line of JSON instead of a table")
	flags.BoolVar(&w.markdown, "markdown", false, "print Markdown for a pull request")
	w.to = reportFlag(flags)
}

// readBaseline reads the file; one that isn't there yet is empty if it's going to be written.
func (w *watching) readBaseline() (*watched.Baseline, error) {
	text, err := readText(w.baseline, "")
	if err != nil && !(w.update && os.IsNotExist(err)) {
		return nil, fmt.Errorf("cannot read %s: %w; --update writes it", w.baseline, reason(err))
	}
	return watched.Parse(w.baseline, text)
}

// report prints what was seen, compares it with the baseline, and returns the exit code.
func (w *watching) report(c console, seen *watched.Report, baseline *watched.Baseline) (code int) {
	switch {
	case w.json:
		fmt.Fprint(c.out, seen.JSON())
	case w.markdown:
		c.show(seen.Markdown())
	default:
		c.show("\n" + seen.Text())
	}
	if baseline == nil {
		return w.to.write(c, nil)
	}
	if w.update {
		text := baseline.Updated(seen.Shapes)
		if err := replaceFile(w.baseline, text); err != nil {
			return c.fail(err)
		}
		var err error
		if baseline, err = watched.Parse(w.baseline, text); err != nil {
			return c.fail(err)
		}
	}
	found := baseline.Check(seen.Shapes)
	for _, o := range found {
		if o.Says != "" {
			c.complainOf(o)
		}
		if o.Fails() {
			code = exitFailed
		}
	}
	return max(code, w.to.write(c, found))
}

// replaceFile writes a file so that others who read or write it at the same time have all of one text.
func replaceFile(name, text string) error {
	part, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = part.WriteString(text)
	err = errors.Join(err, part.Chmod(0o644), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), name)
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	return err
}

// complainOf writes what is wrong with a shape.
func (c console) complainOf(o outcome.Outcome) {
	place := o.File
	if o.Line > 0 {
		place = fmt.Sprintf("%s:%d", o.File, o.Line)
	}
	say(c.err, "%s: %s: %s", place, o.Name, strings.TrimSpace(o.Says))
}
