package full

import (
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Sandbox returns the sandbox of full accounts.
func Sandbox() sandbox.Sandbox {
	return sandbox.New(sandbox.Kind{Open: open, Key: Key{credential()}, XML: XML, Typed: convert.Typed})
}

// Run runs files the way a command does.
func Run(files []sandbox.File) report.Report {
	r, err := Sandbox().Run(files)
	must(err)
	return r
}

// Example runs an example of a script in its own account.
func Example(s *script.Script, index int) sandbox.Result {
	r, err := Sandbox().Example(s, index)
	must(err)
	return r
}

// must panics on errors that can't happen: the well-known key is valid, and this sandbox has everything.
func must(err error) {
	if err != nil {
		panic("bug: " + err.Error())
	}
}

// credential returns the emulators' well-known account with its key.
func credential() auth.Credential {
	key, err := auth.ParseKey(auth.DevelopmentKey)
	must(err)
	return auth.Credential{Account: auth.DevelopmentAccount, Key: key}
}

func open(s *store.Store, o account.Options, admission grant.Admission) *account.Account {
	return full.Open(s, full.Options{
		Name: o.Name, Clock: o.Clock, NewID: o.NewID, Page: o.Page, Keys: [][]byte{credential().Key},
		Admission: admission,
	})
}
