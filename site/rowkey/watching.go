package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"

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
	seeded := seedFlags(flags, &w.options)
	w.define(flags)
	rest, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	var err error
	switch {
	case len(rest) > 0 || len(command) == 0:
		err = errors.New("write the command after --, such as rowkey watch -- npm test")
	case w.update && w.baseline == "":
		err = errors.New("--update needs --baseline FILE")
	case w.json && w.markdown:
		err = errors.New("--json and --markdown exclude each other")
	default:
		err = seeded()
	}
	var baseline *watched.Baseline
	if err == nil && w.baseline != "" {
		baseline, err = w.readBaseline()
	}
	if err != nil {
		return c.misused(err)
	}
	requests := watched.New(w.seen)
	code, err = w.run(c, command, requests)
	if err != nil {
		return c.misused(err)
	}
	if code != exitOK && w.update {
		w.update = false
		c.fail(fmt.Errorf("%s ended with %d, so %s isn't written", command[0], code, w.baseline))
	}
	return max(code, w.report(c, requests.Report(), baseline))
}

func (w *watching) define(flags *flag.FlagSet) {
	flags.Func("env", "another `variable` of the environment for the connection string; can be given again",
		func(name string) error {
			w.variables = append(w.variables, name)
			return nil
		})
	flags.BoolVar(&w.https, "https", false, "the connection string has https, which JavaScript clients want; "+
		"programs in JavaScript, Go and Python trust it")
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

// run runs the command beside an endpoint, and returns its exit code. The command gets the signals that end
// it; the report of what was seen until then comes in any case.
func (w *watching) run(c console, command []string, requests *watched.Requests) (code int, err error) {
	ports := endpoint.Ports{}
	for _, s := range endpoint.Services() {
		if ports[s.Letter], err = endpoint.Listen("127.0.0.1:0"); err != nil {
			return 0, err
		}
	}
	w.options.Watch, w.options.Report = requests.Add, func(err error) { c.fail(err) }
	if w.options.Accounts, err = endpoint.ParseAccounts(""); err != nil {
		return 0, err
	}
	if w.https {
		var problems []error
		w.options.TLS, w.authority, problems = identityFlags{cert: ownCertificate}.certificate("", nil)
		if len(problems) > 0 {
			return 0, errors.Join(problems...)
		}
	}
	e, err := endpoint.Open(ports, w.options)
	if err != nil {
		return 0, err
	}
	served := make(chan error, 1)
	go func() { served <- e.Serve() }()
	code, err = w.start(c, command, e.Connection(w.options.Accounts[0]))
	closed := e.Close(context.Background())
	if failed := <-served; !errors.Is(failed, http.ErrServerClosed) {
		closed = errors.Join(closed, failed)
	}
	return code, errors.Join(err, closed)
}

func (w *watching) start(c console, command []string, connection string) (code int, err error) {
	child := exec.Command(command[0], command[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, c.out, c.err
	if w.json || w.markdown {
		child.Stdout = c.err // so that what is printed is the report alone
	}
	child.Env = os.Environ()
	for _, name := range w.variables {
		child.Env = append(child.Env, name+"="+connection)
	}
	if w.https {
		for _, name := range trusting {
			child.Env = append(child.Env, name+"="+w.authority)
		}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := child.Start(); err != nil {
		return 0, fmt.Errorf("cannot start %s: %w", command[0], err)
	}
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for {
			select {
			case s := <-signals:
				if s != os.Interrupt { // a terminal sends that to the command, too
					_ = child.Process.Signal(s)
				}
			case <-ended:
				return
			}
		}
	}()
	err = child.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if code = exit.ExitCode(); code < 0 {
			code = exitFailed // a signal ended it
		}
		return code, nil
	}
	return exitOK, err
}

// report prints what was seen, compares it with the baseline, and returns the exit code.
func (w *watching) report(c console, seen *watched.Report, baseline *watched.Baseline) (code int) {
	switch {
	case w.json:
		fmt.Fprint(c.out, seen.JSON())
	case w.markdown:
		fmt.Fprint(c.out, seen.Markdown())
	default:
		fmt.Fprint(c.out, "\n", seen.Text())
	}
	if baseline == nil {
		return w.to.write(c, nil)
	}
	if w.update {
		text := baseline.Updated(seen.Shapes)
		if err := os.WriteFile(w.baseline, []byte(text), 0o666); err != nil {
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

// complainOf writes what is wrong with a shape.
func (c console) complainOf(o outcome.Outcome) {
	place := o.File
	if o.Line > 0 {
		place = fmt.Sprintf("%s:%d", o.File, o.Line)
	}
	fmt.Fprintf(c.err, "%s: %s: %s\n", place, o.Name, strings.TrimSpace(o.Says))
}
