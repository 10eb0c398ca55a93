package endpoint

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/tally"
)

// served is an account, and what its requests took, if somebody can ask for that.
type served struct {
	*engine.Account
	of    Account
	tally *tally.Tally // nil if nobody can
}

// Do answers a request, and adds it up.
func (s *served) Do(to engine.Service, r engine.Request) (engine.Response, engine.Trace) {
	response, tr := s.Account.Do(to, r)
	if s.tally != nil {
		s.tally.Add(r, &tr)
	}
	return response, tr
}

// accounts are what an endpoint serves: the accounts it was opened with, which stay, and those that requests
// make by naming them, for a test each.
type accounts struct {
	open   func(Account) (*served, error) // opens one in memory
	most   int                            // of these at a time
	report func(error)                    // why none was made; nil for nobody

	mu    sync.RWMutex
	seed  *engine.Account // what they begin with; nil for nothing
	own   []string
	named map[string]*served

	replaced []*served // by reseed
}

// add adds an account that the endpoint was opened with.
func (a *accounts) add(name string, opened *served) {
	a.own = append(a.own, name)
	a.named[name] = opened
}

// find returns an account, or nil.
func (a *accounts) find(name string) *served {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.named[name]
}

// first returns the account that answers requests which name none.
func (a *accounts) first() Account { return a.find(a.own[0]).of }

// neighbor returns an account of the engine, or nil, for copies from one to another.
func (a *accounts) neighbor(name string) *engine.Account {
	if found := a.find(name); found != nil {
		return found.Account
	}
	return nil
}

// Named returns an account for a request.
func (a *accounts) Named(name string) (httphost.Doer, bool) {
	found := a.find(name)
	return found, found != nil
}

// makes reports whether a request of a name would make an account.
func (a *accounts) makes(name string) bool { return a.most > 0 && validName(name) }

// Make makes an account that a request names, if there's room for one.
func (a *accounts) Make(name string) (httphost.Doer, bool) {
	if !a.makes(name) {
		return nil, false
	}
	made, err := a.make(name)
	if err != nil && a.report != nil {
		a.report(err)
	}
	return made, err == nil
}

func (a *accounts) make(name string) (*served, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if found := a.named[name]; found != nil {
		return found, nil // another request was faster
	}
	if len(a.named)-len(a.own) >= a.most {
		return nil, fmt.Errorf("no account %s: there are %d already; delete some at the control interface, "+
			"or allow more with -forks", name, a.most)
	}
	made, err := a.open(Account{Name: name, Keys: a.named[a.own[0]].of.Keys})
	if err == nil {
		a.named[name] = made
	}
	return made, err
}

// The errors of remove.
var (
	errNoAccount = errors.New("there's no account of that name")
	errOwn       = errors.New("the endpoint was started with this account: " +
		"POST /accounts/NAME/back gives it what it began with")
)

// remove removes an account that a request made.
func (a *accounts) remove(name string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	found := a.named[name]
	switch {
	case found == nil:
		return errNoAccount
	case slices.Contains(a.own, name):
		return errOwn
	}
	delete(a.named, name)
	return found.Close()
}

// reseed replaces the accounts that the endpoint was opened with by those that begin with another seed. What
// was replaced is closed the next time, because requests that are under way still use it.
func (a *accounts) reseed(from *engine.Account) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.seed
	a.seed = from
	made := map[string]*served{}
	for _, name := range a.own {
		var err error
		if made[name], err = a.open(a.named[name].of); err != nil {
			a.seed = before
			return err
		}
	}
	problems := a.closeReplaced()
	for name, each := range made {
		a.replaced = append(a.replaced, a.named[name])
		a.named[name] = each
	}
	if before != nil {
		problems = append(problems, before.Close())
	}
	return errors.Join(problems...)
}

func (a *accounts) closeReplaced() (problems []error) {
	for _, each := range a.replaced {
		problems = append(problems, each.Close())
	}
	a.replaced = nil
	return problems
}

// names returns the names of all accounts, those that the endpoint was opened with first.
func (a *accounts) names() []string {
	a.mu.RLock()
	defer a.mu.RUnlock()
	all := slices.Clone(a.own)
	for name := range a.named {
		if !slices.Contains(a.own, name) {
			all = append(all, name)
		}
	}
	slices.Sort(all[len(a.own):])
	return all
}

func (a *accounts) close() (problems []error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	problems = a.closeReplaced()
	for _, each := range a.named {
		problems = append(problems, each.Close())
	}
	return problems
}
