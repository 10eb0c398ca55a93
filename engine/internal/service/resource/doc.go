// Package resource has what the queue service, the blob service and the settings of services share: paths
// made of names, queues and containers with their metadata, XML documents, and the encoding of records.
//
// It doesn't know messages or blobs. The table service uses none of it.
package resource
