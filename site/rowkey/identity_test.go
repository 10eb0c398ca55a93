package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	blobsas "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	blobservice "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
)

// managed gets tokens as azidentity's ManagedIdentityCredential does at App Service.
type managed struct{ endpoint, header string }

func (m managed) GetToken(
	ctx context.Context, o policy.TokenRequestOptions,
) (token azcore.AccessToken, err error) {
	query := url.Values{
		"api-version": {"2019-08-01"}, "resource": {strings.TrimSuffix(o.Scopes[0], "/.default")},
	}
	r, err := http.NewRequestWithContext(ctx, "GET", m.endpoint+"?"+query.Encode(), nil)
	if err != nil {
		return token, err
	}
	r.Header.Set("X-IDENTITY-HEADER", m.header)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return token, err
	}
	defer func() { _ = answer.Body.Close() }()
	var said struct {
		AccessToken string `json:"access_token"`
		ExpiresOn   string `json:"expires_on"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil {
		return token, err
	}
	seconds, err := strconv.ParseInt(said.ExpiresOn, 10, 64)
	return azcore.AccessToken{Token: said.AccessToken, ExpiresOn: time.Unix(seconds, 0)}, err
}

// TestServeIdentity: programs run unchanged with the variables that rowkey serve prints.
func TestServeIdentity(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	folder := t.TempDir()
	said, stop := serveHere(t, "-tables", "127.0.0.1:0", "-queues", "127.0.0.1:0", "-blobs", "127.0.0.1:0",
		"-cert", "auto", "-oauth", "basic", "-identity", "127.0.0.1:0", "-data", folder)
	said("account devstoreaccount1, stored in " + folder)
	tables, queues, blobs := said("  tables at "), said("  queues at "), said("  blobs at ")
	said("requests without a signature are refused")
	said("bearer tokens are accepted, no matter who signed them")
	said("programs with DefaultAzureCredential")
	m := managed{said("  IDENTITY_ENDPOINT="), said("  IDENTITY_HEADER=")}
	said("the certificate is good for programs that trust " + filepath.Join(folder, "tls"))
	file := said("  SSL_CERT_FILE=")
	if other := said("  NODE_EXTRA_CA_CERTS=") + said("  REQUESTS_CA_BUNDLE="); other != file+file {
		t.Errorf("Node.js and Python trust %s, not %s", other, file)
	}
	t.Run("Go", func(t *testing.T) { withGoClients(t, file, m, tables, blobs) })
	t.Run("JavaScript", func(t *testing.T) {
		node := exec.CommandContext(t.Context(), "node", "--test",
			"--test-reporter=../../site/ui/test/report.mjs", "identity.test.mjs")
		node.Dir = filepath.Join("..", "..", "engine", "suites")
		if _, err := os.Stat(filepath.Join(node.Dir, "node_modules", "@azure", "identity")); err != nil ||
			node.Err != nil {
			t.Skip("Node.js or the JavaScript clients are not installed: run npm ci in engine/suites")
		}
		if _, err := os.ReadFile(filepath.Join(node.Dir, "identity.test.mjs")); err != nil {
			t.Fatal(err) // read here, so that go test runs again when it has changed
		}
		node.Env = append(os.Environ(), "ROWKEY_ENDPOINT="+tables, "ROWKEY_QUEUE="+queues, "ROWKEY_BLOB="+blobs,
			"IDENTITY_ENDPOINT="+m.endpoint, "IDENTITY_HEADER="+m.header, "NODE_EXTRA_CA_CERTS="+file)
		if out, err := node.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	stop()
}

// withGoClients uses tables and blobs with the official clients for Go, which trust an authority.
func withGoClients(t *testing.T, authority string, m managed, tables, blobs string) {
	ctx := t.Context()
	fine := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(authority)
	fine(err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	options := policy.ClientOptions{
		Retry: policy.RetryOptions{MaxRetries: -1},
		Transport: &http.Client{Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: pool},
			DialContext: func(ctx context.Context, network, at string) (net.Conn, error) {
				_, port, _ := strings.Cut(at, ":")
				return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+port)
			},
		}},
	}
	all, err := aztables.NewServiceClient(tables, m, &aztables.ClientOptions{ClientOptions: options})
	fine(err)
	_, err = all.CreateTable(ctx, "Orders", nil)
	fine(err)
	_, err = all.NewClient("Orders").AddEntity(ctx, []byte(`{"PartitionKey":"p","RowKey":"r"}`), nil)
	fine(err)

	// This client takes the account's name for what it signs from the host.
	blobs = strings.Replace(strings.TrimSuffix(blobs, "/devstoreaccount1"), "127.0.0.1",
		"devstoreaccount1.blob.localhost", 1)
	account, err := blobservice.NewClient(blobs, m, &blobservice.ClientOptions{ClientOptions: options})
	fine(err)
	_, err = account.CreateContainer(ctx, "docs", nil)
	fine(err)
	_, err = account.NewContainerClient("docs").NewBlockBlobClient("a").UploadBuffer(ctx, []byte("one"), nil)
	fine(err)
	start, expiry := time.Now().UTC().Add(-time.Minute), time.Now().UTC().Add(time.Hour)
	form := "2006-01-02T15:04:05Z"
	first, last := start.Format(form), expiry.Format(form)
	key, err := account.GetUserDelegationCredential(ctx, blobservice.KeyInfo{Start: &first, Expiry: &last}, nil)
	fine(err)
	signed, err := blobsas.BlobSignatureValues{
		Protocol: blobsas.ProtocolHTTPS, StartTime: start, ExpiryTime: expiry, ContainerName: "docs", BlobName: "a",
		Permissions: (&blobsas.BlobPermissions{Read: true}).String(), ContentType: "text/x-one",
	}.SignWithUserDelegation(key)
	fine(err)
	client := &http.Client{Transport: options.Transport.(*http.Client).Transport}
	for method, want := range map[string]int{"GET": 200, "DELETE": 403} {
		r, err := http.NewRequestWithContext(ctx, method, blobs+"/docs/a?"+signed.Encode(), nil)
		fine(err)
		answer, err := client.Do(r)
		fine(err)
		body, err := io.ReadAll(answer.Body)
		fine(errors.Join(err, answer.Body.Close()))
		if answer.StatusCode != want ||
			want == 200 && (string(body) != "one" || answer.Header.Get("Content-Type") != "text/x-one") {
			t.Errorf("%s: got %d, %s", method, answer.StatusCode, body)
		}
	}
}

// TestIdentityFlags: what can't be meant is refused before anything starts.
func TestIdentityFlags(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	for args, want := range map[string]string{
		"-oauth basic":                                    "add -cert auto",
		"-oauth full -cert auto":                          "the only level is basic",
		"-cert auto -key key.pem":                         "leave out -key",
		"-role Reader -oauth basic":                       `no role for storage data is called "Reader"`,
		"-role Storage_Table_Data_Reader":                 "-role needs -oauth basic",
		"-identity 127.0.0.1:1":                           "-identity needs -oauth basic",
		"-oauth basic -cert auto -identity 0.0.0.0:1":     "other machines could reach",
		"-oauth basic -cert auto -identity example.com:1": "other machines could reach",
	} {
		var printed strings.Builder
		list := append(strings.Fields(args), "-data", t.TempDir())
		for i := range list {
			list[i] = strings.ReplaceAll(list[i], "_", " ")
		}
		code := serveCommand(console{out: io.Discard, err: &printed}, list)
		if code != exitUsage || !strings.Contains(printed.String(), want) {
			t.Errorf("%s: exit code %d, %s", args, code, printed.String())
		}
	}
}

// TestAuthorityPath: programs that run in other folders find the authority.
func TestAuthorityPath(t *testing.T) {
	t.Chdir(t.TempDir())
	_, authority, problems := identityFlags{cert: ownCertificate}.certificate("accounts", nil)
	if !filepath.IsAbs(authority) || problems != nil {
		t.Errorf("%s, %v", authority, problems)
	}
}

// TestIdentityEndpoint: who gets no token.
func TestIdentityEndpoint(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	said, stop := serveHere(t, "-tables", "127.0.0.1:0", "-queues", "", "-blobs", "", "-cert", "auto", "-oauth",
		"basic", "-identity", "127.0.0.1:0", "-data", t.TempDir(), "-role", "Storage Table Data Reader")
	for range 5 {
		said("")
	}
	at := said("  IDENTITY_ENDPOINT=")
	for _, c := range []struct {
		method, url, header, host string
		want                      int
	}{
		{"GET", at + "?resource=a", "rowkey", "", 200}, {"GET", at + "?resource=a", "", "", 401},
		{"GET", at + "?resource=a", "other", "", 401}, {"GET", at, "rowkey", "", 400},
		{"POST", at + "?resource=a", "rowkey", "", 405}, {"GET", at + "/other?resource=a", "rowkey", "", 404},
		{"GET", at + "?resource=a", "rowkey", "rebind.test", 421},
	} {
		r, err := http.NewRequest(c.method, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-IDENTITY-HEADER", c.header)
		r.Host = c.host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != c.want || answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s %s: got %d, want %d", c.method, c.url, answer.StatusCode, c.want)
		}
	}
	stop()
}
