package main

import (
	"flag"
	"fmt"

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
	given := map[string][]string{}
	for _, f := range []struct{ name, resource, usage string }{
		{"fault", "faults", "a `rule` such as 'lose-answer operation=InsertEntity nth=3'; can be given again"},
		{"throttle", "throttle", "refuse what is over the service's targets: 'on', or `targets` such as " +
			"'partition=100 account=1000'"},
		{"pages", "pages", "the `mode` of pages: 'short' gives fewer entries than asked for, or none"},
		{"clock", "clock", "the `time` of the accounts, such as '2026-01-05T09:00:00Z frozen'"},
	} {
		flags.Func(f.name, f.usage, func(line string) error {
			given[f.resource] = append(given[f.resource], line)
			return endpoint.NewControl().Set(f.resource, line) // each is checked by itself
		})
	}
	return func() (*endpoint.Control, error) {
		if o.control == "" && len(given) == 0 {
			return nil, nil
		}
		c := endpoint.NewControl()
		for resource, lines := range given {
			for _, line := range lines {
				if err := c.Set(resource, line); err != nil {
					return nil, err
				}
			}
		}
		return c, nil
	}
}

// startControl serves the control interface if it was asked for.
func (s *serving) startControl() error {
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
