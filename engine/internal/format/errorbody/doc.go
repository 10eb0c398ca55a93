// Package errorbody writes the error bodies of the table service, in JSON and in XML, and reads those of any
// service.
//
// It doesn't know what the codes mean; those are in package fault. The bodies of queues, blobs and settings
// are written by package resource.
package errorbody
