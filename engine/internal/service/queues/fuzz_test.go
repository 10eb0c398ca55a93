package queues_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// FuzzQueue sends any request to a queue with a few messages.
func FuzzQueue(f *testing.F) {
	const id = "/orders/messages/00000003-0000-4000-8000-000000000000?popreceipt="
	for _, path := range []string{
		"", "/", "?comp=list", "/?comp=list&prefix=o&marker=a&maxresults=1&include=metadata", "/orders",
		"/orders/", "/orders?comp=metadata",
		"/orders?comp=acl", "/?restype=service&comp=properties", "/?restype=service&comp=stats",
		"/orders/messages", "/orders/messages?peekonly=true",
		"/orders/messages?numofmessages=32&visibilitytimeout=604800",
		"/orders/messages?messagettl=-1&visibilitytimeout=5", "-secondary/orders/messages",
		id + "MDhkZTRjMzhkMjBmZDAwMA==&visibilitytimeout=0", id, id + "%FF", "//", "/%6frders/messages/x",
		"/orders?Comp=Metadata", "/-", "/orders/messages/a/b",
	} {
		for _, method := range []string{"GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS"} {
			f.Add(method, path, "x-ms-meta-a: 1\nx-ms-version: 2019-02-02\nOrigin: "+
				"a\nAccess-Control-Request-Method: GET", put("a &lt; b"))
		}
	}
	const policy = "<SignedIdentifiers><SignedIdentifier><Id>a</Id><AccessPolicy><Start>2026-01-" +
		"05T09:00:00.5Z</Start><Permission>raup</Permission>" +
		"</AccessPolicy></SignedIdentifier></SignedIdentifiers>"
	f.Add("PUT", "/orders?comp=acl", "", policy)
	f.Add("PUT", "/?restype=service&comp=properties", "",
		"<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</"+
			"AllowedMethods>"+
			"<MaxAgeInSeconds>1</MaxAgeInSeconds><AllowedHeaders>a*</AllowedHeaders><ExposedHeaders/></CorsRule></"+
			"Cors><Logging><Version>1.0</Version><Read>true</Read>"+
			"<Write>false</Write><Delete>true</Delete><RetentionPolicy><Enabled>true</Enabled><Days>7</Days></"+
			"RetentionPolicy></Logging></StorageServiceProperties>")
	f.Fuzz(func(t *testing.T, method, path, headers, body string) {
		w := newWorld(t)
		w.expect("PUT", "/orders", "", 201, "", "x-ms-meta-a", "<1>")
		w.expect("POST", "/orders/messages", put("a"), 201, "")
		w.expect("POST", "/orders/messages?messagettl=1", put("b"), 201, "")
		req := wire.Request{Method: method, URL: enginetest.BaseOf(grant.Queue) + path,
			Headers: enginetest.Headers(headers), Body: []byte(body)}
		w.Probe(grant.Queue, req)
		w.Probe(grant.Queue, req) // again, after what it has changed
		w.Probe(grant.Queue, wire.Request{Method: "GET",
			URL: enginetest.BaseOf(grant.Queue) + "?comp=list&include=metadata"})
		w.Probe(grant.Queue, wire.Request{Method: "GET",
			URL: enginetest.BaseOf(grant.Queue) + "/orders/messages?numofmessages=32&visibilitytimeout=1"})
	})
}
