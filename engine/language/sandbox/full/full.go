package full

import (
	"strings"

	"github.com/rowkey/rowkey/engine/account"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/language/report"
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

// must panics on errors that can't happen: accounts in memory open, and the well-known key is valid.
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

// sender is the address that requests come from, the same as at a local endpoint.
const sender = "127.0.0.1"

// storage is an account that tells its services apart by their addresses.
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
