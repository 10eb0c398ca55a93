package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

func parseGetEntity(c *call) (err error) {
	raw, _ := c.param("$select")
	c.selected, err = odata.ParseSelect(raw)
	return err
}

func getEntity(tx *store.Tx, c *call) (result, error) {
	if err := c.inUse(tx); err != nil {
		return result{}, err
	}
	row, found, err := c.find(tx)
	if err != nil {
		return result{}, err
	}
	if !found {
		return result{}, fault.New(fault.ResourceNotFound)
	}
	c.trace.Record(c.key, trace.Returned, row.Size())
	e := row.Entity(nil, c.wants())
	return result{status: 200, etag: row.ETag(), content: func(dst []byte) []byte {
		return c.writer().Entity(dst, c.table, e, c.selected)
	}}, nil
}

// find looks for the entity a request names.
func (c *call) find(tx *store.Tx) (store.Row, bool, error) {
	c.trace.Plan = plan.PointOf(c.table, c.key)
	return tx.Get(c.table, c.key)
}

func parseInsert(c *call) (err error) {
	c.key, c.properties, err = odata.DecodeInsert(c.req.Body)
	return err
}

func insertEntity(tx *store.Tx, c *call) (result, error) {
	if err := c.inUse(tx); err != nil {
		return result{}, err
	}
	c.trace.Plan = plan.PointOf(c.table, c.key)
	e := table.Entity{Key: c.key, Timestamp: c.now, Properties: c.properties}
	size, err := checkLimits(e)
	if err != nil {
		return result{}, err
	}
	fresh, err := tx.Insert(c.table, e)
	if err != nil {
		return result{}, err
	}
	if !fresh {
		return result{}, fault.New(fault.EntityAlreadyExists) // which undoes the write
	}
	c.trace.Record(e.Key, trace.Written, size)
	res := c.created(odata.EntityURL(c.base, c.table, c.key), func(dst []byte) []byte {
		return c.writer().Entity(dst, c.table, e, odata.Select{})
	})
	res.etag = e.ETag()
	return res, nil
}

func parseUpdate(c *call) (err error) {
	if err := c.readConditions("PUT"); err != nil {
		return err
	}
	c.properties, err = odata.DecodeUpdate(c.req.Body)
	return err
}

// replaceEntity replaces an entity, or inserts it when the request makes no condition.
func replaceEntity(tx *store.Tx, c *call) (result, error) {
	if _, _, err := c.findToWrite(tx); err != nil {
		return result{}, err
	}
	return c.write(tx, c.properties)
}

// mergeEntity sets the properties it is given and leaves the others, or inserts the entity when the
// request makes no condition.
func mergeEntity(tx *store.Tx, c *call) (result, error) {
	row, found, err := c.findToWrite(tx)
	if err != nil {
		return result{}, err
	}
	merged := c.properties
	if found {
		merged = merge(row.Entity(nil, nil).Properties, c.properties)
	}
	return c.write(tx, merged)
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

// write stores the entity under the request's key. Unlike an insert, an update leaves the properties
// sorted by name, which is how the service gives them back.
func (c *call) write(tx *store.Tx, properties []table.Property) (result, error) {
	sorted := slices.SortedStableFunc(slices.Values(properties), func(a, b table.Property) int {
		return cmp.Compare(a.Name, b.Name)
	})
	e := table.Entity{Key: c.key, Timestamp: c.now, Properties: sorted}
	size, err := checkLimits(e)
	if err != nil {
		return result{}, err
	}
	c.trace.Record(e.Key, trace.Written, size)
	return result{status: 204, etag: e.ETag()}, tx.Put(c.table, e)
}

func parseDelete(c *call) error {
	if err := c.readConditions("DELETE"); err != nil {
		return err
	}
	if c.ifMatch == "" {
		return &fault.Error{
			Code: fault.InvalidInput, Stage: fault.Validation,
			Hint: "A delete needs If-Match: the entity's ETag, or * to delete whatever is there.",
		}
	}
	return nil
}

func deleteEntity(tx *store.Tx, c *call) (result, error) {
	if err := c.inUse(tx); err != nil {
		return result{}, err
	}
	row, found, err := c.find(tx)
	if err != nil {
		return result{}, err
	}
	if err := c.checkCondition(row, found); err != nil {
		return result{}, err
	}
	c.trace.Record(c.key, trace.Deleted, row.Size())
	return result{status: 204}, tx.Delete(c.table, c.key)
}

// readConditions reads If-Match and refuses If-None-Match, which writes do not take. The service's
// text names PUT for a merge too.
// https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
func (c *call) readConditions(method string) error {
	tag, sent := c.header("If-Match")
	switch exists := c.req.Headers.Has("If-None-Match"); {
	case exists && sent:
		return fault.Invalid(fault.InvalidInput, fault.TextBothConditions)
	case exists:
		return fault.Invalid(fault.InvalidInput,
			"If-None-Match HTTP header cannot be specified for "+method+" operations.")
	}
	several := c.req.Headers.Count("If-Match") > 1
	if sent && tag != string(table.AnyETag) && !wellFormed(tag) || several {
		return fault.Invalid(fault.InvalidInput, fmt.Sprintf(fault.TextMalformedETag, tag))
	}
	c.ifMatch = table.ETag(tag)
	return nil
}

// wellFormed reports whether tag is one quoted entity tag, weak or not.
func wellFormed(tag string) bool {
	tag = strings.TrimPrefix(tag, "W/")
	return len(tag) >= 2 && tag[0] == '"' && strings.IndexByte(tag[1:], '"') == len(tag)-2
}

// findToWrite finds the entity that a replace or merge is about. As in the service, what was sent is
// held against the limits before the entity is against If-Match.
func (c *call) findToWrite(tx *store.Tx) (store.Row, bool, error) {
	if err := c.inUse(tx); err != nil {
		return store.Row{}, false, err
	}
	row, found, err := c.find(tx)
	if err != nil {
		return store.Row{}, false, err
	}
	if _, err := checkLimits(table.Entity{Key: c.key, Properties: c.properties}); err != nil {
		return store.Row{}, false, err
	}
	return row, found, c.checkCondition(row, found)
}

// checkCondition holds the entity that was found, if it was, against If-Match. Without a condition
// it may be absent.
func (c *call) checkCondition(row store.Row, found bool) error {
	switch {
	case c.ifMatch == "":
		return nil
	case !found:
		return fault.New(fault.ResourceNotFound)
	case c.ifMatch != table.AnyETag && c.ifMatch != row.ETag():
		return fault.New(fault.UpdateConditionNotSatisfied)
	default:
		return nil
	}
}

// checkLimits holds an entity against the sizes the service allows, and returns its own.
// https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
func checkLimits(e table.Entity) (size int, err error) {
	for _, key := range [...]string{e.PartitionKey, e.RowKey} {
		if table.Length(key) > table.MaxKeyLength {
			return 0, &fault.Error{
				Code: fault.PropertyValueTooLarge,
				Hint: "A PartitionKey or RowKey has at most 512 characters (1 KiB).",
			}
		}
	}
	if len(e.Properties) > table.MaxProperties {
		return 0, fault.New(fault.TooManyProperties)
	}
	for _, p := range e.Properties {
		kind, text := p.Value.Kind(), p.Value.Text()
		if kind == table.String && table.Length(text) > table.MaxStringLength ||
			kind == table.Binary && len(text) > table.MaxBinarySize {
			return 0, &fault.Error{
				Code: fault.PropertyValueTooLarge,
				Hint: "The property is " + p.Name + ".",
			}
		}
	}
	if size = e.Size(); size > table.MaxEntitySize {
		return 0, fault.New(fault.EntityTooLarge)
	}
	return size, nil
}
