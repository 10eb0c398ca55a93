package control_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/table"
)

// TestClock: what the clock says after each request, in order. The host's own time goes on by a second before
// each.
func TestClock(t *testing.T) {
	w := newWorld(t)
	for _, step := range []struct {
		method, body, now string
		frozen            bool
	}{
		{"GET", ``, "2026-01-05T00:00:01Z", false},
		{"PUT", `{"advance":"1h30m"}`, "2026-01-05T01:30:02Z", false},
		{"GET", ``, "2026-01-05T01:30:03Z", false},
		{"PUT", `{"frozen":true}`, "2026-01-05T01:30:04Z", true},
		{"GET", ``, "2026-01-05T01:30:04Z", true},
		{"PUT", `{"advance":"7d"}`, "2026-01-12T01:30:04Z", true},
		{"PUT", `{"now":"2020-02-29T12:00:00+02:00"}`, "2020-02-29T10:00:00Z", true},
		{"PUT", `{"frozen":false}`, "2020-02-29T10:00:00Z", false},
		{"GET", ``, "2020-02-29T10:00:01Z", false},
		{"PUT", `{"now":"9998-12-31","advance":"23h","frozen":true}`, "9998-12-31T23:00:00Z", true},
		{"PUT", `"1601-01-01T00:00:00Z frozen=false"`, "1601-01-01T00:00:00Z", false},
		{"DELETE", ``, "2026-01-05T00:00:12Z", false},
	} {
		w.own += table.Second
		got := w.asked(200, step.method, "/clock", step.body)
		if got.Get("now").String() != step.now || got.Get("frozen").Bool() != step.frozen {
			t.Errorf("%s %s: %s", step.method, step.body, got)
		}
	}
}

// TestClockFollows: what depends on time follows the clock: hidden and expired messages, leases, the names of
// deleted tables, and Timestamps.
func TestClockFollows(t *testing.T) {
	w := newWorld(t)
	advance := func(span string) { w.asked(200, "PUT", "/clock", `{"advance":"`+span+`"}`) }
	messages := func() int {
		return strings.Count(string(w.do("GET q:/jobs/messages?peekonly=true", "").Body), "<QueueMessage>")
	}
	status := func(request string, want int) {
		t.Helper()
		if got := w.do(request, ""); got.Status != want {
			t.Errorf("%s: %d %s, want %d", request, got.Status, got.Body, want)
		}
	}
	w.asked(200, "PUT", "/clock", `"2026-06-01T00:00:00Z frozen"`)
	w.do("PUT q:/jobs", "")
	w.do("POST q:/jobs/messages?visibilitytimeout=60&messagettl=3600",
		"<QueueMessage><MessageText>a</MessageText></QueueMessage>")
	for _, step := range []struct {
		advance string
		want    int
	}{{"59s", 0}, {"2s", 1}, {"58m", 1}, {"1m", 0}} {
		if advance(step.advance); messages() != step.want {
			t.Errorf("after another %s there are %d messages", step.advance, messages())
		}
	}

	w.do("POST /Tables", `{"TableName":"Orders"}`)
	w.insert("1")
	stamp := gjson.GetBytes(w.do("GET /Orders", "").Body, "value.0.Timestamp").String()
	if !regexp.MustCompile(`^2026-06-01T01:00:01\.00`).MatchString(stamp) {
		t.Errorf("the Timestamp is %s", stamp)
	}
	w.do("DELETE /Tables('Orders')", "")
	if got := w.do("POST /Tables", `{"TableName":"Orders"}`).Status; got != 409 {
		t.Errorf("the name of a deleted table: %d", got)
	}
	if advance("41s"); w.do("POST /Tables", `{"TableName":"Orders"}`).Status != 201 {
		t.Error("the name isn't free")
	}

	status("PUT b:/docs?restype=container", 201)
	w.do("PUT b:/docs?restype=container&comp=lease", "",
		"x-ms-lease-action", "acquire", "x-ms-lease-duration", "15")
	status("DELETE b:/docs?restype=container", 412)
	advance("14s")
	status("DELETE b:/docs?restype=container", 412)
	advance("2s")
	status("DELETE b:/docs?restype=container", 202)
}
