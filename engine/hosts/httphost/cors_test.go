package httphost_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
)

const page = "http://127.0.0.1:8080"

// admitting serves the tables of an account that pages of some origins can call.
func admitting(t *testing.T, origins ...string) http.Handler {
	t.Helper()
	return &httphost.Endpoint{Service: grant.Table, Fallback: openTo(t, origins...)}
}

// openTo opens an account that pages of some origins can call.
func openTo(t *testing.T, origins ...string) httphost.Doer {
	t.Helper()
	a, err := engine.Open(engine.Options{Origins: origins})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

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
	one, all, none := admitting(t, page), admitting(t, "*"), admitting(t)
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
				"Access-Control-Allow-Credentials": "true",
			}, "",
		},
		"no headers asked for": {
			one, []string{"Origin", page, "Access-Control-Request-Method", "PATCH"},
			200, map[string]string{
				"Access-Control-Allow-Origin": page, "Access-Control-Allow-Methods": "PATCH",
				"Access-Control-Max-Age": "3600", "Access-Control-Allow-Credentials": "true",
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
			403, map[string]string{}, disabled,
		},
		"no origins": {
			none, []string{"Origin", page, "Access-Control-Request-Method", "GET"},
			403, map[string]string{}, "<m:code>CorsPreflightFailure</m:code>",
		},
		"no such method": {
			one, []string{"Origin", page, "Access-Control-Request-Method", "TRACE"},
			403, map[string]string{}, disabled,
		},
		"no method": {
			all, []string{"Origin", page},
			400, map[string]string{}, "A required CORS header is not present.",
		},
		"no origin": {
			all, []string{"Access-Control-Request-Method", "GET"},
			400, map[string]string{}, "<m:code>InvalidHeaderValue</m:code>",
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

// TestSharing: pages of allowed origins can read an answer, and only answers to pages carry the headers.
func TestSharing(t *testing.T) {
	const target = "/devstoreaccount1/Tables"
	const exposed = "x-ms-request-id,Server,x-ms-version,X-Content-Type-Options,Cache-Control,Content-Type," +
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
		"another origin": {[]string{page}, "https://a.example", map[string]string{}},
		"other case":     {[]string{"https://a.example"}, "https://A.example", map[string]string{}},
		"no page":        {[]string{page}, "", map[string]string{}},
		"no rules":       {nil, page, map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			var headers []string
			if test.origin != "" {
				headers = []string{"Origin", test.origin}
			}
			got := ask(admitting(t, test.origins...), "GET", "127.0.0.1:10002", target, headers...)
			if diff := cmp.Diff(test.want, shared(got)); diff != "" || got.StatusCode != 200 {
				t.Errorf("%d (-want +got):\n%s", got.StatusCode, diff)
			}
		})
	}
}
