package engine

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// parseTransaction reads the envelope. What its parts say is read by transact, which must first know
// that the table exists.
func parseTransaction(c *call) error {
	envelope, err := batch.Parse(c.req.Headers.Get("Content-Type"), c.req.Body)
	if err != nil {
		return err
	}
	if len(envelope.Operations) == 0 {
		return fault.Invalid(fault.InvalidInput, "")
	}
	c.lone = envelope.Query
	c.parts = make([]*call, len(envelope.Operations))
	for i, op := range envelope.Operations {
		c.parts[i] = c.part(op)
	}
	return nil
}

// part is one operation of the transaction as a call of its own, with the same identifier and a trace
// that becomes part of the transaction's.
func (c *call) part(op batch.Operation) *call {
	req := op.Request
	if strings.HasPrefix(req.URL, "/") {
		req.URL = wire.SplitURL(c.req.URL).Base + req.URL
	} else if !strings.Contains(req.URL, "://") {
		req.URL = c.base + "/" + req.URL
	}
	p := &call{engine: c.engine, req: req, id: c.id}
	p.secondary, p.grant, p.contentID = c.secondary, c.grant, op.ContentID
	return p
}

// transact answers with the parts' answers, or with the one fault that undid them all.
func transact(tx *store.Tx, c *call) (result, error) {
	for at, p := range c.parts {
		// A failed part fails the store's transaction, so the fault travels as an error and is turned
		// into an answer by respond.
		if err := c.run(tx, p, at); err != nil {
			return result{}, &partFault{at: at, alone: len(c.parts) == 1, part: p, err: err}
		}
	}
	return result{status: 202}, nil
}

// run takes one part through the stages that a lone request goes through, within the transaction.
func (c *call) run(tx *store.Tx, p *call, at int) error {
	p.now = c.now
	err := p.route()
	if at == 0 {
		c.trace.Table = p.table
	}
	if err != nil {
		return err
	}
	if at == table.MaxTransaction-1 && len(c.parts) > table.MaxTransaction {
		return fault.Invalid(fault.InvalidInput, fault.TextTransaction)
	}
	if (p.operation.mode == reads) != c.lone || p.resource != oneEntity && p.resource != entitySet {
		return &fault.Error{
			Code: fault.NotImplemented, Stage: fault.Validation,
			Hint: "A transaction takes inserts, updates, merges and deletes of entities; a query " +
				"stands in a batch alone, outside a change set.",
		}
	}
	if err := p.permit(); err != nil {
		return err
	}
	if at == 0 {
		if err := p.inUse(tx); err != nil {
			return err
		}
	}
	if err := p.operation.parse(p); err != nil {
		return err
	}
	if err := p.confine(); err != nil {
		return err
	}
	if err := c.checkGroup(at); err != nil {
		return err
	}
	p.result, err = p.operation.apply(tx, p)
	c.trace.Add(p.trace)
	if c.lone {
		c.trace.Plan = p.trace.Plan
	}
	return err
}

// checkGroup holds a part against those before it: one table, one partition, each entity once.
func (c *call) checkGroup(at int) error {
	p, first := c.parts[at], c.parts[0]
	if !wire.EqualFold(p.table, first.table) || p.key.PartitionKey != first.key.PartitionKey {
		return &fault.Error{
			Code: fault.CommandsInBatchActOnDifferentPartitions, Stage: fault.Validation,
			Hint: "It is in " + partitionName(p) + ", an earlier operation in " + partitionName(first) + ".",
		}
	}
	for _, earlier := range c.parts[:at] {
		if p.key.RowKey == earlier.key.RowKey {
			return &fault.Error{
				Code: fault.InvalidDuplicateRow, Stage: fault.Validation,
				Hint: "RowKey '" + p.key.RowKey + "' stands in an earlier operation too.",
			}
		}
	}
	return nil
}

// partitionName names the partition that a part acts on.
func partitionName(p *call) string {
	return "partition '" + p.key.PartitionKey + "' of " + p.table
}

// partFault is the fault of one part, which the whole transaction fails with.
type partFault struct {
	at    int
	alone bool
	part  *call
	err   error
}

func (f *partFault) Error() string { return "operation " + strconv.Itoa(f.at) + ": " + f.err.Error() }

func (f *partFault) Unwrap() error { return f.err }

// numbered puts the failing operation's index before the message, unless it is a fault of the stored
// data in a transaction of one: the service runs such a one like a request of its own.
func (f *partFault) numbered(text string, stage fault.Stage) string {
	if f.alone && stage == fault.Execution {
		return text
	}
	return strconv.Itoa(f.at) + ":" + text
}
