package handbook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/handbook"
)

// asked has questions as people and agents ask them, below the pages that answer them.
const asked = `
paging
	How do I page backwards?
choosing-a-partition-key
	Should I use a GUID as PartitionKey?
optimistic-concurrency docs/errors docs/questions docs/recipes
	How to handle 412 precondition failed in a counter?
docs/questions query-kinds materialized-view
	how do I get the count of entities in a partition
intra-partition-secondary-index inter-partition-secondary-index index-table docs/questions
	look up a user by email and by id
docs/recipes docs/errors docs/questions
	what if a retried insert returns 409?
choosing-a-partition-key composite-partition-key access-control partitions-and-scale
	multi-tenant SaaS partition key
log-tail
	How do I read the newest entities first?
large-entities
	store a document in a blob and its name in the entity
hash-sharding partitions-and-scale docs/questions
	how many shards for a hot partition
entity-group-transactions
	change several entities in one transaction, all or nothing
docs/errors docs/recipes
	EntityAlreadyExists
docs/errors entity-group-transactions
	InvalidDuplicateRow in a batch
paging docs/questions
	query returns an empty page with a continuation token
docs/recipes sorting-and-keys docs/questions compound-key
	startsWith prefix filter
log-tail sorting-and-keys docs/questions
	sort by date descending
sorting-and-keys docs/errors docs/questions
	orderby is not supported
parallel-queries query-kinds
	can I use or in a filter over several partition keys
merge-or-replace docs/questions
	difference between merge and replace
merge-or-replace optimistic-concurrency docs/questions
	upsert overwrote another client's change
high-volume-delete time-bucketing log-data log-tail docs/questions
	how to delete old log rows cheaply
docs/questions eventually-consistent-transactions entity-group-transactions
	transaction across two partitions or tables
capacity-and-cost docs/questions docs/operating
	what does a query cost, am I billed for rows scanned
large-entities chunked-entities docs/errors
	entity larger than 1 MB
wide-entities docs/errors
	more than 252 columns
access-control docs/operating
	give a browser access to only one user's rows
time-series time-bucketing data-series
	time series of sensor readings key design
one-to-many compound-key heterogeneous-entities entity-group-transactions
	order with order lines in the same partition
docs/operating partitions-and-scale docs/recipes docs/errors
	503 server busy throttling retry
docs/questions index-table
	unique username constraint
docs/questions docs/recipes composite-partition-key choosing-a-partition-key
	change the partition key of an existing entity
docs/recipes
	migrate a live table to new keys without downtime
sorting-and-keys
	pad numbers in RowKey
projection docs/questions
	does $select reduce cost
materialized-view denormalization data-series optimistic-concurrency
	keep a total per customer up to date
heterogeneous-entities inheritance
	store different types in one table
encryption
	encrypt a property
docs/operating
	backup a table
docs/questions prepend-append
	auto increment id
client-side-join denormalization docs/questions
	join two tables
composite-partition-key high-volume-delete index-entities intra-partition-secondary-index
	where do I put deleted flag, soft delete, and list only active
docs/cosmos-differences docs/questions
	is Cosmos DB for Table different
index-entities index-table inter-partition-secondary-index
	tags search many to many
data-model query-kinds sorting-and-keys
	how should DateTime properties be compared in a filter
data-model
	numbers come back as strings or int64 in JSON
docs/errors high-volume-delete
	TableBeingDeleted after deleting and creating a table
eventually-consistent-transactions
	queue message and table write must both happen
optimistic-concurrency docs/questions
	last write wins lost update
prepend-append docs/questions partitions-and-scale time-bucketing
	hot partition because of date as partition key
parallel-queries docs/recipes query-kinds
	read many entities by known keys quickly
`

// TestLook: each question is answered by a page that can, or that's among the others; few by the latter.
func TestLook(t *testing.T) {
	const few = 6
	aside, all, pages := 0, 0, ""
	for line := range strings.Lines(asked) {
		question, isQuestion := strings.CutPrefix(strings.TrimRight(line, "\n"), "\t")
		if !isQuestion {
			pages = question
			continue
		}
		all++
		fits := func(slug string) bool { return strings.Contains(" "+pages+" ", " "+slug+" ") }
		a, err := handbook.Look(question, "")
		if err == nil && fits(a.Guide) && a.Text != "" {
			continue
		}
		aside++
		if err != nil || !slices.ContainsFunc(a.Others, func(o handbook.Other) bool { return fits(o.Guide) }) {
			t.Errorf("%s: %s, %s (%v); others %v", question, a.Guide, a.Section, err, a.Others)
		}
	}
	if aside > few || all == 0 {
		t.Errorf("%d of %d questions are answered by another page", aside, all)
	}
}

func TestLookInto(t *testing.T) {
	for _, question := range []string{"two writers", "xyzzy"} {
		a, err := handbook.Look(question, "log-tail")
		if err != nil || a.Guide != "log-tail" || a.Text == "" {
			t.Errorf("%s: %+v, %v", question, a, err)
		}
	}
	for _, test := range [][3]string{
		{"two writers", "log-tall",
			"there's no guide \"log-tall\"; did you mean log-tail? The guides are access-control,"},
		{"xyzzy", "", "no guide has these words"},
	} {
		if _, err := handbook.Look(test[0], test[1]); err == nil || !strings.HasPrefix(err.Error(), test[2]) {
			t.Errorf("%q: %v", test, err)
		}
	}
	a, err := handbook.Look("permission", "")
	if err != nil || len(a.Others) == 0 || a.Others[0].Guide == "" || a.Others[0].Summary == "" {
		t.Errorf("%+v, %v", a, err)
	}
}
