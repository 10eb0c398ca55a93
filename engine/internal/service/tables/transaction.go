package tables

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// transaction is an entity group transaction: its parts, and what they share.
type transaction struct {
	*request
	parts []part
	query bool // its one part is outside a change set: a query
}

// part is one operation of a transaction: a request of its own, and what came of it.
type part struct {
	request
	call      service.Call
	contentID string
	result    result
}

// parseTransaction reads the envelope. What its parts say is read one after the other, since the first
// one's table has to exist before anything else about it counts.
func parseTransaction(r *request) error {
	envelope, err := batch.Parse(r.Request.Headers.Get("Content-Type"), r.Request.Body)
	if err != nil {
		return err
	}
	if len(envelope.Operations) == 0 {
		return fault.Invalid(fault.InvalidInput, "")
	}
	t := &transaction{request: r, query: envelope.Query, parts: make([]part, len(envelope.Operations))}
	for i, op := range envelope.Operations {
		t.begin(&t.parts[i], op)
	}
	r.transaction = t
	return nil
}

// begin makes one operation of the transaction a call of its own, with the same identifier and a trace
// that becomes part of the transaction's.
func (t *transaction) begin(p *part, op batch.Operation) {
	req := op.Request
	if strings.HasPrefix(req.URL, "/") {
		req.URL = wire.SplitURL(t.Request.URL).Base + req.URL
	} else if !strings.Contains(req.URL, "://") {
		req.URL = t.Base + "/" + req.URL
	}
	p.call = service.Call{Account: t.Account, Request: req, ID: t.ID, NewID: t.NewID, Grant: t.Grant}
	p.Call, p.contentID = &p.call, op.ContentID
}

// transact answers with the parts' answers, or with the one fault that undid them all.
func transact(tx *store.Tx, r *request) (result, error) {
	for at := range r.transaction.parts {
		// A failed part fails the store's transaction, so the fault travels as an error.
		if err := r.transaction.run(tx, at); err != nil {
			return result{}, &partFault{r.transaction, at, err}
		}
	}
	return result{}, nil
}

// run takes one part through the stages that a lone request goes through, within the transaction.
func (t *transaction) run(tx *store.Tx, at int) error {
	p := &t.parts[at]
	p.Now = t.Now
	err := p.locate(t.Secondary)
	if at == 0 {
		t.Trace.Table = p.table
	}
	if err != nil {
		return err
	}
	if at == table.MaxTransaction-1 && len(t.parts) > table.MaxTransaction {
		return fault.Invalid(fault.InvalidInput, fault.TextTransaction)
	}
	if (p.mode == reads) != t.query || p.resource != oneEntity && p.resource != entitySet {
		return fault.Invalid(fault.NotImplemented, "").WithHint(
			"A transaction takes inserts, updates, merges and deletes of entities; a query goes alone into a " +
				"batch, outside a change set.")
	}
	if err := p.Permit(p.asOperation()); err != nil {
		return err
	}
	if at == 0 {
		if err := InUse(tx, p.Call, p.table); err != nil {
			return err
		}
	}
	if err := p.Parse(); err != nil {
		return err
	}
	if err := t.checkGroup(at); err != nil {
		return err
	}
	p.result, err = p.apply(tx, &p.request)
	t.Trace.Add(p.Trace)
	if t.query {
		t.Trace.Plan = p.Trace.Plan
	}
	return err
}

// locate finds out what the part wants. secondary says that the transaction was sent to the read-only
// copy of the account.
func (p *part) locate(secondary bool) error {
	located := p.Call.Locate()
	p.Secondary = p.Secondary || secondary
	routed := p.read()
	return cmp.Or(located, routed)
}

// checkGroup compares a part with those before it: one table, one partition, each entity once.
func (t *transaction) checkGroup(at int) error {
	p, first := &t.parts[at], &t.parts[0]
	if !wire.EqualFold(p.table, first.table) || p.key.PartitionKey != first.key.PartitionKey {
		return fault.Invalid(fault.CommandsInBatchActOnDifferentPartitions, "").WithHint(
			"It is in " + partitionName(p) + ", an earlier operation in " + partitionName(first) + ".")
	}
	for i := range at {
		if p.key.RowKey == t.parts[i].key.RowKey {
			return fault.Invalid(fault.InvalidDuplicateRow, "").WithHint(
				"An earlier operation has the RowKey '" + p.key.RowKey + "', too.")
		}
	}
	return nil
}

// partitionName names the partition that a part acts on.
func partitionName(p *part) string {
	return "partition '" + p.key.PartitionKey + "' of " + p.table
}

// partFault is the fault of one part, which the whole transaction fails with.
type partFault struct {
	transaction *transaction
	at          int
	err         error
}

func (f *partFault) Error() string { return "operation " + strconv.Itoa(f.at) + ": " + f.err.Error() }

func (f *partFault) Unwrap() error { return f.err }

// Refuse is the reply of a transaction that failed: the answer of the one part that failed it.
func (f *partFault) Refuse(cause *fault.Error) service.Reply {
	return envelope(f.transaction, func() []batch.Part {
		p, message := &f.transaction.parts[f.at], cause.Text()
		if !f.transaction.query {
			message = f.numbered(message, cause.Stage)
		}
		return []batch.Part{{ContentID: p.contentID, Response: partRefusal(&p.request, cause, message)}}
	})
}

// numbered puts the failing operation's index before the message, unless it's a fault of the stored
// data in a transaction of one: the service runs such a one like a request of its own.
func (f *partFault) numbered(message string, stage fault.Stage) string {
	if len(f.transaction.parts) == 1 && stage == fault.Execution {
		return message
	}
	return strconv.Itoa(f.at) + ":" + message
}
