package endpoint

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
)

// Account is a storage account: its name and its one or two keys in base64.
type Account struct {
	Name string
	Keys []string
}

// ParseAccounts reads accounts in the format of Azurite's AZURITE_ACCOUNTS: NAME:KEY or NAME:KEY:KEY,
// separated by semicolons. Here the key is optional, and defaults to the development key that all
// emulators share. The empty string means the development account.
func ParseAccounts(text string) ([]Account, error) {
	if text == "" {
		text = engine.DevelopmentName
	}
	var accounts []Account
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		a, err := parseAccount(part)
		if err != nil {
			return nil, err
		}
		if seen[a.Name] {
			return nil, fmt.Errorf("account %s is named twice", a.Name)
		}
		seen[a.Name] = true
		accounts = append(accounts, a)
	}
	if accounts == nil {
		return nil, errors.New("no account is named; write NAME or NAME:KEY, separated by semicolons")
	}
	return accounts, nil
}

// parseAccount keeps keys out of its errors, because they end up in terminals and logs.
func parseAccount(text string) (Account, error) {
	name, rest, keyed := strings.Cut(text, ":")
	a := Account{Name: name}
	if !validName(name) {
		return a, fmt.Errorf("%q isn't an account name: "+
			"use 3 to 24 lower-case letters, digits and hyphens", name)
	}
	a.Keys = []string{engine.DevelopmentKey}
	if keyed {
		a.Keys = strings.Split(rest, ":")
	}
	if len(a.Keys) > 2 {
		return a, fmt.Errorf("account %s has %d keys; it can have at most two", name, len(a.Keys))
	}
	for i, key := range a.Keys {
		a.Keys[i] = strict(key)
		if _, err := auth.ParseKey(a.Keys[i]); err != nil {
			return a, fmt.Errorf("account %s: key %d is not base64", name, i+1)
		}
	}
	return a, nil
}

// strict returns the usual base64 of a key in a looser one, which Azurite and the JavaScript clients take,
// too: without padding, with the letters of URLs, or with bits left over. It returns "" for anything else.
func strict(key string) string {
	key = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(key), "=")
	if len(key)%4 == 1 {
		key = key[:len(key)-1] // six bits aren't a byte
	}
	bytes, err := base64.RawStdEncoding.DecodeString(key)
	if err != nil {
		return ""
	}
	return base64.StdEncoding.EncodeToString(bytes)
}

// validName also allows hyphens, unlike Azure: emulators accept them, and test accounts use them. A name
// can't end in -secondary, because that suffix asks for the secondary endpoint of another account.
func validName(name string) bool {
	for _, c := range name {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return len(name) >= 3 && len(name) <= 24 &&
		!strings.HasSuffix(name, "-secondary") && !strings.HasPrefix(name, "-")
}

// Known reports whether the account's first key is the public development key.
func (a Account) Known() bool { return a.Keys[0] == engine.DevelopmentKey }

// options returns the engine's options for the account.
func (a Account) options(o Options) engine.Options {
	admission := engine.Signed
	if o.Unsigned {
		admission = engine.Unsigned
	}
	options := engine.Options{Name: a.Name, Keys: a.Keys, Admission: admission, Origins: o.Origins,
		FreeNames: o.FreeNames, OAuth: o.OAuth, Roles: o.Roles, MaxBytes: o.MaxBytes}
	if o.Control != nil {
		options.Control = o.Control.Control
	}
	return options
}
