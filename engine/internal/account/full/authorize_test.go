package full_test

import (
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// gate is an account that answers only signed requests, and the credential of its owner.
type gate struct {
	*enginetest.World
	own auth.Credential
}

func newGate(t *testing.T) gate {
	t.Helper()
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	g := gate{own: auth.Credential{Account: enginetest.Account, Key: key}}
	g.World = enginetest.NewWorld(t, func(o *full.Options) {
		o.Keys, o.Admission = [][]byte{key}, grant.Signed
	})
	return g
}

// owner sends a request signed with the account's key.
func (g gate) owner(to grant.Service, method, path, body string, status int, headers ...string) {
	g.T.Helper()
	r := wire.Request{Method: method, URL: enginetest.BaseOf(to) + path, Body: []byte(body)}
	r.Headers.Add("Accept", "application/json;odata=nometadata")
	r.Headers.Add("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Headers.Set(headers[i], headers[i+1])
	}
	r.Headers.Add("x-ms-date", g.Now.Format("Mon, 02 Jan 2006 15:04:05 GMT"))
	g.own.Sign(to, &r)
	if got, _ := g.Account.Do(to, r); got.Status != status {
		g.T.Errorf("%s %s by the owner: got %d, want %d\n%s", method, path, got.Status, status, got.Body)
	}
}

// with adds a token to the query of a path. Fields are separated by spaces: sp=r se=2027-01-01.
func (g gate) with(path, fields string) string {
	g.T.Helper()
	var list []wire.Param
	for field := range strings.FieldsSeq(fields) {
		name, value, _ := strings.Cut(field, "=")
		list = append(list, wire.Param{Name: name, Value: value})
	}
	query, err := g.own.Token(list)
	if err != nil {
		g.T.Fatalf("%v", err)
	}
	if strings.Contains(path, "?") {
		return path + "&" + query
	}
	return path + "?" + query
}

const (
	far          = " se=2027-01-01"
	noPermission = "AuthorizationPermissionMismatch"
	wrongLevel   = "AuthorizationResourceTypeMismatch"
	itself       = "AuthorizationFailure"
	unauthentic  = "AuthenticationFailed"
)

// TestContainerToken: a token for a container reaches the blobs in it, but not the container itself.
func TestContainerToken(t *testing.T) {
	g := newGate(t)
	const all, box = "container=docs sp=racwdl" + far, "?restype=container"
	g.owner(grant.Blob, "PUT", "/docs"+box, "", 201)
	block := []string{"x-ms-blob-type", "BlockBlob"}
	g.Expect(grant.Blob, "PUT", g.with("/docs/a", all), "1", 201, "", block...)
	g.Expect(grant.Blob, "PUT", "/docs/a", "1", 403, unauthentic, block...)
	for _, c := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/docs" + box + "&comp=list", 200, ""},
		{"GET", "/docs/a", 200, ""},
		{"HEAD", "/docs/a?comp=metadata", 200, ""},
		{"GET", "/docs" + box, 403, itself},
		{"PUT", "/docs" + box, 403, itself},
		{"PUT", "/docs" + box + "&comp=metadata", 403, itself},
		{"DELETE", "/docs" + box, 403, itself},
		{"GET", "/docs" + box + "&comp=acl", 403, noPermission},
		{"PUT", "/docs" + box + "&comp=acl", 403, noPermission},
		{"GET", "/?comp=list", 403, unauthentic},
		{"GET", "/?comp=properties&restype=service", 403, unauthentic},
		{"GET", "/docs2/a", 403, unauthentic},
		{"GET", "/docs%2Fa/a", 400, "InvalidResourceName"},
		{"GET", "//docs/a", 403, unauthentic},
		{"GET", "/docs/../docs2/a", 404, "BlobNotFound"}, // .. is a part of a name like any other
	} {
		g.Expect(grant.Blob, c.method, g.with(c.path, all), "", c.status, c.code)
	}
	g.owner(grant.Blob, "PUT", "/docs2"+box, "", 201)
	g.Expect(grant.Blob, "DELETE", g.with("/docs2"+box, "ss=b srt=c sp=d"+far), "", 202, "")
}

// TestCreateOnly: with the permission c a client can create a blob, but not replace one.
func TestCreateOnly(t *testing.T) {
	g := newGate(t)
	g.owner(grant.Blob, "PUT", "/docs?restype=container", "", 201)
	for _, token := range []string{"container=docs sp=c" + far, "ss=b srt=o sp=c" + far} {
		path := "/docs/" + token[:2]
		g.Expect(grant.Blob, "PUT", g.with(path, token), "1", 201, "", "x-ms-blob-type", "BlockBlob")
		g.Expect(grant.Blob, "PUT", g.with(path, token), "2", 403, "UnauthorizedBlobOverwrite",
			"x-ms-blob-type", "BlockBlob")
		block := "?comp=block&blockid=QQ=="
		g.Expect(grant.Blob, "PUT", g.with(path+block, token), "2", 403, "UnauthorizedBlobOverwrite")
		g.Expect(grant.Blob, "PUT", g.with(path+"2"+block, token), "2", 201, "")
		g.Expect(grant.Blob, "GET", g.with(path, token), "", 403, noPermission)
		g.Expect(grant.Blob, "PUT", g.with(path, "container=docs sp=w"+far), "3", 201, "", "x-ms-blob-type",
			"BlockBlob")
	}
	only := "container=docs blob=co sp=r" + far
	g.Expect(grant.Blob, "GET", g.with("/docs/co", only), "", 200, "")
	g.Expect(grant.Blob, "GET", g.with("/docs/ss", only), "", 403, unauthentic)
	g.Expect(grant.Blob, "GET", g.with("/docs?restype=container&comp=list", only), "", 403, unauthentic)
}

// TestTagToken: setting tags, reading them and conditions on them need the permission t, a search needs f.
func TestTagToken(t *testing.T) {
	g := newGate(t)
	g.owner(grant.Blob, "PUT", "/docs?restype=container", "", 201)
	g.owner(grant.Blob, "PUT", "/docs/a", "1", 201, "x-ms-blob-type", "BlockBlob")
	const box, set = "/docs?restype=container", "<Tags><TagSet /></Tags>"
	for _, c := range []struct {
		method, path, body, letters string
		status                      int
		headers                     []string
	}{
		{"PUT", "/docs/a?comp=tags", set, "t", 204, nil},
		{"GET", "/docs/a?comp=tags", "", "t", 200, nil},
		{"GET", box + "&comp=blobs&where=a%3D%271%27", "", "f", 200, nil},
		{"GET", box + "&comp=list&include=tags", "", "lt", 200, nil},
		{"PUT", "/docs/b", "1", "wt", 201, []string{"x-ms-blob-type", "BlockBlob", "x-ms-tags", "a=1"}},
		{"GET", "/docs/b", "", "rt", 200, []string{"x-ms-if-tags", "a='1'"}},
	} {
		for _, letter := range strings.Split("rwldtf", "") {
			missing := strings.ReplaceAll("rwdltf", letter, "")
			code, status := "", c.status
			if strings.Contains(c.letters, letter) {
				code, status = noPermission, 403
			}
			g.Expect(grant.Blob, c.method, g.with(c.path, "container=docs sp="+missing+far), c.body, status, code,
				c.headers...)
		}
	}
}

// TestQueueToken: the permission that each operation on messages needs.
func TestQueueToken(t *testing.T) {
	g := newGate(t)
	g.owner(grant.Queue, "PUT", "/orders", "", 201)
	const message = "<QueueMessage><MessageText>a</MessageText></QueueMessage>"
	for _, c := range []struct {
		method, path, body, letter string
		status                     int
		code                       string
	}{
		{"POST", "/orders/messages", message, "a", 201, ""},
		{"GET", "/orders/messages?peekonly=true", "", "r", 200, ""},
		{"GET", "/orders?comp=metadata", "", "r", 200, ""},
		{"GET", "/orders/messages?visibilitytimeout=1", "", "p", 200, ""},
		{"PUT", "/orders/messages/x?visibilitytimeout=1&popreceipt=x", message, "u", 404, "MessageNotFound"},
		{"DELETE", "/orders/messages/x?popreceipt=x", "", "p", 404, "MessageNotFound"},
	} {
		for _, letter := range []string{"r", "a", "u", "p"} {
			status, code := 403, noPermission
			if letter == c.letter {
				status, code = c.status, c.code
			}
			if code == "MessageNotFound" {
				g.owner(grant.Queue, "DELETE", "/orders/messages", "", 204)
			}
			g.Expect(grant.Queue, c.method, g.with(c.path, "queue=orders sp="+letter+far), c.body, status,
				code)
		}
		g.Expect(grant.Queue, c.method, g.with(c.path, "queue=order sp=raup"+far), c.body, 403, unauthentic)
		g.Expect(grant.Queue, c.method, g.with(c.path, "ss=bt srt=sco sp=rwdlacup"+far), c.body, 403,
			"AuthorizationServiceMismatch")
	}
	g.Expect(grant.Queue, "PUT", g.with("/orders", "queue=orders sp=raup"+far), "", 403, itself)
	for _, c := range [][2]string{{"DELETE", "/orders"},
		{"PUT", "/orders?comp=metadata"}, {"DELETE", "/orders/messages"}} {
		g.Expect(grant.Queue, c[0], g.with(c[1], "queue=orders sp=raup"+far), "", 403, noPermission)
	}
}

// TestTableToken: a token for a range of one table reaches only those entities, in transactions too, and
// doesn't reveal whether another table exists.
func TestTableToken(t *testing.T) {
	g := newGate(t)
	for _, name := range []string{"Orders", "Bills"} {
		g.owner(grant.Table, "POST", "/Tables", `{"TableName":"`+name+`"}`, 201)
	}
	for _, key := range []string{"a1", "b1", "b2", "c1"} {
		g.owner(grant.Table, "POST", "/Orders", `{"PartitionKey":"`+key[:1]+`","RowKey":"`+key[1:]+`"}`, 201)
	}
	const all = "tn=Orders sp=raud spk=b srk=2 epk=b" + far
	batch := func(method, path, body string) string {
		return "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: " +
			"application/http\r\n\r\n" + method + " " +
			enginetest.BaseOf(grant.Table) + path +
			" HTTP/1.1\r\nAccept: application/json\r\nContent-Type: application/json\r\nIf-Match: " +
			"*\r\n\r\n" +
			body + "\r\n--c--\r\n--b--\r\n"
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
	}{
		{"POST", "/Orders", `{"PartitionKey":"b","RowKey":"3"}`, 201, ""},
		{"POST", "/Orders", `{"PartitionKey":"b","RowKey":"1"}`, 403, "AuthorizationFailure"},
		{"POST", "/Orders", `{"PartitionKey":"c","RowKey":""}`, 403, "AuthorizationFailure"},
		{"PUT", "/Orders(PartitionKey='b',RowKey='15')", `{}`, 403, "AuthorizationFailure"},
		{"PATCH", "/Orders(PartitionKey='b',RowKey='15')", `{}`, 403, "AuthorizationFailure"},
		{"DELETE", "/ORDERS(PartitionKey='a',RowKey='1')", "", 403, "AuthorizationFailure"},
		{"GET", "/Orders(RowKey='1',PartitionKey='a')", "", 403, "AuthorizationFailure"},
		{"GET", "/Bills()", "", 403, unauthentic},
		{"GET", "/None()", "", 403, unauthentic},
		{"GET", "/Tables", "", 403, wrongLevel},
		{"GET", "/$metadata", "", 403, wrongLevel},
		{"DELETE", "/Tables('Orders')", "", 403, wrongLevel},
		{"GET", "/Orders?comp=acl", "", 403, wrongLevel},
		{"GET", "/Orders?%43omp=acl", "", 403, wrongLevel},
		{"PUT", "/Orders?comp=acl", "", 403, wrongLevel},
		{"GET", "/?restype=service&comp=properties", "", 403, wrongLevel},
	} {
		r := g.Expect(grant.Table, c.method, g.with(c.path, all), c.body, c.status, c.code, "If-Match", "*")
		if c.path != "/Orders" || c.status != 201 {
			continue
		}
		if !strings.Contains(string(r.Body), `"RowKey":"3"`) {
			t.Errorf("got %s", r.Body)
		}
	}
	for _, c := range []struct{ method, path, body, want string }{
		{"POST", "/Orders", `{"PartitionKey":"b","RowKey":"1"}`, "AuthorizationFailure"},
		{"DELETE", "/Orders(PartitionKey='a',RowKey='1')", "", "AuthorizationFailure"},
		{"POST", "/Bills", `{"PartitionKey":"b","RowKey":"2"}`, unauthentic},
		{"POST", "/None", `{"PartitionKey":"b","RowKey":"2"}`, unauthentic},
		{"POST", "/Orders", `{"PartitionKey":"b","RowKey":"4"}`, "HTTP/1.1 201"},
	} {
		r := g.Send(grant.Table, "POST", g.with("/$batch", all), batch(c.method, c.path, c.body),
			"Content-Type", "multipart/mixed; boundary=b")
		if r.Status != 202 || !strings.Contains(string(r.Body), c.want) {
			t.Errorf("%s %s in a transaction: got %d\n%s", c.method, c.path, r.Status, r.Body)
		}
	}
	const list = "/Orders()?$select=PartitionKey,RowKey&$top=2"
	if got := g.Expect(grant.Table, "GET", g.with(list, all), "", 200, ""); string(got.Body) !=
		`{"value":[{"PartitionKey":"b","RowKey":"2"},{"PartitionKey":"b","RowKey":"3"}]}` ||
		!got.Headers.Has("x-ms-continuation-NextRowKey") {
		t.Errorf("got %s", got.Body)
	}
	for next, want := range map[string]string{ // the first is 'a', the other 'c'
		"&NextPartitionKey=1!4!YQ--&NextRowKey=1!4!MQ--": `{"value":[{"PartitionKey":"b","RowKey":"2"},` +
			`{"PartitionKey":"b","RowKey":"3"}]}`,
		"&NextPartitionKey=1!4!Yw--&NextRowKey=1!4!MQ--": `{"value":[]}`,
	} {
		if got := g.Expect(grant.Table, "GET", g.with(list+next, all), "", 200,
			""); string(got.Body) != want {
			t.Errorf("%s: got %s", next, got.Body)
		}
	}
}

// TestUpsertToken: an upsert needs both a and u, even when it only inserts or only updates.
func TestUpsertToken(t *testing.T) {
	g := newGate(t)
	g.owner(grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, 201)
	for _, method := range []string{"PUT", "PATCH", "MERGE"} {
		at := "/Orders(PartitionKey='a',RowKey='" + method + "')"
		for letters, status := range map[string]int{"a": 403, "u": 403, "rd": 403, "au": 204} {
			code := noPermission
			if status == 204 {
				code = ""
			}
			g.Expect(grant.Table, method, g.with(at, "tn=Orders sp="+letters+far), `{}`, status, code)
			if method != "MERGE" {
				g.Expect(grant.Table, "POST", g.with(at, "tn=Orders sp="+letters+far), `{}`, status, code,
					"X-HTTP-Method", method)
			}
		}
		g.Expect(grant.Table, method, g.with(at, "tn=Orders sp=u"+far), `{}`, 204, "", "If-Match", "*")
		// A missing permission is reported before a malformed body.
		g.Expect(grant.Table, method, g.with(at, "tn=Orders sp=r"+far), `{`, 403, noPermission, "If-Match",
			"*")
	}
}

// TestPolicyToken: a token with a stored policy is valid as long as the policy is.
func TestPolicyToken(t *testing.T) {
	g := newGate(t)
	create := func() { g.owner(grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, 201) }
	create()
	const policy = "<SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy><Expiry>2026-01-06</" +
		"Expiry>" +
		"<Permission>r</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>"
	read := g.with("/Orders()", "tn=Orders si=readers")
	g.Expect(grant.Table, "GET", read, "", 403, unauthentic)
	g.owner(grant.Table, "PUT", "/Orders?comp=acl", policy, 204)
	g.Expect(grant.Table, "GET", read, "", 200, "")
	g.Expect(grant.Table, "GET", g.with("/Orders()", "tn=Orders si=readers sp=r"), "", 400,
		"InvalidAuthenticationInfo")
	g.Expect(grant.Table, "POST", read, `{"PartitionKey":"","RowKey":""}`, 403, noPermission)
	g.owner(grant.Table, "DELETE", "/Tables('Orders')", "", 204)
	g.Expect(grant.Table, "GET", read, "", 403, unauthentic)
	g.Now = g.Now.Add(time.Minute)
	create()
	g.Expect(grant.Table, "GET", read, "", 403, unauthentic)
	g.owner(grant.Table, "PUT", "/Orders?comp=acl", policy, 204)
	g.Expect(grant.Table, "GET", read, "", 200, "")
	g.Now = g.Now.Add(15 * time.Hour)
	g.Expect(grant.Table, "GET", read, "", 403, unauthentic)
}

// TestClock: every kind of request reads the clock once.
func TestClock(t *testing.T) {
	g := newGate(t)
	g.owner(grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, 201)
	for _, c := range []struct {
		to           grant.Service
		method, path string
	}{
		{grant.Table, "GET", "/Orders()"}, {grant.Table, "GET", g.with("/Orders()", "tn=Orders sp=r"+far)},
		{grant.Table, "GET", g.with("/Orders?comp=acl", "tn=Orders si=readers")},
		{grant.Table, "OPTIONS", "/Orders"},
		{grant.Queue, "GET", g.with("/orders/messages", "queue=orders sp=p"+far)},
		{grant.Blob, "GET", "/docs/a"},
	} {
		before := g.Now
		g.Send(c.to, c.method, c.path, "")
		if took := g.Now.Sub(before); took != time.Second {
			t.Errorf("%s %s: the clock was read %v times", c.method, c.path, took.Seconds())
		}
	}
}

// TestComponent: a request is about settings only if it has a parameter called comp.
func TestComponent(t *testing.T) {
	g := newGate(t)
	g.owner(grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, 201)
	g.owner(grant.Table, "GET", "/Orders()?$filter=Name%20eq%20'comp='", "", 200)
	g.owner(grant.Table, "GET", "/Orders(PartitionKey='comp=acl',RowKey='')", "", 404)
	g.owner(grant.Table, "GET", "/Orders()?decomp=acl", "", 200)
	g.owner(grant.Table, "HEAD", "/Orders?Comp=acl", "", 200)
	for _, version := range []string{"latest", "2019-02-30", "2019-02-02T00:00"} {
		g.owner(grant.Queue, "GET", "/?comp=list", "", 400, "x-ms-version", version)
	}
}

// TestDetails: what the service adds to a refusal, which clients print.
func TestDetails(t *testing.T) {
	g := newGate(t)
	const key = "SharedKey devstoreaccount1:AAAA"
	for _, c := range []struct {
		path, want string
		headers    []string
	}{
		{"/?comp=list", "The MAC signature found in the HTTP request 'AAAA' is not the same as any computed " +
			"signature. Server used following string to sign: 'GET" + strings.Repeat("\n", 6),
			[]string{"Authorization", key, "x-ms-date", "Mon, 05 Jan 2026 09:00:00 GMT"}},
		{"/?comp=list", "The Date header in the request is incorrect.", []string{"Authorization", key}},
		{g.with("/docs/a", "container=docs sp=r"+far) + "x", "Signature did not match. String to sign used was " +
			"r\n\n2027-01-01\n/blob/devstoreaccount1/docs\n", nil},
		{g.with("/docs/a", "container=docs sp=r st=2026-02-01 se=2026-03-01"), "Signature not valid in the " +
			"specified time frame: Start [Sun, 01 Feb 2026 00:00:00 GMT] - Expiry [Sun, 01 Mar 2026 00:00:00 GMT] - " +
			"Current [Mon, 05 Jan 2026 09:00:04 GMT]", nil},
		{g.with("/docs/a", "container=docs sp=r se=2025-03-01"), "Signature not valid in the specified time " +
			"frame: Expiry [Sat, 01 Mar 2025 00:00:00 GMT] - Current [Mon, 05 Jan 2026 09:00:05 GMT]", nil},
		{g.with("/docs/%01", "container=docs blob=\x01 sp=r"+far) + "x", "", nil}, // which XML can't express
	} {
		got := g.Expect(grant.Blob, "GET", c.path, "", 403, unauthentic, c.headers...)
		_, detail, _ := strings.Cut(string(got.Body), "<AuthenticationErrorDetail>")
		if !strings.HasPrefix(detail, c.want) || (c.want == "") != (detail == "") {
			t.Errorf("%s: got %s, want %s", c.path, detail, c.want)
		}
	}
}
