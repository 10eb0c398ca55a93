package queues

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// receiptOf returns the pop receipt that a call sent.
func receiptOf(c *resource.Call) (string, error) {
	receipt, _ := c.Param("popreceipt")
	if receipt == "" {
		return "", fault.New(fault.MissingRequiredQueryParameter).WithHint(
			"popreceipt needs to be the receipt that Get Messages, Put Message or Update Message returned.")
	}
	return receipt, nil
}

// byReceipt returns the message that a call names, if the receipt is its latest. A receipt is good even
// after the message is visible again, until a client gets or updates the message.
func byReceipt(tx *store.Tx, c *resource.Call, receipt string) (message, error) {
	if err := InUse(tx, c); err != nil {
		return message{}, err
	}
	if part, ok := visiblePart(receipt); ok {
		for m := range within(tx, keys.Records(keys.Message, c.Names[0], part)) {
			if m.id == c.Names[2] && m.receipt() == receipt && m.expires > c.Now {
				return m, nil
			}
		}
	}
	for m := range messages(tx, c) {
		if m.id == c.Names[2] && m.expires > c.Now {
			return message{}, fault.New(fault.PopReceiptMismatch).WithHint(
				"The message has been dequeued or updated since this receipt was issued.")
		}
	}
	return message{}, fault.New(fault.MessageNotFound)
}

// parseDeleteMessage deletes a message.
// https://learn.microsoft.com/rest/api/storageservices/delete-message2
func parseDeleteMessage(c *resource.Call) (service.Apply, error) {
	receipt, err := receiptOf(c)
	return func(tx *store.Tx) (service.Reply, error) {
		m, err := byReceipt(tx, c, receipt)
		if err != nil {
			return service.Reply{}, err
		}
		return service.Reply{Status: 204}, tx.DeleteRecord(m.key(c.Names[0]))
	}, err
}

// parseUpdate changes how long a message is hidden and, if there is a body, its text.
// https://learn.microsoft.com/rest/api/storageservices/update-message
func parseUpdate(c *resource.Call) (service.Apply, error) {
	if _, sent := c.Param("visibilitytimeout"); !sent {
		return nil, fault.New(fault.MissingRequiredQueryParameter).WithHint(
			"visibilitytimeout is required: for how many seconds from now the message is hidden.")
	}
	hidden, err := c.Int("visibilitytimeout", 0, week, 0)
	if err != nil {
		return nil, err
	}
	receipt, err := receiptOf(c)
	if err != nil {
		return nil, err
	}
	changed := len(c.Request.Body) > 0
	var text string
	if changed {
		text, err = readText(c)
	}
	return func(tx *store.Tx) (service.Reply, error) {
		m, err := byReceipt(tx, c, receipt)
		if err != nil {
			return service.Reply{}, err
		}
		if changed {
			m.text = text
		}
		return update(tx, c, m, hidden)
	}, err
}

// update writes a message again, hidden for some seconds.
func update(tx *store.Tx, c *resource.Call, m message, hidden int) (service.Reply, error) {
	if err := tx.DeleteRecord(m.key(c.Names[0])); err != nil {
		return service.Reply{}, err
	}
	m.visible, m.issued = after(c.Now, hidden), c.Now
	if m.visible >= m.expires {
		return service.Reply{}, fault.New(fault.OutOfRangeQueryParameterValue).WithHint(
			"The message would expire before it is visible again.")
	}
	reply := service.Reply{Status: 204}
	reply.Headers.Add("x-ms-popreceipt", m.receipt())
	reply.Headers.Add("x-ms-time-next-visible", resource.Date(m.visible))
	return reply, save(tx, c, m)
}
