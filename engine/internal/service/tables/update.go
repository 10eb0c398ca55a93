package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

// parseUpdate reads a replace or a merge, or an upsert of either kind: one that makes no condition.
func parseUpdate(r *request) (err error) {
	if r.condition, err = conditionOf(r, "PUT"); err != nil {
		return err
	}
	r.properties, err = odata.DecodeUpdate(r.Request.Body)
	return err
}

// replaceEntity puts an entity in the place of another, or inserts it when the request makes no
// condition.
func replaceEntity(tx *store.Tx, r *request) (result, error) {
	if _, _, err := findToWrite(tx, r); err != nil {
		return result{}, err
	}
	return write(tx, r, r.properties)
}

// mergeEntity sets the properties it's given and leaves the others, or inserts the entity when the
// request makes no condition.
func mergeEntity(tx *store.Tx, r *request) (result, error) {
	row, found, err := findToWrite(tx, r)
	if err != nil {
		return result{}, err
	}
	merged := r.properties
	if found {
		merged = merge(row.Entity(nil, nil).Properties, r.properties)
	}
	return write(tx, r, merged)
}

// merge lays changes over properties.
func merge(properties, changes []table.Property) []table.Property {
	for _, change := range changes {
		at := slices.IndexFunc(properties, func(p table.Property) bool { return p.Name == change.Name })
		if at < 0 {
			properties = append(properties, change)
		} else {
			properties[at] = change
		}
	}
	return properties
}

// findToWrite looks for the entity that is to change. As in the service, the limits of what was sent
// count before the condition on the entity.
func findToWrite(tx *store.Tx, r *request) (store.Row, bool, error) {
	row, found, err := find(tx, r)
	if err != nil {
		return store.Row{}, false, err
	}
	if _, err := checkLimits(table.Entity{Key: r.key, Properties: r.properties}); err != nil {
		return store.Row{}, false, err
	}
	return row, found, checkCondition(r.condition, row, found)
}

// write stores the entity under the request's key. Unlike an insert, an update leaves the properties
// sorted by name, which is how the service gives them back.
func write(tx *store.Tx, r *request, properties []table.Property) (result, error) {
	sorted := slices.SortedStableFunc(slices.Values(properties), func(a, b table.Property) int {
		return cmp.Compare(a.Name, b.Name)
	})
	e := table.Entity{Key: r.key, Timestamp: r.Now, Properties: sorted}
	size, err := checkLimits(e)
	if err != nil {
		return result{}, err
	}
	r.Trace.Record(e.Key, trace.Written, size)
	return result{status: 204, etag: e.ETag()}, tx.Put(r.table, e)
}

// conditionOf reads If-Match, "" when it wasn't sent, and refuses If-None-Match, which writes don't take.
// The service's text names PUT for a merge too.
// https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
func conditionOf(r *request, method string) (table.ETag, error) {
	headers := r.Request.Headers
	tag, sent := headers.Lookup("If-Match")
	switch other := headers.Has("If-None-Match"); {
	case other && sent:
		return "", fault.Invalid(fault.InvalidInput, fault.TextBothConditions)
	case other:
		return "", fault.Invalid(fault.InvalidInput,
			"If-None-Match HTTP header cannot be specified for "+method+" operations.")
	}
	several := headers.Count("If-Match") > 1
	if sent && tag != string(table.AnyETag) && !wellFormed(tag) || several {
		return "", fault.Invalid(fault.InvalidInput, strings.Replace(fault.TextMalformedETag, "%s", tag, 1))
	}
	return table.ETag(tag), nil
}

// wellFormed reports whether tag is one quoted entity tag, weak or not.
func wellFormed(tag string) bool {
	tag = strings.TrimPrefix(tag, "W/")
	return len(tag) >= 2 && tag[0] == '"' && strings.IndexByte(tag[1:], '"') == len(tag)-2
}

// checkCondition refuses an entity that isn't in the state that the condition names. Without a condition
// it may be absent.
func checkCondition(condition table.ETag, row store.Row, found bool) error {
	switch {
	case condition == "":
		return nil
	case !found:
		return fault.New(fault.ResourceNotFound)
	case condition != table.AnyETag && condition != row.ETag():
		return fault.New(fault.UpdateConditionNotSatisfied)
	default:
		return nil
	}
}
