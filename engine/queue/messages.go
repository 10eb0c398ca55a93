package queue

import (
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
)

const (
	second         = 10_000_000 // ticks
	week           = 7 * 24 * 3600
	maxTTL         = 1<<31 - 1
	maxTaken       = 32
	maxMessageSize = 64 << 10
	maxBody        = 1 << 20 // even if all of a message is escaped
	usualHiding    = 30      // seconds
)

// readText takes the text from the body of a put or an update.
func readText(c *service.Call) (string, error) {
	if len(c.Request.Body) > maxBody {
		return "", tooLarge()
	}
	root, err := xmlbody.Parse(c.Request.Body)
	if err != nil || root.Name != "QueueMessage" {
		return "", service.Hinted(service.InvalidXMLDocument,
			"The body is <QueueMessage><MessageText>…</MessageText></QueueMessage>, and its text holds no control characters: "+
				"encode such a message, say in base64.")
	}
	text, ok := root.Child("MessageText")
	switch {
	case !ok:
		return "", service.Hinted(service.MissingRequiredXMLNode, "A QueueMessage has a MessageText.")
	case len(text.Children) > 0:
		return "", service.Hinted(service.InvalidXMLDocument,
			"A MessageText holds text and no elements: write &lt; for <, or encode the message, say in base64.")
	case len(text.Text) > maxMessageSize:
		return "", tooLarge()
	}
	return text.Text, nil
}

func tooLarge() error {
	return service.Hinted(service.RequestBodyTooLarge, "A message has at most 64 KiB.")
}

// putMessage adds a message, visible at once or later.
// https://learn.microsoft.com/rest/api/storageservices/put-message
func putMessage(tx *store.Tx, c *service.Call) (service.Reply, error) {
	hidden, err := c.Int("visibilitytimeout", 0, week, 0)
	if err != nil {
		return service.Reply{}, err
	}
	ttl, err := c.Int("messagettl", -1, maxTTL, week)
	if err != nil {
		return service.Reply{}, err
	}
	if ttl == 0 || ttl > 0 && hidden >= ttl {
		return service.Reply{}, service.Hinted(service.OutOfRangeQueryParameterValue,
			"messagettl is -1 or at least 1, and greater than visibilitytimeout.")
	}
	text, err := readText(c)
	if err != nil {
		return service.Reply{}, err
	}
	if err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	m := message{
		id: c.NewID(), inserted: c.Now, issued: c.Now, text: text,
		visible: later(c.Now, hidden), expires: later(c.Now, ttl),
	}
	if ttl < 0 {
		m.expires = table.MaxTicks
	}
	if err := discard(tx, c); err != nil {
		return service.Reply{}, err
	}
	reply := page(list([]message{m}, whenPut))
	reply.Status = 201
	return reply, save(tx, c, m)
}

// discard throws away messages that have expired, as long as they stand first, so that a queue from
// which nobody takes does not grow for ever.
func discard(tx *store.Tx, c *service.Call) error {
	var old []message
	for m := range messages(tx, c) {
		if m.expires > c.Now || len(old) == maxTaken {
			break
		}
		old = append(old, m)
	}
	return remove(tx, c, old)
}

func remove(tx *store.Tx, c *service.Call, all []message) error {
	for _, m := range all {
		if err := tx.DeleteRecord(m.key(c.Path[0])); err != nil {
			return err
		}
	}
	return nil
}

func later(t table.Ticks, seconds int) table.Ticks {
	return min(t+table.Ticks(seconds)*second, table.MaxTicks)
}

// getMessages takes messages: they are hidden for a while, and each has a receipt with which it can be
// deleted. Those that have expired are thrown away.
// https://learn.microsoft.com/rest/api/storageservices/get-messages
func getMessages(tx *store.Tx, c *service.Call) (service.Reply, error) {
	if peek, ok := c.Param("peekonly"); ok && peek != "false" { // it would hide what it only looks for
		return service.Reply{}, service.Hinted(service.InvalidQueryParameterValue, "peekonly is true or false.")
	}
	limit, err := c.Int("numofmessages", 1, maxTaken, 1)
	if err != nil {
		return service.Reply{}, err
	}
	hidden, err := c.Int("visibilitytimeout", 1, week, usualHiding)
	if err != nil {
		return service.Reply{}, err
	}
	if err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	var taken, old []message
	for m := range messages(tx, c) {
		if m.visible > c.Now || len(taken) == limit {
			break
		}
		old = append(old, m)
		if m.expires > c.Now {
			taken = append(taken, m)
		}
	}
	if err := remove(tx, c, old); err != nil {
		return service.Reply{}, err
	}
	for i := range taken {
		m := &taken[i]
		m.visible, m.issued = later(c.Now, hidden), c.Now
		m.dequeues++
		c.Trace.Cost.BytesRead += len(m.text)
		if err := save(tx, c, *m); err != nil {
			return service.Reply{}, err
		}
	}
	return page(list(taken, whenTaken)), nil
}

// peekMessages looks at messages and changes nothing.
// https://learn.microsoft.com/rest/api/storageservices/peek-messages
func peekMessages(tx *store.Tx, c *service.Call) (service.Reply, error) {
	limit, err := c.Int("numofmessages", 1, maxTaken, 1)
	if err != nil {
		return service.Reply{}, err
	}
	if err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	var found []message
	for m := range messages(tx, c) {
		if m.visible > c.Now || len(found) == limit {
			break
		}
		if m.expires > c.Now {
			c.Trace.Cost.BytesRead += len(m.text)
			found = append(found, m)
		}
	}
	return page(list(found, whenPeeked)), nil
}

func clearMessages(tx *store.Tx, c *service.Call) (service.Reply, error) {
	if err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 204}, tx.DeleteRecords(keys.Records(keys.Message, c.Path[0]))
}

// held returns the message that a call names, if the call shows its latest receipt. Whose time has run
// out may still come, as long as nobody else has taken the message since.
func held(tx *store.Tx, c *service.Call) (message, error) {
	receipt, ok := c.Param("popreceipt")
	if !ok || receipt == "" {
		return message{}, service.Hinted(service.MissingRequiredQueryParameter,
			"popreceipt is what Get Messages, Put Message or Update Message gave.")
	}
	if err := need(tx, c); err != nil {
		return message{}, err
	}
	if part, ok := shown(receipt); ok {
		for m := range within(tx, keys.Records(keys.Message, c.Path[0], part)) {
			if m.id == c.Path[2] && m.receipt() == receipt && m.expires > c.Now {
				return m, nil
			}
		}
	}
	for m := range messages(tx, c) {
		if m.id == c.Path[2] && m.expires > c.Now {
			return message{}, service.Hinted(popReceiptMismatch,
				"The message was taken or updated again since this receipt was given.")
		}
	}
	return message{}, service.Fail(messageNotFound)
}

// deleteMessage ends a message's life.
// https://learn.microsoft.com/rest/api/storageservices/delete-message2
func deleteMessage(tx *store.Tx, c *service.Call) (service.Reply, error) {
	m, err := held(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 204}, tx.DeleteRecord(m.key(c.Path[0]))
}

// updateMessage hides a message for longer, or shows it now, and may change its text.
// https://learn.microsoft.com/rest/api/storageservices/update-message
func updateMessage(tx *store.Tx, c *service.Call) (service.Reply, error) {
	if _, sent := c.Param("visibilitytimeout"); !sent {
		return service.Reply{}, service.Hinted(service.MissingRequiredQueryParameter,
			"visibilitytimeout says for how many seconds from now the message is hidden.")
	}
	hidden, err := c.Int("visibilitytimeout", 0, week, 0)
	if err != nil {
		return service.Reply{}, err
	}
	m, err := held(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if len(c.Request.Body) > 0 {
		if m.text, err = readText(c); err != nil {
			return service.Reply{}, err
		}
	}
	if err := tx.DeleteRecord(m.key(c.Path[0])); err != nil {
		return service.Reply{}, err
	}
	m.visible, m.issued = later(c.Now, hidden), c.Now
	if m.visible >= m.expires {
		return service.Reply{}, service.Hinted(service.OutOfRangeQueryParameterValue,
			"The message expires before it would be visible again.")
	}
	reply := service.Reply{Status: 204}
	reply.Headers.Add("x-ms-popreceipt", m.receipt())
	reply.Headers.Add("x-ms-time-next-visible", service.Date(m.visible))
	return reply, save(tx, c, m)
}
