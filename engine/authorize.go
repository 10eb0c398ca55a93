package engine

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/keys"
)

// authorize asks the host what the caller may do. Signatures are the host's business because checking
// them would weigh down the engine inside the page, where everyone is alone with their own account.
func (e *Engine) authorize(c *call) (err error) {
	if e.options.Authorize == nil {
		c.grant = grant.Owner()
		return nil
	}
	c.grant, err = e.options.Authorize(c.req, c.now)
	return err
}

// permit holds what a request wants against what its sender may do.
func (c *call) permit() error {
	if c.grant.IsOwner() || c.operation.mode == groups { // of a transaction, each part is judged
		return nil
	}
	need := needs[c.operation.name]
	need.Service, need.Resource = grant.Table, c.table
	return c.grant.Allow(need)
}

// confine keeps a request to the part of the table that its sender may touch. The key of an insert is
// known only once its body is read, so confine comes after parse.
func (c *call) confine() error {
	if c.grant.IsOwner() || c.operation.mode == groups {
		return nil
	}
	within := c.reach()
	switch {
	case c.resource == entitySet && c.operation.mode == reads:
		c.query.plan.Range = c.query.plan.Range.Within(within)
	case needs[c.operation.name].Level == grant.OfObject && !within.Contains(keys.Entity(c.table, c.key)):
		return &fault.Error{
			Code: fault.AuthorizationFailure, Stage: fault.Early,
			Hint: "The signature does not reach that far: the entity is outside its key range.",
		}
	}
	return nil
}

// reach is the part of the table that the sender may touch.
func (c *call) reach() keys.Range {
	r, bounds := keys.Entities(c.table), c.grant.Keys
	if from := bounds.From; from != nil {
		r.From = keys.Entity(c.table, *from)
	}
	if to := bounds.To; to != nil && bounds.Whole {
		r.To = keys.Partition(c.table, to.PartitionKey).To
	} else if to != nil {
		r.To = keys.After(keys.Entity(c.table, *to))
	}
	return r
}

// needs is what each operation asks of a grant. Those that are missing are the owner's alone.
// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
var needs = map[string]grant.Need{
	"QueryMetadata":         {Level: grant.OfService, Any: []string{"l"}},
	"QueryTables":           {Level: grant.OfService, Any: []string{"l"}},
	"QueryTable":            {Level: grant.OfContainer, Any: []string{"l"}},
	"CreateTable":           {Level: grant.OfContainer, Any: []string{"c", "w"}},
	"DeleteTable":           {Level: grant.OfContainer, Any: []string{"d"}},
	"QueryEntities":         {Level: grant.OfObject, Any: []string{"r"}},
	"QueryEntity":           {Level: grant.OfObject, Any: []string{"r"}},
	"InsertEntity":          {Level: grant.OfObject, Any: []string{"a"}},
	"InsertOrReplaceEntity": {Level: grant.OfObject, Any: []string{"au"}},
	"InsertOrMergeEntity":   {Level: grant.OfObject, Any: []string{"au"}},
	"UpdateEntity":          {Level: grant.OfObject, Any: []string{"u"}},
	"MergeEntity":           {Level: grant.OfObject, Any: []string{"u"}},
	"DeleteEntity":          {Level: grant.OfObject, Any: []string{"d"}},
}
