package blobs_test

import (
	"strings"
	"testing"
)

// TestSeal: a sealed append blob grows no more, and so do its copies, unless they say otherwise.
func TestSeal(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.put("/docs/block", "1")
	w.expect("PUT", "/docs/block?comp=seal", "", 409, "InvalidBlobType")
	w.expect("PUT", "/docs/log?comp=seal", "", 404, "BlobNotFound")
	tag := w.expect("PUT", "/docs/log", "", 201, "", "x-ms-blob-type", "AppendBlob").Headers.Get("ETag")
	w.expect("PUT", "/docs/log?comp=appendblock", "hello", 201, "")
	w.expect("PUT", "/docs/log?comp=seal", "", 412, "ConditionNotMet", "If-Match", tag)
	w.expect("PUT", "/docs/log?comp=seal", "", 412, "AppendPositionConditionNotMet",
		"x-ms-blob-condition-appendpos", "4")
	r := w.expect("PUT", "/docs/log?comp=seal", "", 200, "", "x-ms-blob-condition-appendpos", "5")
	again := w.expect("PUT", "/docs/log?comp=seal", "", 200, "")
	if r.Headers.Get("x-ms-blob-sealed") != "true" || r.Headers.Get("ETag") != again.Headers.Get("ETag") {
		t.Errorf("got %v and %v", r.Headers, again.Headers)
	}
	w.expect("PUT", "/docs/log?comp=appendblock", "x", 409, "BlobIsSealed")
	w.expect("PUT", "/docs/log?comp=metadata", "", 200, "", "x-ms-meta-a", "1")
	w.expect("PUT", "/docs/copy", "", 202, "", append(sourceAt("/docs/log"), "x-ms-seal-blob", "true")...)
	w.expect("PUT", "/docs/plain", "", 202, "", sourceAt("/docs/log")...)
	w.expect("PUT", "/docs/open", "", 202, "", append(sourceAt("/docs/log"), "x-ms-seal-blob", "false")...)
	for name, sealed := range map[string]string{
		"log": "true", "copy": "true", "plain": "true", "open": "", "block": "",
	} {
		if got := w.expect("HEAD", "/docs/"+name, "", 200, "").Headers.Get("x-ms-blob-sealed"); got != sealed {
			t.Errorf("%s: sealed is %q", name, got)
		}
	}
	list := string(w.expect("GET", "/docs"+container+"&comp=list", "", 200, "").Body)
	if strings.Count(list, "<Sealed>true</Sealed>") != 3 {
		t.Errorf("listed as %s", list)
	}
}

const (
	sumMD5   = "x-ms-range-get-content-md5"
	sumCRC64 = "x-ms-range-get-content-crc64"
)

// TestChecksums: which checksums an answer has.
func TestChecksums(t *testing.T) {
	const md5, crc = "XUFAKrxLKna5cZ2REBfFkg==", "V0JSBnCFdzM=" // of hello
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.expect("PUT", "/docs/log", "", 201, "", "x-ms-blob-type", "AppendBlob")
	sum := w.put("/docs/a", "hello").Headers.Get("x-ms-content-crc64")
	if sum != crc {
		t.Errorf("the CRC64 is %s", sum)
	}
	for _, c := range []struct {
		method, path, body string
		sent               []string
		md5, crc           string
	}{
		{"PUT", "/docs/a", "hello", []string{"x-ms-blob-type", "BlockBlob"}, md5, crc},
		{"PUT", "/docs/log?comp=appendblock", "hello", nil, "", crc},
		{"PUT", "/docs/log?comp=appendblock", "hello", []string{"Content-MD5", md5}, md5, ""},
		{"PUT", "/docs/b?comp=block&blockid=QQ==", "hello", []string{"x-ms-content-crc64", crc}, "", crc},
		{"PUT", "/docs/b?comp=block&blockid=QQ==", "hello", []string{"Content-MD5", md5}, md5, ""},
		{"GET", "/docs/log", "", []string{"x-ms-range", "bytes=5-9", sumMD5, "true"}, md5, ""},
		{"GET", "/docs/log", "", []string{"Range", "bytes=5-9", sumCRC64, "true"}, "", crc},
		{"GET", "/docs/log", "", []string{"Range", "bytes=5-9", sumMD5, "false"}, "", ""},
		{"PUT", "/docs/c", "", append(sourceAt("/docs/a"), "x-ms-source-content-md5", md5), md5, ""},
	} {
		h := w.send(c.method, c.path, c.body, c.sent...).Headers
		if h.Get("Content-MD5") != c.md5 || h.Get("x-ms-content-crc64") != c.crc {
			t.Errorf("%s %s with %v: got %v", c.method, c.path, c.sent, h)
		}
	}
	w.put("/docs/b", "other")
	w.expect("PUT", "/docs/c", "", 400, "Md5Mismatch", append(sourceAt("/docs/b"), "x-ms-source-content-md5",
		md5)...)
	w.expect("GET", "/docs/log", "", 400, "InvalidHeaderValue", sumMD5, "true")
	w.expect("GET", "/docs/log", "", 400, "InvalidHeaderValue", "Range", "bytes=0-1",
		sumMD5, "true", sumCRC64, "true")
	w.put("/docs/large", strings.Repeat("x", 4<<20+1))
	w.expect("GET", "/docs/large", "", 400, "OutOfRangeInput", "Range", "bytes=0-", sumMD5,
		"true")
}

// TestMoreConditions: conditions on containers, on tags, and on blobs that aren't there.
func TestMoreConditions(t *testing.T) {
	const past, future = "Mon, 05 Jan 2026 08:00:00 GMT", "Mon, 05 Jan 2026 10:00:00 GMT"
	w := newWorld(t)
	tag := w.expect("PUT", "/docs"+container, "", 201, "").Headers.Get("ETag")
	for _, comp := range []string{"&comp=metadata", "&comp=acl"} {
		w.expect("PUT", "/docs"+container+comp, "", 412, "ConditionNotMet", "If-Modified-Since", future)
		w.expect("PUT", "/docs"+container+comp, "", 412, "ConditionNotMet", "If-Unmodified-Since", past)
		w.expect("PUT", "/docs"+container+comp, "", 412, "ConditionNotMet", "If-Match", `"0x1"`)
		tag = w.expect("PUT", "/docs"+container+comp, "", 200, "", "If-Match", tag, "If-Modified-Since",
			past).Headers.Get("ETag")
	}
	w.expect("PUT", "/docs/a?comp=block&blockid=QQ==", "1", 201, "")
	commit := func(status int, code string, headers ...string) {
		t.Helper()
		w.expect("PUT", "/docs/a?comp=blocklist", list("Latest:A"), status, code, headers...)
	}
	commit(412, "ConditionNotMet", "If-Modified-Since", future)
	commit(412, "ConditionNotMet", "If-Match", "*")
	commit(201, "", "If-Modified-Since", past, "If-None-Match", "*")
	commit(409, "BlobAlreadyExists", "If-None-Match", "*")
	tag = w.expect("HEAD", "/docs/a", "", 200, "").Headers.Get("ETag")
	w.setTags("/docs/a", "a=1", 204, "", "x-ms-blob-if-match", tag)
	w.setTags("/docs/a", "a=1", 412, "ConditionNotMet", "x-ms-blob-if-none-match", tag)
	w.setTags("/docs/a", "a=1", 412, "ConditionNotMet", "x-ms-blob-if-unmodified-since", past)
	w.expect("GET", "/docs/a?comp=tags", "", 412, "ConditionNotMet", "x-ms-blob-if-match", `"0x1"`)
	w.expect("PUT", "/docs/a?comp=copy&copyid=none", "", 400, "InvalidQueryParameterValue", "x-ms-copy-action",
		"abort")
	w.expect("PUT", "/"+container, "", 400, "InvalidQueryParameterValue")
}

// TestSpecialContainers: the root container, whose name can be left out, and that of a website.
func TestSpecialContainers(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/a.txt", "1", 404, "ContainerNotFound", "x-ms-blob-type", "BlockBlob")
	w.expect("PUT", "/$root"+container, "", 201, "")
	w.put("/a.txt", "1")
	w.contains("/$root/a.txt", "1")
	w.contains("/a.txt", "1")
	w.expect("DELETE", "/a.txt", "", 202, "")

	const retention = "<DeleteRetentionPolicy><Enabled>true</Enabled><Days>5</Days></DeleteRetentionPolicy>"
	const website = "<StaticWebsite><Enabled>true</Enabled><IndexDocument>index.html</IndexDocument>" +
		"</StaticWebsite>"
	set := func(sections string, status int, code string) {
		t.Helper()
		w.expect("PUT", "/?comp=properties&restype=service", "<StorageServiceProperties>"+sections+
			"</StorageServiceProperties>", status, code)
	}
	has := func(want string) {
		t.Helper()
		got := w.expect("GET", "/?comp=properties&restype=service", "", 200, "").Body
		if !strings.Contains(string(got), want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	has("<DeleteRetentionPolicy><Enabled>false</Enabled></DeleteRetentionPolicy><StaticWebsite>" +
		"<Enabled>false</Enabled></StaticWebsite>")
	w.expect("PUT", "/$web/index.html", "1", 404, "ContainerNotFound", "x-ms-blob-type", "BlockBlob")
	set(retention+website+"<DefaultServiceVersion>2021-12-02</DefaultServiceVersion>", 202, "")
	has("<DefaultServiceVersion>2021-12-02</DefaultServiceVersion>" + retention + website)
	w.put("/$web/index.html", "1")
	set("", 202, "")
	has(retention + website)
	for _, wrong := range []string{
		"<DeleteRetentionPolicy><Enabled>true</Enabled></DeleteRetentionPolicy>",
		"<DeleteRetentionPolicy><Enabled>true</Enabled><Days>366</Days></DeleteRetentionPolicy>",
		"<DeleteRetentionPolicy></DeleteRetentionPolicy>", "<StaticWebsite></StaticWebsite>", "<Other />",
	} {
		set(wrong, 400, "InvalidXmlDocument")
	}
}
