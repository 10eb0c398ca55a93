package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/suites/java"
)

// TestServeJava runs the official Java clients with DefaultAzureCredential, at an endpoint whose answers get
// lost, that's busy, whose pages are short and whose clock is set.
func TestServeJava(t *testing.T) {
	need(t, "keytool")
	path := java.Classpath(t, "../..")
	folder, data := filepath.Join(suites, "java"), t.TempDir()
	if _, err := os.ReadFile(filepath.Join(folder, "Clients.java")); err != nil {
		t.Fatal(err) // read here, so that go test runs again when it has changed
	}
	t.Setenv("AZURITE_ACCOUNTS", "")
	said, stop := serveHere(t, "-tables", "127.0.0.1:0", "-queues", "127.0.0.1:0", "-blobs", "127.0.0.1:0",
		"-cert", "auto", "-oauth", "basic", "-identity", "127.0.0.1:0", "-control", "127.0.0.1:0", "-data", data)
	said("account devstoreaccount1")
	environment := []string{
		"ROWKEY_ENDPOINT=" + said("  tables at "), "ROWKEY_QUEUE=" + said("  queues at "),
		"ROWKEY_BLOB=" + said("  blobs at "), "ROWKEY_KEY=" + auth.DevelopmentKey,
	}
	for range 3 {
		said("")
	}
	environment = append(environment, "IDENTITY_ENDPOINT="+said("  IDENTITY_ENDPOINT="),
		"IDENTITY_HEADER="+said("  IDENTITY_HEADER="))
	said("the certificate")
	authority := said("  SSL_CERT_FILE=")
	said("")
	said("")
	environment = append(environment, "ROWKEY_CONTROL="+said("control interface at "))

	trust := filepath.Join(data, "trust.jks")
	if out, err := exec.CommandContext(t.Context(), "keytool", "-importcert", "-noprompt", "-alias", "rowkey",
		"-file", authority, "-keystore", trust, "-storepass", "changeit").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program := exec.CommandContext(t.Context(), "java", append(java.Quick, "-cp", path,
		"-Djavax.net.ssl.trustStore="+trust, "-Djavax.net.ssl.trustStorePassword=changeit", "Clients.java")...)
	program.Dir = folder
	program.Env = append(os.Environ(), environment...)
	if out, err := program.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	stop()
}
