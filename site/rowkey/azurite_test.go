package main

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"software.sslmate.com/src/go-pkcs12"

	"github.com/rowkey/rowkey/engine"
)

// azuriteStart is how a tool starts Azurite, with all of its options that add flags: what's given to the
// program, and the lines in what it says that the tool waits for. Where it has none, it waits for ports.
type azuriteStart struct {
	tool, command, accounts string
	waits                   []string
}

// listening are the lines that most tools wait for.
var listening = []string{
	"Blob service is successfully listening", "Queue service is successfully listening",
	"Table service is successfully listening",
}

// azuriteStarts are from the tools' own sources, or from running them, at these versions.
var azuriteStarts = []azuriteStart{
	{"testcontainers-go/modules/azure 0.44.0", "--blobHost 0.0.0.0 --blobPort 10000 --queueHost 0.0.0.0 " +
		"--queuePort 10001 --tableHost 0.0.0.0 --tablePort 10002 --inMemoryPersistence " +
		"--extentMemoryLimit 64.000000", "", listening},
	{"@testcontainers/azurite 12.1.0", "--blobHost 0.0.0.0 --blobPort 10000 --queueHost 0.0.0.0 " +
		"--queuePort 10001 --tableHost 0.0.0.0 --tablePort 10002 --inMemoryPersistence --extentMemoryLimit 64 " +
		"--skipApiVersionCheck --cert CERT.pem --key KEY.pem --oauth basic", "test1:dGVzdA==",
		[]string{".*Blob service is successfully listening.*", ".*Queue service is successfully listening.*",
			".*Table service is successfully listening.*"}},
	{"@testcontainers/azurite 12.1.0, withSslPfx", "--blobHost 0.0.0.0 --blobPort 10000 --queueHost 0.0.0.0 " +
		"--queuePort 10001 --tableHost 0.0.0.0 --tablePort 10002 --cert CERT.pfx --pwd secret", "", listening},
	{"testcontainers-java azure 2.0.5", "--blobHost 0.0.0.0 --queueHost 0.0.0.0 --tableHost 0.0.0.0 " +
		"--cert CERT.pfx --pwd secret", "", nil},
	{"testcontainers-python 4.15.0", "--blobHost 0.0.0.0 --queueHost 0.0.0.0 --tableHost 0.0.0.0",
		"devstoreaccount1:" + engine.DevelopmentKey, nil},
	{"Testcontainers.Azurite for .NET, with the image 3.31.0", "--blobHost 0.0.0.0 --queueHost 0.0.0.0 " +
		"--tableHost 0.0.0.0 --inMemoryPersistence --extentMemoryLimit 64", "", listening},
	{"Aspire.Hosting.Azure.Storage", "-l DATA --blobHost 0.0.0.0 --queueHost 0.0.0.0 --tableHost 0.0.0.0 " +
		"--skipApiVersionCheck", "", nil},
	{"Azurite's own flags", "-s -L --disableTelemetry --disableProductStyleUrl -d debug.log " +
		"--blobKeepAliveTimeout 5 --queueHost=0.0.0.0 --tableHost 127.0.0.1", "", listening},
}

// TestAzurite starts the program as tools start Azurite, but on free ports: it says what they wait for, and
// then the account that they ask for answers.
func TestAzurite(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	for _, flag := range []string{"-v", "--version"} {
		if code, stdout, _ := rowkey("azurite", flag); code != exitOK || stdout != "rowkey "+version()+"\n" {
			t.Errorf("%s: exit code %d, %s", flag, code, stdout)
		}
	}
	source := httptest.NewTLSServer(nil) // for its certificate, and a client that trusts it
	defer source.Close()
	cert, key := pemFiles(t, source.TLS.Certificates[0])
	pfx := pfxFile(t, source.TLS.Certificates[0], "secret")
	own := regexp.MustCompile(`--(blob|queue|table)Port \d+`)
	for _, start := range azuriteStarts {
		t.Run(start.tool, func(t *testing.T) {
			t.Setenv("AZURITE_ACCOUNTS", start.accounts)
			files := strings.NewReplacer("CERT.pem", cert, "KEY.pem", key, "CERT.pfx", pfx, "DATA", t.TempDir())
			args := strings.Fields(files.Replace(own.ReplaceAllString(start.command, "")))
			said, stop := startHere(t, azuriteCommand,
				append(args, "--blobPort", "0", "--queuePort", "0", "--tablePort", "0")...)
			scheme := "http"
			if strings.Contains(start.command, "--cert") {
				scheme = "https"
			}
			var printed, url string
			for _, name := range []string{"Blob", "Queue", "Table"} {
				said("Azurite " + name + " service is starting at " + scheme + "://")
				const listens = " service is successfully listening at "
				url = scheme + "://" + said("Azurite "+name+listens+scheme+"://")
				printed += "Azurite " + name + listens + url + "\n"
			}
			for _, line := range start.waits {
				if !regexp.MustCompile(line).MatchString(printed) {
					t.Errorf("it doesn't say %q, but\n%s", line, printed)
				}
			}
			account, _, _ := strings.Cut(start.accounts, ":")
			if account == "" {
				account = "devstoreaccount1"
			}
			answer, err := source.Client().Get(url + "/" + account + "/Tables")
			if err != nil {
				t.Fatal(err)
			}
			if answer.Body.Close(); answer.StatusCode != http.StatusForbidden { // it's there, and wants a signature
				t.Errorf("tables answer %d", answer.StatusCode)
			}
			stop()
		})
	}
	for _, args := range [][]string{
		{"--blobHots", "::"}, {"--oauth", "basic"}, {"now"}, {"--cert", "absent.pem"}, {"--cert", "absent.pfx"},
		{"--cert", pfx, "--pwd", "wrong"}, {"--cert", pfx, "--pwd", "secret", "--key", key},
	} {
		if code, _, stderr := rowkey(append([]string{"azurite"}, args...)...); code != exitUsage || stderr == "" {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
}

// pfxFile writes a certificate with its key to a file that has a password.
func pfxFile(t *testing.T, c tls.Certificate, password string) string {
	t.Helper()
	leaf, err := x509.ParseCertificate(c.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	archive, err := pkcs12.Modern.Encode(c.PrivateKey, leaf, nil, password)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "cert.pfx")
	if err := os.WriteFile(name, archive, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
