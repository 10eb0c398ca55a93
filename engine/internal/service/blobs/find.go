package blobs

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// parseFind lists the blobs whose tags match an expression: those of a container, or of all.
// https://learn.microsoft.com/rest/api/storageservices/find-blobs-by-tags
func parseFind(c *resource.Call) (service.Apply, error) {
	text, sent := c.Param("where")
	if !sent || text == "" {
		return nil, fault.New(fault.MissingRequiredQueryParameter).WithHint(
			`This needs where, such as "status" = 'done', escaped in the URL.`)
	}
	where, err := parseWhere(text, searching)
	if err != nil {
		return nil, fault.New(fault.InvalidQueryParameterValue).WithHint("where: " + err.Error())
	}
	l, err := startList(c, "Blobs")
	return func(tx *store.Tx) (service.Reply, error) {
		if len(c.Names) > 0 {
			if _, err := resource.Containers().Need(tx, c); err != nil {
				return service.Reply{}, err
			}
		}
		return findBlobs(tx, c, l, where), nil
	}, err
}

func findBlobs(tx *store.Tx, c *resource.Call, l *listing, where where) service.Reply {
	within := keys.Records(keys.Blob, c.Names...)
	if container, name, ok := strings.Cut(l.marker, "/"); ok {
		within = within.StartAt(keys.Record(keys.Blob, container, name))
	}
	for key, data := range tx.Records(within) {
		parts, _ := keys.SplitRecord(keys.Blob, key)
		container, name := parts[0], parts[1]
		found := decode(data).tags
		if isSnapshot(name) || !where.matches(container, found) {
			continue
		}
		if !l.room(container + "/" + name) {
			break
		}
		l.body = xmlbody.Append(append(l.body, "<Blob>"...), "Name", name)
		l.body = xmlbody.Append(l.body, "ContainerName", container)
		l.body = append(where.asked(found).append(l.body), "</Blob>"...)
	}
	return l.end()
}
