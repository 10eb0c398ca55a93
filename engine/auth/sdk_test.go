package auth_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

// capture is a transport that keeps the last request, and sends nothing.
type capture struct{ request wire.Request }

func (c *capture) Do(r *http.Request) (*http.Response, error) {
	c.request = wire.Request{Method: r.Method, URL: r.URL.String()}
	for name, values := range r.Header {
		c.request.Headers.Add(name, values[0])
	}
	return &http.Response{StatusCode: 204, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")),
		Request: r}, nil
}

// TestVerifyOfficialClient: requests that the official client signs are accepted.
func TestVerifyOfficialClient(t *testing.T) {
	for _, c := range []struct{ account, endpoint string }{
		{auth.DevelopmentAccount, emulator},
		{"contoso", cloud},
	} {
		sdk, err := aztables.NewSharedKeyCredential(c.account, auth.DevelopmentKey)
		if err != nil {
			t.Fatal(err)
		}
		var sent capture
		options := &aztables.ClientOptions{}
		options.Transport = &sent
		options.Retry = policy.RetryOptions{MaxRetries: -1}
		client, err := aztables.NewClientWithSharedKey(c.endpoint+"/Orders", sdk, options)
		if err != nil {
			t.Fatal(err)
		}
		for name, call := range map[string]func() error{
			"insert": func() error {
				_, err := client.AddEntity(context.Background(),
					[]byte(`{"PartitionKey":"p","RowKey":"r"}`), nil)
				return err
			},
			"delete with special characters": func() error {
				_, err := client.DeleteEntity(context.Background(), "it's é", "RK'@*$!%", nil)
				return err
			},
		} {
			if err := call(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := credential(t, c.account).Verify(grant.Table, sent.request); err != nil {
				t.Errorf("%s at %s: %+v", name, c.endpoint, err)
			}
		}
	}
}
