package bridge_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"syscall/js"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/wasm/worker/bridge"
)

// body is a request's body as the library passes it.
type body struct {
	io.ReadCloser
	message js.Value
}

func (b body) GetRawJSBody() js.Value { return b.message }

// library stands in for the published library and uses a response as that does.
type library struct {
	t      testing.TB
	header http.Header
	status int
	body   js.Value
}

func (l *library) Header() http.Header             { return l.header }
func (l *library) WriteHeader(status int)          { l.status = status }
func (l *library) WriteRawJSBody(content js.Value) { l.body = content }

func (l *library) Write([]byte) (int, error) {
	l.t.Error("Write was called, whose body would end the program when it is read")
	return 0, nil
}

// response makes a JavaScript Response, whose constructor throws if anything is invalid.
func (l *library) response() js.Value {
	headers := js.Global().Get("Headers").New()
	for name, values := range l.header {
		for _, value := range values {
			headers.Call("append", name, value)
		}
	}
	if slices.Contains([]int{204, 205, 304}, l.status) {
		l.body = js.Null()
	}
	return js.Global().Get("Response").New(l.body, map[string]any{"status": l.status, "headers": headers})
}

func (l *library) text() string {
	if l.body.IsNull() {
		return ""
	}
	data := make([]byte, l.body.Length())
	js.CopyBytesToGo(data, l.body)
	return string(data)
}

// message returns a request as the host sends it.
func message(url, head, content string) js.Value {
	bytes := js.Global().Get("Uint8Array").New(len(content))
	js.CopyBytesToJS(bytes, []byte(content))
	return js.ValueOf(map[string]any{"url": url, "head": head, "bytes": bytes})
}

func serve(t testing.TB, h http.HandlerFunc, sent js.Value) *library {
	l := &library{t: t, header: http.Header{}}
	bridge.Wrap(h, nil).ServeHTTP(l, &http.Request{Method: "PUT", Body: body{message: sent}})
	return l
}

func TestRequest(t *testing.T) {
	type seen struct {
		Host, Target, Path, Query, Body string
		Secure                          bool
		Header                          http.Header
	}
	for _, c := range []struct {
		name, url, head, body string
		want                  seen
	}{
		{
			"plain", "http://127.0.0.1:8787/one/Tables?$top=5", "accept:application/json", "",
			seen{Host: "127.0.0.1:8787", Target: "/one/Tables?$top=5", Path: "/one/Tables", Query: "$top=5",
				Header: http.Header{"Accept": {"application/json"}}},
		},
		{
			"nothing is normalised", "https://h/T(PartitionKey='it''s%25',RowKey='..')/../%2e?$filter='a'+%27", "", "x",
			seen{Host: "h", Target: "/T(PartitionKey='it''s%25',RowKey='..')/../%2e?$filter='a'+%27",
				Path: "/T(PartitionKey='it''s%',RowKey='..')/../.", Query: "$filter='a'+%27", Body: "x",
				Secure: true, Header: http.Header{}},
		},
		{
			"a wrong escape reaches the handler", "http://h/a%zz?b%", "", "",
			seen{Host: "h", Target: "/a%zz?b%", Path: "/a%zz", Query: "b%", Header: http.Header{}},
		},
		{
			"without a path", "http://h", "", "",
			seen{Host: "h", Target: "/", Path: "/", Header: http.Header{}},
		},
		{
			"commas and colons in headers, Host", "http://h/", "x-ms-date:Fri, 20 Nov 2026 10:00:00 GMT\nhost:other\nif-match:W/\"a,b\"\nempty:", "",
			seen{Host: "h", Target: "/", Path: "/", Header: http.Header{
				"X-Ms-Date": {"Fri, 20 Nov 2026 10:00:00 GMT"}, "If-Match": {`W/"a,b"`}, "Empty": {""},
			}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got seen
			serve(t, func(_ http.ResponseWriter, r *http.Request) {
				data, err := io.ReadAll(r.Body)
				if err != nil || r.ContentLength != int64(len(data)) || r.Method != "PUT" || r.Proto != "HTTP/1.1" {
					t.Errorf("%s %s with %d of %d bytes: %v", r.Method, r.Proto, len(data), r.ContentLength, err)
				}
				got = seen{Host: r.Host, Target: r.RequestURI, Path: r.URL.Path, Query: r.URL.RawQuery,
					Body: string(data), Secure: r.TLS != nil, Header: r.Header}
			}, message(c.url, c.head, c.body))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestResponse(t *testing.T) {
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		status  int
		body    string
		header  http.Header
	}{
		{"nothing written", func(http.ResponseWriter, *http.Request) {}, 200, "", nil},
		{"no content", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, 204, "", nil},
		{
			"the first status and the headers before it count", func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["x-ms-version"] = []string{"2019-02-02"}
				w.WriteHeader(103)
				w.WriteHeader(201)
				w.Header().Set("Late", "x")
				w.WriteHeader(500)
				_, _ = io.WriteString(w, "a")
				_, _ = io.WriteString(w, "b")
			}, 201, "ab", http.Header{"x-ms-version": {"2019-02-02"}},
		},
		{
			"what JavaScript refuses", func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Bad Name"] = []string{"x"}
				w.Header()[""] = []string{"x"}
				w.Header()["Odd"] = []string{"a\r\nb\x00\u2713\t"}
				w.Header()["content-length"] = []string{"7"}
				w.WriteHeader(1000)
			}, 500, "", http.Header{"Odd": {"a  b ?\t"}},
		},
		{
			"a panic after something was written", func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(201)
				panic(http.ErrAbortHandler)
			}, 500, "The program failed on this request. It is still running and answers others.\n", http.Header{
				"Content-Type": {"text/plain; charset=utf-8"}, "X-Content-Type-Options": {"nosniff"},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := serve(t, c.handler, message("http://h/", "", ""))
			if status := l.response().Get("status").Int(); status != c.status || l.text() != c.body {
				t.Errorf("got %d %q, want %d %q", status, l.text(), c.status, c.body)
			}
			if _, err := http.ParseTime(l.header.Get("Date")); err != nil {
				t.Error(err)
			}
			l.header.Del("Date")
			if !maps.EqualFunc(l.header, c.header, slices.Equal) {
				t.Errorf("got %v, want %v", l.header, c.header)
			}
		})
	}
}

// TestAnyResponse: whatever a handler writes, JavaScript accepts the response.
func TestAnyResponse(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		status := rapid.IntRange(-1, 1200).Draw(r, "status")
		name := rapid.String().Draw(r, "name")
		value := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.Rune())).Draw(r, "value")
		content := rapid.SliceOf(rapid.Byte()).Draw(r, "content")
		l := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()[name] = []string{value}
			w.WriteHeader(status)
			_, _ = w.Write(content)
		}, message("http://h/", "", ""))
		l.response()
		bodyless := l.status == 204 || l.status == 205 || l.status == 304
		if l.status == status && !bodyless && l.text() != string(content) {
			r.Errorf("the body is %q", l.text())
		}
	})
}

// TestMessageMissing: a host that sends something else doesn't end the program.
func TestMessageMissing(t *testing.T) {
	l := &library{t: t, header: http.Header{}}
	r := &http.Request{Body: io.NopCloser(strings.NewReader(""))}
	bridge.Wrap(http.NotFoundHandler(), nil).ServeHTTP(l, r)
	if status := l.response().Get("status").Int(); status != 500 {
		t.Errorf("got %d", status)
	}
}

func TestContext(t *testing.T) {
	var ctx context.Context
	serve(t, func(_ http.ResponseWriter, r *http.Request) {
		ctx = r.Context()
		if ctx.Err() != nil {
			t.Error(ctx.Err())
		}
	}, message("http://h/", "", ""))
	if ctx.Err() == nil {
		t.Error("the context is not cancelled after the answer")
	}
}
