package full

import (
	"time"

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
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options are what a full account takes from its host.
type Options struct {
	Name      string           // the storage account's name
	Clock     func() time.Time // the time of day; called once for each request
	NewID     func() string    // a fresh GUID, 8-4-4-4-12 lower-case digits
	Keys      [][]byte         // of the account; each signs
	Admission grant.Admission  // whose requests are answered
	Origins   []string         // whose pages may call, besides those that the account's own rules let in; * for all

	// Annotate is as account.Options has it.
	Annotate func(wire.Request, wire.Headers, *trace.Trace) wire.Headers
}

// Open returns the account that s keeps, with every service there is.
func Open(s *store.Store, o Options) *account.Account {
	keeper := keeper{s}
	ao := account.Options{
		Name: o.Name, Clock: o.Clock, NewID: o.NewID, Services: services(), Annotate: o.Annotate,
		Rules: func(of grant.Service) []cors.Rule { return keeper.rules(of, o.Origins) },
	}
	if o.Admission != grant.Everyone {
		ao.Authorize = auth.Verifier{
			Account: o.Name, Keys: o.Keys, Policies: keeper.policy, Unsigned: o.Admission == grant.Unsigned,
		}.Grant
	}
	return account.Open(s, ao)
}

// services are all there are. Their settings are asked first.
func services() []service.Service {
	table, queue, blob := tables.Service(), queues.Service(), blobs.Service()
	return []service.Service{
		settings.Of(table, tableInUse), table,
		settings.Of(queue, queues.InUse), queue,
		settings.Of(blob, blobs.InUse), blob,
	}
}

func tableInUse(tx *store.Tx, c *resource.Call) error { return tables.InUse(tx, c.Call, c.Names[0]) }

// keeper looks up what an account keeps about itself.
type keeper struct{ store *store.Store }

// policy looks up a stored access policy.
func (k keeper) policy(of grant.Service, resource, id string) (policy auth.Policy, found bool, err error) {
	err = k.store.View(func(tx *store.Tx) error {
		p, ok, err := settings.PolicyOf(tx, of, resource, id)
		policy, found = auth.Policy{Start: p.Start, Expiry: p.Expiry, Permission: p.Permission}, ok
		return err
	})
	return policy, found, err
}

// rules are what a service lets pages of other origins do. The host's own rule comes first.
func (k keeper) rules(of grant.Service, origins []string) (rules []cors.Rule) {
	if len(origins) > 0 {
		rules = append(rules, cors.All(origins))
	}
	_ = k.store.View(func(tx *store.Tx) error { // what can't be read lets nobody in
		own, err := settings.RulesOf(tx, of)
		rules = append(rules, own...)
		return err
	})
	return rules
}
