package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	blobsas "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	blobservice "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
)

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
	environment := []string{
		"ROWKEY_ENDPOINT=" + tables, "ROWKEY_QUEUE=" + queues, "ROWKEY_BLOB=" + blobs,
		"IDENTITY_ENDPOINT=" + said("  IDENTITY_ENDPOINT="), "IDENTITY_HEADER=" + said("  IDENTITY_HEADER="),
	}
	said("the certificate is good for programs that trust " + filepath.Join(folder, "tls"))
	file := said("  SSL_CERT_FILE=")
	if other := said("  NODE_EXTRA_CA_CERTS=") + said("  REQUESTS_CA_BUNDLE="); other != file+file {
		t.Errorf("Node.js and Python trust %s, not %s", other, file)
	}
	for _, name := range []string{"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"} {
		environment = append(environment, name+"="+file)
	}
	run := func(t *testing.T, program string, args ...string) {
		c := exec.CommandContext(t.Context(), program, args...)
		c.Dir, c.Env = suites, append(os.Environ(), environment...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	source := func(t *testing.T, name string) string {
		if _, err := os.ReadFile(filepath.Join(suites, name)); err != nil {
			t.Fatal(err) // read here, so that go test runs again when it has changed
		}
		return name
	}
	t.Run("Go", func(t *testing.T) {
		own, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv(asIdentity, "1")
		run(t, own)
	})
	t.Run("JavaScript", func(t *testing.T) {
		need(t, "node")
		if _, err := os.Stat(filepath.Join(suites, "node_modules", "@azure", "identity")); err != nil {
			t.Skip("the JavaScript clients are not installed: run npm ci in engine/suites")
		}
		run(t, "node", "--test", "--test-reporter=../../site/ui/test/report.mjs", source(t, "identity.test.mjs"))
	})
	t.Run("Python", func(t *testing.T) {
		withPython(t, "azure.data.tables", "azure.identity")
		run(t, "python3", source(t, "identity_test.py"))
	})
	stop()
}

// asIdentity is a variable of the environment with which this test is a program with DefaultAzureCredential.
const asIdentity = "ROWKEY_TEST_IDENTITY"

// runAsIdentity is that program, in Go. It gets everything from its environment, as it would in the cloud.
func runAsIdentity() {
	credential, err := azidentity.NewDefaultAzureCredential(nil)
	if err == nil {
		err = errors.Join(useTables(credential, os.Getenv("ROWKEY_ENDPOINT")),
			useBlobs(credential, os.Getenv("ROWKEY_BLOB")))
	}
	if err != nil {
		log.Fatal(err)
	}
	os.Exit(exitOK)
}

func useTables(credential azcore.TokenCredential, url string) error {
	ctx := context.Background()
	all, err := aztables.NewServiceClient(url, credential, nil)
	if err != nil {
		return err
	}
	if _, err = all.CreateTable(ctx, "Orders", nil); err != nil {
		return err
	}
	orders := all.NewClient("Orders")
	if _, err = orders.AddEntity(ctx, []byte(`{"PartitionKey":"p","RowKey":"r"}`), nil); err != nil {
		return err
	}
	var refused *azcore.ResponseError
	if _, err := orders.GetAccessPolicy(ctx, nil); !errors.As(err, &refused) ||
		refused.ErrorCode != "AuthorizationFailure" {
		return fmt.Errorf("what needs the account's key: %w", err)
	}
	_, err = orders.Delete(ctx, nil)
	return err
}

// useBlobs also reads a blob by a token that a user delegation key has signed. The client takes the account's
// name for what it signs from the host, which resolvers don't know.
func useBlobs(credential azcore.TokenCredential, url string) error {
	ctx := context.Background()
	url = strings.Replace(strings.TrimSuffix(url, "/devstoreaccount1"), "127.0.0.1",
		"devstoreaccount1.blob.localhost", 1)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = func(ctx context.Context, network, at string) (net.Conn, error) {
		_, port, _ := strings.Cut(at, ":")
		return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+port)
	}
	client := &http.Client{Transport: transport}
	account, err := blobservice.NewClient(url, credential, &blobservice.ClientOptions{
		ClientOptions: policy.ClientOptions{Transport: client},
	})
	if err != nil {
		return err
	}
	if _, err = account.CreateContainer(ctx, "docs", nil); err != nil {
		return err
	}
	blob := account.NewContainerClient("docs").NewBlockBlobClient("a")
	if _, err = blob.UploadBuffer(ctx, []byte("one"), nil); err != nil {
		return err
	}
	start, expiry := time.Now().UTC().Add(-time.Minute), time.Now().UTC().Add(time.Hour)
	form := "2006-01-02T15:04:05Z"
	first, last := start.Format(form), expiry.Format(form)
	key, err := account.GetUserDelegationCredential(ctx, blobservice.KeyInfo{Start: &first, Expiry: &last}, nil)
	if err != nil {
		return err
	}
	signed, err := blobsas.BlobSignatureValues{
		Protocol: blobsas.ProtocolHTTPS, StartTime: start, ExpiryTime: expiry, ContainerName: "docs", BlobName: "a",
		Permissions: (&blobsas.BlobPermissions{Read: true}).String(), ContentType: "text/x-one",
	}.SignWithUserDelegation(key)
	if err != nil {
		return err
	}
	for method, want := range map[string]int{"GET": 200, "DELETE": 403} {
		r, err := http.NewRequest(method, url+"/docs/a?"+signed.Encode(), nil)
		if err != nil {
			return err
		}
		answer, err := client.Do(r)
		if err != nil {
			return err
		}
		body, err := io.ReadAll(answer.Body)
		if err = errors.Join(err, answer.Body.Close()); err != nil || answer.StatusCode != want ||
			want == 200 && (string(body) != "one" || answer.Header.Get("Content-Type") != "text/x-one") {
			return fmt.Errorf("%s: got %d, %s: %w", method, answer.StatusCode, body, err)
		}
	}
	return nil
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
