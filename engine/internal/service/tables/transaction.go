package tables

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// transaction is an entity group transaction, or a batch with one query.
type transaction struct {
	*request
	operations []batch.Operation
	query      bool     // a batch with one query, outside a change set
	parts      []part   // up to the first that can't be carried out whatever is stored
	rowKeys    []string // of the parts
	last       string   // the greatest of them
}

// part is one operation of a transaction, as a request of its own, whose trace is the transaction's.
type part struct {
	request
	call      service.Call
	result    result
	beforeAll error // a fault that comes before that of a missing table
	before    error // a fault that comes after that, but before any of what is stored
}

// parseTransaction reads the multipart body and its parts, so that the store is only asked for what takes it.
func parseTransaction(r *request) error {
	envelope, err := batch.Parse(r.Request.Headers.Get("Content-Type"), r.Request.Body)
	if err != nil {
		return err
	}
	n := len(envelope.Operations)
	if n == 0 {
		return fault.Invalid(fault.InvalidInput, "")
	}
	n = min(n, table.MaxTransaction)
	t := &transaction{request: r, operations: envelope.Operations, query: envelope.Query,
		parts: make([]part, 0, n), rowKeys: make([]string, 0, n)}
	r.transaction = t
	for at := range n {
		t.parts = t.parts[:at+1]
		p := &t.parts[at]
		t.begin(at)
		if p.beforeAll = t.locate(at); p.beforeAll == nil {
			if p.before = p.Parse(); p.before == nil {
				p.before = t.checkGroup(at)
			}
		}
		if p.beforeAll != nil || p.before != nil {
			break
		}
	}
	t.Trace.Table = t.parts[0].table
	return nil
}

// begin gives one operation of the transaction a call of its own, with the transaction's request ID.
func (t *transaction) begin(at int) {
	p := &t.parts[at]
	p.call = service.Call{
		Account: t.Account, Request: inBatch(t.Call, t.operations[at].Request), ID: t.ID, NewID: t.NewID,
		Grant: t.Grant, Trace: t.Trace, Page: t.Page,
	}
	p.request = request{Call: &p.call, grouped: !t.query}
}

// locate finds a part's target and operation, and whether a transaction can have it.
func (t *transaction) locate(at int) error {
	p := &t.parts[at]
	located := p.locate(t.parts[:at])
	p.Secondary = p.Secondary || t.Secondary
	if err := cmp.Or(located, p.read()); err != nil {
		return err
	}
	if at == table.MaxTransaction-1 && len(t.operations) > table.MaxTransaction {
		return fault.Invalid(fault.InvalidInput, fault.TextTransaction)
	}
	if p.Writes == t.query || p.resource != oneEntity && p.resource != entitySet {
		return fault.Invalid(fault.NotImplemented, "").WithHint(
			"A transaction can have inserts, updates, merges and deletes of entities. A query needs a " +
				"batch of " +
				"its own, without a change set.")
	}
	return p.Permit(p.Operation)
}

// locate reads the part's URL, unless the part before has the same, as all inserts into a table do.
func (p *part) locate(before []part) error {
	if n := len(before); n > 0 && before[n-1].Request.URL == p.Request.URL {
		p.Address = before[n-1].Address
		return nil
	}
	return p.Call.Locate()
}

// transact runs the parts one after the other. The first fault rolls all of them back, and is the answer.
func transact(tx *store.Tx, r *request) (result, error) {
	r.Trace.Touched = make([]trace.Touch, 0, len(r.transaction.parts))
	for at := range r.transaction.parts {
		// Returned as an error, the fault makes the store roll back.
		if err := r.transaction.run(tx, at); err != nil {
			return result{}, &partFault{r.transaction, at, err}
		}
	}
	return result{}, nil
}

// run carries out one part in the store's transaction.
func (t *transaction) run(tx *store.Tx, at int) (err error) {
	p := &t.parts[at]
	p.Now = t.Now
	if p.beforeAll != nil {
		return p.beforeAll
	}
	if at == 0 {
		if err := InUse(tx, p.Call, p.table); err != nil {
			return err
		}
	}
	if p.before != nil {
		return p.before
	}
	p.result, err = p.apply(tx, &p.request)
	return err
}

// checkGroup checks that a part has the same table and partition as the first one, and an entity that no
// earlier one has.
func (t *transaction) checkGroup(at int) error {
	p, first := &t.parts[at], &t.parts[0]
	if !wire.EqualFold(p.table, first.table) || p.key.PartitionKey != first.key.PartitionKey {
		return fault.Invalid(fault.CommandsInBatchActOnDifferentPartitions, "").WithHint(
			"This operation is in " + partitionName(p.table, p.key.PartitionKey) + ", the first one in " +
				partitionName(first.table, first.key.PartitionKey) + ".")
	}
	// Most transactions are in the order of their keys.
	if at > 0 && p.key.RowKey <= t.last && slices.Contains(t.rowKeys, p.key.RowKey) {
		return fault.Invalid(fault.InvalidDuplicateRow, "").WithHint(
			"An earlier operation has the same RowKey, '" + p.key.RowKey + "'.")
	}
	t.rowKeys, t.last = append(t.rowKeys, p.key.RowKey), max(t.last, p.key.RowKey)
	return nil
}

// partitionName describes a partition in a hint.
func partitionName(table, partition string) string {
	return "partition '" + partition + "' of " + table
}

// partFault is the fault of the part that made a transaction fail.
type partFault struct {
	transaction *transaction
	at          int
	err         error
}

func (f *partFault) Error() string { return "operation " + strconv.Itoa(f.at) + ": " + f.err.Error() }

func (f *partFault) Unwrap() error { return f.err }

// Refuse returns the reply for a transaction that failed. It has one answer, for the part that failed.
func (f *partFault) Refuse(cause *fault.Error) service.Reply {
	t, message := f.transaction, cause.Text()
	if !t.query {
		message = f.numbered(message, cause.Stage)
	}
	refusal := partRefusal(&t.parts[f.at].request, cause, message)
	return envelope(t, slices.Values([]batch.Part{
		{ContentID: t.operations[f.at].ContentID, Response: refusal},
	}))
}

// numbered adds the failing operation's index to the message. As in the service, a transaction of one
// operation has no index if the fault is of the stage Execution.
func (f *partFault) numbered(message string, stage fault.Stage) string {
	if len(f.transaction.operations) == 1 && stage == fault.Execution {
		return message
	}
	return strconv.Itoa(f.at) + ":" + message
}
