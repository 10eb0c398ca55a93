//go:build !nosite

package main

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// developer rebuilds the site while someone is writing it.
type developer struct {
	console    console
	server     *server
	sources    *changes
	builder    builder
	restarting *serving // is stopped before a restart
}

// rebuild builds and shows the site, or shows what is wrong in the terminal and on the page.
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

func (d *developer) watch() {
	for {
		time.Sleep(looksEvery)
		changed := d.sources.changed()
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

// restart rebuilds this program, because Go code has changed, and replaces the process with it. First it
// closes the accounts and frees the ports; pages and clients reconnect. It returns an error if the
// program can't be built. If the new program can't be started, serving has failed.
func (d *developer) restart() error {
	program, err := buildSelf(d.builder.root)
	if err != nil {
		return err
	}
	if err := d.restarting.stop(); err != nil {
		d.console.fail(err) // the new program doesn't need an orderly end of this one
	}
	arguments := append([]string{program}, os.Args[1:]...)
	d.restarting.failed <- syscall.Exec(program, arguments, os.Environ())
	return nil
}
