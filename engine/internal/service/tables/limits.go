package tables

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
)

// checkLimits returns the size of an entity, or a fault if the service doesn't allow one that large.
// https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
func checkLimits(e table.Entity) (size int, err error) {
	for _, key := range [...]string{e.PartitionKey, e.RowKey} {
		if table.Length(key) > table.MaxKeyLength {
			return 0, fault.New(fault.PropertyValueTooLarge).WithHint(
				"A PartitionKey or RowKey can have at most 512 characters (1 KiB).")
		}
	}
	if len(e.Properties) > table.MaxProperties {
		return 0, fault.New(fault.TooManyProperties)
	}
	for _, p := range e.Properties {
		kind, text := p.Value.Kind(), p.Value.Text()
		if kind == table.String && table.Length(text) > table.MaxStringLength ||
			kind == table.Binary && len(text) > table.MaxBinarySize {
			return 0, fault.New(fault.PropertyValueTooLarge).WithHint("The property is " + p.Name + ".")
		}
	}
	if size = e.Size(); size > table.MaxEntitySize {
		return 0, fault.New(fault.EntityTooLarge)
	}
	return size, nil
}
