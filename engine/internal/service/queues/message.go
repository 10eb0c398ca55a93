package queues

import (
	"encoding/base64"
	"fmt"
	"iter"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// message is one message. Its store key begins with the time from which it is visible, so visible messages
// are the first ones of a queue, and the one that has been visible longest is the first of all.
type message struct {
	id       string
	visible  table.Ticks // from when on it is visible
	inserted table.Ticks
	expires  table.Ticks
	issued   table.Ticks // when its pop receipt was issued; a new message has one too
	dequeues int64
	text     string
}

func (m message) key(queue string) string {
	return keys.Record(keys.Message, queue, hex(m.visible), hex(m.inserted), m.id)
}

func hex(t table.Ticks) string { return fmt.Sprintf("%016x", int64(t)) }

func (m message) encode() string {
	var w resource.Writer
	for _, t := range [...]table.Ticks{m.visible, m.inserted, m.expires, m.issued} {
		w.Time(t)
	}
	w.Number(m.dequeues)
	w.Text(m.id)
	w.Text(m.text)
	return string(w.Data)
}

func decodeMessage(data string) (m message) {
	r := resource.Read(data)
	for _, t := range [...]*table.Ticks{&m.visible, &m.inserted, &m.expires, &m.issued} {
		*t = r.Time()
	}
	m.dequeues, m.id, m.text = r.Number(), r.Text(), r.Text()
	return m
}

// receipt returns the message's pop receipt. It changes whenever the message is dequeued or updated.
func (m message) receipt() string {
	return base64.StdEncoding.EncodeToString([]byte(hex(m.issued) + hex(m.visible)))
}

// visiblePart returns the part of the store key that a receipt has: the time from which its message is
// visible.
func visiblePart(receipt string) (part string, ok bool) {
	text, err := base64.StdEncoding.DecodeString(receipt)
	if err != nil || len(text) != 32 {
		return "", false
	}
	return string(text[16:]), true
}

// messages yields all messages of a call's queue, even expired ones, in the order in which they become
// visible.
func messages(tx *store.Tx, c *resource.Call) iter.Seq[message] {
	return within(tx, keys.Records(keys.Message, c.Names[0]))
}

func within(tx *store.Tx, r keys.Range) iter.Seq[message] {
	return func(yield func(message) bool) {
		for _, data := range tx.Records(r) {
			if !yield(decodeMessage(data)) {
				return
			}
		}
	}
}

// save writes a message and counts its bytes.
func save(tx *store.Tx, c *resource.Call, m message) error {
	data := m.encode()
	c.Trace.Cost.BytesWritten += len(data)
	return tx.PutRecord(m.key(c.Names[0]), data)
}

// detail says which parts of a message a reply has.
type detail uint8

const (
	whenPut detail = iota
	whenTaken
	whenPeeked
)

func appendMessage(dst []byte, m message, d detail) []byte {
	dst = append(dst, "<QueueMessage>"...)
	dst = xmlbody.Append(dst, "MessageId", m.id)
	dst = xmlbody.Append(dst, "InsertionTime", resource.Date(m.inserted))
	dst = xmlbody.Append(dst, "ExpirationTime", resource.Date(m.expires))
	if d != whenPeeked {
		dst = xmlbody.Append(dst, "PopReceipt", m.receipt())
		dst = xmlbody.Append(dst, "TimeNextVisible", resource.Date(m.visible))
	}
	if d != whenPut {
		dst = xmlbody.Append(dst, "DequeueCount", strconv.FormatInt(m.dequeues, 10))
		dst = xmlbody.Append(dst, "MessageText", m.text)
	}
	return append(dst, "</QueueMessage>"...)
}

func listMessages(found []message, d detail) []byte {
	const name = "QueueMessagesList"
	if len(found) == 0 {
		return xmlbody.Append(nil, name, "")
	}
	body := []byte("<" + name + ">")
	for _, m := range found {
		body = appendMessage(body, m, d)
	}
	return append(body, "</"+name+">"...)
}
