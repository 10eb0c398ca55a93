package full_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	name   = "devstoreaccount1"
	tables = "http://127.0.0.1:10002/" + name
	queues = "http://127.0.0.1:10001/" + name
	inBlob = "http://127.0.0.1:10000/" + name
	mark   = "\uFEFF" + `<?xml version="1.0" encoding="utf-8"?>`
)

func open(t *testing.T) *account.Account {
	t.Helper()
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	now, ids := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), 0
	a := full.Open(s, full.Options{
		Name:  name,
		Clock: func() table.Ticks { now = now.Add(time.Second); return table.TicksOf(now) },
		NewID: func() string { ids++; return fmt.Sprintf("%08x-0000-4000-8000-000000000000", ids) },
	})
	t.Cleanup(func() {
		if err := a.Check(); err != nil {
			t.Errorf("the store is inconsistent: %v", err)
		}
		_ = a.Close()
	})
	return a
}

func send(a *account.Account, method, url, body string, headers ...string) wire.Response {
	to := grant.Table
	switch {
	case strings.HasPrefix(url, queues):
		to = grant.Queue
	case strings.HasPrefix(url, inBlob):
		to = grant.Blob
	}
	req := wire.Request{Method: method, URL: url, Body: []byte(body)}
	req.Headers.Add("Accept", "application/json;odata=nometadata")
	req.Headers.Add("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		req.Headers.Set(headers[i], headers[i+1])
	}
	response, _ := a.Do(to, req)
	return response
}

func expect(t *testing.T, r wire.Response, status int, body string) {
	t.Helper()
	if r.Status != status || string(r.Body) != body {
		t.Errorf("got %d\n%s\nwant %d\n%s", r.Status, r.Body, status, body)
	}
}

// refuse expects an error with a code.
func refuse(t *testing.T, r wire.Response, status int, code string) {
	t.Helper()
	if r.Status != status || !strings.Contains(string(r.Body), code) {
		t.Errorf("got %d\n%s\nwant %d %s", r.Status, r.Body, status, code)
	}
}

func createTable(t *testing.T, a *account.Account) {
	t.Helper()
	expect(t, send(a, "POST", tables+"/Tables", `{"TableName":"Orders"}`), 201, `{"TableName":"Orders"}`)
}

func TestPolicies(t *testing.T) {
	a := open(t)
	const acl = tables + "/Orders?comp=acl"
	refuse(t, send(a, "GET", acl, ""), 404, "TableNotFound")
	createTable(t, a)
	expect(t, send(a, "GET", acl, ""), 200, mark+"<SignedIdentifiers />")
	sent := `<?xml version="1.0"?><SignedIdentifiers><SignedIdentifier><AccessPolicy><Permission>` +
		`rd</Permission>` +
		`<Expiry>2026-02-01</Expiry><Start>2026-01-05T09:00:00.5Z</Start></AccessPolicy><Id>readers</Id>` +
		`</SignedIdentifier>` +
		`<SignedIdentifier><Id>empty &amp; so on</Id><AccessPolicy/></SignedIdentifier></SignedIdentifiers>`
	expect(t, send(a, "PUT", acl, sent), 204, "")
	want := mark + `<SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy>` +
		`<Start>2026-01-05T09:00:00.5000000Z</Start><Expiry>2026-02-01T00:00:00.0000000Z</Expiry>` +
		`<Permission>rd</Permission></AccessPolicy></SignedIdentifier>` +
		`<SignedIdentifier><Id>empty &amp; so on</Id></SignedIdentifier></SignedIdentifiers>`
	got := send(a, "GET", tables+"/orders?comp=acl", "")
	expect(t, got, 200, want)
	if kind := got.Headers.Get("Content-Type"); kind != "application/xml" {
		t.Errorf("Content-Type is %q", kind)
	}
	one := func(id, access string) string {
		return "<SignedIdentifier><Id>" + id + "</Id><AccessPolicy>" + access +
			"</AccessPolicy></SignedIdentifier>"
	}
	for name, inner := range map[string]string{
		"six": one("a", "") + one("b", "") + one("c", "") + one("d", "") + one("e", "") +
			one("f", ""),
		"twice":                one("a", "") + one("b", "") + one("a", ""),
		"no Id":                one("", ""),
		"a long Id":            one(strings.Repeat("a", 65), ""),
		"nine digits":          one("a", "<Start>2026-01-05T09:00:00.123456789Z</Start>"),
		"no time":              one("a", "<Expiry>soon</Expiry>"),
		"letters out of order": one("a", "<Permission>ar</Permission>"),
		"another letter":       one("a", "<Permission>rx</Permission>"),
		"another element":      "<Other/>",
	} {
		r := send(a, "PUT", acl, "<SignedIdentifiers>"+inner+"</SignedIdentifiers>")
		if r.Status != 400 || !strings.Contains(string(r.Body), "<m:code>InvalidXmlDocument</m:code>") ||
			r.Headers.Get("x-ms-error-code") != "InvalidXmlDocument" {
			t.Errorf("%s: got %d\n%s", name, r.Status, r.Body)
		}
	}
	expect(t, send(a, "GET", acl, ""), 200, want)
	expect(t, send(a, "PUT", acl, ""), 204, "")
	expect(t, send(a, "GET", acl, ""), 200, mark+"<SignedIdentifiers />")
	refuse(t, send(a, "DELETE", acl, ""), 405, "UnsupportedHttpVerb")
}

// TestPolicyLetters: a policy can give what a token of the same service can.
func TestPolicyLetters(t *testing.T) {
	a := open(t)
	createTable(t, a)
	expect(t, send(a, "PUT", queues+"/jobs", ""), 201, "")
	expect(t, send(a, "PUT", inBlob+"/docs?restype=container", ""), 201, "")
	for _, test := range []struct {
		url, letters string
		status       int
	}{
		{tables + "/Orders?comp=acl", "raud", 204}, {tables + "/Orders?comp=acl", "raup", 400},
		{queues + "/jobs?comp=acl", "raup", 204}, {queues + "/jobs?comp=acl", "raud", 400},
		{inBlob + "/docs?restype=container&comp=acl", "racwdl", 200},
		{inBlob + "/docs?restype=container&comp=acl", "racwdxltmeopiyf", 200},
		{inBlob + "/docs?restype=container&comp=acl", "racwdxyltfmeopi", 200}, // as Go's client writes it
		{inBlob + "/docs?restype=container&comp=acl", "lr", 400},
		{inBlob + "/docs?restype=container&comp=acl", "rr", 400},
	} {
		r := send(a, "PUT", test.url, "<SignedIdentifiers><SignedIdentifier><Id>a</Id><AccessPolicy><Permission>"+
			test.letters+"</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>")
		if r.Status != test.status {
			t.Errorf("%s: %s got %d %s", test.url, test.letters, r.Status, r.Body)
		}
	}
}

// Deleting a table deletes its policies.
func TestPoliciesDeleted(t *testing.T) {
	a := open(t)
	createTable(t, a)
	const acl = tables + "/Orders?comp=acl"
	policy := "<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>"
	expect(t, send(a, "PUT", acl, policy), 204, "")
	expect(t, send(a, "DELETE", tables+"/Tables('Orders')", ""), 204, "")
	refuse(t, send(a, "GET", acl, ""), 409, "TableBeingDeleted")
	for range 40 {
		send(a, "GET", tables+"/Tables", "") // a second each
	}
	refuse(t, send(a, "GET", acl, ""), 404, "TableNotFound")
	createTable(t, a)
	expect(t, send(a, "GET", acl, ""), 200, mark+"<SignedIdentifiers />")
}

func TestProperties(t *testing.T) {
	a := open(t)
	const (
		properties = "/?restype=service&comp=properties"
		logging    = "<Logging><Version>1.0</Version><Read>true</Read><Write>false</Write><Delete>false</Delete>" +
			"<RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></Logging>"
		unset = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>"
		hour  = "<HourMetrics><Version>1.0</Version><Enabled>false</Enabled>" + unset + "</HourMetrics>"
		mins  = "<MinuteMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>" +
			unset + "</MinuteMetrics>"
	)
	wrap := func(s string) string { return "<StorageServiceProperties>" + s + "</StorageServiceProperties>" }
	expect(t, send(a, "PUT", tables+properties, wrap(mins+logging)), 202, "")
	expect(t, send(a, "GET", tables+properties, ""), 200, mark+wrap(logging+hour+mins+"<Cors />"))
	other := "<Logging><Version>1.0</Version><Read>false</Read><Write>false</Write><Delete>false</Delete>" +
		unset + "</Logging>"
	expect(t, send(a, "GET", queues+properties, ""), 200,
		mark+wrap(other+hour+strings.ReplaceAll(hour, "Hour", "Minute")+"<Cors />"))
	rule := "<CorsRule><AllowedMethods>GET</AllowedMethods><AllowedOrigins>*</AllowedOrigins><AllowedHeaders " +
		"/><ExposedHeaders />" +
		"<MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule>"
	for name, body := range map[string]string{
		"no document":  "x",
		"another one":  "<Other/>",
		"too long":     wrap(strings.Replace(logging, "7", "366", 1)),
		"not a number": wrap(strings.Replace(logging, "7", "x", 1)),
		"not a truth":  wrap(strings.Replace(logging, "true", "yes", 1)),
		"twice":        wrap(logging + logging),
		"a version":    wrap(strings.Replace(logging, "1.0", "2.0", 1)),
		"six rules":    wrap("<Cors>" + strings.Repeat(rule, 6) + "</Cors>"),
		"a method":     wrap("<Cors>" + strings.Replace(rule, "GET", "BREW", 1) + "</Cors>"),
		"3 prefixes": wrap("<Cors>" + strings.Replace(rule, "<ExposedHeaders />",
			"<ExposedHeaders>a*,b*,c*</ExposedHeaders>", 1) + "</Cors>"),
		"2 KiB": wrap("<Cors>" + strings.Replace(rule, "*",
			strings.Repeat(strings.Repeat("o", 250)+",", 9), 1) + "</Cors>"),
	} {
		r := send(a, "PUT", tables+properties, body)
		if r.Status != 400 || !strings.Contains(string(r.Body), "InvalidXmlDocument") {
			t.Errorf("%s: got %d\n%s", name, r.Status, r.Body)
		}
	}
	expect(t, send(a, "PUT", tables+properties, wrap("<Cors>"+rule+"</Cors>")), 202, "")
	expect(t, send(a, "GET", tables+properties, ""), 200,
		mark+wrap(logging+hour+mins+"<Cors>"+rule+"</Cors>"))
	expect(t, send(a, "PUT", tables+properties, wrap("<Cors/>")), 202, "")
	expect(t, send(a, "GET", tables+properties, ""), 200, mark+wrap(logging+hour+mins+"<Cors />"))
}

func TestStatistics(t *testing.T) {
	a := open(t)
	const stats = "/?restype=service&comp=stats"
	expect(t, send(a, "GET", tables+"-secondary"+stats, ""), 200,
		mark+"<StorageServiceStats><GeoReplication>"+
			"<Status>live</Status><LastSyncTime>Mon, 05 Jan 2026 09:00:01 "+
			"GMT</LastSyncTime></GeoReplication></StorageServiceStats>")
	refuse(t, send(a, "GET", tables+stats, ""), 400, "InvalidQueryParameterValue")
	refuse(t, send(a, "PUT", tables+"-secondary/?restype=service&comp=properties",
		"<StorageServiceProperties/>"),
		403, "InsufficientAccountPermissions")
	refuse(t, send(a, "GET", tables+"/Orders?comp=nonsense", ""), 501, "NotImplemented")
}

// TestCORS: the headers that let a page of another origin read an answer.
func TestCORS(t *testing.T) {
	a := open(t)
	createTable(t, a)
	const page, list = "https://handbook.example", tables + "/Tables"
	show := func(r wire.Response) (shown []string) {
		for _, h := range r.Headers {
			if strings.HasPrefix(h.Name, "Access-Control-") || h.Name == "Vary" {
				shown = append(shown, strings.TrimPrefix(h.Name, "Access-Control-")+": "+h.Value)
			}
		}
		return append([]string{fmt.Sprint(r.Status)}, shown...)
	}
	rules := func(inner string) {
		t.Helper()
		expect(t, send(a, "PUT", tables+"/?restype=service&comp=properties",
			"<StorageServiceProperties><Cors>"+inner+"</Cors></StorageServiceProperties>"), 202, "")
	}
	rule := func(origins, headers, exposed string) string {
		return "<CorsRule><AllowedOrigins>" + origins +
			"</AllowedOrigins><AllowedMethods>GET,POST</AllowedMethods>" +
			"<MaxAgeInSeconds>60</MaxAgeInSeconds><AllowedHeaders>" + headers +
			"</AllowedHeaders><ExposedHeaders>" +
			exposed + "</ExposedHeaders></CorsRule>"
	}
	check := func(what string, r wire.Response, want string) {
		t.Helper()
		if got := strings.Join(show(r), "; "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", what, got, want)
		}
	}
	ask := func(headers ...string) wire.Response {
		return send(a, "OPTIONS", tables+"/Orders", "", headers...)
	}
	preflight := []string{"Origin", page, "Access-Control-Request-Method", "GET"}

	check("no rules", send(a, "GET", list, "", "Origin", page), "200")
	check("a preflight without rules", ask(preflight...), "403")

	rules(rule(page, "x-ms-*,accept", "*"))
	check("the page", send(a, "GET", list, "", "Origin", page),
		"200; Expose-Headers: x-ms-request-id,Server,"+
			"x-ms-version,X-Content-Type-Options,Cache-Control,Content-Type,Content-Length,Date,Transfer-Encoding; "+
			"Allow-Origin: "+page+"; Allow-Credentials: true; Vary: Origin")
	check("another page", send(a, "GET", list, "", "Origin", "https://else.example"), "200; Vary: Origin")
	check("no page", send(a, "GET", list, ""), "200; Vary: Origin")
	check("a write by no page", send(a, "DELETE", tables+"/Tables('None')", ""), "404")
	check("a method of no rule", send(a, "DELETE", tables+"/Tables('None')", "", "Origin", page), "404")
	check("a preflight", ask(append(preflight, "Access-Control-Request-Headers", "X-MS-Date, Accept")...),
		"200; Allow-Origin: "+
			""+page+"; Allow-Methods: GET; Allow-Headers: X-MS-Date, Accept; Max-Age: 60; "+
			"Allow-Credentials: true")
	check("for a header of no rule", ask(append(preflight, "Access-Control-Request-Headers", "x-other")...),
		"403")
	check("for a method of no rule", ask("Origin", page, "Access-Control-Request-Method", "PUT"), "403")
	check("of another page", ask("Origin", "https://Handbook.example", "Access-Control-Request-Method",
		"GET"), "403")
	check("without an origin", ask("Access-Control-Request-Method", "GET"), "400")
	check("for nothing", ask("Origin", page), "400")

	rules(rule("https://*.example.com", "*", ""))
	check("a page of a domain", send(a, "GET", list, "", "Origin", "https://a.b.example.com"),
		"200; Allow-Origin: https://a.b.example.com; Allow-Credentials: true; Vary: Origin")
	check("the domain itself", send(a, "GET", list, "", "Origin", "https://example.com"), "200; Vary: Origin")
	check("another domain", send(a, "GET", list, "", "Origin", "https://a.example.com.x"), "200; Vary: Origin")

	rules(rule("*", "*", "etag"))
	check("no page, and any allowed", send(a, "GET", list, ""), "200; Allow-Origin: *")
	check("any page", send(a, "GET", list, "", "Origin", page), "200; Allow-Origin: *")
	check("any page, a write", send(a, "POST", tables+"/Orders", `{"PartitionKey":"","RowKey":""}`,
		"Origin", page),
		"201; Expose-Headers: ETag; Allow-Origin: *")
	check("a preflight of any page", ask(preflight...),
		"200; Allow-Origin: *; Allow-Methods: GET; Max-Age: 60")
}

// TestVersions: every date from the newest version on is taken for a version, since clients can be newer than
// the engine. One that the services never had is refused by every one of them, and for settings as for what
// they belong to.
func TestVersions(t *testing.T) {
	w := enginetest.NewWorld(t, nil)
	w.Expect(grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, 201, "")
	w.Expect(grant.Queue, "PUT", "/orders", "", 201, "")
	w.Expect(grant.Blob, "PUT", "/orders?restype=container", "", 201, "")
	for _, request := range []struct {
		to   grant.Service
		path string
	}{
		{grant.Table, "/Orders"},
		{grant.Table, "/Orders?comp=acl"},
		{grant.Table, "/?restype=service&comp=properties"},
		{grant.Queue, "/orders?comp=metadata"},
		{grant.Queue, "/orders?comp=acl"},
		{grant.Blob, "/orders?restype=container"},
		{grant.Blob, "/orders?restype=container&comp=acl"},
	} {
		for _, version := range []string{"2019-02-02", "2026-06-06", "2026-06-07", "2026-12-06", "2042-02-28"} {
			got := w.Expect(request.to, "GET", request.path, "", 200, "", "x-ms-version", version)
			if echoed := got.Headers.Get("x-ms-version"); echoed != version {
				t.Errorf("%s was answered as %s", version, echoed)
			}
		}
		for _, version := range []string{
			"2019-02-03", "2009-04-13", "2026-13-06", "2026-12-6", "20261206", "2026-12-06T00:00:00Z", "latest",
			"2026-12-06-x", "2018-03-28 2018-11-09",
		} {
			got := w.Expect(request.to, "GET", request.path, "", 400, "InvalidHeaderValue", "x-ms-version", version)
			if echoed := got.Headers.Get("x-ms-version"); echoed != "2019-02-02" {
				t.Errorf("%s was answered as %s", version, echoed)
			}
		}
	}
}
