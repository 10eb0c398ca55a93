package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/site/endpoint"
)

// controlFlags adds the flags of what the endpoint does on request. After they're read, the function that it
// returns makes the Control of them, or nil if none was given.
func controlFlags(flags *flag.FlagSet, o *serveOptions) func() (*endpoint.Control, error) {
	flags.Func("control",
		"the `host:port` of the control interface, which sets faults, pages and the clock; empty for none",
		func(address string) error {
			if o.control = address; address == "" {
				return nil
			}
			return endpoint.CheckLoopback(address)
		})
	type setting struct{ name, resource, line string }
	var given []setting // in the order of the command line
	for _, f := range []struct{ name, resource, usage string }{
		{"fault", "faults", "a `rule` such as 'lose-answer operation=InsertEntity nth=3'; can be given again"},
		{"throttle", "throttle", "refuse what is over the service's targets: 'on', or `targets` such as " +
			"'partition=100 account=1000'"},
		{"pages", "pages", "the `mode` of pages: 'short' gives fewer entries than asked for, or none"},
		{"clock", "clock", "the `time` of the accounts, such as '2026-01-05T09:00:00Z frozen'"},
	} {
		flags.Func(f.name, f.usage, func(line string) error {
			if strings.TrimSpace(line) == "" {
				return errors.New("there's nothing in it")
			}
			given = append(given, setting{f.name, f.resource, line})
			return endpoint.NewControl().Set(f.resource, line) // each is checked by itself
		})
	}
	return func() (*endpoint.Control, error) {
		if o.control == "" && len(given) == 0 {
			return nil, nil
		}
		c := endpoint.NewControl()
		for _, g := range given {
			if err := c.Set(g.resource, g.line); err != nil {
				return nil, err
			}
			o.inForce = append(o.inForce, g.name+": "+g.line)
		}
		return c, nil
	}
}

// startControl says what is done on request, and serves the control interface if it was asked for.
func (s *serving) startControl() error {
	for _, line := range s.options.inForce {
		fmt.Fprintf(s.console.out, "on request, %s\n", line)
	}
	if s.options.control == "" {
		return nil
	}
	ports, err := endpoint.Listen(s.options.control)
	if err != nil {
		return fmt.Errorf("no control interface: %w; choose another address with -control", err)
	}
	s.control = s.options.Control.Server()
	for _, port := range ports {
		s.ports = append(s.ports, port)
		go s.report(func() error { return s.control.Serve(port) })
	}
	fmt.Fprintf(s.console.out, "control interface at %s\n", endpoint.Origin(ports[0]))
	return nil
}
