package full

import (
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Sandbox returns the sandbox of whole accounts.
func Sandbox() sandbox.Sandbox {
	return sandbox.New(sandbox.Kind{Open: open, Key: Key{credential()}, XML: XML})
}

// Run runs files as a command line does.
func Run(files []sandbox.File) script.Report {
	report, err := Sandbox().Run(files)
	must(err)
	return report
}

// Example runs one example of a script in an account of its own.
func Example(s *script.Script, index int) sandbox.Result {
	r, err := Sandbox().Example(s, index)
	must(err)
	return r
}

// must ends what cannot go on: accounts in memory open, and the well-known key can be read.
func must(err error) {
	if err != nil {
		panic("bug: " + err.Error())
	}
}

// credential is the emulators' well-known account with its key.
func credential() auth.Credential {
	key, err := auth.ParseKey(auth.DevelopmentKey)
	must(err)
	return auth.Credential{Account: auth.DevelopmentAccount, Key: key}
}

func open(o sandbox.Options) *account.Account {
	s, err := store.Open(store.Options{Limit: o.MaxBytes})
	must(err)
	return full.Open(s, full.Options{
		Name: o.Name, Clock: o.Clock, NewID: o.NewID, Keys: [][]byte{credential().Key}, Admission: o.Admission,
	})
}
