//go:build !js

package datadir_test

import (
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// drawMessage makes a random request to queues: a message put, changed or deleted, or all of them deleted.
func (c *client) drawMessage() request {
	queue := c.home()
	if _, there := c.held[queue]; !there {
		return request{to: grant.Queue, method: "PUT", path: "/" + queue, status: 201, change: change{queue: {}}}
	}
	name := fmt.Sprint(queue, "/", c.n)
	r := request{
		to: grant.Queue, method: "POST", path: "/" + queue + "/messages",
		body:   fmt.Sprintf("<QueueMessage><MessageText>%d</MessageText></QueueMessage>", c.n),
		status: 201, change: change{name: {n: c.n}}, tagged: []string{name},
	}
	if len(c.held) > 25 || c.random.IntN(100) == 0 {
		r.method, r.body, r.status, r.change, r.tagged = "DELETE", "", 204, change{}, nil
		for name := range c.held {
			if name != queue {
				r.change[name] = nil
			}
		}
		return r
	}
	known := slices.Sorted(maps.Keys(c.receipts))
	kind := c.random.IntN(10)
	if len(known) == 0 || kind > 4 {
		return r
	}
	was := known[0]
	r.path += "/" + c.held[was].etag + "?popreceipt=" + c.receipts[was]
	r.status, r.change[was], r.tagged = 204, nil, nil
	if kind < 2 {
		r.method, r.body = "DELETE", ""
		delete(r.change, name)
	} else {
		r.method, r.change[name].etag = "PUT", c.held[was].etag
		r.path += "&visibilitytimeout=0"
	}
	return r
}

var (
	ids      = regexp.MustCompile(`<MessageId>(.*?)</MessageId>`)
	receipts = regexp.MustCompile(`<PopReceipt>(.*?)</PopReceipt>`)
)

// keepReceipt remembers how a message that was put or changed can be changed next, and forgets the deleted.
func (c *client) keepReceipt(r request, response *http.Response, body string) {
	receipt := response.Header.Get("x-ms-popreceipt")
	if found := receipts.FindStringSubmatch(body); found != nil {
		receipt = found[1]
	}
	for name, t := range r.change {
		if t == nil {
			delete(c.receipts, name)
		} else if receipt != "" {
			c.receipts[name] = receipt
		}
	}
}

// messages adds the queues of an account and their messages to a state.
func (c *crash) messages(a *account.Account, state map[string]thing) {
	for _, queue := range names(c.get(a, grant.Queue, "/?comp=list")) {
		state[queue] = thing{}
		path := "/" + queue + "/messages?peekonly=true&numofmessages=32"
		for _, message := range c.parsed(c.get(a, grant.Queue, path).Body).Children {
			text, _ := message.Child("MessageText")
			id, _ := message.Child("MessageId")
			n, _ := strconv.Atoi(text.Text)
			state[queue+"/"+text.Text] = thing{n, id.Text}
		}
	}
}

// drawBlob makes a random request to blobs: one put, put by blocks, copied, leased or deleted.
func (c *client) drawBlob() request {
	container := c.home() + "s"
	if _, there := c.held[container]; !there {
		return request{
			to: grant.Blob, method: "PUT", path: "/" + container + "?restype=container",
			status: 201, change: change{container: {}},
		}
	}
	name := container + "/" + fmt.Sprint(c.random.IntN(10))
	before, found := c.held[name]
	held, leased := c.held[name+lease]
	content := strings.Repeat(fmt.Sprint(c.n, " "), 1+c.random.IntN(1_000))
	if c.random.IntN(20) == 0 {
		content = strings.Repeat(content, 50)
	}
	r := request{
		to: grant.Blob, method: "PUT", path: "/" + name, body: content,
		headers: []string{"x-ms-blob-type", "BlockBlob"}, status: 201,
	}
	if leased && held.n == 0 && c.random.IntN(8) == 0 {
		r.status = 412 // because it doesn't send the lease
		return r
	}
	if leased && held.n == 0 {
		r.headers = append(r.headers, "x-ms-lease-id", held.etag)
	}
	waiting := c.waiting(name)
	switch kind := c.random.IntN(20); {
	case kind < 5:
		id := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%06d", c.n))
		c.blocks[id] = content
		r.path += "?comp=block&blockid=" + url.QueryEscape(id)
		r.change = change{name + block + id: {n: len(content)}}
		return c.endBroken(r, name)
	case kind < 8 && len(waiting) > 0:
		r.path, content, r.body = r.path+"?comp=blocklist", "", "<BlockList>"
		for range 1 + c.random.IntN(3) {
			id := waiting[c.random.IntN(len(waiting))]
			content += c.blocks[id]
			r.body += "<Latest>" + id + "</Latest>"
		}
		r.body += "</BlockList>"
	case found && kind < 10:
		r.method, r.body, r.status = "DELETE", "", 202
		r.change = change{name: nil, name + lease: nil}
		return c.endBlocks(r, name)
	case found && kind < 11:
		r.ifMatch, r.status = `"0x1"`, 412
		return r
	case found && kind < 14:
		r.headers = []string{"x-ms-copy-source", "{blobs}/" + name}
		name += "copy"
		r.path, r.body, r.status = "/"+name, "", 202
		r.change, r.tagged = change{name: {n: before.n}}, []string{name}
		return r
	case found && kind < 17:
		return c.drawLease(name, held, leased)
	}
	r.change, r.tagged = change{name: {n: checksum([]byte(content))}}, []string{name}
	return c.endBlocks(c.endBroken(r, name), name)
}

// What is known about a blob beside its content has its name and one of these: a lease's ID, with 1 if it's
// broken, and the size of a block that waits for a list, followed by its ID.
const (
	lease = " lease"
	block = " block "
)

// waiting returns the IDs of the blocks that wait for a list.
func (c *client) waiting(name string) (ids []string) {
	for key := range c.held {
		if id, ok := strings.CutPrefix(key, name+block); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// endBlocks has a request that replaces or deletes a blob delete the blocks that wait.
func (c *client) endBlocks(r request, name string) request {
	for _, id := range c.waiting(name) {
		r.change[name+block+id] = nil
	}
	return r
}

// endBroken has a write end a broken lease.
func (c *client) endBroken(r request, name string) request {
	if held, leased := c.held[name+lease]; leased && held.n == 1 {
		r.change[name+lease] = nil
	}
	return r
}

// drawLease makes a random request to the lease of a blob, which has no end.
func (c *client) drawLease(name string, held thing, leased bool) request {
	r := request{to: grant.Blob, method: "PUT", path: "/" + name + "?comp=lease", status: 200}
	id := fmt.Sprintf("%08x-0000-4000-8000-%012x", c.n, c.id)
	r.change = change{name + lease: {etag: id}}
	switch kind := c.random.IntN(4); {
	case !leased || held.n == 1 && kind < 2:
		r.status = 201
		r.headers = []string{
			"x-ms-lease-action", "acquire", "x-ms-lease-duration", "-1", "x-ms-proposed-lease-id", id,
		}
	case held.n == 0 && kind == 0:
		r.headers = []string{
			"x-ms-lease-action", "change", "x-ms-lease-id", held.etag, "x-ms-proposed-lease-id", id,
		}
	case held.n == 0 && kind == 1:
		r.status, r.change = 202, change{name + lease: {1, held.etag}}
		r.headers = []string{"x-ms-lease-action", "break", "x-ms-lease-break-period", "0"}
	default:
		r.change = change{name + lease: nil}
		r.headers = []string{"x-ms-lease-action", "release", "x-ms-lease-id", held.etag}
	}
	return r
}

// unseen adds to a state what no request reads of blobs: the IDs of leases, and blocks of blobs that aren't
// there yet.
func unseen(tx *store.Tx, state map[string]thing) error {
	for key, data := range tx.Records(keys.Records(keys.Lease)) {
		parts, _ := keys.SplitRecord(keys.Lease, key)
		r := resource.Read(data)
		t := thing{etag: r.Text()}
		if _, _, breaks := r.Number(), r.Time(), r.Time(); breaks > 0 {
			t.n = 1
		}
		state[strings.Join(parts, "/")+lease] = t
	}
	for key, data := range tx.Records(keys.Records(keys.Block)) {
		parts, _ := keys.SplitRecord(keys.Block, key)
		if parts[2] == "" {
			continue // how many they are
		}
		r := resource.Read(data)
		_ = r.Time()
		state[parts[0]+"/"+parts[1]+block+parts[2]] = thing{n: int(r.Number())}
	}
	return nil
}

func checksum(content []byte) int { return int(crc32.ChecksumIEEE(content)) }

// blobs adds the containers of an account and their blobs to a state.
func (c *crash) blobs(a *account.Account, state map[string]thing) {
	for _, container := range names(c.get(a, grant.Blob, "/?comp=list")) {
		state[container] = thing{}
		for _, blob := range names(c.get(a, grant.Blob, "/"+container+"?restype=container&comp=list")) {
			r := c.get(a, grant.Blob, "/"+container+"/"+blob)
			state[container+"/"+blob] = thing{checksum(r.Body), r.Headers.Get("ETag")}
		}
	}
}

func (c *crash) get(a *account.Account, to grant.Service, path string) wire.Response {
	r, _ := a.Do(to, wire.Request{Method: "GET", URL: enginetest.BaseOf(to) + path})
	if r.Status != 200 {
		c.Fatalf("%s: %d %s", path, r.Status, r.Body)
	}
	return r
}

func (c *crash) parsed(body []byte) xmlbody.Element {
	parsed, err := xmlbody.Parse(body)
	if err != nil {
		c.Fatal(err)
	}
	return parsed
}

var listed = regexp.MustCompile(`<Name>(.*?)</Name>`)

// names returns what a list has.
func names(list wire.Response) (names []string) {
	for _, found := range listed.FindAllSubmatch(list.Body, -1) {
		names = append(names, string(found[1]))
	}
	return names
}
