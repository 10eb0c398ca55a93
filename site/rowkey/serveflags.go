package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

// usualSite is the value of -addr if it isn't given.
const usualSite = "127.0.0.1:8080"

func readServeFlags(c console, args []string) (o serveOptions, code int, ok bool) {
	flags := newFlags("serve")
	flags.StringVar(&o.site, "addr", usualSite, "the `host:port` of the site; empty for none")
	o.services = servicesFlags(flags)
	accounts := flags.String("accounts", "", "the `accounts` of the endpoint: NAME:KEY or NAME:KEY:KEY, "+
		"separated by semicolons; the default is AZURITE_ACCOUNTS, or else devstoreaccount1")
	flags.BoolVar(&o.Unsigned, "unsigned", false,
		"accept requests without a signature as the owner's, so that curl and editors can call")
	flags.StringVar(&o.Folder, "data", "",
		"the `folder` in which the endpoint stores its accounts; empty keeps them in memory")
	flags.BoolVar(&o.attached, "until-input-ends", false,
		"end when the standard input does, for programs that start the server")
	o.seeding = seedFlags(flags, &o.Options)
	limit := flags.Int64("max-data", 0, "the `MiB` that an account can hold; 0 for as much as there's memory")
	origins := flags.String("cors", "",
		"the `origins` whose pages may call the endpoint, separated by commas; * for all")
	hosts := flags.String("host", "",
		"the `names` by which the server is called besides localhost, separated by commas")
	flags.BoolVar(&o.FreeNames, "free-names", os.Getenv("ROWKEY_FREE_NAMES") == "1",
		"free the names of deleted tables, queues and containers at once, for suites written for emulators "+
			"that do; ROWKEY_FREE_NAMES=1 does the same")
	settings := controlFlags(flags, &o)
	var identity identityFlags
	identity.define(flags)
	rest, code, ok := c.parse(flags, args)
	if !ok {
		return o, code, false
	}
	if _, err := findRoot(); err != nil && o.site == usualSite {
		o.site, o.pageless = "", true
	}
	if *accounts == "" { // not the flag's default, because help would print the keys
		*accounts = os.Getenv("AZURITE_ACCOUNTS")
	}
	o.MaxBytes = *limit << 20
	var wrongAccounts, wrongOrigins, wrongControl, wrongHosts error
	o.Accounts, wrongAccounts = endpoint.ParseAccounts(*accounts)
	o.Origins, wrongOrigins = parseOrigins(*origins)
	o.Control, wrongControl = settings()
	o.Hosts, wrongHosts = parseHosts(*hosts)
	err := errors.Join(wrongAccounts, wrongOrigins, wrongHosts, identity.read(&o), wrongControl)
	if len(rest) > 0 {
		err = errors.Join(err, fmt.Errorf("serve doesn't take the argument %q", rest[0]))
	}
	if *limit < 0 || *limit > 1<<30 {
		err = errors.Join(err, errors.New("-max-data needs a number of MiB, up to a PiB; 0 for no limit"))
	}
	if o.site == "" && !o.serves() {
		err = errors.Join(err, errors.New("nothing to serve: -addr, -tables, -queues and -blobs are all empty"))
	}
	if err == nil {
		err = o.seeding.open(c, &o.Options)
	}
	if err != nil {
		return o, c.misused(err), false
	}
	return o, exitOK, true
}

// servicesFlags adds the flags of where the services are, each with its usual address.
func servicesFlags(flags *flag.FlagSet) map[engine.Service]*string {
	addresses := map[engine.Service]*string{}
	for _, s := range endpoint.Services() {
		addresses[s.Letter] = flags.String(s.Noun, "127.0.0.1:"+s.Port,
			"the `host:port` of the "+s.Noun+"; empty for none")
	}
	return addresses
}

// parseOrigins reads origins as browsers send them: scheme, host and port, without a slash at the end.
func parseOrigins(text string) ([]string, error) {
	var origins []string
	for _, part := range listed(text) {
		_, host, schemed := strings.Cut(part, "://")
		switch {
		case part == "*" || part == "null":
		case !schemed || host == "" || strings.ContainsAny(host, "/?#"):
			return nil, fmt.Errorf("-cors %s: write an origin such as https://example.com or http://localhost:3000",
				part)
		}
		origins = append(origins, part)
	}
	return origins, nil
}

// parseHosts reads names of hosts, without ports.
func parseHosts(text string) ([]string, error) {
	hosts := listed(text)
	for _, name := range hosts {
		if strings.ContainsAny(name, "/?#: ") {
			return nil, fmt.Errorf("-host %s: write a name such as rowkey or dev.example", name)
		}
	}
	return hosts, nil
}

// listed returns what stands between commas, and isn't empty.
func listed(text string) (all []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}
