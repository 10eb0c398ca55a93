// Package resource has what queues, containers and the settings of services have in common: paths of
// names, resources with metadata, XML documents, and records of the store.
//
// It doesn't know what a queue or a blob is. The table service shares none of this.
package resource
