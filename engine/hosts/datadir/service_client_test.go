//go:build !js

package datadir_test

import (
	"fmt"
	"hash/crc32"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
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

// drawBlob makes a random request to blobs: one put, put by blocks, copied or deleted.
func (c *client) drawBlob() request {
	container := c.home() + "s"
	if _, there := c.held[container]; !there {
		return request{
			to: grant.Blob, method: "PUT", path: "/" + container + "?restype=container",
			status: 201, change: change{container: {}},
		}
	}
	name := container + "/" + fmt.Sprint(c.random.IntN(20))
	before, found := c.held[name]
	content := strings.Repeat(fmt.Sprint(c.n, " "), 1+c.random.IntN(40_000))
	r := request{
		to: grant.Blob, method: "PUT", path: "/" + name, body: content,
		headers: []string{"x-ms-blob-type", "BlockBlob"}, status: 201,
	}
	kind := c.random.IntN(10)
	switch {
	case c.staged != "":
		name, content = c.staged, c.block+c.block
		r.path = "/" + name + "?comp=blocklist"
		r.body = "<BlockList><Latest>YQ==</Latest><Latest>YQ==</Latest></BlockList>"
		c.staged = ""
	case kind < 2:
		c.staged, c.block = name, content
		r.path, r.change = r.path+"?comp=block&blockid=YQ==", change{}
		return r
	case found && kind < 4:
		r.method, r.body, r.status, r.change = "DELETE", "", 202, change{name: nil}
		return r
	case found && kind < 5:
		r.ifMatch, r.status = `"0x1"`, 412
		return r
	case found && kind < 7:
		r.headers = []string{"x-ms-copy-source", "{blobs}/" + name}
		name += "copy"
		r.path, r.body, r.status = "/"+name, "", 202
		r.change, r.tagged = change{name: {n: before.n}}, []string{name}
		return r
	}
	r.change, r.tagged = change{name: {n: checksum([]byte(content))}}, []string{name}
	return r
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
