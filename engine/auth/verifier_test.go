package auth_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// noon is the time in these tests.
func noon() time.Time { return time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC) }

func verifier(t *testing.T) auth.Verifier {
	t.Helper()
	own := credential(t, "contoso")
	return auth.Verifier{
		Account: "contoso", Keys: auth.Credentials("contoso", []byte("the other key"), own.Key),
		Policies: func(of grant.Service, resource, id string) (auth.Policy, bool, error) {
			if of != grant.Table || resource != "orders" {
				return auth.Policy{}, false, nil
			}
			switch id {
			case "readers":
				return auth.Policy{Expiry: "2026-01-06T00:00:00.0000000Z", Permission: "r"}, true, nil
			case "over":
				return auth.Policy{Expiry: "2026-01-05T00:00:00.0000000Z"}, true, nil
			case "empty":
				return auth.Policy{}, true, nil
			}
			return auth.Policy{}, false, nil
		},
	}
}

// params reads fields written sp=r se=2027-01-01.
func params(text string) (list []wire.Param) {
	for field := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(field, "=")
		list = append(list, wire.Param{Name: name, Value: value})
	}
	return list
}

func token(t *testing.T, fields string) string {
	t.Helper()
	query, err := credential(t, "contoso").Token(params(fields))
	if err != nil {
		t.Fatal(err)
	}
	return query
}

func expectCode(t *testing.T, name string, err error, want fault.Code) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if want == (fault.Code{}) && err != nil || want != (fault.Code{}) &&
		(!ok || f.Code != want || f.Stage != fault.Early) {
		t.Errorf("%s: got %v, want %q", name, err, want)
	}
}

// TestKnownTokens compares tokens with strings to sign written from the documentation, which the test
// signs itself.
func TestKnownTokens(t *testing.T) {
	for name, want := range map[string][2]string{
		"table": {"tn=Orders sp=raud st=2026-01-01T00:00:00Z se=2027-01-01 sv=2019-02-02 spk=a srk=1 " +
			"epk=b erk=2 spr=https sip=10.0.0.1",
			"raud\n2026-01-01T00:00:00Z\n2027-01-01\n/table/contoso/orders\n\n10.0.0.1\nhttps\n2019-02-" +
				"02\na\n1\nb\n2"},
		"table, 2014": {"tn=Orders sp=r se=2027-01-01 sv=2014-02-14",
			"r\n\n2027-01-01\n/contoso/orders\n\n2014-02-14\n\n\n\n"},
		"queue": {"queue=orders sp=raup se=2027-01-01 sv=2018-03-28",
			"raup\n\n2027-01-01\n/queue/contoso/orders\n\n\n\n2018-03-28"},
		"container": {"container=docs sp=rl se=2027-01-01 sv=2020-12-06",
			"rl\n\n2027-01-01\n/blob/contoso/docs\n\n\n\n2020-12-06\nc\n\n\n\n\n\n\n"},
		"blob": {"container=docs blob=a/b sp=r se=2027-01-01 sv=2018-11-09",
			"r\n\n2027-01-01\n/blob/contoso/docs/a/b\n\n\n\n2018-11-09\nb\n\n\n\n\n\n"},
		"account": {"ss=bqt srt=sco sp=rl se=2027-01-01 sv=2019-02-02",
			"contoso\nrl\nbqt\nsco\n\n2027-01-01\n\n\n2019-02-02\n"},
		"account with a scope": {"ss=t srt=o sp=r se=2027-01-01 sv=2020-12-06",
			"contoso\nr\nt\no\n\n2027-01-01\n\n\n2020-12-06\n\n"},
	} {
		query := token(t, want[0])
		_, got, _ := strings.Cut(query, "sig=")
		if got, _ = wire.Unescape(got); got != sign(want[1]) {
			t.Errorf("%s: %s is not signed as %q", name, query, want[1])
		}
	}
}

// sign signs a string with the development key.
func sign(text string) string {
	key, _ := base64.StdEncoding.DecodeString(auth.DevelopmentKey)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func TestTokenRefuses(t *testing.T) {
	for _, fields := range []string{"sp=r se=2027-01-01", "tn=Orders sig=x", "tn=Orders nonsense=1",
		"sr=c sp=r"} {
		if query, err := credential(t, "contoso").Token(params(fields)); err == nil {
			t.Errorf("%s: got %s", fields, query)
		}
	}
}

func TestVerifier(t *testing.T) {
	j := verifier(t)
	const tables, queues, blobs = "https://contoso.table.core.windows.net",
		"https://contoso.queue.core.windows.net",
		"http://127.0.0.1:10000/contoso"
	far := " se=2027-01-01T00:00Z"
	for _, c := range []struct {
		name, url, fields string
		of                grant.Service
		want              fault.Code
	}{
		{"a table", tables + "/Orders()", "tn=Orders sp=r" + far, grant.Table, fault.Code{}},
		{"its name in other case", tables + "/ORDERS()", "tn=orders sp=r" + far, grant.Table, fault.Code{}},
		{"begun", tables + "/Orders()", "tn=Orders sp=r st=2026-01-05T12:00:00Z" + far, grant.Table,
			fault.Code{}},
		{"not begun", tables + "/Orders()", "tn=Orders sp=r st=2026-01-05T12:00:01Z" + far, grant.Table,
			fault.AuthenticationFailed},
		{"over", tables + "/Orders()", "tn=Orders sp=r se=2026-01-05T12:00:00Z", grant.Table,
			fault.AuthenticationFailed},
		{"without an end", tables + "/Orders()", "tn=Orders sp=r", grant.Table, fault.AuthenticationFailed},
		{"no time", tables + "/Orders()", "tn=Orders sp=r se=soon", grant.Table, fault.AuthenticationFailed},
		{"no permissions", tables + "/Orders()", "tn=Orders" + far, grant.Table, fault.AuthenticationFailed},
		{"out of order", tables + "/Orders()", "tn=Orders sp=ar" + far, grant.Table,
			fault.AuthenticationFailed},
		{"of another service", tables + "/Orders()", "tn=Orders sp=rp" + far, grant.Table,
			fault.AuthenticationFailed},
		{"too old", tables + "/Orders()", "tn=Orders sp=r sv=2011-08-18" + far, grant.Table,
			fault.AuthenticationFailed},
		{"no version", tables + "/Orders()", "tn=Orders sp=r sv=new" + far, grant.Table,
			fault.AuthenticationFailed},
		{"srk alone", tables + "/Orders()", "tn=Orders sp=r srk=1" + far, grant.Table,
			fault.AuthenticationFailed},
		{"https", tables + "/Orders()", "tn=Orders sp=r spr=https" + far, grant.Table, fault.Code{}},
		{"https over http", "http://127.0.0.1:10002/contoso/Orders()", "tn=Orders sp=r spr=https" + far,
			grant.Table, fault.AuthorizationProtocolMismatch},
		{"either", "http://127.0.0.1:10002/contoso/Orders()", "tn=Orders sp=r spr=https,http" + far,
			grant.Table, fault.Code{}},
		{"a wrong protocol", tables + "/Orders()", "tn=Orders sp=r spr=ftp" + far, grant.Table,
			fault.AuthenticationFailed},
		{"its address", tables + "/Orders()", "tn=Orders sp=r sip=10.0.0.1" + far, grant.Table, fault.Code{}},
		{"its addresses", tables + "/Orders()", "tn=Orders sp=r sip=9.0.0.0-10.0.0.1" + far, grant.Table,
			fault.Code{}},
		{"another address", tables + "/Orders()", "tn=Orders sp=r sip=10.0.0.2-10.0.0.9" + far, grant.Table,
			fault.AuthorizationSourceIPMismatch},
		{"no address", tables + "/Orders()", "tn=Orders sp=r sip=home" + far, grant.Table,
			fault.AuthenticationFailed},
		{"addresses of two kinds", tables + "/Orders()", "tn=Orders sp=r sip=1.0.0.0-ffff::" + far,
			grant.Table, fault.AuthenticationFailed},
		{"addresses of the other kind", tables + "/Orders()", "tn=Orders sp=r sip=::-ffff::" + far,
			grant.Table, fault.AuthorizationSourceIPMismatch},
		{"a policy", tables + "/Orders()", "tn=Orders si=readers", grant.Table, fault.Code{}},
		{"a policy and more", tables + "/Orders()", "tn=Orders si=empty sp=r" + far, grant.Table,
			fault.Code{}},
		{"a policy that is over", tables + "/Orders()", "tn=Orders si=over sp=r", grant.Table,
			fault.AuthenticationFailed},
		{"both say", tables + "/Orders()", "tn=Orders si=readers sp=r", grant.Table,
			fault.InvalidAuthenticationInfo},
		{"a policy unknown", tables + "/Orders()", "tn=Orders si=writers sp=r" + far, grant.Table,
			fault.AuthenticationFailed},
		{"a policy of another table", tables + "/Bills()", "tn=Bills si=readers", grant.Table,
			fault.AuthenticationFailed},
		{"the account", tables + "/Tables", "ss=t srt=s sp=l" + far, grant.Table, fault.Code{}},
		{"the account, too old", tables + "/Tables", "ss=t srt=s sp=l sv=2014-02-14" + far, grant.Table,
			fault.AuthenticationFailed},
		{"a queue", queues + "/orders/messages", "queue=orders sp=p" + far, grant.Queue, fault.Code{}},
		{"another queue", queues + "/bills/messages", "queue=orders sp=p" + far, grant.Queue,
			fault.AuthenticationFailed},
		{"a container", blobs + "/docs/a/b", "container=docs sp=r" + far, grant.Blob, fault.Code{}},
		{"a blob", blobs + "/docs/a/b", "container=docs blob=a/b sp=r" + far, grant.Blob, fault.Code{}},
		{"another blob", blobs + "/docs/a/c", "container=docs blob=a/b sp=r" + far, grant.Blob,
			fault.AuthenticationFailed},
		{"a table's for a queue", queues + "/orders/messages", "tn=orders sp=r" + far, grant.Queue,
			fault.AuthenticationFailed},
	} {
		r := wire.Request{Method: "GET", URL: c.url + "?" + token(t, c.fields), Address: "10.0.0.1"}
		_, err := j.Grant(c.of, r, table.TicksOf(noon()))
		expectCode(t, c.name, err, c.want)
	}
}

// TestTokenGrants: a token's fields become the grant of its sender.
func TestTokenGrants(t *testing.T) {
	j := verifier(t)
	send := func(fields string) grant.Grant {
		t.Helper()
		g, err := j.Grant(grant.Table, wire.Request{Method: "GET",
			URL: emulatorOf("contoso") + "/Orders()?" + token(t, fields+" se=2027-01-01")},
			table.TicksOf(noon()))
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	g := send("tn=Orders sp=ra spk=a epk=b")
	if g.IsOwner() || g.Services != "t" || g.Levels != "o" || g.Permissions != "ra" ||
		g.Resource != "orders" ||
		*g.Keys.From != (table.Key{PartitionKey: "a"}) || *g.Keys.To != (table.Key{PartitionKey: "b"}) ||
		!g.Keys.Whole {
		t.Errorf("got %+v", g)
	}
	g = send("tn=Orders sp=r spk=a srk=1 epk=b erk=2")
	if *g.Keys.From != (table.Key{PartitionKey: "a", RowKey: "1"}) ||
		*g.Keys.To != (table.Key{PartitionKey: "b", RowKey: "2"}) || g.Keys.Whole {
		t.Errorf("got %+v", g.Keys)
	}
	if g = send("tn=Orders sp=r"); g.Keys != (grant.Keys{}) {
		t.Errorf("got %+v", g.Keys)
	}
	if g = send("ss=qt srt=co sp=rwl"); g.Services != "qt" || g.Levels != "co" || g.Permissions != "rwl" ||
		g.Resource != "" {
		t.Errorf("got %+v", g)
	}
}

func emulatorOf(account string) string { return "http://127.0.0.1:10002/" + account }

// TestVerifierKeys: a request signed with either key is the owner's, unless its date is off.
func TestVerifierKeys(t *testing.T) {
	j := verifier(t)
	own, other := credential(t, "contoso"), auth.Credential{Account: "contoso", Key: []byte("the other key")}
	stranger := auth.Credential{Account: "contoso", Key: []byte("stranger")}
	for _, c := range []struct {
		name string
		by   auth.Credential
		at   time.Duration
		want fault.Code
	}{
		{"first key", own, 0, fault.Code{}},
		{"second key", other, 0, fault.Code{}},
		{"a stranger's", stranger, 0, fault.AuthenticationFailed},
		{"15 minutes ago", own, -15 * time.Minute, fault.Code{}},
		{"15 minutes ahead", own, 15 * time.Minute, fault.Code{}},
		{"longer ago", own, -15*time.Minute - time.Second, fault.AuthenticationFailed},
		{"further ahead", own, 15*time.Minute + time.Second, fault.AuthenticationFailed},
	} {
		for _, of := range []grant.Service{grant.Table, grant.Queue, grant.Blob} {
			r := request("GET", cloud+"/orders", "x-ms-date",
				noon().Add(c.at).Format("Mon, 02 Jan 2006 15:04:05 GMT"))
			c.by.Sign(of, &r)
			g, err := j.Grant(of, r, table.TicksOf(noon()))
			expectCode(t, c.name, err, c.want)
			if g.IsOwner() != (c.want == (fault.Code{})) {
				t.Errorf("%s: owner is %t", c.name, g.IsOwner())
			}
		}
	}
	r := request("GET", cloud+"/orders", "x-ms-date", "noon")
	own.Sign(grant.Table, &r)
	_, err := j.Grant(grant.Table, r, table.TicksOf(noon()))
	expectCode(t, "no date", err, fault.AuthenticationFailed)
	_, err = j.Grant(grant.Table, request("GET", cloud+"/orders"), table.TicksOf(noon()))
	expectCode(t, "unsigned", err, fault.AuthenticationFailed)
	j.Unsigned = true
	if g, err := j.Grant(grant.Table, request("GET", cloud+"/orders"), table.TicksOf(noon())); err != nil ||
		!g.IsOwner() {
		t.Errorf("unsigned, let in: %v, %v", g, err)
	}
}

// TestVerifierSigned: where the account has another time than those who sign, the date of a request can be of
// either, and the times of a token are the account's.
func TestVerifierSigned(t *testing.T) {
	j, own := verifier(t), credential(t, "contoso")
	moved := noon().AddDate(5, 0, 0)
	j.Signed = func() table.Ticks { return table.TicksOf(noon()) }
	for _, c := range []struct {
		at   time.Time
		want fault.Code
	}{
		{noon(), fault.Code{}},
		{moved, fault.Code{}},
		{noon().Add(time.Hour), fault.AuthenticationFailed},
		{moved.Add(time.Hour), fault.AuthenticationFailed},
	} {
		r := request("GET", cloud+"/orders", "x-ms-date", c.at.Format("Mon, 02 Jan 2006 15:04:05 GMT"))
		own.Sign(grant.Table, &r)
		_, err := j.Grant(grant.Table, r, table.TicksOf(moved))
		expectCode(t, c.at.String(), err, c.want)
	}
	r := request("GET", cloud+"/orders?"+token(t, "tn=orders sp=r se=2026-01-05T13:00:00Z"))
	_, err := j.Grant(grant.Table, r, table.TicksOf(moved))
	expectCode(t, "a token of the signers' time", err, fault.AuthenticationFailed)
}

// TestAddress: a token for some addresses is refused if the sender's address isn't known.
func TestAddress(t *testing.T) {
	j := verifier(t)
	url := emulatorOf("contoso") + "/Orders()?" + token(t, "tn=Orders sp=r se=2027-01-01 sip=10.0.0.1")
	for address, want := range map[string]fault.Code{
		"10.0.0.1": fault.Code{}, "::ffff:10.0.0.1": fault.Code{},
		"10.0.0.2": fault.AuthorizationSourceIPMismatch,
		"":         fault.AuthorizationSourceIPMismatch, "home": fault.AuthorizationSourceIPMismatch,
	} {
		_, err := j.Grant(grant.Table, wire.Request{Method: "GET", URL: url, Address: address},
			table.TicksOf(noon()))
		expectCode(t, "from "+address, err, want)
		if f, ok := errors.AsType[*fault.Error](err); ok &&
			!strings.Contains(f.Text(), "source IP "+address+".") {
			t.Errorf("from %s: %s", address, f.Text())
		}
	}
}

// TestBounds: an absent bound is signed like an empty one, so both need to grant the same.
func TestBounds(t *testing.T) {
	j := verifier(t)
	for fields, without := range map[string]string{
		"tn=Orders sp=r epk=b erk= se=2027-01-01":       "&erk=",
		"tn=Orders sp=r spk= srk= se=2027-01-01":        "&spk=&srk=",
		"tn=Orders sp=r si= epk= erk= se=2027-01-01":    "&epk=&erk=",
		"tn=Orders sp=r spk=a srk= epk=a se=2027-01-01": "&srk=",
	} {
		query := token(t, fields)
		if !strings.Contains(query, without) {
			t.Fatalf("%s is not in %s", without, query)
		}
		var grants [2]grant.Grant
		for i, q := range []string{query, strings.Replace(query, without, "", 1)} {
			var err error
			r := wire.Request{Method: "GET", URL: emulatorOf("contoso") + "/Orders()?" + q}
			if grants[i], err = j.Grant(grant.Table, r, table.TicksOf(noon())); err != nil {
				t.Errorf("%s: %v", q, err)
			}
		}
		if diff := cmp.Diff(grants[0].Keys, grants[1].Keys); diff != "" {
			t.Errorf("%s without %s reaches something else: %s", fields, without, diff)
		}
	}
}

// TestMovedLines: a field with a line feed would be two lines of the string to sign, so a signature could
// be moved to another token.
func TestMovedLines(t *testing.T) {
	j := verifier(t)
	// The string to sign of an old container's token has a line more than that of a table's.
	query := token(t, "container=orders sp=r se=2027-01-01 sv=2014-02-14")
	r := wire.Request{Method: "GET", URL: emulatorOf("contoso") + "/Orders()?tn=orders&spk=%0A&" +
		strings.Replace(query, "&sr=c", "", 1)}
	_, err := j.Grant(grant.Table, r, table.TicksOf(noon()))
	expectCode(t, "a container's for a table", err, fault.AuthenticationFailed)
	if _, err := credential(t, "contoso").Token([]wire.Param{{Name: "tn", Value: "a"},
		{Name: "spk", Value: "\n"}}); err == nil {
		t.Error("a token with a line feed was made")
	}
	query = token(t, "tn=Orders sp=r se=2027-01-01")
	for _, twice := range []string{"&sp=r", "&sig=x", "&tn=orders"} {
		_, err := j.Grant(grant.Table, wire.Request{URL: emulatorOf("contoso") + "/Orders()?" + query +
			twice}, table.TicksOf(noon()))
		expectCode(t, "twice: "+twice, err, fault.AuthenticationFailed)
	}
}

// TestOneResource: a token for one queue, container or blob isn't good for the service, nor for a container
// that has the account's name.
func TestOneResource(t *testing.T) {
	j := verifier(t)
	const far = " se=2027-01-01"
	for _, c := range []struct {
		name, url, signed, fields string
		of                        grant.Service
		want                      fault.Code
	}{
		{"the service", "http://127.0.0.1:10001/contoso/",
			"r\n\n2027-01-01\n/queue/contoso/\n\n\n\n2018-03-28", "sp=r sv=2018-03-28", grant.Queue,
			fault.AuthenticationFailed},
		{"a blob that is none", "http://127.0.0.1:10000/contoso/docs",
			"r\n\n2027-01-01\n/blob/contoso/docs\n\n\n\n2015-07-08\n\n\n\n\n", "sp=r sr=b sv=2015-07-08",
			grant.Blob, fault.AuthenticationFailed},
		{"a container called like the account", "https://contoso.blob.core.windows.net/contoso/docs",
			"r\n\n2027-01-01\n/blob/contoso/contoso\n\n\n\n2015-07-08\n\n\n\n\n", "sp=r sr=c sv=2015-07-08",
			grant.Blob, fault.Code{}},
		{"a blob in it", "https://contoso-secondary.blob.core.windows.net/contoso/docs",
			"r\n\n2027-01-01\n/blob/contoso/contoso/docs\n\n\n\n2015-07-08\n\n\n\n\n",
			"sp=r sr=b sv=2015-07-08", grant.Blob, fault.Code{}},
	} {
		fields := append(params(c.fields+far), wire.Param{Name: "sig", Value: sign(c.signed)})
		_, err := j.Grant(c.of, withQuery(wire.Request{Method: "GET"}, c.url, fields), table.TicksOf(noon()))
		expectCode(t, c.name, err, c.want)
	}
}

// TestNoKeys: an account without keys refuses every signature.
func TestNoKeys(t *testing.T) {
	r := request("GET", cloud+"/Tables", "x-ms-date", noon().Format("Mon, 02 Jan 2006 15:04:05 GMT"))
	credential(t, "contoso").Sign(grant.Table, &r)
	_, err := auth.Verifier{Account: "contoso", Unsigned: true}.Grant(grant.Table, r, table.TicksOf(noon()))
	expectCode(t, "a signature", err, fault.AuthenticationFailed)
}

// TestLetters: clients write some permissions of blobs in places of their own.
func TestLetters(t *testing.T) {
	v := auth.Verifier{Account: "contoso", Keys: auth.Credentials("contoso", credential(t, "contoso").Key)}
	for permissions, want := range map[string]bool{
		"racwdxltmeiyf": true, "racwdxltfmeopi": true, "racwdxyltmeopif": true, "rf": true, "iyf": true,
		"ff": false, "wr": false, "rz": false,
	} {
		query, err := credential(t, "contoso").Token([]wire.Param{
			{Name: "container", Value: "docs"}, {Name: "sr", Value: "c"}, {Name: "sp", Value: permissions},
			{Name: "se", Value: "2999-01-01"},
		})
		if err != nil {
			t.Fatal(err)
		}
		g, err := v.Grant(grant.Blob, wire.Request{Method: "GET", URL: emulatorOf("contoso/docs?" + query)}, 1)
		if (err == nil) != want || want && g.Permissions != permissions {
			t.Errorf("%s: got %v, %v", permissions, g, err)
		}
	}
}
