package service_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestLocateMounted reads URLs of an account that is below a path of its host.
func TestLocateMounted(t *testing.T) {
	const at = "http://x/s/contoso/queue"
	for url, want := range map[string]service.Address{
		at:                {Base: at},
		at + "/":          {Base: at},
		at + "/q/a%2Fb/":  {Base: at, Path: "q/a%2Fb/"},
		at + "?comp=list": {Base: at, Params: []wire.Param{{Name: "comp", Value: "list"}}},
	} {
		c := service.Call{Account: "contoso", Request: wire.Request{URL: url}}
		err := c.Locate()
		if diff := cmp.Diff(want, c.Address); err != nil || diff != "" {
			t.Errorf("%s: %v %s", url, err, diff)
		}
	}
	for _, url := range []string{"http://x/s/contoso", "http://x/s/contoso/", "http://x/s/contoso2/queue", "http://x/s/fabrikam/queue/q"} {
		c := service.Call{Account: "contoso", Request: wire.Request{URL: url}}
		if err := c.Locate(); err == nil {
			t.Errorf("%s leads to %+v", url, c.Address)
		}
	}
	secondary := wire.Request{URL: "http://x/s/contoso-secondary/blob/c"}
	c := service.Call{Account: "contoso", Request: secondary}
	if err := c.Locate(); err != nil || !c.Secondary || c.Path != "c" {
		t.Errorf("the secondary: %v %+v", err, c.Address)
	}
}

func TestLocate(t *testing.T) {
	for url, want := range map[string]service.Address{
		"http://127.0.0.1:10001/contoso":  {Base: "http://127.0.0.1:10001/contoso"},
		"http://x/contos%6F/q":            {Base: "http://x/contoso", Path: "q"},
		"http://127.0.0.1:10001/contoso/": {Base: "http://127.0.0.1:10001/contoso"},
		"http://127.0.0.1:10001/contoso-secondary/q": {
			Base: "http://127.0.0.1:10001/contoso-secondary", Path: "q", Secondary: true,
		},
		"https://contoso.queue.core.windows.net/q/a%2Fb/": {Base: "https://contoso.queue.core.windows.net",
			Path: "q/a%2Fb/"},
		"https://CONTOSO-secondary.blob.example/contoso/c": {
			Base: "https://CONTOSO-secondary.blob.example", Path: "contoso/c", Secondary: true,
		},
		"http://x/contoso?a=1&A=2": {
			Base: "http://x/contoso", Params: []wire.Param{{Name: "a", Value: "1"}, {Name: "A", Value: "2"}},
		},
	} {
		c := service.Call{Account: "contoso", Request: wire.Request{URL: url}}
		err := c.Locate()
		if diff := cmp.Diff(want, c.Address); err != nil || diff != "" {
			t.Errorf("%s: %v %s", url, err, diff)
		}
	}
	for _, url := range []string{
		"http://x/fabrikam/q", "http://x/Contoso/q", "http://x/contoso-secondary-secondary/q",
		"http://x//contoso/q",
		"http://x/", "", "http://x/contoso/%", "http://x/contoso/%FF", "http://x/contoso/q?a=%zz",
	} {
		c := service.Call{Account: "contoso", Request: wire.Request{URL: url}}
		if err := c.Locate(); err == nil {
			t.Errorf("%s leads to %+v", url, c.Address)
		}
	}
}

// TestVersion: listed versions are accepted, and so are dates after the newest.
func TestVersion(t *testing.T) {
	for version, ok := range map[string]bool{
		"": true, "2019-02-02": true, "2026-06-06": true, "2031-01-31": true,
		"2019-02-03": false, "2031-02-31": false, "2019-02-02 ": false, "latest": false,
	} {
		c := service.Call{Request: wire.Request{Headers: wire.Headers{{Name: "x-ms-version",
			Value: version}}}}
		if err := c.CheckVersion(); (err == nil) != ok {
			t.Errorf("%q: %v", version, err)
		}
		if want := map[bool]string{true: version, false: "2019-02-02"}[ok &&
			version != ""]; c.Version() != want {
			t.Errorf("%q is answered in %s, want %s", version, c.Version(), want)
		}
	}
}

func TestParams(t *testing.T) {
	c := service.Call{Address: service.Address{Params: []wire.Param{{Name: "N", Value: "5"},
		{Name: "n", Value: "6"}, {Name: "x", Value: "a"}, {Name: "big", Value: "9223372036854775808"}}}}
	if n, err := c.Int("n", 1, 5, 0); n != 5 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if n, err := c.Int("none", 1, 5, 7); n != 7 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	for _, name := range []string{"x", "big"} {
		if n, err := c.Int(name, 1, 5, 0); err == nil {
			t.Errorf("%s is %d", name, n)
		}
	}
	if n, err := c.Int("n", 1, 4, 0); err == nil {
		t.Errorf("out of range: %d", n)
	}
}
