package blobs_test

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// id returns the ID of a block in base64, and in a URL.
func id(name string) (plain, escaped string) {
	plain = base64.StdEncoding.EncodeToString([]byte(name))
	return plain, url.QueryEscape(plain)
}

func (w *world) block(path, name, content string) {
	w.T.Helper()
	_, escaped := id(name)
	w.expect("PUT", path+"?comp=block&blockid="+escaped, content, 201, "")
}

// list returns a block list of KIND:NAME, such as Latest:a.
func list(entries ...string) string {
	var b strings.Builder
	for _, e := range entries {
		kind, name, _ := strings.Cut(e, ":")
		plain, _ := id(name)
		b.WriteString("<" + kind + ">" + plain + "</" + kind + ">")
	}
	return "<BlockList>" + b.String() + "</BlockList>"
}

// TestBlockList: a list makes a blob of blocks, in any order and more than once, and of those that it has.
func TestBlockList(t *testing.T) {
	w := newWorld(t)
	const path = "/docs/a/b.txt"
	w.expect("PUT", path+"?comp=block&blockid=QQ==", "1", 404, "ContainerNotFound")
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.expect("GET", path+"?comp=blocklist", "", 404, "BlobNotFound")
	w.block(path, "A", "one ")
	w.block(path, "B", "two ")
	w.block(path, "C", "three ")
	w.expect("GET", path, "", 404, "BlobNotFound")
	blobs := w.expect("GET", "/docs"+container+"&comp=list", "", 200, "")
	if strings.Contains(string(blobs.Body), "b.txt") {
		t.Errorf("a blob without a list is in %s", blobs.Body)
	}
	w.expect("PUT", path+"?comp=blocklist", list("Latest:X"), 400, "InvalidBlockList")
	w.expect("PUT", path+"?comp=blocklist", list("Committed:A"), 400, "InvalidBlockList")
	w.expect("PUT", path+"?comp=blocklist", "<Blocks/>", 400, "InvalidXmlDocument")
	w.expect("PUT", path+"?comp=blocklist", list("Latest:B", "Uncommitted:A", "Latest:B"), 201, "",
		"Content-Type", "application/xml", "x-ms-blob-content-type", "text/plain", "x-ms-meta-by", "Ann")
	w.contains(path, "two one two ")
	r := w.expect("GET", path, "", 206, "", "Range", "bytes=3-6")
	if string(r.Body) != " one" || r.Headers.Get("Content-Type") != "text/plain" ||
		r.Headers.Get("x-ms-meta-by") != "Ann" {
		t.Errorf("got %q, %v", r.Body, r.Headers)
	}
	w.block(path, "B", "zwei ")
	r = w.expect("GET", path+"?comp=blocklist&blocklisttype=all", "", 200, "")
	a, _ := id("A")
	b, _ := id("B")
	want := "<BlockList><CommittedBlocks><Block><Name>" + b + "</Name><Size>4</Size></Block><Block><Name>" + a +
		"</Name><Size>4</Size></Block><Block><Name>" + b + "</Name><Size>4</Size></Block></CommittedBlocks>" +
		"<UncommittedBlocks><Block><Name>" + b + "</Name><Size>5</Size></Block></UncommittedBlocks></BlockList>"
	if !strings.HasSuffix(string(r.Body), want) || r.Headers.Get("x-ms-blob-content-length") != "12" {
		t.Errorf("got %s, %v", r.Body, r.Headers)
	}
	w.expect("PUT", path+"?comp=blocklist", list("Committed:B", "Latest:B", "Committed:A"), 201, "")
	w.contains(path, "two zwei one ")
	w.expect("PUT", path+"?comp=blocklist", list(), 412, "ConditionNotMet", "If-Match", `"0x1"`)
	w.expect("PUT", path+"?comp=blocklist", list(), 409, "BlobAlreadyExists", "If-None-Match", "*")
	w.expect("PUT", path+"?comp=blocklist", list(), 201, "")
	w.contains(path, "")
}

// TestBlockIDs: an ID is base64, not too long, and as long as the others that wait.
func TestBlockIDs(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	_, longest := id(strings.Repeat("a", 64))
	_, longer := id(strings.Repeat("a", 65))
	w.expect("PUT", "/docs/l?comp=block&blockid="+longest, "1", 201, "")
	w.expect("PUT", "/docs/m?comp=block&blockid="+longer, "1", 400, "InvalidQueryParameterValue")
	w.expect("PUT", "/docs/m?comp=block&blockid=a", "1", 400, "InvalidQueryParameterValue")
	w.expect("PUT", "/docs/m?comp=block", "1", 400, "InvalidQueryParameterValue")
	for _, loose := range []string{"QQ%0D%0A==", "QQ==%0A", "QR==", "QQ"} {
		w.expect("PUT", "/docs/m?comp=block&blockid="+loose, "1", 400, "InvalidQueryParameterValue")
	}
	w.expect("PUT", "/docs/m?comp=block&blockid=QQ==", "", 400, "InvalidHeaderValue")
	w.block("/docs/m", "ab", "1")
	_, other := id("abcd")
	w.expect("PUT", "/docs/m?comp=block&blockid="+other, "1", 400, "InvalidBlobOrBlock")
	w.expect("PUT", "/docs/m?comp=blocklist", list("Latest:ab"), 201, "")
	w.expect("PUT", "/docs/m?comp=block&blockid="+other, "2", 201, "")
	w.expect("PUT", "/docs/m?comp=blocklist", list("Committed:ab", "Latest:abcd"), 201, "")
	w.contains("/docs/m", "12")
	w.expect("PUT", "/docs/log", "", 201, "", "x-ms-blob-type", "AppendBlob")
	w.expect("PUT", "/docs/log?comp=block&blockid="+other, "1", 409, "InvalidBlobType")
}

// TestBlocksGone: blocks are dropped by a list, a put, a delete, and when a week has passed.
func TestBlocksGone(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	for _, end := range []func(){
		func() { w.expect("PUT", "/docs/a?comp=blocklist", list(), 201, "") },
		func() { w.put("/docs/a", "whole") },
		func() { w.put("/docs/a", "whole"); w.expect("DELETE", "/docs/a", "", 202, "") },
		func() { w.Now = w.Now.Add(8 * 24 * time.Hour) },
	} {
		w.block("/docs/a", "A", "1")
		end()
		w.expect("PUT", "/docs/a?comp=blocklist", list("Latest:A"), 400, "InvalidBlockList")
	}
	w.block("/docs/a", "A", "1")
	w.expect("DELETE", "/docs"+container, "", 202, "", "x-rowkey-at-once", "1")
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.expect("GET", "/docs/a?comp=blocklist&blocklisttype=all", "", 404, "BlobNotFound")
}

// TestBlockOfMany: a block doesn't cost more because its blob has many, for all that other writes wait.
func TestBlockOfMany(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.block("/docs/few", "A", "x")
	w.block("/docs/many", "A", "x")
	w.expect("PUT", "/docs/many?comp=blocklist", list(slices.Repeat([]string{"Latest:A"}, 50_000)...), 201, "")
	few := testing.AllocsPerRun(5, func() { w.block("/docs/few", "B", "x") })
	if many := testing.AllocsPerRun(5, func() { w.block("/docs/many", "B", "x") }); many > 2*few {
		t.Errorf("%v allocations for a block, %v if the blob has 50,000", few, many)
	}
}

// TestWaitingBound: a blob has at most 100,000 blocks that wait for a list, and one can still be put again.
func TestWaitingBound(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the bound is the same natively, where it takes a tenth of the time")
	}
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	at := func(i int) string { return fmt.Sprintf("/docs/a?comp=block&blockid=MDAw%08d", i) }
	for i := range 100_000 {
		if r := w.send("PUT", at(i), "1"); r.Status != 201 {
			t.Fatalf("block %d got %d %s", i, r.Status, r.Body)
		}
	}
	w.expect("PUT", at(100_000), "1", 409, "BlockCountExceedsLimit")
	w.expect("PUT", at(7), "2", 201, "")
	w.expect("PUT", "/docs/b?comp=block&blockid=MDAw", "1", 201, "")
	w.expect("PUT", "/docs/a?comp=blocklist", "<BlockList><Latest>MDAw00000007</Latest></BlockList>", 201, "")
	w.contains("/docs/a", "2")
	w.expect("PUT", at(100_000), "1", 201, "")
}

// TestWaitingOver: blocks that have waited for a week don't come back with the next one.
func TestWaitingOver(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.put("/docs/a", "kept")
	w.block("/docs/a", "A", "1")
	w.Now = w.Now.Add(8 * 24 * time.Hour)
	w.block("/docs/a", "other", "2")
	body := string(w.expect("GET", "/docs/a?comp=blocklist&blocklisttype=all", "", 200, "").Body)
	if other, _ := id("other"); strings.Count(body, "<Block>") != 1 || !strings.Contains(body, other) {
		t.Errorf("there are %s", body)
	}
	w.contains("/docs/a", "kept")
}
