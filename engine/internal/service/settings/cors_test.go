package settings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/cors"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service/settings"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

const properties = "/?restype=service&comp=properties"

// rule returns a CorsRule element.
func rule(origins, methods, headers, exposed string, age string) string {
	return "<CorsRule><AllowedOrigins>" + origins + "</AllowedOrigins><AllowedMethods>" + methods +
		"</AllowedMethods><AllowedHeaders>" +
		headers + "</AllowedHeaders><ExposedHeaders>" + exposed + "</ExposedHeaders><MaxAgeInSeconds>" +
		age + "</MaxAgeInSeconds></CorsRule>"
}

func document(rules ...string) string {
	return "<StorageServiceProperties><Cors>" + strings.Join(rules, "") + "</Cors></StorageServiceProperties>"
}

// list returns n names separated by commas.
func list(n int, format string) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf(format, i))
	}
	return strings.Join(names, ",")
}

// TestLimits: which rules are accepted.
func TestLimits(t *testing.T) {
	w := enginetest.NewWorld(t, nil)
	one := rule("*", "GET", "", "", "0")
	for name, c := range map[string]struct {
		body string
		ok   bool
	}{
		"none": {document(), true},
		"five": {document(one, one, one, one, one), true},
		"six":  {document(one, one, one, one, one, one), false},
		"all methods": {document(rule("a", "DELETE, GET,HEAD,MERGE,POST,PATCH,OPTIONS,PUT", "", "",
			"1")), true},
		"a method of none": {document(rule("a", "get", "", "", "1")), false},
		"no method":        {document(rule("a", "", "", "", "1")), false},
		"no origin":        {document(rule(" , ", "GET", "", "", "1")), false},
		"an age":           {document(rule("a", "GET", "", "", "-1")), false},
		"no age":           {document(rule("a", "GET", "", "", "")), false},
		"64 headers and 2": {document(rule("a", "GET", list(64, "h%d")+",a*,b*", list(64, "h%d"), "1")),
			true},
		"65 headers":        {document(rule("a", "GET", list(65, "h%d"), "", "1")), false},
		"65 that are shown": {document(rule("a", "GET", "", list(65, "h%d"), "1")), false},
		"three beginnings":  {document(rule("a", "GET", "a*,b*,c*", "", "1")), false},
		"256 characters":    {document(rule(strings.Repeat("é", 256), "GET", "", "", "1")), true},
		"257 characters":    {document(rule(strings.Repeat("a", 257), "GET", "", "", "1")), false},
		"more than 2 KiB": {document(rule(list(9, "%d"+strings.Repeat("a", 250)), "GET", "", "", "1")),
			false},
		"another element": {document("<Rule/>"), false},
		"an element less": {document(strings.Replace(one, "<ExposedHeaders></ExposedHeaders>", "", 1)),
			false},
		"two of one section": {strings.Replace(document(one), "</Cors>", "</Cors><Cors/>", 1), false},
		"blanks and order": {"<?xml version='1.0'?>\n<StorageServiceProperties xmlns='x'>\n <Cors>\n  " +
			"<CorsRule>\n <MaxAgeInSeconds> 5 </MaxAgeInSeconds>" +
			"<ExposedHeaders/><AllowedHeaders/>\n<AllowedMethods> GET , PUT " +
			"</AllowedMethods><AllowedOrigins>a</AllowedOrigins></CorsRule></Cors></StorageServiceProperties>" +
			"\n", true},
	} {
		for _, of := range []grant.Service{grant.Table, grant.Queue, grant.Blob} {
			status, code := 202, ""
			if !c.ok {
				status, code = 400, "InvalidXmlDocument"
			}
			before := w.Store.Digest()
			r := w.Send(of, "PUT", properties, c.body)
			if r.Status != status || r.Headers.Get("x-ms-error-code") != code {
				t.Errorf("%s: got %d\n%s", name, r.Status, r.Body)
			}
			if !c.ok && w.Store.Digest() != before {
				t.Errorf("%s was refused and changed something", name)
			}
		}
	}
}

// TestMatch: only the first rule for an origin and a method counts.
func TestMatch(t *testing.T) {
	w := enginetest.NewWorld(t, nil)
	w.Expect(grant.Blob, "PUT", properties, document(
		rule("https://a.example,https://b.example", "GET", "x-ms-*,Accept", "", "1"),
		rule("https://a.example", "GET,PUT", "*", "", "2"),
		rule("*", "GET", "", "", "3"),
	), 202, "")
	var rules []cors.Rule
	if err := w.Store.View(func(tx *store.Tx) (err error) {
		rules,
			err = settings.RulesOf(tx, grant.Blob)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		origin, method, headers string
		age                     int // 0 for no rule
	}{
		{"https://a.example", "GET", "X-MS-date, accept", 1},
		{"https://a.example", "GET", "Authorization", 0}, // although the next rule would allow it
		{"https://a.example", "PUT", "Authorization", 2},
		{"https://b.example", "PUT", "", 0},
		{"https://A.example", "GET", "", 3},
		{"https://c.example", "GET", "accept", 0},
		{"https://c.example", "get", "", 0},
		{"", "GET", "", 3},
	} {
		age := 0
		if found, ok := cors.Match(rules, c.origin, c.method); ok && found.AllowsHeaders(c.headers) {
			age = found.MaxAge
		}
		if age != c.age {
			t.Errorf("%v: got rule %d", c, age)
		}
	}
}
