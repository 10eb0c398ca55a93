package complete

import "github.com/rowkey/rowkey/engine/protocol"

// The words of scripts.
var (
	directives = []protocol.Completion{
		{Write: "name ", Detail: "names the request"},
		{Write: "ref ", Detail: "runs that request first"},
		{Write: "expect ", Detail: "says what must be true of the answer"},
		{Write: "hidden", Detail: "set-up: folds the request away"},
		{Write: "loop for ", Detail: "sends it so many times"},
		{Write: "sleep ", Detail: "lets so many milliseconds pass first"},
		{Write: "transaction ", Detail: "makes requests one entity group transaction"},
		{Write: "seed ", Detail: "seeds its random values"},
		{Write: "authorize", Detail: "asks for an account that looks at signatures"},
		{Write: "anonymous", Detail: "sends it without a signature"},
	}
	subjects = []protocol.Completion{
		{Write: "status", Detail: "the status of the response"},
		{Write: "plan", Detail: "point, range, partition-scan, partition-range-scan or table-scan"},
		{Write: "rows", Detail: "entities in the answer"},
		{Write: "error", Detail: "the service's code"},
		{Write: "header ", Detail: "the value of a header"},
		{Write: "body ", Detail: "a value in the body"},
		{Write: "cost.entitiesRead", Detail: "entities looked at"},
		{Write: "cost.entitiesReturned", Detail: "entities in the answer"},
		{Write: "cost.entitiesWritten", Detail: "entities written"},
		{Write: "cost.pages", Detail: "pages of a query"},
		{Write: "cost.transactions", Detail: "billed transactions"},
		{Write: "cost.bytes", Detail: "bytes of the response bodies"},
		{Write: "cost.bytesRead", Detail: "bytes of the entities looked at"},
		{Write: "cost.bytesWritten", Detail: "bytes of the entities written"},
		{Write: "total.transactions", Detail: "billed transactions so far"},
	}
	helpers = []protocol.Completion{
		{Write: "$index", Detail: "the number of the iteration"},
		{Write: "$guid", Detail: "a random GUID"},
		{Write: "$uuid", Detail: "a random GUID, as other tools call it"},
		{Write: "$randomInt 1 7", Detail: "a random number from 1 to 6"},
		{Write: "$timestamp", Detail: "now, in seconds since 1970"},
		{Write: "$datetime iso8601", Detail: "now"},
		{Write: "$pad $index 6", Detail: "a number with zeros in front"},
		{Write: "$invertedTicks", Detail: "smaller the later: the newest first"},
		{Write: "$shard customer-0042 16", Detail: "which of 16 shards a key belongs to"},
		{Write: "$sas tn=Orders sp=r se=+1h", Detail: "a shared access signature"},
	}
	comparisons = []protocol.Completion{
		{Write: "eq ", Detail: "equals"},
		{Write: "ge ", Detail: "is at least"},
		{Write: "lt ", Detail: "is less than"},
		{Write: "gt ", Detail: "is more than"},
		{Write: "le ", Detail: "is at most"},
		{Write: "ne ", Detail: "isn't: no key range comes of it"},
	}
	joints = []protocol.Completion{
		{Write: "and ", Detail: "both"}, {Write: "or ", Detail: "either: reads more"},
	}
	methods = []protocol.Completion{
		{Write: "GET {{host}}/", Detail: "reads"},
		{Write: "POST {{host}}/", Detail: "inserts"},
		{Write: "PATCH {{host}}/", Detail: "merges into an entity"},
		{Write: "PUT {{host}}/", Detail: "replaces an entity"},
		{Write: "DELETE {{host}}/", Detail: "deletes"},
	}
	parameters = []protocol.Completion{
		{Write: "$filter=", Detail: "which entities"},
		{Write: "$top=", Detail: "at most so many"},
		{Write: "$select=", Detail: "which properties"},
		{Write: "NextPartitionKey=", Detail: "where the next page begins"},
		{Write: "NextRowKey=", Detail: "where the next page begins"},
		{Write: "$format=", Detail: "the form of the answer"},
	}
)

// replies are what another request can take of an answer.
var replies = []string{"response.headers.ETag", "response.body.$.value[0].RowKey", "response.body.$.RowKey"}

// headers are those that scripts have most, with their usual values.
var headers = []struct {
	name   string
	values []string
}{
	{"Accept", []string{
		"application/json;odata=nometadata", "application/json;odata=minimalmetadata",
		"application/json;odata=fullmetadata",
	}},
	{"Content-Type", []string{"application/json"}},
	{"If-Match", []string{"*"}},
	{"If-None-Match", []string{"*"}},
	{"Prefer", []string{"return-no-content", "return-content"}},
	{"x-ms-version", []string{"2019-02-02"}},
	{"x-ms-client-request-id", nil},
	{"DataServiceVersion", []string{"3.0"}},
}
