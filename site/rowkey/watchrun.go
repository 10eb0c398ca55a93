package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/site/endpoint"
	"github.com/rowkey/rowkey/site/watched"
)

// run runs the command beside an endpoint, and returns its exit code. The command gets the signals that end
// it; the report of what was seen until then comes in any case.
func (w *watching) run(c console, command []string) (seen *watched.Report, code int, err error) {
	requests := watched.New(w.seen)
	w.options.Watch = requests.Add
	code, err = w.beside(c, func(connection string) (int, error) { return w.start(c, command, connection) })
	return requests.Report(), code, err
}

// left notes what tables have when a command has ended.
func (w *watching) left(e *endpoint.Endpoint) {
	for name, entities := range e.Tables(w.options.Accounts[0]) {
		w.tables = append(w.tables, infer.Table{Name: name, Entities: entities})
	}
}

// beside does something beside an endpoint with an account of its own.
func (w *watching) beside(c console, do func(connection string) (int, error)) (code int, err error) {
	ports := endpoint.Ports{}
	for _, s := range endpoint.Services() {
		if ports[s.Letter], err = endpoint.Listen("127.0.0.1:0"); err != nil {
			return 0, err
		}
	}
	w.options.Report = func(err error) { c.fail(err) }
	if w.options.Accounts, err = endpoint.ParseAccounts(""); err != nil {
		return 0, err
	}
	if w.https {
		w.options.TLS, w.authority, err = identityFlags{cert: ownCertificate}.certificate("", nil)
		if err != nil {
			return 0, err
		}
	}
	e, err := endpoint.Open(ports, w.options)
	if err != nil {
		return 0, err
	}
	served := make(chan error, 1)
	go func() { served <- e.Serve() }()
	if code, err = do(e.Connection(w.options.Accounts[0])); w.seen.Keep {
		w.left(e)
	}
	closed := e.Close(context.Background())
	if failed := <-served; !errors.Is(failed, http.ErrServerClosed) {
		closed = errors.Join(closed, failed)
	}
	return code, errors.Join(err, closed)
}

// start runs the command with a connection string, or as it is without one, and returns its exit code. It
// ends when the command does. What ends this program ends the command, too, and what it does from then on is
// still seen.
func (w *watching) start(c console, command []string, connection string) (code int, err error) {
	child := exec.Command(command[0], command[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, c.out, c.err
	child.WaitDelay = grace // for what it has started itself, which may hold its output open
	if w.json || w.markdown {
		child.Stdout = c.err // so that what is printed is the report alone
	}
	child.Env = os.Environ()
	for _, name := range w.variables {
		if connection != "" {
			child.Env = append(child.Env, name+"="+connection)
		}
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
	by := make(chan why, 1)
	go func() { by <- w.end(c, child, signals, ended) }()
	err = child.Wait()
	close(ended)
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if code, err = exit.ExitCode(), nil; code < 0 {
			code = exitFailed // a signal ended it
		}
	}
	if why := <-by; why != byItself {
		fmt.Fprintf(c.err, "%s was ended %s; this is what came until then\n", command[0], why)
		code = max(code, exitFailed)
	}
	return code, err
}

// why says why a command ended.
type why string

const (
	byItself why = ""
	bySignal why = "by a signal"
	byClock  why = "by --timeout"
)

// grace is how long a command that is told to end may take.
const grace = 5 * time.Second

// end tells the command to end when this program is told so, or when its time is over, and ends it by force
// if that's said again or it takes too long.
func (w *watching) end(
	c console, child *exec.Cmd, signals <-chan os.Signal, ended <-chan struct{},
) (by why) {
	var over, patience <-chan time.Time
	if w.timeout > 0 {
		over = time.After(w.timeout)
	}
	for {
		select {
		case <-ended:
			return by
		case s := <-signals:
			switch {
			case by != byItself:
				_ = child.Process.Kill()
			case s != os.Interrupt: // a terminal sends that to the command, too
				tell(child.Process, s)
			}
			by, patience = bySignal, time.After(grace)
		case <-over:
			tell(child.Process, syscall.SIGTERM)
			by, patience = byClock, time.After(grace)
		case <-patience:
			if by == byClock {
				_ = child.Process.Kill()
			} else {
				fmt.Fprintf(c.err, "%s hasn't ended yet; the next Ctrl+C ends it by force\n", child.Args[0])
			}
		}
	}
}

// tell sends a signal, or ends the process where there are none.
func tell(p *os.Process, s os.Signal) {
	if p.Signal(s) != nil {
		_ = p.Kill()
	}
}
