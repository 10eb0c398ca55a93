package tables

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

// parseUpdate reads a replace or a merge. Without a condition it's an upsert.
func parseUpdate(r *request) (err error) {
	if r.condition, err = conditionOf(r, "PUT"); err != nil {
		return err
	}
	r.properties, err = odata.DecodeUpdate(r.Request.Body)
	return err
}

// replaceEntity replaces an entity. Without a condition, it inserts one that doesn't exist.
func replaceEntity(tx *store.Tx, r *request) (result, error) {
	if _, _, err := findToWrite(tx, r); err != nil {
		return result{}, err
	}
	return write(tx, r, r.properties)
}

// mergeEntity sets the properties in the request and keeps the others. Without a condition, it inserts an
// entity that doesn't exist.
func mergeEntity(tx *store.Tx, r *request) (result, error) {
	row, found, err := findToWrite(tx, r)
	if err != nil {
		return result{}, err
	}
	merged := r.properties
	if found {
		merged = table.Merge(row.Entity(nil, nil).Properties, r.properties)
	}
	return write(tx, r, merged)
}

// findToWrite looks up the entity that a request changes, and checks the condition. As in the service, the
// limits of what was sent come before the condition.
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

// write stores the entity under the request's key, with its properties sorted by name. That is the order in
// which the service returns them after an update; after an insert it's the order in which they were sent.
func write(tx *store.Tx, r *request, properties []table.Property) (result, error) {
	sorted := slices.Clone(properties)
	slices.SortStableFunc(sorted, func(a, b table.Property) int { return strings.Compare(a.Name, b.Name) })
	e := table.Entity{Key: r.key, Timestamp: r.Now, Properties: sorted}
	size, err := checkLimits(e)
	if err != nil {
		return result{}, err
	}
	r.Trace.Record(e.Key, trace.Written, size)
	return result{status: 204, etag: e.ETag()}, tx.Put(r.table, e)
}

// conditionOf returns If-Match, or "" if it wasn't sent. It refuses If-None-Match, which writes can't have.
// method is the one in the message: the service says PUT for a merge too.
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
	if sent && tag != string(table.AnyETag) && !weak(tag) || several {
		return "", fault.Invalid(fault.InvalidInput, strings.Replace(fault.TextMalformedETag, "%s", tag, 1))
	}
	if strings.HasPrefix(tag, "w") {
		tag = "W" + tag[1:]
	}
	return table.ETag(tag), nil
}

// weak reports whether tag is a single weak ETag, as all of tables are. The service takes no strong one, but
// a small w.
func weak(tag string) bool {
	return len(tag) >= 4 && (tag[:3] == `W/"` || tag[:3] == `w/"`) &&
		strings.IndexByte(tag[3:], '"') == len(tag)-4
}

// checkCondition refuses an entity that doesn't exist or has another ETag. Without a condition every state
// is fine.
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
