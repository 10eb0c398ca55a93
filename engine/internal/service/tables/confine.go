package tables

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
)

// confine refuses a request for an entity outside the part of the table that its sender can use. A query
// isn't refused: parseQuery narrows it to that part.
func confine(r *request) error {
	confined := r.Need.Level == grant.OfObject && r.Name != "QueryEntities"
	if !confined || r.Grant.IsOwner() || reach(r).Contains(keys.Entity(r.table, r.key)) {
		return nil
	}
	return fault.Refused(fault.AuthorizationFailure, "").WithHint(
		"The entity is outside the key range of the signature.")
}

// reach returns the part of the table that the sender can use.
func reach(r *request) keys.Range {
	reach, bounds := keys.Entities(r.table), r.Grant.Keys
	if from := bounds.From; from != nil {
		reach.From = keys.Entity(r.table, *from)
	}
	if to := bounds.To; to != nil && bounds.Whole {
		reach.To = keys.Partition(r.table, to.PartitionKey).To
	} else if to != nil {
		reach.To = keys.After(keys.Entity(r.table, *to))
	}
	return reach
}
