package main

import (
	_ "embed" // for the usage
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/endpoint"
)

//go:embed sas.txt
var sasUsage string

// kind is a kind of resource that a token can give access to.
type kind struct {
	letters string // its permissions in the order that tokens need
	arg     string // how the usage names the resource; "" if there is none to name
	service engine.Service
	field   string // of the token, for the resource's name
	own     string // flags that not every kind has
}

// sasKinds are the kinds by their names.
var sasKinds = map[string]kind{
	"table": {
		auth.Letters(engine.Tables), "NAME", engine.Tables, "tn", "start-pk start-rk end-pk end-rk policy",
	},
	"queue":     {auth.Letters(engine.Queues), "NAME", engine.Queues, "queue", "policy"},
	"container": {auth.Letters(engine.Blobs), "NAME", engine.Blobs, "container", "policy"},
	"blob":      {auth.Letters(engine.Blobs), "CONTAINER/NAME", engine.Blobs, "container", "policy"},
	// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
	"account": {letters: "rwdxylacuptfi", own: "services resource-types"},
}

// sasFields maps flags to the fields of a token. A flag that isn't given adds no field.
var sasFields = map[string]string{
	"permissions": "sp", "start": "st", "expiry": "se", "ip": "sip", "protocol": "spr", "policy": "si",
	"services": "ss", "resource-types": "srt",
	"start-pk": "spk", "start-rk": "srk", "end-pk": "epk", "end-rk": "erk",
}

// sasRequest is what the arguments ask for.
type sasRequest struct {
	kind
	noun   string            // the kind's name
	name   string            // the resource's name
	values map[string]string // the flags that were given
	whole  bool              // print the URL, too
	target string            // the service's URL; "" for the default
	signer auth.Credential
}

func sasCommand(c console, args []string) int {
	r, code, ok := readSasFlags(c, args)
	if !ok {
		return code
	}
	fields, err := r.fields(time.Now())
	if err != nil {
		return c.misused(err)
	}
	query, err := r.signer.Token(fields)
	if err != nil {
		return c.misused(err)
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
	flags := newFlags("sas")
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), sasUsage)
		flags.PrintDefaults()
	}
	for name, usage := range map[string]string{
		"permissions":    "the `letters` of the permissions, in any order",
		"start":          "the `time` from which it is valid, such as 2026-01-05T09:00:00Z; the default is now",
		"expiry":         "the `time` at which it expires",
		"for":            "how long it is valid: a `time` such as 90m, 12h or 7d",
		"ip":             "the IPv4 `address` that may use it, or a range such as 10.0.0.1-10.0.0.9",
		"protocol":       "the protocols that may use it: `https` or https,http, which is the default",
		"policy":         "the `ID` of the stored access policy that says what the other flags leave out",
		"services":       "for an account: the `letters` of its services, t, q, b",
		"resource-types": "for an account: the `letters` of resource types, s, c, o",
		"start-pk":       "for a table: the `PartitionKey` of the first entity",
		"start-rk":       "for a table: the `RowKey` of the first entity",
		"end-pk":         "for a table: the `PartitionKey` of the last entity",
		"end-rk":         "for a table: the `RowKey` of the last entity",
	} {
		flags.String(name, "", usage)
	}
	flags.BoolVar(&r.whole, "url", false, "print the whole URL")
	flags.StringVar(&r.target, "target", "", "the `URL` of the service for -url; "+
		"the default is the account's in the cloud, or the emulator's")
	account := flags.String("account", "", "the `name` of the account; the default is ROWKEY_ACCOUNT")
	key := flags.String("key", "", "the account's base64 `key`; the default is ROWKEY_KEY")
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
		return r, c.misused(err), false
	}
	return r, exitOK, true
}

// signerOf returns the account that signs. Without a name or key it uses the environment's, and without
// those the development account.
func signerOf(account, key string) (auth.Credential, error) {
	account, key = fromEnvironment(account, key)
	if account == "" && key == "" {
		account, key = engine.DevelopmentName, engine.DevelopmentKey
	}
	if account == "" || key == "" {
		return auth.Credential{}, errors.New("give both --account and --key, " +
			"or set ROWKEY_ACCOUNT and ROWKEY_KEY")
	}
	return credential(account, key)
}

// aim reads which resource the token is for.
func (r *sasRequest) aim(rest []string) error {
	var known bool
	r.noun = rest[0]
	if r.kind, known = sasKinds[r.noun]; !known {
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
			return fmt.Errorf("a token for %s does not take --%s", r.article(), name)
		}
	}
	return r.checkName()
}

// ownFlag reports whether a flag is only for some kinds.
func ownFlag(name string) bool {
	for _, noun := range [...]string{"table", "account"} {
		if slices.Contains(strings.Fields(sasKinds[noun].own), name) {
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
	v := r.values
	switch {
	case r.noun == "account":
		return nil
	case r.noun == "table" && v["end-pk"] != "" && (v["start-pk"] > v["end-pk"] ||
		v["start-pk"] == v["end-pk"] && v["end-rk"] != "" && v["start-rk"] > v["end-rk"]):
		return errors.New("the first entity comes after the last one, so the token would allow nothing")
	case r.noun == "table":
		if n := len(name); !table.ValidName(name) || n < table.MinTableName || n > table.MaxTableName {
			return fmt.Errorf("%q: the name of a table is a letter, then letters and digits, 3 to 63 in all", name)
		}
		return nil
	}
	if f, ok := errors.AsType[*fault.Error](engine.CheckName(name)); ok {
		return fmt.Errorf("%q: %s", name, f.Hint)
	}
	return nil
}

// urls returns the addresses that the token opens: for an account, one for each of its services.
func (r *sasRequest) urls() []string {
	path := "/" + wire.Escape(r.name, "/")
	if r.target != "" {
		return []string{strings.TrimSuffix(r.target, "/") + path}
	}
	var urls []string
	for _, s := range endpoint.Services() {
		if s.Letter != r.service && !strings.ContainsRune(r.values["services"], rune(s.Letter)) {
			continue
		}
		base := "https://" + r.signer.Account + "." + strings.TrimSuffix(s.Noun, "s") + ".core.windows.net"
		if r.signer.Account == engine.DevelopmentName {
			base = "http://127.0.0.1:" + s.Port + "/" + engine.DevelopmentName
		}
		urls = append(urls, base+path)
	}
	return urls
}
