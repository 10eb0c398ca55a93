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
	need := needOf(c.operation.name)
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
		c.query.plan = c.query.plan.Within(within)
	case needOf(c.operation.name).Level == grant.OfObject && !within.Contains(keys.Entity(c.table, c.key)):
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

// needOf is what an operation asks of a grant. Those that are not listed are the owner's alone.
// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
func needOf(operation string) grant.Need {
	for i := range needs {
		if n := &needs[i]; n.operation == operation {
			return grant.Need{Level: n.level, Any: n.any}
		}
	}
	return grant.Need{}
}

var needs = [...]struct {
	operation string
	level     grant.Level
	any       []string
}{
	{"QueryMetadata", grant.OfService, []string{"l"}},
	{"QueryTables", grant.OfService, []string{"l"}},
	{"QueryTable", grant.OfContainer, []string{"l"}},
	{"CreateTable", grant.OfContainer, []string{"c", "w"}},
	{"DeleteTable", grant.OfContainer, []string{"d"}},
	{"QueryEntities", grant.OfObject, []string{"r"}},
	{"QueryEntity", grant.OfObject, []string{"r"}},
	{"InsertEntity", grant.OfObject, []string{"a"}},
	{"InsertOrReplaceEntity", grant.OfObject, []string{"au"}},
	{"InsertOrMergeEntity", grant.OfObject, []string{"au"}},
	{"UpdateEntity", grant.OfObject, []string{"u"}},
	{"MergeEntity", grant.OfObject, []string{"u"}},
	{"DeleteEntity", grant.OfObject, []string{"d"}},
}
