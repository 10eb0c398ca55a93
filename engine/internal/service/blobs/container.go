package blobs

import (
	"cmp"
	"errors"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

func parseCreateContainer(c *resource.Call) (service.Apply, error) {
	metadata, err := resource.ReadMetadata(c.Request.Headers)
	if err != nil {
		return nil, err
	}
	if c.Names[0] == logContainer {
		return nil, fault.New(fault.InvalidResourceName).WithHint("Only the service can create $logs.")
	}
	public, err := resource.ReadPublic(c)
	return func(tx *store.Tx) (service.Reply, error) {
		_, found, err := resource.Containers().Find(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		if found {
			return service.Reply{}, fault.New(fault.ContainerAlreadyExists)
		}
		return stamped(201, c.Now), resource.Containers().Put(tx, c, resource.Resource{
			Metadata: metadata, Public: public,
		})
	}, err
}

func parseDeleteContainer(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		_, _, err := resource.Containers().Find(tx, c)
		if errors.Is(err, fault.ContainerBeingDeleted) {
			return service.Reply{Status: 202}, nil // as at the service, for as long as the name is taken
		}
		k, err := resource.Containers().Need(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		if err := cmp.Or(checkContainerLease(tx, c), check(c, k.Modified)); err != nil {
			return service.Reply{}, err
		}
		return service.Reply{Status: 202}, resource.Containers().Delete(tx, c,
			keys.Records(keys.Blob, c.Names[0]), keys.Records(keys.Content, c.Names[0]),
			keys.Records(keys.Block, c.Names[0]), keys.Records(keys.BlockList, c.Names[0]),
			keys.Records(keys.Lease, c.Names[0]))
	}, nil
}

func parseGetContainer(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		k, err := resource.Containers().Need(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		l, err := leaseOf(tx, leaseKey(c))
		if err == nil {
			err = checkContainerLease(tx, c)
		}
		reply := stamped(200, k.Modified)
		l.addTo(&reply.Headers, c.Now)
		if k.Public != "" {
			reply.Headers.Add(resource.PublicHeader, k.Public)
		}
		k.Metadata.AddTo(&reply.Headers)
		return reply, err
	}, nil
}

func parseSetContainerMetadata(c *resource.Call) (service.Apply, error) {
	metadata, err := resource.ReadMetadata(c.Request.Headers)
	return func(tx *store.Tx) (service.Reply, error) {
		k, err := resource.Containers().Need(tx, c)
		if err == nil {
			err = cmp.Or(checkContainerLease(tx, c), check(c, k.Modified))
		}
		if err != nil {
			return service.Reply{}, err
		}
		k.Metadata = metadata
		return stamped(200, c.Now), resource.Containers().Put(tx, c, k)
	}, err
}

const maxPage = 5000

// parseListContainers lists containers by name.
// https://learn.microsoft.com/rest/api/storageservices/list-containers2
func parseListContainers(c *resource.Call) (service.Apply, error) {
	l, err := startList(c, "Containers")
	return func(tx *store.Tx) (service.Reply, error) {
		var problem error
		resource.Containers().From(tx, max(l.prefix, l.marker), func(name string, k resource.Resource) bool {
			held, err := leaseOf(tx, keys.Record(keys.Lease, name))
			problem = cmp.Or(problem, err)
			if !strings.HasPrefix(name, l.prefix) || !l.room(name) {
				return false // all names with the prefix are together
			}
			l.body = xmlbody.Append(append(l.body, "<Container>"...), "Name", name)
			l.body = append(l.body, "<Properties>"...)
			l.body = xmlbody.Append(l.body, "Last-Modified", resource.Date(k.Modified))
			l.body = append(l.body, `<Etag>"`+resource.ETag(k.Modified)+`"</Etag>`...) // lists of blobs have no quotes
			l.body = held.append(l.body, c.Now)
			if k.Public != "" {
				l.body = xmlbody.Append(l.body, "PublicAccess", k.Public)
			}
			l.body = append(l.body, "</Properties>"...)
			l.body = append(l.metadata(k.Metadata), "</Container>"...)
			return true
		})
		return l.end(), problem
	}, err
}
