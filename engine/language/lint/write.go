package lint

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// unguarded finds a write of what was read before, without the ETag of that: what others wrote meanwhile is
// lost. Writes with the ETag of another answer in between are those of others.
func (l *linter) unguarded(o *operation, before []operation) {
	if !o.One || !o.writes() || o.request.Transaction != "" || o.guarded() {
		return
	}
	used := ""
	for i := len(before) - 1; i >= 0; i-- {
		b := &before[i]
		switch {
		case b.Table != o.Table || b.Key != o.Key:
		case b.method != "GET" && !b.guarded():
			return
		case b.method != "GET":
			used += b.ifMatch
		case b.request.Name == "" || !strings.Contains(used, "{{"+b.request.Name+"."):
			l.blind(o, b.request)
			return
		}
	}
}

// guarded reports whether a write depends on an ETag.
func (o *operation) guarded() bool { return o.ifMatch != "" && o.ifMatch != "*" }

func (l *linter) blind(o *operation, read *script.Request) {
	f := Finding{
		Code: "write-without-etag", Guide: "optimistic-concurrency",
		Says: "It writes the entity that was read on line " + strconv.Itoa(read.Line) + ", whatever others have " +
			"written since. Send the ETag of that answer as If-Match, and begin again after a 412.",
	}
	if read.Name != "" {
		etag := "If-Match: {{" + read.Name + ".response.headers.ETag}}"
		f.Fix = &Fix{Label: "Send the ETag of " + read.Name, Write: etag}
	}
	l.add(o.request, f, "If-Match: *")
}

// large finds an entity near the service's limits.
func (l *linter) large(o *operation) {
	if !o.writes() {
		return
	}
	if says, over := nearLimit(&o.entity); says != "" {
		l.add(o.request, Finding{Code: "near-limit", Error: over, Guide: "large-entities", Says: says})
	}
}

// nearLimit says how near an entity is to what the service stores.
func nearLimit(e *table.Entity) (says string, over bool) {
	const near = 0.8
	bytes, properties := e.Size(), len(e.Properties)
	switch {
	case float64(bytes) > near*table.MaxEntitySize:
		return "The entity has " + spelling.Number(bytes) + " bytes, and the service stores at most " +
				"1,048,576: strings count two bytes a character. Put the large part into chunks or a blob.",
			bytes > table.MaxEntitySize
	case float64(properties) > near*table.MaxProperties:
		return "The entity has " + spelling.Number(properties) + " properties, and the service stores " +
			"at most 252. Put some into a second entity of the same partition.", properties > table.MaxProperties
	}
	return "", false
}

// transaction finds what the service refuses to write together.
func (l *linter) transaction(sent []operation) {
	if len(sent) == 0 || sent[0].request.Transaction == "" {
		return
	}
	const batch = table.MaxTransaction
	seen, bytes := map[table.Key]bool{}, 0
	for i := range sent {
		o, first := &sent[i], &sent[0]
		if len(sent) > batch && i == batch {
			return // a longer loop is several transactions
		}
		bytes += o.size
		switch {
		case o.Key == table.Key{}:
			continue
		case o.Table != first.Table || o.Key.PartitionKey != first.Key.PartitionKey:
			l.add(o.request, Finding{
				Code: "cross-partition-transaction", Error: true, Guide: "entity-group-transactions",
				Says: "The transaction begins in partition '" + first.Key.PartitionKey + "' of " + first.Table +
					", and this is in '" + o.Key.PartitionKey + "' of " + o.Table + ". The service refuses all of it, " +
					"because a transaction is in one partition. Write one transaction for each partition, in a way " +
					"that can be repeated.",
			}, table.PartitionKey)
			return
		case seen[o.Key]:
			l.add(o.request, Finding{
				Code: "same-key", Error: true, Guide: "entity-group-transactions",
				Says: "The transaction has the entity ('" + o.Key.PartitionKey + "', '" + o.Key.RowKey + "') twice, " +
					"and the service refuses all of it. Make one write of the two.",
			}, table.RowKey)
			return
		}
		seen[o.Key] = true
	}
	if bytes > table.MaxBodySize {
		l.add(sent[0].request, Finding{
			Code: "near-limit", Error: true, Guide: "entity-group-transactions",
			Says: "The transaction has " + spelling.Number(bytes) + " bytes, and the service takes at most " +
				"4,194,304. Divide it.",
		})
	}
}
