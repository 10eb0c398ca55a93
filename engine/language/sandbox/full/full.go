package full

import (
	"strings"

	"github.com/rowkey/rowkey/engine/account"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Sandbox returns the sandbox of full accounts.
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

func open(o sandbox.Options) sandbox.Storage {
	s, err := store.Open(store.Options{Limit: o.MaxBytes})
	must(err)
	admit := account.Everyone
	if o.Admit == sandbox.Signed {
		admit = account.Signed
	}
	return storage{account.On(s, account.Options{
		Name: o.Name, Clock: o.Clock, NewID: o.NewID, Keys: [][]byte{credential().Key}, Admit: admit,
	})}
}

// sender is the address of those who ask: that of the machine on which a local endpoint listens.
const sender = "127.0.0.1"

// storage is an account whose services are told apart by their addresses.
type storage struct{ *account.Account }

func (s storage) Do(r wire.Request) (wire.Response, trace.Trace) {
	to := grant.Table
	switch {
	case strings.HasPrefix(r.URL, sandbox.Queue):
		to = grant.Queue
	case strings.HasPrefix(r.URL, sandbox.Blob):
		to = grant.Blob
	}
	r.Address = sender
	return s.Account.Do(to, r)
}
