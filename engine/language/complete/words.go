package complete

import "github.com/rowkey/rowkey/engine/protocol"

// word is what is written for a word of the language, and a remark about it.
type word struct{ write, says string }

// The words of scripts. The first word of each is its name.
var (
	directives = []word{
		{"name ", "names the request"},
		{"ref ", "runs that request first"},
		{"expect ", "says what must be true of the answer"},
		{"hidden", "set-up: folds the request away"},
		{"loop for ", "sends it so many times"},
		{"sleep ", "lets so many milliseconds pass first"},
		{"transaction ", "makes requests one entity group transaction"},
		{"seed ", "seeds its random values"},
		{"authorize", "asks for an account that looks at signatures"},
		{"anonymous", "sends it without a signature"},
	}
	subjects = []word{
		{"status", "the status of the response"},
		{"plan", "point, range, partition-scan, partition-range-scan or table-scan"},
		{"rows", "entities in the answer"},
		{"error", "the service's code"},
		{"header ", "the value of a header"},
		{"body ", "a value in the body"},
		{"cost.entitiesRead", "entities looked at"},
		{"cost.entitiesReturned", "entities in the answer"},
		{"cost.entitiesWritten", "entities written"},
		{"cost.pages", "pages of a query"},
		{"cost.transactions", "billed transactions"},
		{"cost.bytes", "bytes of the response bodies"},
		{"cost.bytesRead", "bytes of the entities looked at"},
		{"cost.bytesWritten", "bytes of the entities written"},
		{"total.transactions", "billed transactions so far"},
	}
	helpers = []word{
		{"$index", "the number of the iteration"},
		{"$guid", "a random GUID"},
		{"$uuid", "a random GUID, as other tools call it"},
		{"$randomInt 1 7", "a random number from 1 to 6"},
		{"$timestamp", "now, in seconds since 1970"},
		{"$datetime iso8601", "now"},
		{"$pad $index 6", "a number with zeros in front"},
		{"$invertedTicks", "smaller the later: the newest first"},
		{"$shard customer-0042 16", "which of 16 shards a key belongs to"},
		{"$sas tn=Orders sp=r se=+1h", "a shared access signature"},
	}
	comparisons = []word{
		{"eq ", "equals"},
		{"ge ", "is at least"},
		{"lt ", "is less than"},
		{"gt ", "is more than"},
		{"le ", "is at most"},
		{"ne ", "isn't: no key range comes of it"},
	}
	joints  = []word{{"and ", "both"}, {"or ", "either: reads more"}}
	methods = []word{
		{"GET {{host}}/", "reads"},
		{"POST {{host}}/", "inserts"},
		{"PATCH {{host}}/", "merges into an entity"},
		{"PUT {{host}}/", "replaces an entity"},
		{"DELETE {{host}}/", "deletes"},
	}
	parameters = []word{
		{"$filter=", "which entities"},
		{"$top=", "at most so many"},
		{"$select=", "which properties"},
		{"NextPartitionKey=", "where the next page begins"},
		{"NextRowKey=", "where the next page begins"},
		{"$format=", "the form of the answer"},
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

// described returns words with their remarks.
func described(all []word, kind protocol.CompletionKind) (options []protocol.Completion) {
	for _, w := range all {
		options = append(options, protocol.Completion{Write: w.write, Detail: w.says, Kind: kind})
	}
	return options
}

// plain returns words of which there's nothing more to say.
func plain(all []string, kind protocol.CompletionKind) (options []protocol.Completion) {
	for _, w := range all {
		options = append(options, protocol.Completion{Write: w, Kind: kind})
	}
	return options
}
