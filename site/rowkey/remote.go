package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// remote sends a script's requests to a table service over the network, signed with an account's
// key. It knows what was answered and not what that took, so plans and costs are unknown.
type remote struct {
	base       string // what {{host}} stands for
	credential auth.Credential
	client     *http.Client
}

// serviceVersion is sent with requests that name none.
const serviceVersion = "2019-02-02"

// maxAnswer bounds what is read of one answer; no answer of a table service is as long.
const maxAnswer = 64 << 20

// newRemote makes a target of an address and the account's name and key, which may be empty: the
// environment is asked next, and an emulator on this machine has a well-known account.
func newRemote(address, account, key string) (*remote, error) {
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("--target %q is no address such as http://127.0.0.1:10002/devstoreaccount1", address)
	}
	account = first(account, os.Getenv("ROWKEY_ACCOUNT"))
	key = first(key, os.Getenv("ROWKEY_KEY"))
	if account == "" && key == "" && isLoopback(base.Hostname()) {
		account, key = auth.DevelopmentAccount, auth.DevelopmentKey
	}
	if account == "" || key == "" {
		return nil, fmt.Errorf("%s needs an account: give --account and --key, or set ROWKEY_ACCOUNT and ROWKEY_KEY", base.Host)
	}
	secret, err := auth.ParseKey(key)
	if err != nil {
		return nil, errors.New("the key of the account is not base64")
	}
	return &remote{
		base:       strings.TrimSuffix(address, "/"),
		credential: auth.Credential{Account: account, Key: secret},
		client: &http.Client{
			Timeout: time.Minute,
			// A redirect would carry the signature to another host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Do sends one request.
func (r *remote) Do(request wire.Request) (wire.Response, *trace.Trace, error) {
	request.Headers = slices.Clone(request.Headers)
	if !request.Headers.Has("x-ms-version") {
		request.Headers.Add("x-ms-version", serviceVersion)
	}
	request.Headers.Set("x-ms-date", r.Now().UTC().Format(http.TimeFormat))
	auth.Sign(r.credential, &request)
	sent, err := http.NewRequest(request.Method, request.URL, bytes.NewReader(request.Body))
	if err != nil {
		return wire.Response{}, nil, err
	}
	for _, h := range request.Headers {
		sent.Header.Add(h.Name, h.Value)
	}
	got, err := r.client.Do(sent)
	if err != nil {
		return wire.Response{}, nil, err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(io.LimitReader(got.Body, maxAnswer))
	if err != nil {
		return wire.Response{}, nil, err
	}
	return wire.Response{Status: got.StatusCode, Headers: headersOf(got), Body: body}, nil, nil
}

// headersOf lists the headers of an answer in the order of their names, without those that the
// transport adds.
func headersOf(got *http.Response) wire.Headers {
	var headers wire.Headers
	for name, values := range got.Header {
		if slices.Contains([]string{"Connection", "Content-Length", "Date", "Keep-Alive", "Transfer-Encoding"}, name) {
			continue
		}
		for _, value := range values {
			headers.Add(name, value)
		}
	}
	slices.SortStableFunc(headers, func(a, b wire.Header) int { return strings.Compare(a.Name, b.Name) })
	return headers
}

// Now is the time of day.
func (r *remote) Now() time.Time { return time.Now() }

// Sleep waits.
func (r *remote) Sleep(d time.Duration) { time.Sleep(d) }
