package engine_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
)

// What an account can't be opened with, or a script can't be run with, is an error.
func TestMistakes(t *testing.T) {
	for _, o := range []engine.Options{{Name: "My_Account"}, {Keys: []string{""}}, {Keys: []string{"?"}}} {
		if _, err := engine.Open(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	for _, text := range []string{"", "# nothing to run\n", "GET\n"} {
		if err := engine.RunScript("empty.http", text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	a, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Close(), a.Close()); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

// TestClockSetBack: when the clock goes back an hour, signatures of the new time are accepted, and Timestamps
// continue after those that are stored.
func TestClockSetBack(t *testing.T) {
	now := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	a, err := engine.Open(engine.Options{Admission: engine.Signed, Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	key, err := auth.ParseKey(engine.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	credential := auth.Credential{Account: engine.DevelopmentName, Key: key}
	send := func(method, path, body string) engine.Response {
		r := engine.Request{Method: method, Body: []byte(body),
			URL: "http://127.0.0.1:10002/" + engine.DevelopmentName + path}
		r.Headers.Add("x-ms-date", now.Format(http.TimeFormat))
		r.Headers.Add("x-ms-version", "2019-02-02")
		r.Headers.Add("Accept", "application/json;odata=nometadata")
		r.Headers.Add("Content-Type", "application/json")
		credential.Sign(engine.Tables, &r)
		response, _ := a.Do(engine.Tables, r)
		return response
	}
	send("POST", "/Tables", `{"TableName":"Orders"}`)
	before := send("POST", "/Orders", `{"PartitionKey":"a","RowKey":"1"}`)
	now = now.Add(-time.Hour)
	after := send("POST", "/Orders", `{"PartitionKey":"a","RowKey":"2"}`)
	if before.Status != 201 || after.Status != 201 {
		t.Fatalf("got %d, and %d after the clock went back: %s", before.Status, after.Status, after.Body)
	}
	if before.Headers.Get("ETag") >= after.Headers.Get("ETag") {
		t.Errorf("the Timestamp went from %s to %s", before.Headers.Get("ETag"), after.Headers.Get("ETag"))
	}
}
