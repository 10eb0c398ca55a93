package resource

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// Resource is what is known of a queue or a container.
type Resource struct {
	Modified table.Ticks
	Metadata Metadata
	deleted  table.Ticks // when its deletion began; 0 while it is in use
}

// Resources are the queues or the containers of an account. A call names one by the first part of its
// path.
type Resources struct {
	kind                   keys.Kind
	of                     grant.Service
	notFound, beingDeleted fault.Code
}

// Queues are the queues of an account.
func Queues() Resources {
	return Resources{
		keys.Queue, grant.Queue, fault.QueueNotFound, fault.QueueBeingDeleted,
	}
}

// Containers are the containers of an account.
func Containers() Resources {
	return Resources{
		keys.Container, grant.Blob, fault.ContainerNotFound, fault.ContainerBeingDeleted,
	}
}

// deletionTime is how long the name of a deleted queue or container stays taken: "at least 30
// seconds".
// https://learn.microsoft.com/rest/api/storageservices/delete-queue3
// https://learn.microsoft.com/rest/api/storageservices/delete-container
const deletionTime = 30 * 10_000_000 // ticks

// Find returns the resource that a call names. One that is being deleted is a fault, unless it is to go
// at once, and when it is gone there is none.
func (k Resources) Find(tx *store.Tx, c *Call) (r Resource, found bool, err error) {
	data, found, err := tx.Record(keys.Record(k.kind, c.Names[0]))
	if err != nil || !found {
		return Resource{}, false, err
	}
	switch r = decodeResource(data); {
	case r.deleted == 0:
		return r, true, nil
	case c.Now < r.deleted+deletionTime && c.FreesName():
		return r, true, nil
	case c.Now < r.deleted+deletionTime:
		return Resource{}, false, fault.New(k.beingDeleted)
	}
	return Resource{}, false, nil
}

// Need is Find for what cannot do without the resource.
func (k Resources) Need(tx *store.Tx, c *Call) (Resource, error) {
	r, found, err := k.Find(tx, c)
	if err == nil && !found {
		err = fault.New(k.notFound)
	}
	return r, err
}

// Put writes the resource that a call names, modified now.
func (k Resources) Put(tx *store.Tx, c *Call, m Metadata) error {
	return k.put(tx, c, Resource{Modified: c.Now, Metadata: m})
}

// Delete drops the resource that a call names, its policies and everything in the ranges at once, and
// keeps the name taken for a while, as the service does, unless the client asks for it at once.
func (k Resources) Delete(tx *store.Tx, c *Call, ranges ...keys.Range) error {
	for _, r := range ranges {
		if err := tx.DeleteRecords(r); err != nil {
			return err
		}
	}
	if err := tx.DeleteRecord(keys.PoliciesOf(byte(k.of), c.Names[0])); err != nil {
		return err
	}
	gone := Resource{deleted: c.Now}
	if c.FreesName() {
		gone.deleted = 1
	}
	return k.put(tx, c, gone)
}

func (k Resources) put(tx *store.Tx, c *Call, r Resource) error {
	var w Writer
	w.Time(r.Modified)
	w.Time(r.deleted)
	w.Metadata(r.Metadata)
	return tx.PutRecord(keys.Record(k.kind, c.Names[0]), string(w.Data))
}

// From yields the resources in use by name, beginning with one.
func (k Resources) From(tx *store.Tx, name string, yield func(name string, r Resource) bool) {
	for key, data := range tx.Records(keys.Records(k.kind).StartAt(keys.Record(k.kind, name))) {
		parts, _ := keys.SplitRecord(k.kind, key)
		if r := decodeResource(data); r.deleted == 0 && !yield(parts[0], r) {
			return
		}
	}
}

func decodeResource(data string) Resource {
	r := Read(data)
	return Resource{Modified: r.Time(), deleted: r.Time(), Metadata: r.Metadata()}
}
