package endpoint

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
)

// Account is a storage account: its name and its keys in base64, one or two.
type Account struct {
	Name string
	Keys []string
}

// ParseAccounts reads accounts as Azurite has them in AZURITE_ACCOUNTS, NAME:KEY or NAME:KEY:KEY with
// ; between them. An account without a key has the one that every emulator has. No text at all
// stands for the account that every emulator has.
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
			return nil, fmt.Errorf("account %s is there twice", a.Name)
		}
		seen[a.Name] = true
		accounts = append(accounts, a)
	}
	if accounts == nil {
		return nil, errors.New("no account is named; write NAME or NAME:KEY, with ; between accounts")
	}
	return accounts, nil
}

// parseAccount repeats no key in its errors, which end up in terminals and logs.
func parseAccount(text string) (Account, error) {
	name, rest, keyed := strings.Cut(text, ":")
	a := Account{Name: name}
	if !validName(name) {
		return a, fmt.Errorf("%q names no account: a name has 3 to 24 characters, which are lower-case letters, digits and hyphens", name)
	}
	a.Keys = []string{engine.DevelopmentKey}
	if keyed {
		a.Keys = strings.Split(rest, ":")
	}
	if len(a.Keys) > 2 {
		return a, fmt.Errorf("account %s has %d keys; there can be two", name, len(a.Keys))
	}
	for i, key := range a.Keys {
		if _, err := auth.ParseKey(key); err != nil {
			return a, fmt.Errorf("account %s: key %d is not base64", name, i+1)
		}
	}
	return a, nil
}

// validName lets hyphens stand in names, too: emulators take them, and the names of test accounts have
// them.
func validName(name string) bool {
	for _, c := range name {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return len(name) >= 3 && len(name) <= 24 && !strings.HasSuffix(name, "-secondary") && !strings.HasPrefix(name, "-")
}

// Known reports whether the account has the key that everybody knows.
func (a Account) Known() bool { return a.Keys[0] == engine.DevelopmentKey }

// options are those of the account that is served.
func (a Account) options(o Options) engine.Options {
	admission := engine.Signed
	if o.Unsigned {
		admission = engine.Unsigned
	}
	return engine.Options{Name: a.Name, Keys: a.Keys, Admission: admission, Origins: o.Origins}
}
