package httphost_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const page = "http://127.0.0.1:8080"

// shared returns the headers of an answer that have to do with other origins.
func shared(r *http.Response) map[string]string {
	found := map[string]string{}
	for name, values := range r.Header {
		if name == "Vary" || strings.HasPrefix(name, "Access-Control-") {
			found[name] = strings.Join(values, "|")
		}
	}
	return found
}

func TestPreflight(t *testing.T) {
	one := &httphost.Endpoint{Fallback: enginetest.New(t, nil), Origins: []string{page}}
	all := &httphost.Endpoint{Fallback: enginetest.New(t, nil), Origins: []string{"*"}}
	none := httphost.Handler(enginetest.New(t, nil))
	const disabled = "CORS not enabled or no matching rule found for this request."
	for name, test := range map[string]struct {
		endpoint http.Handler
		headers  []string
		status   int
		want     map[string]string
		body     string // a part of it
	}{
		"allowed": {
			one, []string{
				"Origin", page, "Access-Control-Request-Method", "MERGE",
				"Access-Control-Request-Headers", "if-match,x-ms-date",
			},
			200, map[string]string{
				"Access-Control-Allow-Origin": page, "Access-Control-Allow-Methods": "MERGE",
				"Access-Control-Allow-Headers": "if-match,x-ms-date", "Access-Control-Max-Age": "3600",
				"Access-Control-Allow-Credentials": "true", "Vary": "Origin",
			}, "",
		},
		"no headers asked for": {
			one, []string{"Origin", page, "Access-Control-Request-Method", "PATCH"},
			200, map[string]string{
				"Access-Control-Allow-Origin": page, "Access-Control-Allow-Methods": "PATCH",
				"Access-Control-Max-Age": "3600", "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
			}, "",
		},
		"every origin": {
			all, []string{"Origin", "null", "Access-Control-Request-Method", "GET"},
			200, map[string]string{
				"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET",
				"Access-Control-Max-Age": "3600",
			}, "",
		},
		"another origin": {
			one, []string{"Origin", "http://localhost:8080", "Access-Control-Request-Method", "GET"},
			403, map[string]string{"Vary": "Origin"}, disabled,
		},
		"no origins": {
			none, []string{"Origin", page, "Access-Control-Request-Method", "GET"},
			403, map[string]string{"Vary": "Origin"}, `"code":"CorsPreflightFailure"`,
		},
		"no such method": {
			one, []string{"Origin", page, "Access-Control-Request-Method", "TRACE"},
			403, map[string]string{
				"Access-Control-Allow-Origin": page, "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
			}, disabled,
		},
		"no method": {
			all, []string{"Origin", page},
			400, map[string]string{"Access-Control-Allow-Origin": "*"}, "A required CORS header is not present.",
		},
		"no origin": {
			all, []string{"Access-Control-Request-Method", "GET"},
			400, map[string]string{}, `"code":"InvalidHeaderValue"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := ask(test.endpoint, "OPTIONS", "127.0.0.1:10002", "/devstoreaccount1/Orders", test.headers...)
			if diff := cmp.Diff(test.want, shared(got)); diff != "" || got.StatusCode != test.status {
				t.Errorf("%d, want %d (-want +got):\n%s", got.StatusCode, test.status, diff)
			}
			if text := body(t, got); !strings.Contains(text, test.body) || test.body == "" && text != "" {
				t.Errorf("body %q, want %q in it", text, test.body)
			}
		})
	}
}

// fixedHeaders answers every request with the same headers, as an account with CORS rules might.
type fixedHeaders []wire.Header

func (d fixedHeaders) Do(wire.Request) (wire.Response, trace.Trace) {
	return wire.Response{Status: 200, Headers: wire.Headers(d)}, trace.Trace{}
}

// TestRulesOfAccounts: when a rule of the account has shared an answer, the endpoint adds nothing.
func TestRulesOfAccounts(t *testing.T) {
	for name, test := range map[string]struct {
		own  fixedHeaders
		want map[string]string
	}{
		"shared": {
			fixedHeaders{{Name: "Access-Control-Allow-Origin", Value: page}, {Name: "Vary", Value: "Origin"}},
			map[string]string{"Access-Control-Allow-Origin": page, "Vary": "Origin"},
		},
		"not shared": {
			fixedHeaders{{Name: "Vary", Value: "Origin"}},
			map[string]string{
				"Access-Control-Allow-Origin": page, "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
				"Access-Control-Expose-Headers": "Vary,Content-Length,Date,Transfer-Encoding",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			endpoint := &httphost.Endpoint{Fallback: test.own, Origins: []string{page}}
			got := ask(endpoint, "GET", "a", "/", "Origin", page)
			if diff := cmp.Diff(test.want, shared(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSharing: pages of allowed origins can read an answer, and only answers to pages carry the headers.
func TestSharing(t *testing.T) {
	const target = "/devstoreaccount1/Tables"
	const exposed = "Cache-Control,Content-Type,Server,x-ms-request-id,x-ms-version,X-Content-Type-Options," +
		"Content-Length,Date,Transfer-Encoding"
	for name, test := range map[string]struct {
		origins []string
		origin  string
		want    map[string]string
	}{
		"allowed": {[]string{"https://a.example", page}, page, map[string]string{
			"Access-Control-Allow-Origin": page, "Access-Control-Expose-Headers": exposed,
			"Access-Control-Allow-Credentials": "true", "Vary": "Origin",
		}},
		"every origin": {[]string{page, "*"}, page, map[string]string{
			"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed,
		}},
		"another origin": {[]string{page}, "https://a.example", map[string]string{"Vary": "Origin"}},
		"other case":     {[]string{"https://a.example"}, "https://A.example", map[string]string{"Vary": "Origin"}},
		"no page":        {[]string{page}, "", map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			var headers []string
			if test.origin != "" {
				headers = []string{"Origin", test.origin}
			}
			endpoint := &httphost.Endpoint{Fallback: enginetest.New(t, nil), Origins: test.origins}
			got := ask(endpoint, "GET", "127.0.0.1:10002", target, headers...)
			if diff := cmp.Diff(test.want, shared(got)); diff != "" || got.StatusCode != 200 {
				t.Errorf("%d (-want +got):\n%s", got.StatusCode, diff)
			}
		})
	}
}
