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
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// transaction is an entity group transaction, or a batch with one query.
type transaction struct {
	*request
	parts []part
	query bool        // a batch with one query, outside a change set
	last  string      // the greatest RowKey of the parts before
	trace trace.Trace // of the part that runs
}

// part is one operation of a transaction: its own request, and the result.
type part struct {
	request
	call      service.Call
	contentID string
	result    result
}

// parseTransaction reads the multipart body. The parts are parsed later, when each is run: as in the
// service, a missing table counts before anything that is wrong with the bodies.
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

// begin gives one operation of the transaction a call of its own, with the transaction's request ID. Its
// trace is added to the transaction's.
func (t *transaction) begin(p *part, op batch.Operation) {
	req := op.Request
	if strings.HasPrefix(req.URL, "/") {
		req.URL = wire.SplitURL(t.Request.URL).Base + req.URL
	} else if !strings.Contains(req.URL, "://") {
		req.URL = t.Base + "/" + req.URL
	}
	p.call = service.Call{
		Account: t.Account, Request: req, ID: t.ID, NewID: t.NewID, Grant: t.Grant, Trace: &t.trace,
	}
	p.Call, p.contentID, p.grouped = &p.call, op.ContentID, !t.query
}

// transact runs the parts one after the other. The first fault rolls all of them back, and is the answer.
func transact(tx *store.Tx, r *request) (result, error) {
	for at := range r.transaction.parts {
		// Returned as an error, the fault makes the store roll back.
		if err := r.transaction.run(tx, at); err != nil {
			return result{}, &partFault{r.transaction, at, err}
		}
	}
	return result{}, nil
}

// run takes one part through the stages that a single request goes through, in the store's transaction.
func (t *transaction) run(tx *store.Tx, at int) error {
	p := &t.parts[at]
	p.Now = t.Now
	t.trace.Reset()
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
			"A transaction can have inserts, updates, merges and deletes of entities. A query needs a " +
				"batch of " +
				"its own, without a change set.")
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
	t.Trace.Add(t.trace)
	if t.query {
		t.Trace.Plan = t.trace.Plan
	}
	return err
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
	p, first := &t.parts[at], &t.parts[0]
	if !wire.EqualFold(p.table, first.table) || p.key.PartitionKey != first.key.PartitionKey {
		return fault.Invalid(fault.CommandsInBatchActOnDifferentPartitions, "").WithHint(
			"This operation is in " + partitionName(p) + ", the first one in " + partitionName(first) + ".")
	}
	if at == 0 || p.key.RowKey > t.last { // most transactions are in the order of their keys
		t.last = p.key.RowKey
		return nil
	}
	for i := range at {
		if p.key.RowKey == t.parts[i].key.RowKey {
			return fault.Invalid(fault.InvalidDuplicateRow, "").WithHint(
				"An earlier operation has the same RowKey, '" + p.key.RowKey + "'.")
		}
	}
	return nil
}

// partitionName describes a part's partition in a hint.
func partitionName(p *part) string {
	return "partition '" + p.key.PartitionKey + "' of " + p.table
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
	return envelope(f.transaction, func() []batch.Part {
		p, message := &f.transaction.parts[f.at], cause.Text()
		if !f.transaction.query {
			message = f.numbered(message, cause.Stage)
		}
		return []batch.Part{{ContentID: p.contentID, Response: partRefusal(&p.request, cause, message)}}
	})
}

// numbered adds the failing operation's index to the message. As in the service, a transaction of one
// operation has no index if the fault is of the stage Execution.
func (f *partFault) numbered(message string, stage fault.Stage) string {
	if len(f.transaction.parts) == 1 && stage == fault.Execution {
		return message
	}
	return strconv.Itoa(f.at) + ":" + message
}
