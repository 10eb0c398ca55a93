package control

import (
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// subject is what a request asks for.
type subject struct {
	account   string
	service   grant.Service
	operation string      // "" for one that the account doesn't have
	resource  string      // the table, queue or container; "" for none
	blob      string      // "" for none
	entities  []table.Key // that its URL or its body names
}

func subjectOf(t Target, of grant.Service, r wire.Request) subject {
	operation, call := t.Identify(of, r)
	s := subject{
		account: call.Account, service: of, operation: operation.Name,
		resource: operation.Need.Resource, blob: operation.Need.Object,
	}
	if of == grant.Table && operation.Name != "" {
		var name string
		if name, s.entities = tables.Named(call); s.resource == "" {
			s.resource = name
		}
	}
	return s
}

// nouns are the names of services.
var nouns = map[grant.Service]string{grant.Table: "tables", grant.Queue: "queues", grant.Blob: "blobs"}

// operations are all operations, by the names of their services. An operation is called as the title of its
// page of the REST reference, in one word.
var operations = map[string][]string{
	"tables": {
		"QueryTables", "QueryTable", "CreateTable", "DeleteTable", "QueryEntities", "QueryEntity", "InsertEntity",
		"UpdateEntity", "MergeEntity", "InsertOrReplaceEntity", "InsertOrMergeEntity", "DeleteEntity",
		"EntityGroupTransaction", "QueryMetadata", "GetTableAcl", "SetTableAcl", "GetTableServiceProperties",
		"SetTableServiceProperties",
	},
	"queues": {
		"ListQueues", "CreateQueue", "DeleteQueue", "GetQueueMetadata", "SetQueueMetadata", "PutMessage",
		"GetMessages", "PeekMessages", "ClearMessages", "UpdateMessage", "DeleteMessage", "GetQueueAcl",
		"SetQueueAcl", "GetQueueServiceProperties", "SetQueueServiceProperties",
	},
	"blobs": {
		"ListContainers", "CreateContainer", "DeleteContainer", "GetContainerProperties", "SetContainerMetadata",
		"LeaseContainer", "ListBlobs", "BlobBatch", "PutBlob", "PutBlobFromURL", "GetBlob", "GetBlobProperties",
		"GetBlobMetadata", "SetBlobMetadata", "SetBlobProperties", "DeleteBlob", "CopyBlob", "AbortCopyBlob",
		"PutBlock", "PutBlockFromURL", "PutBlockList", "GetBlockList", "AppendBlock", "AppendBlockFromURL",
		"AppendBlobSeal", "SnapshotBlob", "FindBlobsByTags",
		"LeaseBlob", "GetContainerAcl", "SetContainerAcl", "GetBlobServiceProperties",
		"SetBlobServiceProperties", "GetAccountInformation",
		"GetBlobTags", "SetBlobTags", "SetBlobTier", "GetUserDelegationKey",
	},
	"": {"GetServiceStats"}, // of each service
}
