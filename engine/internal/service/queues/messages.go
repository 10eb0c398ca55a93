package queues

import (
	"math"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

const (
	second         = 10_000_000 // ticks
	week           = 7 * 24 * 3600
	maxTTL         = 1<<31 - 1 // seconds; a message that lives longer never expires
	maxMessages    = 32
	maxMessageSize = 64 << 10
	maxBody        = 1 << 20 // room for a message in which every character is escaped
	defaultHiding  = 30      // seconds
)

// readText reads the message text in the body of a put or an update.
func readText(c *resource.Call) (string, error) {
	if len(c.Request.Body) > maxBody {
		return "", tooLarge()
	}
	root, err := xmlbody.Parse(c.Request.Body)
	if err != nil || root.Name != "QueueMessage" {
		return "", fault.New(fault.InvalidXMLDocument).WithHint(
			"The body needs to be <QueueMessage><MessageText>…</MessageText></QueueMessage>. XML " +
				"doesn't allow control characters: encode a message that has them, in base64 for example.")
	}
	text, ok := root.Child("MessageText")
	switch {
	case !ok:
		return "", fault.New(fault.MissingRequiredXMLNode).WithHint("A QueueMessage needs a MessageText.")
	case len(text.Children) > 0:
		return "", fault.New(fault.InvalidXMLDocument).WithHint(
			"A MessageText can't have elements: write &lt; for <, or encode the message, in base64 for " +
				"example.")
	case len(text.Text) > maxMessageSize:
		return "", tooLarge()
	}
	return text.Text, nil
}

func tooLarge() error {
	return fault.New(fault.RequestBodyTooLarge).WithHint("A message can have at most 64 KiB.")
}

// parsePut adds a message, visible at once or later.
// https://learn.microsoft.com/rest/api/storageservices/put-message
func parsePut(c *resource.Call) (service.Apply, error) {
	hidden, err := c.Int("visibilitytimeout", 0, week, 0)
	if err != nil {
		return nil, err
	}
	ttl, err := c.Int("messagettl", -1, math.MaxInt, week)
	if err != nil {
		return nil, err
	}
	const hint = "messagettl needs to be -1, or greater than both 0 and visibilitytimeout."
	switch {
	case ttl == 0:
		return nil, fault.New(fault.OutOfRangeQueryParameterValue).WithHint(hint)
	case ttl > 0 && hidden >= ttl:
		return nil, fault.New(fault.InvalidQueryParameterValue).WithHint(hint)
	}
	text, err := readText(c)
	return func(tx *store.Tx) (service.Reply, error) {
		m := message{
			inserted: c.Now, issued: c.Now, text: text,
			visible: after(c.Now, hidden), expires: after(c.Now, min(ttl, maxTTL)),
		}
		if ttl < 0 || ttl > maxTTL {
			m.expires = table.MaxTicks
		}
		return put(tx, c, m)
	}, err
}

func put(tx *store.Tx, c *resource.Call, m message) (service.Reply, error) {
	if err := InUse(tx, c); err != nil {
		return service.Reply{}, err
	}
	m.id = c.NewID()
	if err := discard(tx, c); err != nil {
		return service.Reply{}, err
	}
	reply := page(listMessages([]message{m}, whenPut))
	reply.Status = 201
	return reply, save(tx, c, m)
}

// discard deletes some of the expired messages at the front, so that a queue doesn't grow forever if no
// client gets messages from it.
func discard(tx *store.Tx, c *resource.Call) error {
	var expired []message
	for m := range messages(tx, c) {
		if m.expires > c.Now || len(expired) == maxMessages {
			break
		}
		expired = append(expired, m)
	}
	return remove(tx, c, expired)
}

func remove(tx *store.Tx, c *resource.Call, all []message) error {
	for _, m := range all {
		if err := tx.DeleteRecord(m.key(c.Names[0])); err != nil {
			return err
		}
	}
	return nil
}

// after returns the time some seconds after t.
func after(t table.Ticks, seconds int) table.Ticks {
	return min(t+table.Ticks(seconds)*second, table.MaxTicks)
}

// parseGet dequeues messages: it hides them for a while, and gives each a pop receipt, with which it can be
// deleted. It drops expired messages that it meets.
// https://learn.microsoft.com/rest/api/storageservices/get-messages
func parseGet(c *resource.Call) (service.Apply, error) {
	if peek, ok := c.Param("peekonly"); ok && peek != "false" { // a misspelled true would hide messages
		return nil, fault.New(fault.InvalidQueryParameterValue).WithHint(
			"peekonly needs to be true or false.")
	}
	limit, err := c.Int("numofmessages", 1, maxMessages, 1)
	if err != nil {
		return nil, err
	}
	hidden, err := c.Int("visibilitytimeout", 1, week, defaultHiding)
	return func(tx *store.Tx) (service.Reply, error) { return dequeue(tx, c, limit, hidden) }, err
}

// dequeue returns at most limit messages and hides them for some seconds.
func dequeue(tx *store.Tx, c *resource.Call, limit, hidden int) (service.Reply, error) {
	if err := InUse(tx, c); err != nil {
		return service.Reply{}, err
	}
	var taken, stored []message
	for m := range messages(tx, c) {
		if m.visible > c.Now || len(taken) == limit {
			break
		}
		stored = append(stored, m)
		if m.expires > c.Now {
			taken = append(taken, m)
		}
	}
	if err := remove(tx, c, stored); err != nil {
		return service.Reply{}, err
	}
	for i := range taken {
		m := &taken[i]
		m.visible, m.issued = after(c.Now, hidden), c.Now
		m.dequeues++
		c.Trace.Cost.BytesRead += len(m.text)
		if err := save(tx, c, *m); err != nil {
			return service.Reply{}, err
		}
	}
	return page(listMessages(taken, whenTaken)), nil
}

// parsePeek returns messages without changing them.
// https://learn.microsoft.com/rest/api/storageservices/peek-messages
func parsePeek(c *resource.Call) (service.Apply, error) {
	limit, err := c.Int("numofmessages", 1, maxMessages, 1)
	return func(tx *store.Tx) (service.Reply, error) {
		if err := InUse(tx, c); err != nil {
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
		return page(listMessages(found, whenPeeked)), nil
	}, err
}

func parseClear(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		if err := InUse(tx, c); err != nil {
			return service.Reply{}, err
		}
		return service.Reply{Status: 204}, tx.DeleteRecords(keys.Records(keys.Message, c.Names[0]))
	}, nil
}
