package resource

import (
	"errors"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// Resource is what the store has about a queue or a container.
type Resource struct {
	Modified table.Ticks
	Metadata Metadata
	Public   string      // what everybody can read of a container: blob, container, or "" for nothing
	deleted  table.Ticks // when it was deleted; 0 if it wasn't
}

// Resources are the queues, or the containers, of an account. The first part of a call's path names one.
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

// deletionTime is how long the name of a deleted queue or container can't be used: "at least 30 seconds".
// https://learn.microsoft.com/rest/api/storageservices/delete-queue3
// https://learn.microsoft.com/rest/api/storageservices/delete-container
const deletionTime = 30 * 10_000_000 // ticks

// Find returns the resource that a call names. A resource that is being deleted is a fault, or is found if
// the call frees names. After deletionTime it isn't found.
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

// Need is Find, with a fault if the resource isn't found. Only who makes a container is told that it's being
// deleted.
func (k Resources) Need(tx *store.Tx, c *Call) (Resource, error) {
	r, found, err := k.Find(tx, c)
	if err == nil && !found || errors.Is(err, fault.ContainerBeingDeleted) {
		err = fault.New(k.notFound)
	}
	return r, err
}

// Put writes the resource that a call names, and sets when it was modified.
func (k Resources) Put(tx *store.Tx, c *Call, r Resource) error {
	r.Modified = c.Now
	return k.put(tx, c, r)
}

// Delete deletes the resource that a call names, its policies, and everything in the ranges. As in the
// service, the name can't be used for a while, unless the call frees names.
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
		gone.deleted = 1 // so long ago that the name is free
	}
	return k.put(tx, c, gone)
}

func (k Resources) put(tx *store.Tx, c *Call, r Resource) error {
	var w Writer
	w.Time(r.Modified)
	w.Time(r.deleted)
	w.Metadata(r.Metadata)
	if r.Public != "" {
		w.Text(r.Public)
	}
	return tx.PutRecord(keys.Record(k.kind, c.Names[0]), string(w.Data))
}

// From yields the resources that aren't deleted, sorted by name, from a name on.
func (k Resources) From(tx *store.Tx, name string, yield func(name string, r Resource) bool) {
	for key, data := range tx.Records(keys.Records(k.kind).StartAt(keys.Record(k.kind, name))) {
		parts, _ := keys.SplitRecord(k.kind, key)
		if r := decodeResource(data); r.deleted == 0 && !yield(parts[0], r) {
			return
		}
	}
}

func decodeResource(data string) Resource {
	fields := Read(data)
	r := Resource{Modified: fields.Time(), deleted: fields.Time(), Metadata: fields.Metadata()}
	if fields.More() {
		r.Public = fields.Text()
	}
	return r
}

// ReadPublic reads what everybody can read of a container that a call makes or changes: nothing, its blobs
// (blob), or also its list (container).
// https://learn.microsoft.com/rest/api/storageservices/set-container-acl
func ReadPublic(c *Call) (string, error) {
	switch public := c.Request.Headers.Get(PublicHeader); public {
	case "", "blob", "container":
		return public, nil
	}
	return "", fault.New(fault.InvalidHeaderValue).WithHint(
		PublicHeader + " needs to be blob or container, or left out.")
}

// PublicHeader says what everybody can read of a container.
const PublicHeader = "x-ms-blob-public-access"

// PublicOf returns what everybody can read of a container; "" for nothing.
func PublicOf(tx *store.Tx, container string) (string, error) {
	data, found, err := tx.Record(keys.Record(keys.Container, container))
	if err != nil || !found {
		return "", err
	}
	return decodeResource(data).Public, nil
}
