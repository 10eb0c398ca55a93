package full

import (
	"sync"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/cors"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/blobs"
	"github.com/rowkey/rowkey/engine/internal/service/queues"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/service/settings"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options are what a full account's host gives it.
type Options struct {
	Name      string             // the storage account's name
	Clock     func() table.Ticks // the time of day; called once for each request
	NewID     func() string      // a new GUID, in lower-case hexadecimal digits, 8-4-4-4-12
	Keys      [][]byte           // of the account; each can sign requests
	Admission grant.Admission    // which requests are answered
	OAuth     bool               // bearer tokens are taken; see auth.Verifier
	Roles     []string           // of bearer tokens that name none; see auth.Verifier
	Watch     func() table.Ticks // runs while a request is answered; nil for none. See account.Options.Watch
	Origins   []string           // whose pages can call, besides those in the account's own rules; * for all

	FreeNames bool // names of deleted tables, queues and containers are free at once

	Page   func(asked int) int // is account.Options.Page
	Fetch  service.Fetch       // is account.Options.Fetch
	Signed func() table.Ticks  // the time of those who sign requests, if Clock has another; else nil

	// Annotate is account.Options.Annotate.
	Annotate func(wire.Request, wire.Headers, *trace.Trace) wire.Headers
}

// Open returns the account that is stored in s, with every service.
func Open(s *store.Store, o Options) *account.Account {
	stored := &settingsIn{store: s}
	ao := account.Options{
		Name: o.Name, Clock: o.Clock, Watch: o.Watch, NewID: o.NewID, Page: o.Page, Fetch: o.Fetch,
		Annotate: o.Annotate,
		Rules:    func(of grant.Service) []cors.Rule { return stored.rules(of, o.Origins) },
	}
	verifier := auth.Verifier{
		Account: o.Name, Keys: auth.Credentials(o.Name, o.Keys...), Policies: stored.policy, Public: stored.public,
		Unsigned: o.Admission == grant.Unsigned, Signed: o.Signed, OAuth: o.OAuth, Roles: o.Roles,
	}
	ao.Services = services(verifier.DelegationKey)
	if o.FreeNames {
		for i := range ao.Services {
			ao.Services[i] = freeingNames(ao.Services[i])
		}
	}
	if o.Admission != grant.Everyone {
		for i := range ao.Services {
			ao.Services[i] = fromAdmitted(ao.Services[i], ao.Rules)
		}
		ao.Authorize = verifier.Grant
	}
	return account.Open(s, ao)
}

// services returns every service. The settings of each come first, so that they own their requests.
func services(delegate settings.Delegate) []service.Service {
	table, queue, blob := tables.Service(), queues.Service(), blobs.Service()
	return []service.Service{
		settings.Of(table, tableInUse, delegate), table,
		settings.Of(queue, queues.InUse, delegate), queue,
		settings.Of(blob, blobs.InUse, delegate), blob,
	}
}

// freeingNames returns a service that frees the names of what it deletes at once.
func freeingNames(s service.Service) service.Service {
	route := s.Route
	s.Route = func(c *service.Call) (service.Operation, error) {
		c.Frees = true
		return route(c)
	}
	return s
}

func tableInUse(tx *store.Tx, c *resource.Call) error { return tables.InUse(tx, c.Call, c.Names[0]) }

// settingsIn looks up the settings in an account's store.
type settingsIn struct {
	store *store.Store
	known sync.Map // of known, by grant.Service: each request asks for the rules
}

// known is the rules of a service, as long as the store's Properties have that number.
type known struct {
	rules []cors.Rule
	at    int64
}

// policy looks up a stored access policy.
func (s *settingsIn) policy(
	of grant.Service, resource, id string,
) (policy auth.Policy, found bool, err error) {
	err = s.store.View(func(tx *store.Tx) error {
		p, ok, err := settings.PolicyOf(tx, of, resource, id)
		policy, found = auth.Policy{Start: p.Start, Expiry: p.Expiry, Permission: p.Permission}, ok
		return err
	})
	return policy, found, err
}

// public returns what everybody can read of a container.
func (s *settingsIn) public(container string) (level string) {
	_ = s.store.View(func(tx *store.Tx) (err error) { // what can't be read isn't public
		level, err = resource.PublicOf(tx, container)
		return err
	})
	return level
}

// rules returns what a service lets pages of other origins do. The host's own rule comes first.
func (s *settingsIn) rules(of grant.Service, origins []string) (rules []cors.Rule) {
	at := s.store.Properties()
	if k, found := s.known.Load(of); found && k.(known).at == at {
		return k.(known).rules
	}
	if len(origins) > 0 {
		rules = append(rules, cors.All(origins))
	}
	_ = s.store.View(func(tx *store.Tx) error { // rules that can't be read allow nothing
		own, err := settings.RulesOf(tx, of)
		rules = append(rules, own...)
		return err
	})
	s.known.Store(of, known{rules, at})
	return rules
}
