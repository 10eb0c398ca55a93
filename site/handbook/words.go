package handbook

import "strings"

// asked has for pages the words in which they're asked for and which they don't say themselves.
const asked = `
access-control: browser client user rows permission sas token role identity authenticate
capacity-and-cost: price bill cost limit quota scanned
choosing-a-partition-key: guid uuid tenant multi saas customer best good new table
chunked-entities: larger too large 1 mb megabyte split
composite-partition-key: two values soft delete deleted flag active status combine
data-model: type datetime int64 guid double json number literal string compared odata
denormalization: duplicate join copy
client-side-join: join lookup reference cache
entity-group-transactions: batch atomic all or nothing submit
eventually-consistent-transactions: queue message outbox saga both two
hash-sharding: shard hot spread write bucket salt
heterogeneous-entities: different types one table mixed
high-volume-delete: purge truncate expire ttl retention old
index-entities: tag tags many search by property list
index-table: unique username email reverse lookup
inter-partition-secondary-index: email second lookup other key eventually
intra-partition-secondary-index: email second lookup other key same
large-entities: file document image blob larger 1 mb megabyte too large
log-tail: descending desc reverse latest recent orderby sort date
materialized-view: total sum aggregate count group report summary up to date
merge-or-replace: upsert patch put update overwrite
one-to-many: order lines header parent child children detail
optimistic-concurrency: 412 precondition etag counter increment lost update race last write wins overwrote
paging: backwards previous offset skip cursor next continuation token empty
parallel-queries: many known keys in list or several fan out
partitions-and-scale: 503 throttling throughput busy hot limit
prepend-append: date as sequential increasing hot
projection: select columns
sorting-and-keys: orderby order by sort pad zero descending number datetime prefix
time-bucketing: hour day old retention range
time-series: sensor telemetry iot reading measurement
wide-entities: 252 255 columns too many
docs/errors: status code message exception 404 409 412 400 403 413 501 503
docs/operating: 503 429 throttling backup restore region failover monitor
docs/recipes: retry retried again lost reply 409 migrate move change key live downtime helper
`

// askedFor returns the words in which a page is asked for.
func askedFor(slug string) string {
	_, words, _ := strings.Cut(asked, "\n"+slug+": ")
	words, _, _ = strings.Cut(words, "\n")
	return words
}
