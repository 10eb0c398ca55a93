package full_test

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// claims are those of a bearer token. Nil takes one away.
type claims map[string]any

const (
	alice, tenant = "11111111-2222-4333-8444-555555555555", "66666666-7777-4888-8999-aaaaaaaaaaaa"
	newest        = "2026-12-06"
	offer         = "Bearer authorization_uri=https://login.microsoftonline.com/" + auth.Tenant +
		"/oauth2/authorize resource_id=https://storage.azure.com"
)

// jwt returns a bearer token for alice, from eight to ten o'clock, with some claims changed.
func jwt(t *testing.T, changed claims) string {
	t.Helper()
	hour := time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	all := claims{
		"aud": "https://storage.azure.com", "iss": "https://sts.windows.net/" + tenant + "/",
		"iat": hour.Unix(), "nbf": hour.Unix(), "exp": hour.Add(2 * time.Hour).Unix(),
		"oid": alice, "tid": tenant,
	}
	maps.Copy(all, changed)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	part := base64.RawURLEncoding.EncodeToString
	return part([]byte(`{"alg":"RS256","typ":"JWT"}`)) + "." + part(text) + "." + part([]byte("anyone's"))
}

// secure is a gate whose requests go over https.
type secure struct{ gate }

func newSecure(t *testing.T, adjust func(*full.Options)) secure {
	s := secure{newGate(t)}
	s.World = enginetest.NewWorld(t, func(o *full.Options) {
		o.Keys, o.Admission, o.OAuth = [][]byte{[]byte("the other"), s.own.Key}, grant.Signed, true
		if adjust != nil {
			adjust(o)
		}
	})
	return s
}

// send sends a request over https, with a version and a bearer token unless they're "".
func (s secure) send(
	to grant.Service, method, path, body, version, bearer string, headers ...string,
) wire.Response {
	s.T.Helper()
	base := "https" + strings.TrimPrefix(enginetest.BaseOf(to), "http")
	r := wire.Request{Method: method, URL: base + path, Body: []byte(body), Address: "127.0.0.1"}
	r.Headers.Add("Accept", "application/json;odata=nometadata")
	r.Headers.Add("Content-Type", "application/json")
	if version != "" {
		r.Headers.Add("x-ms-version", version)
	}
	if bearer != "" {
		r.Headers.Add("Authorization", "Bearer "+bearer)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Headers.Set(headers[i], headers[i+1])
	}
	got, _ := s.Account.Do(to, r)
	return got
}

// answers checks the status and the code of an answer.
func (s secure) answers(what string, r wire.Response, status int, want string) {
	s.T.Helper()
	got, _ := errorbody.Read(r.Body)
	if r.Status != status || got != want && r.Headers.Get("x-ms-error-code") != want {
		s.T.Errorf("%s: got %d %s, want %d %s\n%s", what, r.Status, got, status, want, r.Body)
	}
}

// lists are requests that every service has.
var lists = map[grant.Service]string{
	grant.Table: "/Tables", grant.Queue: "/?comp=list", grant.Blob: "/?comp=list",
}

// TestBearerOfSource: a copy can say with a bearer token who reads its source.
func TestBearerOfSource(t *testing.T) {
	s := newSecure(t, nil)
	put := func(path string, headers ...string) wire.Response {
		return s.send(grant.Blob, "PUT", path, "", newest, jwt(t, nil), headers...)
	}
	s.answers("a container", put("/docs?restype=container"), 201, "")
	s.answers("a blob", put("/docs/a", "x-ms-blob-type", "BlockBlob"), 201, "")
	source := "https" + strings.TrimPrefix(enginetest.BaseOf(grant.Blob), "http") + "/docs/a"
	copied := func(token string) wire.Response {
		return put("/docs/b", "x-ms-blob-type", "BlockBlob", "x-ms-copy-source", source,
			"x-ms-copy-source-authorization", "Bearer "+token)
	}
	s.answers("a copy", copied(jwt(t, nil)), 201, "")
	s.answers("a copy of others", copied(jwt(t, claims{"aud": "other"})), 401, "CannotVerifyCopySource")
}

// TestBearer: what a bearer token has to say, in which versions, and what those are told who send another.
func TestBearer(t *testing.T) {
	s := newSecure(t, nil)
	const detail = "<AuthenticationErrorDetail>"
	lifetime, audience := "Lifetime validation failed. ", "Audience validation failed. Audience did not match."
	issuer := "Issuer validation failed. Issuer did not match."
	for of, list := range lists {
		noun := map[grant.Service]string{grant.Table: "table", grant.Queue: "queue", grant.Blob: "blob"}[of]
		own := "https://" + enginetest.Account + "." + noun + ".core."
		for _, good := range []claims{
			nil, {"aud": "https://storage.azure.com/"}, {"aud": "e406a681-f3d4-42a8-90b6-c2b029497af1"},
			{"aud": own + "windows.net"}, {"aud": own + "chinacloudapi.cn/"}, {"aud": own + "usgovcloudapi.net"},
			{"iss": "https://sts.microsoftonline.de/x/"}, {"iss": "https://sts.chinacloudapi.cn/x/"},
			{"iss": "https://sts.windows-ppe.net/x/"},
		} {
			s.answers("good", s.send(of, "GET", list, "", newest, jwt(t, good)), 200, "")
		}
		for _, c := range []struct {
			token, want string
		}{
			{jwt(t, claims{"exp": 1}), lifetime + "The token is expired."},
			{jwt(t, claims{"nbf": 4e9}), lifetime + "The token is not yet valid."},
			{jwt(t, claims{"exp": nil}), lifetime + "The token has no nbf or no exp."},
			{jwt(t, claims{"nbf": "1"}), lifetime + "The token has no nbf or no exp."},
			{jwt(t, claims{"aud": nil}), audience},
			{jwt(t, claims{"aud": "https://management.azure.com"}), audience},
			{jwt(t, claims{"aud": "https://contoso." + noun + ".core.windows.net"}), audience},
			{jwt(t, claims{"aud": strings.Replace(own, noun, "file", 1) + "windows.net"}), audience},
			{jwt(t, claims{"iss": "https://sts.windows.net.example/"}), issuer},
			{jwt(t, claims{"iss": nil}), issuer},
			{"nonsense", "The token is not a JSON Web Token."}, {"a.b.c", "The token is not a JSON Web Token."},
			{"a.W10.c", "The token is not a JSON Web Token."}, {".", "The token is not a JSON Web Token."},
		} {
			got := s.send(of, "GET", list, "", newest, c.token)
			s.answers(c.want, got, 401, "InvalidAuthenticationInfo")
			if of != grant.Table && !strings.Contains(string(got.Body), detail+c.want+"<") {
				t.Errorf("%s: %s", c.want, got.Body)
			}
			if h := got.Headers.Get("WWW-Authenticate"); h != offer {
				t.Errorf("%s: told %q", c.want, h)
			}
			older := s.send(of, "GET", list, "", "2019-07-07", c.token)
			s.answers(c.want+" in an older version", older, 403, "AuthenticationFailed")
			if older.Headers.Has("WWW-Authenticate") {
				t.Error("an older version is told where to get a token")
			}
		}
		sound := jwt(t, nil)
		s.answers("no version", s.send(of, "GET", list, "", "", sound), 403, "AuthenticationFailed")
		s.answers("2017-07-29", s.send(of, "GET", list, "", "2017-07-29", sound), 403, "AuthenticationFailed")
		s.answers("2017-11-09", s.send(of, "GET", list, "", "2017-11-09", sound), 200, "")
		s.Expect(of, "GET", list, "", 403, "AuthenticationFailed", "Authorization", "Bearer "+sound,
			"x-ms-version", newest) // over http
	}
}

// TestNobody: a request that doesn't say who sends it gets the challenge, from the version on that has this.
func TestNobody(t *testing.T) {
	s := newSecure(t, func(o *full.Options) { o.OAuth = false })
	for of, list := range lists {
		first := map[grant.Service]string{grant.Table: "2020-12-06"}[of]
		if first == "" {
			first = "2019-12-12"
		}
		for version, want := range map[string]int{first: 401, newest: 401, "2019-10-10": 403, "": 403} {
			got := s.send(of, "GET", list, "", version, "")
			code := map[int]string{401: "NoAuthenticationInformation", 403: "AuthenticationFailed"}[want]
			s.answers(version, got, want, code)
			if told := got.Headers.Get("WWW-Authenticate"); (told == offer) != (want == 401) {
				t.Errorf("%c, version %s: told %q", of, version, told)
			}
		}
		s.answers("without OAuth", s.send(of, "GET", list, "", newest, jwt(t, nil)), 401,
			"InvalidAuthenticationInfo")
	}
	s.answers("a private blob", s.send(grant.Blob, "GET", "/docs/a", "", newest, ""), 401,
		"NoAuthenticationInformation")
	s.answers("a private blob", s.send(grant.Blob, "GET", "/docs/a", "", "2019-02-02", ""), 404,
		"ResourceNotFound")
}

// roles are some of Azure's, by letters. The # is for the service.
var roles = map[byte]string{
	'O': "Storage Blob Data Owner", 'C': "Storage # Data Contributor", 'R': "Storage # Data Reader",
	'P': "Storage Queue Data Message Processor", 'S': "Storage Queue Data Message Sender",
	'm': "Storage Account Contributor", '-': "Storage # Delegator", '0': "Reader",
}

// roleSteps are requests, each with the letters of the roles that may send it.
var roleSteps = []struct {
	to                 grant.Service
	method, path, body string
	status             int
	who                string
}{
	{grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, 201, "Cm"},
	{grant.Table, "GET", "/Tables", "", 200, "CRm"},
	{grant.Table, "POST", "/Orders", row, 201, "C"},
	{grant.Table, "PUT", entityPath, row, 204, "C"},
	{grant.Table, "GET", "/Orders()", "", 200, "CR"},
	{grant.Table, "DELETE", entityPath, "", 204, "C"},
	{grant.Table, "GET", "/Orders?comp=acl", "", 200, ""},
	{grant.Table, "GET", "/?restype=service&comp=properties", "", 200, "m"},
	{grant.Table, "DELETE", "/Tables('Orders')", "", 204, "Cm"},
	{grant.Queue, "PUT", "/orders", "", 201, "Cm"},
	{grant.Queue, "POST", "/orders/messages", message, 201, "CS"},
	{grant.Queue, "GET", "/orders/messages?peekonly=true", "", 200, "CRP"},
	{grant.Queue, "GET", "/orders/messages?visibilitytimeout=1", "", 200, "CP"},
	{grant.Queue, "GET", "/orders?comp=metadata", "", 200, "CRm"},
	{grant.Queue, "GET", "/orders?comp=acl", "", 200, ""},
	{grant.Queue, "GET", "/?comp=list", "", 200, "CRm"},
	{grant.Queue, "DELETE", "/orders/messages", "", 204, "C"},
	{grant.Queue, "DELETE", "/orders", "", 204, "Cm"},
	{grant.Blob, "PUT", "/docs?restype=container", "", 201, "Cm"},
	{grant.Blob, "PUT", "/docs/a", "1", 201, "C"},
	{grant.Blob, "GET", "/docs/a", "", 200, "CR"},
	{grant.Blob, "GET", "/docs?restype=container&comp=list", "", 200, "CR"},
	{grant.Blob, "GET", "/docs?restype=container&comp=acl", "", 200, ""},
	{grant.Blob, "GET", "/docs?restype=container&comp=list&include=tags", "", 200, "O"},
	{grant.Blob, "GET", "/docs/a?comp=tags", "", 200, "O"},
	{grant.Blob, "GET", "/?comp=blobs&where=a%3D'b'", "", 200, "O"},
	{grant.Blob, "DELETE", "/docs/a", "", 202, "C"},
	{grant.Blob, "DELETE", "/docs?restype=container", "", 202, "Cm"},
}

const (
	row        = `{"PartitionKey":"p","RowKey":"r"}`
	entityPath = "/Orders(PartitionKey='p',RowKey='r')"
	message    = "<QueueMessage><MessageText>a</MessageText></QueueMessage>"
)

// TestRoles: what each role allows.
func TestRoles(t *testing.T) {
	nouns := map[grant.Service]string{grant.Table: "Table", grant.Queue: "Queue", grant.Blob: "Blob"}
	headers := map[grant.Service][]string{
		grant.Blob: {"x-ms-blob-type", "BlockBlob"}, grant.Table: {"If-Match", "*"},
	}
	for letter, role := range roles {
		s := newSecure(t, nil)
		for _, x := range roleSteps {
			send := func(said claims) wire.Response {
				return s.send(x.to, x.method, x.path, x.body, newest, jwt(t, said), headers[x.to]...)
			}
			name := strings.ReplaceAll(role, "#", nouns[x.to])
			got, what := send(claims{"roles": []string{name}}), name+": "+x.method+" "+x.path
			owns := letter == 'O' && x.to == grant.Blob && strings.Contains(x.who, "C")
			switch {
			case strings.IndexByte(x.who, letter) >= 0 || owns:
				s.answers(what, got, x.status, "")
				continue
			case strings.Contains(x.path, "acl"):
				s.answers(what, got, 403, "AuthorizationFailure")
			default:
				s.answers(what, got, 403, "AuthorizationPermissionMismatch")
			}
			send(nil) // a contributor does it, so that there is something for the next step
		}
	}
}

// TestDefaultRoles: the account's roles count for a token without the claim.
func TestDefaultRoles(t *testing.T) {
	readers := newSecure(t, func(o *full.Options) { o.Roles = []string{"Storage Table Data Reader"} })
	for token, want := range map[string]int{
		jwt(t, nil): 403, jwt(t, claims{"roles": []string{"Storage Table Data Contributor"}}): 201,
		jwt(t, claims{"roles": []string{}}): 403,
	} {
		got := readers.send(grant.Table, "POST", "/Tables", `{"TableName":"Orders"}`, newest, token)
		if got.Status != want {
			t.Errorf("got %d, want %d", got.Status, want)
		}
	}
}
