package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/wire"
)

const sasUsage = `rowkey sas mints a shared access signature: what stands behind the ? of a URL that lets whoever has it
do some things for some time.

  rowkey sas table NAME --permissions raud --for 1h
  rowkey sas queue NAME --permissions raup --for 1h
  rowkey sas container NAME --permissions racwdl --for 1h
  rowkey sas blob CONTAINER/NAME --permissions racwd --for 1h
  rowkey sas account --services tqb --resource-types sco --permissions rwdlacup --for 1h

Permissions are (r)ead, (a)dd, (u)pdate and (d)elete entities; (r)ead, (a)dd, (u)pdate and (p)rocess
messages; (r)ead, (a)dd to, (c)reate, (w)rite, (d)elete and (l)ist blobs; of an account (r)ead, (w)rite,
(d)elete, (l)ist, (a)dd, (c)reate, (u)pdate and (p)rocess. Resource types are the (s)ervice, its
(c)ontainers, which are tables, queues and containers, and the (o)bjects in them.

The signer is the account that every emulator has, unless you name another.

  rowkey sas table Orders --permissions r --for 30m --start-pk customer-0042 --end-pk customer-0042
  rowkey sas table Orders --policy readers
  rowkey sas queue work --permissions a --expiry 2026-12-31T12:00:00Z --url
  ROWKEY_ACCOUNT=contoso ROWKEY_KEY=… rowkey sas blob docs/a.txt --permissions r --for 7d --protocol https --url

`

// kind is what a token can be for.
type kind struct {
	letters string // its permissions in the order in which they stand
	arg     string // what it is for, as the usage calls it; "" for nothing
	service engine.Service
	field   string // of the token, for its name
	own     string // flags that no other kind has
}

// kindOf finds a kind by its name.
func kindOf(name string) (kind, bool) {
	switch name {
	case "table":
		return kind{auth.Letters(engine.Tables), "NAME", engine.Tables, "tn", "start-pk start-rk end-pk end-rk policy"}, true
	case "queue":
		return kind{auth.Letters(engine.Queues), "NAME", engine.Queues, "queue", "policy"}, true
	case "container":
		return kind{auth.Letters(engine.Blobs), "NAME", engine.Blobs, "container", "policy"}, true
	case "blob":
		return kind{auth.Letters(engine.Blobs), "CONTAINER/NAME", engine.Blobs, "container", "policy"}, true
	case "account":
		// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
		return kind{letters: "rwdxylacuptfi", own: "services resource-types"}, true
	}
	return kind{}, false
}

// sasFields are the fields of a token by the names of their flags. A flag that is not given makes no
// field.
var sasFields = map[string]string{
	"permissions": "sp", "start": "st", "expiry": "se", "ip": "sip", "protocol": "spr", "policy": "si",
	"services": "ss", "resource-types": "srt",
	"start-pk": "spk", "start-rk": "srk", "end-pk": "epk", "end-rk": "erk",
}

// sasRequest is a token as it is asked for.
type sasRequest struct {
	kind
	noun   string            // the kind's name
	name   string            // what it is for
	values map[string]string // of the flags that were given
	whole  bool              // the URL is wanted, too
	target string            // the service's URL; "" for the usual one
	signer auth.Credential
}

func sasCommand(c console, args []string) int {
	r, code, ok := readSasFlags(c, args)
	if !ok {
		return code
	}
	fields, err := r.fields(time.Now())
	if err != nil {
		c.fail(err)
		return exitUsage
	}
	query, err := r.signer.Token(fields)
	if err != nil {
		c.fail(err)
		return exitUsage
	}
	if !r.whole {
		fmt.Fprintln(c.out, query)
		return exitOK
	}
	for _, url := range r.urls() {
		fmt.Fprintln(c.out, url+"?"+query)
	}
	return exitOK
}

func readSasFlags(c console, args []string) (r sasRequest, code int, ok bool) {
	flags := flag.NewFlagSet("rowkey sas", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), sasUsage)
		flags.PrintDefaults()
	}
	for name, usage := range map[string]string{
		"permissions":    "the `letters` of what it allows, in any order",
		"start":          "the `time` from which on it is valid, such as 2026-01-05T09:00:00Z; at once if there is none",
		"expiry":         "the `time` at which it ends",
		"for":            "the `time` for which it is valid, such as 90m, 12h or 7d",
		"ip":             "the IPv4 `address` from which it may be used, or two with a hyphen between them",
		"protocol":       "how it may be sent, `https` or https,http; either if this is not given",
		"policy":         "the stored access policy that says what is not said here, by its `ID`",
		"services":       "of an account, the `letters` of its services: t, q, b",
		"resource-types": "of an account, the `letters` s, c, o",
		"start-pk":       "of a table, the `PartitionKey` of the first entity",
		"start-rk":       "of a table, the `RowKey` of the first entity",
		"end-pk":         "of a table, the `PartitionKey` of the last entity",
		"end-rk":         "of a table, the `RowKey` of the last entity",
	} {
		flags.String(name, "", usage)
	}
	flags.BoolVar(&r.whole, "url", false, "print the whole URL")
	flags.StringVar(&r.target, "target", "", "the `URL` of the service for -url; else that of the account in the cloud or of the emulator")
	account := flags.String("account", "", "the `name` of the account; else ROWKEY_ACCOUNT")
	key := flags.String("key", "", "the account's base64 `key`; else ROWKEY_KEY")
	rest, code, ok := c.parse(flags, args)
	if !ok {
		return r, code, false
	}
	if len(rest) == 0 {
		flags.Usage()
		return r, exitUsage, false
	}
	r.values = map[string]string{}
	flags.Visit(func(f *flag.Flag) { r.values[f.Name] = f.Value.String() })
	err := r.aim(rest)
	if err == nil {
		r.signer, err = signerOf(*account, *key)
	}
	if err != nil {
		c.fail(err)
		return r, exitUsage, false
	}
	return r, exitOK, true
}

// signerOf reads an account's name and key, which may be empty: the environment is asked next, and
// then it is the account that every emulator has.
func signerOf(account, key string) (auth.Credential, error) {
	account, key = fromEnvironment(account, key)
	if account == "" && key == "" {
		account, key = engine.DevelopmentName, engine.DevelopmentKey
	}
	if account == "" || key == "" {
		return auth.Credential{}, errors.New("give both --account and --key, or set ROWKEY_ACCOUNT and ROWKEY_KEY")
	}
	return credential(account, key)
}

// aim reads what the token is for.
func (r *sasRequest) aim(rest []string) error {
	var known bool
	r.noun = rest[0]
	if r.kind, known = kindOf(r.noun); !known {
		return fmt.Errorf("a token is for a table, queue, container, blob or account, not for %q", r.noun)
	}
	wanted := 2
	if r.arg == "" {
		wanted = 1
	}
	if len(rest) != wanted {
		return fmt.Errorf("write rowkey sas %s", strings.TrimSpace(r.noun+" "+r.arg))
	}
	if r.arg != "" {
		r.name = rest[1]
	}
	for name := range r.values {
		if own, limited := ownFlag(name), !slices.Contains(strings.Fields(r.own), name); own && limited {
			return fmt.Errorf("a token of %s has no --%s", r.article(), name)
		}
	}
	return r.checkName()
}

// ownFlag reports whether a flag is not for all kinds.
func ownFlag(name string) bool {
	for _, noun := range [...]string{"table", "account"} {
		if k, _ := kindOf(noun); slices.Contains(strings.Fields(k.own), name) {
			return true
		}
	}
	return false
}

func (r *sasRequest) article() string {
	if r.noun == "account" {
		return "an account"
	}
	return "a " + r.noun
}

// checkName refuses what nothing can be called.
func (r *sasRequest) checkName() error {
	name := r.name
	if r.noun == "blob" {
		container, rest, ok := strings.Cut(name, "/")
		if !ok || rest == "" {
			return errors.New("a blob is named CONTAINER/NAME")
		}
		name = container
	}
	if r.service != engine.Queues && r.service != engine.Blobs {
		return nil
	}
	if f, ok := errors.AsType[*fault.Error](engine.CheckName(name)); ok {
		return fmt.Errorf("%q: %s", name, f.Hint)
	}
	return nil
}

// urls are where the token leads: one address, or of an account that of each of its services.
func (r *sasRequest) urls() []string {
	path := "/" + wire.Escape(r.name, "/")
	if r.target != "" {
		return []string{strings.TrimSuffix(r.target, "/") + path}
	}
	var urls []string
	for _, s := range [...]struct {
		letter engine.Service
		name   string
		port   string
	}{{engine.Tables, "table", "10002"}, {engine.Queues, "queue", "10001"}, {engine.Blobs, "blob", "10000"}} {
		if s.letter != r.service && !strings.ContainsRune(r.values["services"], rune(s.letter)) {
			continue
		}
		base := "https://" + r.signer.Account + "." + s.name + ".core.windows.net"
		if r.signer.Account == engine.DevelopmentName {
			base = "http://127.0.0.1:" + s.port + "/" + engine.DevelopmentName
		}
		urls = append(urls, base+path)
	}
	return urls
}
