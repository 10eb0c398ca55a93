package full_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// userKey is a user delegation key as the service returns it, by the fields of the tokens that it signs.
type userKey struct {
	fields map[string]string
	value  []byte
}

const keyPath = "/?restype=service&comp=userdelegationkey"

func keyInfo(start, expiry, more string) string {
	return "<KeyInfo><Start>" + start + "</Start><Expiry>" + expiry + "</Expiry>" + more + "</KeyInfo>"
}

// userKey asks for a key that's valid for an hour from nine o'clock on.
func (s secure) userKey(of grant.Service, version, bearer, more string) userKey {
	s.T.Helper()
	got := s.send(of, "POST", keyPath, keyInfo("2026-01-05T09:00:00Z", "2026-01-05T10:00:00Z", more), version,
		bearer)
	s.answers("the key", got, 200, "")
	root, err := xmlbody.Parse(got.Body)
	if err != nil || root.Name != "UserDelegationKey" {
		s.T.Fatalf("got %s, %v", got.Body, err)
	}
	k := userKey{fields: map[string]string{}}
	for _, child := range root.Children {
		name := map[string]string{
			"SignedOid": "skoid", "SignedTid": "sktid", "SignedStart": "skt", "SignedExpiry": "ske",
			"SignedService": "sks", "SignedVersion": "skv", "SignedDelegatedUserTid": "skdutid",
		}[child.Name]
		if name != "" {
			k.fields[name] = child.Text
		} else if k.value, err = base64.StdEncoding.DecodeString(child.Text); err != nil {
			s.T.Fatalf("%v", err)
		}
	}
	return k
}

// sign returns the query of a token: the fields, those of the key, and the signature of some of them, in
// this order. A name with a slash is the resource, and one in parentheses is itself.
func (k userKey) sign(fields, order string) string {
	values := map[string]string{}
	query := ""
	for field := range strings.FieldsSeq(fields) {
		name, value, _ := strings.Cut(field, "=")
		values[name] = value
		query += name + "=" + wire.Escape(value, "") + "&"
	}
	for name, value := range k.fields {
		if _, given := values[name]; !given {
			values[name] = value
			query += name + "=" + wire.Escape(value, "") + "&"
		}
	}
	lines := []string{}
	for name := range strings.FieldsSeq(order) {
		switch {
		case strings.HasPrefix(name, "/"):
			lines = append(lines, name)
		case strings.HasPrefix(name, "("):
			lines = append(lines, strings.ReplaceAll(strings.Trim(name, "()"), "~", "\n"))
		default:
			lines = append(lines, values[name])
		}
	}
	mac := hmac.New(sha256.New, k.value)
	mac.Write([]byte(strings.Join(lines, "\n")))
	return query + "sig=" + wire.Escape(base64.StdEncoding.EncodeToString(mac.Sum(nil)), "")
}

// What is signed, by service and version, as the clients of Microsoft do.
const (
	keyLines   = " skoid sktid skt ske sks skv "
	blobsFirst = "sp st se /blob/devstoreaccount1/docs/a" + keyLines +
		"sip spr sv sr () rscc rscd rsce rscl rsct"
	blobs2020 = "sp st se /blob/devstoreaccount1/docs/a" + keyLines +
		"saoid suoid scid sip spr sv sr () rscc rscd rsce rscl rsct"
	blobsScope = "sp st se /blob/devstoreaccount1/docs/a" + keyLines +
		"saoid suoid scid sip spr sv sr () ses rscc rscd rsce rscl rsct"
	blobs2025 = "sp st se /blob/devstoreaccount1/docs/a" + keyLines +
		"saoid suoid scid skdutid sduoid sip spr sv sr () ses rscc rscd rsce rscl rsct"
	blobs2026 = "sp st se /blob/devstoreaccount1/docs/a" + keyLines +
		"saoid suoid scid skdutid sduoid sip spr sv sr () ses () () rscc rscd rsce rscl rsct"
	inContainer = "sp st se /blob/devstoreaccount1/docs" + keyLines +
		"saoid suoid scid skdutid sduoid sip spr sv sr () ses () () rscc rscd rsce rscl rsct"
	ofQueue = "sp st se /queue/devstoreaccount1/orders" + keyLines + "skdutid sduoid sip spr sv"
	ofTable = "sp st se /table/devstoreaccount1/orders" + keyLines + "skdutid sduoid sip spr sv spk srk epk erk"
)

// filled returns an account with a blob docs/a, a message in orders and an entity in Orders.
func filled(t *testing.T) secure {
	t.Helper()
	s := newSecure(t, nil)
	s.owner(grant.Blob, "PUT", "/docs?restype=container", "", 201)
	s.owner(grant.Blob, "PUT", "/docs/a", "1", 201, "x-ms-blob-type", "BlockBlob")
	s.owner(grant.Queue, "PUT", "/orders", "", 201)
	s.owner(grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, 201)
	s.owner(grant.Table, "POST", "/Orders", row, 201)
	return s
}

// TestUserDelegation: tokens that a user delegation key signs are taken, by every version's string to sign.
func TestUserDelegation(t *testing.T) {
	s := filled(t)
	const soon = " se=2026-01-05T09:30:00Z sp=r "
	keys := map[grant.Service]userKey{}
	for of := range lists {
		keys[of] = s.userKey(of, newest, jwt(t, nil), "")
		k := keys[of].fields
		if k["skoid"] != alice || k["sktid"] != tenant || k["skt"] != "2026-01-05T09:00:00Z" ||
			k["ske"] != "2026-01-05T10:00:00Z" || k["sks"] != string(of) || k["skv"] != newest {
			t.Errorf("got %v", k)
		}
	}
	s.owner(grant.Blob, "PUT", "/docs/a?comp=snapshot", "", 201)
	const all = "/docs?restype=container&comp=list&include=snapshots"
	list := s.send(grant.Blob, "GET", all, "", newest, jwt(t, nil))
	_, rest, _ := strings.Cut(string(list.Body), "<Snapshot>")
	snapshot, _, _ := strings.Cut(rest, "<")
	bound := "saoid suoid scid skdutid sduoid sip spr sv sr () ses (x-ms-range:bytes=0-0~) (~timeout:9) " +
		"rscc rscd rsce rscl rsct"
	for _, c := range []struct {
		of                  grant.Service
		path, fields, order string
		status              int
		code                string
	}{
		{grant.Blob, "/docs/a", "sv=2018-11-09 sr=b rsct=text/plain st=2026-01-05", blobsFirst, 206, ""},
		{grant.Blob, "/docs/a", "sv=2020-02-10 sr=b scid=one saoid=" + alice, blobs2020, 206, ""},
		{grant.Blob, "/docs/a", "sv=2020-12-06 sr=b spr=https sip=127.0.0.1", blobsScope, 206, ""},
		{grant.Blob, "/docs/a", "sv=2025-07-05 sr=b", blobs2025, 206, ""},
		{grant.Blob, "/docs/a", "sv=2026-12-06 sr=b", blobs2026, 206, ""},
		{grant.Blob, "/docs/a", "sv=2026-04-06 sr=c", inContainer, 206, ""},
		{grant.Blob, "/docs/a?timeout=9", "sv=2026-04-06 sr=b srh=x-ms-range srq=timeout",
			strings.Replace(blobs2026, blobs2026[strings.Index(blobs2026, "saoid"):], bound, 1), 206, ""},
		{grant.Blob, "/docs/a?snapshot=" + snapshot, "sv=2026-12-06 sr=bs",
			strings.Replace(blobs2026, "()", "("+snapshot+")", 1), 206, ""},
		{grant.Blob, "/docs/a?snapshot=" + snapshot, "sv=2026-12-06 sr=bs", blobs2026, 403,
			"AuthenticationFailed"},
		{grant.Blob, "/docs/b", "sv=2026-12-06 sr=b", blobs2026, 403, "AuthenticationFailed"},
		{grant.Blob, "/docs/a", "sv=2018-03-28 sr=b", blobsFirst, 403, "AuthenticationFailed"},
		{grant.Blob, "/docs/a", "sv=2026-12-06 sr=b suoid=" + alice, blobs2026, 403, "AuthenticationFailed"},
		{grant.Blob, "/docs/a", "sv=2026-12-06 sr=b si=p", blobs2026, 403, "AuthenticationFailed"},
		{grant.Blob, "/docs/a", "sv=2026-12-06 ss=b srt=o", blobs2026, 403, "AuthenticationFailed"},
		{grant.Queue, "/orders/messages?peekonly=true", "sv=2025-07-05 sr=q", ofQueue, 200, ""},
		{grant.Queue, "/orders/messages?peekonly=true", "sv=2025-05-05", ofQueue, 403, "AuthenticationFailed"},
		{grant.Queue, "/orders/messages", "sv=2026-12-06", ofQueue, 403, "AuthorizationPermissionMismatch"},
		{grant.Table, "/Orders()", "sv=2025-07-05 tn=Orders", ofTable, 200, ""},
		{grant.Table, "/Orders()", "sv=2026-12-06 tn=Orders spk=q", ofTable, 200, ""},
		{grant.Table, "/Orders(PartitionKey='p',RowKey='r')", "sv=2026-12-06 tn=Orders spk=q", ofTable, 403,
			"AuthorizationFailure"},
		{grant.Table, "/Tables", "sv=2026-12-06 tn=Orders", ofTable, 403, "AuthorizationResourceTypeMismatch"},
	} {
		join := "?"
		if strings.Contains(c.path, "?") {
			join = "&"
		}
		url := c.path + join + keys[c.of].sign(c.fields+soon, c.order)
		got := s.send(c.of, "GET", url, "", newest, "", "x-ms-range", "bytes=0-0")
		s.answers(c.fields, got, c.status, c.code)
	}
	for _, other := range []string{"bytes=0-1", ""} {
		query := keys[grant.Blob].sign("sv=2026-04-06 sr=b srh=x-ms-range"+soon, strings.Replace(blobs2026, "()",
			"(x-ms-range:bytes=0-0~)", 2))
		got := s.send(grant.Blob, "GET", "/docs/a?"+query, "", newest, "", "x-ms-range", other)
		s.answers("bound to another range", got, 403, "AuthenticationFailed")
	}
}

// TestDelegationRefused: each field of a token is signed, the key has its times and its service, and what
// it gives is never more than the identity had that asked for it.
func TestDelegationRefused(t *testing.T) {
	s := filled(t)
	key := s.userKey(grant.Queue, newest, jwt(t, nil), "")
	const fields = "sv=2026-12-06 sp=rap se=2026-01-05T09:30:00Z spr=https sip=127.0.0.1"
	query := key.sign(fields, ofQueue)
	peek := func(query string) wire.Response {
		return s.send(grant.Queue, "GET", "/orders/messages?peekonly=true&"+query, "", newest, "")
	}
	s.answers("sound", peek(query), 200, "")
	for field := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(field, "=")
		for _, other := range []string{"", "x" + value, strings.Replace(value, "2026", "2027", 1)} {
			if other != value && name != "sig" {
				s.answers(name+"="+other, peek(strings.Replace(query, field, name+"="+other, 1)), 403,
					"AuthenticationFailed")
			}
		}
	}
	elsewhere := "/docs/a?" + key.sign("sr=b "+fields, blobs2026)
	got := s.send(grant.Blob, "GET", elsewhere, "", newest, "")
	s.answers("another service", got, 403, "AuthenticationFailed")
	for _, roles := range []struct {
		names string
		may   string // letters
	}{
		{"Storage Queue Data Reader", "r"}, {"Storage Queue Data Contributor", "rap"},
		{"Storage Queue Delegator", ""}, {"Storage Queue Delegator,Storage Queue Data Message Sender", "a"},
		{"Storage Account Contributor,Storage Queue Data Message Processor", "rp"},
	} {
		k := s.userKey(grant.Queue, newest, jwt(t, claims{"roles": strings.Split(roles.names, ",")}), "")
		query := k.sign(fields, ofQueue)
		for letter, r := range map[string]wire.Response{
			"r": peek(query),
			"p": s.send(grant.Queue, "GET", "/orders/messages?"+query, "", newest, ""),
			"a": s.send(grant.Queue, "POST", "/orders/messages?"+query, message, newest, ""),
		} {
			if may := strings.Contains(roles.may, letter); may != (r.Status < 300) || !may && r.Status != 403 {
				t.Errorf("%s, %s: got %d", roles.names, letter, r.Status)
			}
		}
	}
	s.Now = time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC)
	longer := key.sign(strings.Replace(fields, "09:30", "11:30", 1), ofQueue)
	s.answers("after the key", peek(longer), 403, "AuthenticationFailed")
	s.Now = time.Date(2026, 1, 5, 8, 30, 0, 0, time.UTC)
	s.answers("before the key", peek(query), 403, "AuthenticationFailed")
}

// TestBoundToken: a token for one identity needs that one's bearer token.
func TestBoundToken(t *testing.T) {
	s := filled(t)
	const other = "99999999-0000-4000-8000-000000000000"
	key := s.userKey(grant.Queue, newest, jwt(t, nil), "<DelegatedUserTid>"+other+"</DelegatedUserTid>")
	query := key.sign("sv=2026-12-06 sp=r se=2026-01-05T09:30:00Z sduoid="+alice, ofQueue)
	for bearer, want := range map[string]int{
		"": 403, jwt(t, nil): 403, jwt(t, claims{"tid": other}): 200,
		jwt(t, claims{"tid": other, "oid": "x"}): 403, jwt(t, claims{"tid": other, "exp": 1}): 401,
	} {
		got := s.send(grant.Queue, "GET", "/orders/messages?peekonly=true&"+query, "", newest, bearer)
		if got.Status != want {
			t.Errorf("with %s: got %d, want %d", bearer, got.Status, want)
		}
	}
}

// TestUserKeyRefused: who gets no user delegation key, and for which times.
func TestUserKeyRefused(t *testing.T) {
	s := newSecure(t, func(o *full.Options) { o.Roles = []string{"Storage Queue Data Message Sender"} })
	good := keyInfo("2026-01-05T09:00:00Z", "2026-01-06T09:00:00Z", "")
	contributor := claims{"roles": []string{"Storage Queue Data Contributor", "Storage Table Delegator",
		"Storage Blob Data Reader"}}
	for of := range lists {
		s.owner(of, "POST", keyPath, good, 403, "x-ms-version", newest)
		s.answers("a sender", s.send(of, "POST", keyPath, good, newest, jwt(t, nil)), 403,
			"AuthorizationPermissionMismatch")
		for _, body := range []string{
			"", "<Key/>", keyInfo("", "", ""), keyInfo("", "soon", ""), keyInfo("x", "2026-01-06T09:00:00Z", ""),
			keyInfo("2026-01-06T09:00:00Z", "2026-01-06T09:00:00Z", ""), keyInfo("2026-01-04", "2026-01-05", ""),
			keyInfo("", "2026-01-12T09:30:00Z", ""), keyInfo("2026-01-12T09:30:00Z", "2026-01-12T09:40:00Z", ""),
		} {
			if got := s.send(of, "POST", keyPath, body, newest, jwt(t, contributor)); got.Status != 400 {
				t.Errorf("%s: got %d", body, got.Status)
			}
		}
		s.answers("by the claim", s.send(of, "POST", keyPath, keyInfo("", "2026-01-12", ""), newest,
			jwt(t, contributor)), 200, "")
		s.answers("GET", s.send(of, "GET", keyPath, "", newest, jwt(t, contributor)), 405, "UnsupportedHttpVerb")
	}
	for _, c := range []struct {
		of      grant.Service
		version string
		want    int
		code    string
	}{
		{grant.Queue, "2025-05-05", 400, "InvalidHeaderValue"}, {grant.Queue, "2025-07-05", 200, ""},
		{grant.Blob, "2018-03-28", 400, "InvalidHeaderValue"}, {grant.Blob, "2018-11-09", 200, ""},
	} {
		got := s.send(c.of, "POST", keyPath, good, c.version, jwt(t, contributor))
		s.answers(c.version, got, c.want, c.code)
	}
}

// TestOverrides: a token for a blob gives its headers to what it reads.
func TestOverrides(t *testing.T) {
	g := newGate(t)
	g.owner(grant.Blob, "PUT", "/docs?restype=container", "", 201)
	g.owner(grant.Blob, "PUT", "/docs/a", "1", 201, "x-ms-blob-type", "BlockBlob",
		"x-ms-blob-cache-control", "no-store")
	const all = "sp=r rscc=max-age=1 rscd=inline rsce=gzip rscl=de rsct=text/x" + far
	for _, token := range []string{"container=docs ", "container=docs blob=a "} {
		for _, method := range []string{"GET", "HEAD"} {
			h := g.Expect(grant.Blob, method, g.with("/docs/a", token+all), "", 200, "").Headers
			got := strings.Join([]string{h.Get("Cache-Control"), h.Get("Content-Disposition"),
				h.Get("Content-Encoding"), h.Get("Content-Language"), h.Get("Content-Type")}, " ")
			if got != "max-age=1 inline gzip de text/x" || h.Count("Content-Type") != 1 {
				t.Errorf("%s, %s: got %v", method, token, h)
			}
		}
	}
	h := g.Expect(grant.Blob, "GET", g.with("/docs/a", "container=docs sp=r"+far), "", 200, "").Headers
	if h.Get("Cache-Control") != "no-store" {
		t.Errorf("the token has left its mark: %v", h)
	}
}
