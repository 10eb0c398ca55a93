package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
)

// TestServeJava runs the official Java clients with DefaultAzureCredential, at an endpoint whose answers get
// lost, that's busy, whose pages are short and whose clock is set.
func TestServeJava(t *testing.T) {
	for _, program := range []string{"java", "keytool", "mvn"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	folder := filepath.Join("..", "..", "engine", "suites", "java")
	for _, name := range []string{"Clients.java", "pom.xml"} {
		if _, err := os.ReadFile(filepath.Join(folder, name)); err != nil {
			t.Fatal(err) // read here, so that go test runs again when it has changed
		}
	}
	// Programs that end soon take half the time without the second compiler.
	t.Setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
	data := t.TempDir()
	classes := filepath.Join(data, "classpath")
	run := func(name string, args ...string) ([]byte, error) {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = folder
		return c.CombinedOutput()
	}
	out, err := run("mvn", "-q", "-B", "dependency:build-classpath", "-Dmdep.outputFile="+classes)
	if err != nil {
		t.Skipf("Maven can't get the Java clients: %v\n%s", err, out)
	}
	path, err := os.ReadFile(classes)
	if err != nil {
		t.Fatal(err)
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
	if out, err := run("keytool", "-importcert", "-noprompt", "-alias", "rowkey", "-file", authority,
		"-keystore", trust, "-storepass", "changeit"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	java := exec.CommandContext(t.Context(), "java", "-cp", strings.TrimSpace(string(path)),
		"-Djavax.net.ssl.trustStore="+trust, "-Djavax.net.ssl.trustStorePassword=changeit", "Clients.java")
	java.Dir = folder
	java.Env = append(os.Environ(), environment...)
	if out, err := java.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	stop()
}
