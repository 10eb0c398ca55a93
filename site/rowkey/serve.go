package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"
)

func serveCommand(c console, args []string) int {
	flags := flag.NewFlagSet("rowkey serve", flag.ContinueOnError)
	address := flags.String("addr", "127.0.0.1:8080", "the `host:port` to listen on")
	tables := flags.String("tables", "127.0.0.1:10002", "the `host:port` of the table endpoint; empty for none")
	rest, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		fmt.Fprintf(c.err, "rowkey: serve takes no argument %q\n", rest[0])
		return exitUsage
	}
	root, err := findRoot()
	if err != nil {
		return c.fail(err)
	}
	listener, err := listen(*address)
	if err != nil {
		return c.fail(err)
	}
	origin := "http://" + listener.Addr().String()
	s := newServer()
	d := &developer{
		console: c, server: s, listener: listener, tree: newTree(root),
		builder: newBuilder(root, origin, c.progress),
		ended:   make(chan int),
	}
	d.builder.release = false
	if *tables != "" {
		serveTables(c, *tables)
	}
	d.rebuild()
	fmt.Fprintf(c.out, "\nRowkey is at %s/ and follows your changes; Ctrl+C ends it.\n", origin)
	go d.watch(250 * time.Millisecond)
	err = http.Serve(listener, handler(s))
	if errors.Is(err, net.ErrClosed) { // restart closed it and is about to become the new program
		return <-d.ended
	}
	return c.fail(err)
}

// handler is everything that the server answers.
func handler(s *server) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", s)
	mux.HandleFunc(devFolder+"events", s.events)
	mux.HandleFunc(devFolder+"reload.js", s.reloadScript)
	return mux
}

// listen opens the port and, if something else has it, says how to use another.
func listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use by another program; choose another with -addr, such as -addr 127.0.0.1:8081", address)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w; change it with -addr", address, err)
	}
	return listener, nil
}

// developer rebuilds the site for somebody who is writing it.
type developer struct {
	console  console
	server   *server
	listener net.Listener
	tree     *tree
	builder  builder
	ended    chan int // the exit code, when a restart has failed half-way
}

// rebuild builds the site and shows it, or what is wrong with it, in the terminal and on the page.
func (d *developer) rebuild() {
	started := time.Now()
	o, err := d.builder.build()
	if err != nil {
		d.console.fail(err)
		d.server.broken(err)
		return
	}
	d.server.show(o)
	fmt.Fprintf(d.console.out, "built in %s\n", time.Since(started).Round(time.Millisecond))
}

func (d *developer) watch(every time.Duration) {
	for {
		time.Sleep(every)
		changed := d.tree.changed()
		if len(changed) == 0 {
			continue
		}
		fmt.Fprintf(d.console.out, "\nchanged: %s\n", list(changed))
		if !anyGo(changed) {
			d.rebuild()
			continue
		}
		if err := d.restart(); err != nil {
			d.console.fail(err)
			d.server.broken(err)
		}
	}
}

// restart builds this very program anew and becomes it: Go code has changed. The pages reconnect.
// It returns only if that could not be built.
func (d *developer) restart() error {
	program, err := buildSelf(d.builder.root)
	if err != nil {
		return err
	}
	err = d.listener.Close()
	if err == nil {
		arguments := append([]string{program}, os.Args[1:]...)
		err = syscall.Exec(program, arguments, os.Environ())
	}
	d.ended <- d.console.fail(err)
	return nil
}
