package endpoint

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/account"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/table"
)

// Account is a storage account: its name and its keys, one or two.
type Account struct {
	Name string
	Keys [][]byte
}

// ParseAccounts reads accounts as Azurite has them in AZURITE_ACCOUNTS, NAME:KEY or NAME:KEY:KEY with
// ; between them. An account without a key has the one that every emulator has. No text at all
// stands for the account that every emulator has.
func ParseAccounts(text string) ([]Account, error) {
	if text == "" {
		text = auth.DevelopmentAccount
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
	keys := []string{auth.DevelopmentKey}
	if keyed {
		keys = strings.Split(rest, ":")
	}
	if len(keys) > 2 {
		return a, fmt.Errorf("account %s has %d keys; there can be two", name, len(keys))
	}
	for i, text := range keys {
		key, err := auth.ParseKey(text)
		if err != nil {
			return a, fmt.Errorf("account %s: key %d is not base64", name, i+1)
		}
		a.Keys = append(a.Keys, key)
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
func (a Account) Known() bool {
	return base64.StdEncoding.EncodeToString(a.Keys[0]) == auth.DevelopmentKey
}

// options are those of the account that is served, by the time of day.
func (a Account) options(o Options) account.Options {
	admit := account.Signed
	if o.Unsigned {
		admit = account.Unsigned
	}
	return account.Options{Name: a.Name, Clock: time.Now, NewID: newID, Keys: a.Keys, Admit: admit}
}

func newID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	return table.RandomGUID(id)
}
