package main

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// developer rebuilds the site for somebody who is writing it.
type developer struct {
	console    console
	server     *server
	tree       *tree
	builder    builder
	restarting *serving // what a restart has to end first
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

// restart builds this very program anew and becomes it: Go code has changed. Accounts are closed and
// ports freed before that, and pages and clients reconnect. It returns only if the program could not
// be built; if it cannot be started, nothing is left that could go on.
func (d *developer) restart() error {
	program, err := buildSelf(d.builder.root)
	if err != nil {
		return err
	}
	if err := d.restarting.stop(); err != nil {
		d.console.fail(err) // the new program can do without an orderly end of the old one
	}
	arguments := append([]string{program}, os.Args[1:]...)
	d.restarting.failed <- syscall.Exec(program, arguments, os.Environ())
	return nil
}
