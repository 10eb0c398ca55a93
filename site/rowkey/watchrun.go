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

	"github.com/rowkey/rowkey/site/endpoint"
	"github.com/rowkey/rowkey/site/watched"
)

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
