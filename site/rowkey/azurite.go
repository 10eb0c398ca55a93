package main

import (
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/endpoint"
)

// azuriteFlags are the flags of Azurite that change something here, with their defaults there, except that
// accounts without a location are in memory. azuriteIgnored are those that change nothing: no access log or
// telemetry is written, every service version is answered, and how long a connection is kept isn't set.
// https://learn.microsoft.com/azure/storage/common/storage-use-azurite#command-line-options
type azuriteFlags struct {
	hosts, ports    map[string]*string // by service
	location, oauth string
	cert, key, pwd  string
	inMemory        bool
	version         bool
}

var azuriteIgnored = map[string]bool{ // whether it has a value
	"silent": false, "s": false, "loose": false, "L": false, "skipApiVersionCheck": false,
	"disableTelemetry": false, "disableProductStyleUrl": false,
	"debug": true, "d": true, "extentMemoryLimit": true,
	"blobKeepAliveTimeout": true, "queueKeepAliveTimeout": true, "tableKeepAliveTimeout": true,
}

// azuriteCommand is rowkey serve for people and tools that start Azurite.
func azuriteCommand(c console, args []string) int {
	f := azuriteFlags{hosts: map[string]*string{}, ports: map[string]*string{}}
	flags := newFlags("azurite")
	for _, s := range endpoint.Services() {
		name := strings.TrimSuffix(s.Noun, "s")
		f.hosts[s.Noun] = flags.String(name+"Host", "127.0.0.1", "where the "+s.Noun+" listen")
		f.ports[s.Noun] = flags.String(name+"Port", s.Port, "the port of the "+s.Noun)
	}
	for _, name := range []string{"location", "l"} {
		flags.StringVar(&f.location, name, "", "the `folder` of the accounts; without it they're in memory")
	}
	flags.BoolVar(&f.inMemory, "inMemoryPersistence", false, "keep the accounts in memory")
	for _, name := range []string{"version", "v"} {
		flags.BoolVar(&f.version, name, false, "say which version of Rowkey this is")
	}
	flags.StringVar(&f.oauth, "oauth", "", "`basic` accepts bearer tokens over https")
	flags.StringVar(&f.cert, "cert", "", "the `file` of the certificate, for https")
	flags.StringVar(&f.key, "key", "", "the `file` of the certificate's key")
	flags.StringVar(&f.pwd, "pwd", "", "the `password` of a certificate in a .pfx file")
	for name, valued := range azuriteIgnored {
		if valued {
			flags.String(name, "", "changes nothing")
		} else {
			flags.Bool(name, false, "changes nothing")
		}
	}
	rest, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	if f.version {
		return versionCommand(c, nil)
	}
	if len(rest) > 0 {
		return c.misused(fmt.Errorf("azurite doesn't take the argument %q", rest[0]))
	}
	o, code, ok := readServeFlags(c, f.serve())
	if !ok {
		return code
	}
	o.azurite = true
	return serve(c, o)
}

// serve returns the flags of rowkey serve. A server that other machines reach has whatever name they know it
// by, and names are free at once, as in Azurite.
func (f azuriteFlags) serve() []string {
	args := []string{"-addr", "", "-free-names", "-identity", ""}
	for noun, host := range f.hosts {
		args = append(args, "-"+noun, net.JoinHostPort(*host, *f.ports[noun]))
		if endpoint.CheckLoopback(net.JoinHostPort(*host, "0")) != nil {
			args = append(args, "-host", "*")
		}
	}
	if f.location != "" && !f.inMemory {
		args = append(args, "-data", f.location)
	}
	return append(args, "-cert", f.cert, "-key", f.key, "-pwd", f.pwd, "-oauth", f.oauth)
}

// announceAsAzurite prints the lines that tools wait for.
func (s *serving) announceAsAzurite() {
	first := s.options.Accounts[0]
	for _, service := range slices.Backward(endpoint.Services()) {
		name := strings.ToUpper(service.Noun[:1]) + strings.TrimSuffix(service.Noun[1:], "s")
		url := strings.TrimSuffix(s.endpoint.URL(service.Letter, first), "/"+first.Name)
		fmt.Fprintf(s.console.out, "Azurite %[1]s service is starting at %[2]s\n"+
			"Azurite %[1]s service is successfully listening at %[2]s\n", name, url)
	}
}

// calledAzurite reports whether the program was started by a name of Azurite's.
func calledAzurite(program string) bool {
	return strings.TrimSuffix(filepath.Base(program), ".exe") == "azurite"
}
