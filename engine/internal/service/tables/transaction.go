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
	query      bool         // a batch with one query, outside a change set
	part       part         // the one that runs, or failed
	table      string       // of the first part
	partition  string       // of the first part
	rowKeys    []string     // of the parts before
	last       string       // the greatest of them
	answers    []batch.Part // of the parts before
}

// part is one operation of a transaction, as a request of its own.
type part struct {
	request
	call  service.Call
	trace trace.Trace
}

// parseTransaction reads the multipart body. The parts are parsed later, when each is run: as in the
// service, a missing table counts before anything that is wrong with the bodies.
func parseTransaction(r *request) error {
	envelope, err := batch.Parse(r.Request.Headers.Get("Content-Type"), r.Request.Body)
	if err != nil {
		return err
	}
	n := len(envelope.Operations)
	if n == 0 {
		return fault.Invalid(fault.InvalidInput, "")
	}
	r.transaction = &transaction{
		request: r, operations: envelope.Operations, query: envelope.Query,
		rowKeys: make([]string, 0, n), answers: make([]batch.Part, 0, n),
	}
	return nil
}

// begin gives one operation of the transaction a call of its own, with the transaction's request ID. Its
// trace is added to the transaction's.
func (t *transaction) begin(at int) *part {
	req := inBatch(t.Call, t.operations[at].Request)
	p := &t.part
	p.trace.Reset()
	p.call = service.Call{
		Account: t.Account, Request: req, Now: t.Now, ID: t.ID, NewID: t.NewID, Grant: t.Grant,
		Trace: &p.trace, Page: t.Page,
	}
	p.request = request{Call: &p.call, grouped: !t.query}
	return p
}

// transact runs the parts one after the other. The first fault rolls all of them back, and is the answer.
func transact(tx *store.Tx, r *request) (result, error) {
	for at := range r.transaction.operations {
		// Returned as an error, the fault makes the store roll back.
		if err := r.transaction.run(tx, at); err != nil {
			return result{}, &partFault{r.transaction, at, err}
		}
	}
	return result{}, nil
}

// run takes one part through the stages that a single request goes through, in the store's transaction.
func (t *transaction) run(tx *store.Tx, at int) error {
	p := t.begin(at)
	err := p.locate(t.Secondary)
	if at == 0 {
		t.Trace.Table = p.table
	}
	if err != nil {
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
	if err := p.Permit(p.Operation); err != nil {
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
	result, err := p.apply(tx, &p.request)
	t.Trace.Add(p.trace)
	if t.query {
		t.Trace.Plan = p.trace.Plan
	}
	if err == nil {
		t.answer(at, result)
	}
	return err
}

// answer keeps the answer of a part, for when all have succeeded.
func (t *transaction) answer(at int, res result) {
	response := partAnswer
	if t.query {
		response = queryAnswer
	}
	t.answers = append(t.answers, batch.Part{
		ContentID: t.operations[at].ContentID, Response: response(&t.part.request, res),
	})
}

// locate finds the part's target and operation. secondary is whether the transaction was sent to the
// secondary endpoint.
func (p *part) locate(secondary bool) error {
	located := p.Call.Locate()
	p.Secondary = p.Secondary || secondary
	routed := p.read()
	return cmp.Or(located, routed)
}

// checkGroup checks that a part has the same table and partition as the first one, and an entity that no
// earlier one has.
func (t *transaction) checkGroup(at int) error {
	p := &t.part
	if at == 0 {
		t.table, t.partition = p.table, p.key.PartitionKey
	}
	if !wire.EqualFold(p.table, t.table) || p.key.PartitionKey != t.partition {
		return fault.Invalid(fault.CommandsInBatchActOnDifferentPartitions, "").WithHint(
			"This operation is in " + partitionName(p.table, p.key.PartitionKey) + ", the first one in " +
				partitionName(t.table, t.partition) + ".")
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
	return envelope(t, []batch.Part{{
		ContentID: t.operations[f.at].ContentID, Response: partRefusal(&t.part.request, cause, message),
	}})
}

// numbered adds the failing operation's index to the message. As in the service, a transaction of one
// operation has no index if the fault is of the stage Execution.
func (f *partFault) numbered(message string, stage fault.Stage) string {
	if len(f.transaction.operations) == 1 && stage == fault.Execution {
		return message
	}
	return strconv.Itoa(f.at) + ":" + message
}
