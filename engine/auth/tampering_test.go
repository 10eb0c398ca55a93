package auth_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestReplay: a signature of one request isn't accepted for another that would have the same string to
// sign.
func TestReplay(t *testing.T) {
	j := verifier(t)
	for _, c := range []struct {
		of           grant.Service
		signed, sent string
	}{
		{grant.Blob, "/docs/b?comp=metadata&timeout=5", "/docs/b?comp%3Ametadata%0Atimeout=5"},
		{grant.Queue, "/orders/messages?numofmessages=1&visibilitytimeout=9",
			"/orders/messages?numofmessages=1%0Avisibilitytimeout:9"},
		{grant.Blob, "/docs?comp=list&prefix=a:b", "/docs?comp=list&prefix%3Aa=b"},
		{grant.Blob, "/docs/contoso/a", "/docs/contoso-secondary/a"},
		{grant.Table, "/Orders()", "/Orders()?Comp=acl"},
	} {
		r := request("GET", emulatorOf("contoso")+c.signed, "x-ms-date",
			noon().Format("Mon, 02 Jan 2006 15:04:05 GMT"))
		text := "GET\n\n\n" + r.Headers.Get("x-ms-date") + "\n/contoso/contoso" + c.signed
		if c.of != grant.Table {
			path, query, _ := strings.Cut(c.signed, "?")
			query = strings.NewReplacer("=", ":", "&", "\n").Replace(query)
			text = "GET" + strings.Repeat("\n", 12) + "x-ms-date:" + r.Headers.Get("x-ms-date") +
				"\n/contoso/contoso" + path + strings.TrimRight("\n"+query, "\n")
		}
		r.Headers.Add("Authorization", "SharedKey contoso:"+sign(text))
		_, err := j.Grant(c.of, r, table.TicksOf(noon()))
		expectCode(t, c.signed, err, fault.Code{})
		r.URL = emulatorOf("contoso") + c.sent
		_, err = j.Grant(c.of, r, table.TicksOf(noon()))
		expectCode(t, c.sent, err, fault.AuthenticationFailed)
	}
}

// TestTampering changes each part of tokens and of signed requests in several ways. All must be refused.
func TestTampering(t *testing.T) {
	j, tried := verifier(t), 0
	refuse := func(of grant.Service, r wire.Request, what string) {
		t.Helper()
		tried++
		if g, err := j.Grant(of, r, table.TicksOf(noon())); !errors.Is(err, fault.AuthenticationFailed) ||
			g.IsOwner() || g.Services != "" {
			t.Errorf("%s: got %v and %+v", what, err, g)
		}
	}
	for name, c := range map[string]struct {
		of          grant.Service
		url, fields string
	}{
		"table": {grant.Table, emulatorOf("contoso") + "/Orders()",
			"tn=Orders sp=ra st=2026-01-01T00:00:00Z se=2027-01-01T00:00:00Z spk=a srk=1 epk=b erk=2 " +
				"spr=https,http sip=10.0.0.1-10.0.0.9"},
		"queue": {grant.Queue, emulatorOf("contoso") + "/orders/messages",
			"queue=orders sp=ra st=2026-01-01T00:00:00Z se=2027-01-01T00:00:00Z"},
		"container": {grant.Blob, emulatorOf("contoso") + "/docs/a",
			"container=docs sp=rc se=2027-01-01T00:00:00Z rscc=private"},
		"account": {grant.Table, emulatorOf("contoso") + "/Tables",
			"ss=bqt srt=sco sp=rwl se=2027-01-01T00:00:00Z spr=https,http"},
	} {
		query := token(t, c.fields)
		sound := wire.Request{Method: "GET", URL: c.url + "?" + query, Address: "10.0.0.5"}
		if _, err := j.Grant(c.of, sound, table.TicksOf(noon())); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		fields, _ := wire.Params(query)
		for i, f := range fields {
			for _, value := range changes(f.Value) {
				changed := append([]wire.Param(nil), fields...)
				changed[i].Value = value
				refuse(c.of, withQuery(sound, c.url, changed),
					fmt.Sprintf("%s: %s=%q for %q", name, f.Name, value, f.Value))
			}
			if f.Name == "sig" {
				continue // without it, the request isn't signed at all
			}
			without := append(append([]wire.Param(nil), fields[:i]...), fields[i+1:]...)
			refuse(c.of, withQuery(sound, c.url, without), name+": without "+f.Name)
		}
		for _, added := range []string{"si=readers", "ses=scope", "sip=10.0.0.5", "spk=0", "rsct=text/html",
			"st=2020-01-01"} {
			field := params(added)[0]
			applies := map[string]string{
				"table": "si sip spk st", "queue": "si sip st", "container": "si sip st ses rsct",
				"account": "sip st ses",
			}[name]
			if !strings.Contains(" "+applies+" ", " "+field.Name+" ") ||
				strings.Contains(query, field.Name+"=") {
				continue
			}
			refuse(c.of, withQuery(sound, c.url, append(append([]wire.Param(nil), fields...), field)),
				name+": with "+added)
		}
		for i := range fields { // the value of one field as that of the next
			k := (i + 1) % len(fields)
			if fields[i].Value == fields[k].Value {
				continue
			}
			swapped := append([]wire.Param(nil), fields...)
			swapped[i].Value, swapped[k].Value = fields[k].Value, fields[i].Value
			refuse(c.of, withQuery(sound, c.url, swapped),
				fmt.Sprintf("%s: %s and %s swapped", name, fields[i].Name, fields[k].Name))
		}
	}
	tamperWithKeys(t, j, refuse)
	if tried < 300 {
		t.Errorf("only %d changes were tried", tried)
	}
	t.Logf("%d changes were tried", tried)
}

// changes returns other values for a field.
func changes(value string) []string {
	if value == "" {
		return []string{"x"}
	}
	last := value[:len(value)-1]
	return []string{
		last, value + "x", "x" + value, strings.ToUpper(last) + "~", last + string(value[len(value)-1]^1),
		wire.Escape(value+"%", ""), " " + value, "",
	}
}

func withQuery(r wire.Request, url string, fields []wire.Param) wire.Request {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(f.Name + "=" + wire.Escape(f.Value, ""))
	}
	r.URL = url + "?" + b.String()
	return r
}

// tamperWithKeys changes requests that were signed with the account's key.
func tamperWithKeys(t *testing.T, j auth.Verifier, refuse func(grant.Service, wire.Request, string)) {
	t.Helper()
	date := noon().Format("Mon, 02 Jan 2006 15:04:05 GMT")
	for _, of := range []grant.Service{grant.Table, grant.Queue, grant.Blob} {
		sound := request("PUT", emulatorOf("contoso")+"/orders/a%20b?comp=metadata&timeout=5", "x-ms-date",
			date, "x-ms-version", "2019-02-02")
		credential(t, "contoso").Sign(of, &sound)
		if _, err := j.Grant(of, sound, table.TicksOf(noon())); err != nil {
			t.Fatal(err)
		}
		signed := sound.Headers.Get("Authorization")
		at := strings.IndexByte(signed, ':') + 1
		for i := at; i < len(signed)-1; i += 3 {
			r := sound
			r.Headers = append(wire.Headers(nil), sound.Headers...)
			c := byte('A')
			if signed[i] == c {
				c = 'B'
			}
			r.Headers.Set("Authorization", signed[:i]+string(c)+signed[i+1:])
			refuse(of, r, "a letter of the signature")
		}
		for name, url := range map[string]string{
			"path":           "/bills/a%20b?comp=metadata&timeout=5",
			"comp":           "/orders/a%20b?comp=acl&timeout=5",
			"without comp":   "/orders/a%20b?timeout=5",
			"other escapes":  "/orders/a%20%62?comp=metadata&timeout=5",
			"doubled slash":  "/orders//a%20b?comp=metadata&timeout=5",
			"another object": "/orders/a%20c?comp=metadata&timeout=5",
		} {
			r := sound
			r.URL = emulatorOf("contoso") + url
			refuse(of, r, name)
		}
		r := sound
		r.Headers = append(wire.Headers(nil), sound.Headers...)
		r.Headers.Set("x-ms-date", noon().Add(time.Second).Format("Mon, 02 Jan 2006 15:04:05 GMT"))
		refuse(of, r, "the date")
	}
}
