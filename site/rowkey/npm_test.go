package main

import (
	"os"
	"os/exec"
	"testing"
)

// asCommand is a variable of the environment with which this test is the command itself.
const asCommand = "ROWKEY_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asScan) != "" {
		runAsScan()
	}
	if filters := os.Getenv(asProgram); filters != "" {
		runAsProgram(filters)
	}
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// TestPackage runs the tests of the npm package.
func TestPackage(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node.js is not installed")
	}
	for _, name := range []string{"index.mjs", "index.test.mjs", "program.mjs", "tables.mjs"} {
		if _, err := os.ReadFile("../npm/" + name); err != nil {
			t.Fatal(err) // go test runs again when the file has changed
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	node := exec.CommandContext(t.Context(),
		"node", "--test", "--test-reporter=../ui/test/report.mjs", "index.test.mjs")
	node.Dir, node.Env = "../npm", append(os.Environ(), asCommand+"=1", "ROWKEY_PROGRAM="+program)
	if out, err := node.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAzurite: tools start it with Azurite's flags, and wait for Azurite's lines.
func TestAzurite(t *testing.T) {
	said, stop := startHere(t, azuriteCommand, "--blobHost", "0.0.0.0", "--blobPort", "0",
		"--queueHost=0.0.0.0", "--queuePort=0", "--tableHost", "127.0.0.1", "--tablePort", "0", "-s", "-L",
		"--skipApiVersionCheck", "--disableTelemetry", "-d", "debug.log", "-l", t.TempDir())
	for _, name := range []string{"Blob", "Queue", "Table"} {
		said("Azurite " + name + " service is starting at http://")
		said("Azurite " + name + " service is successfully listening at http://")
	}
	stop()
	for _, args := range [][]string{
		{"--blobHots", "::"}, {"--oauth", "basic"}, {"now"}, {"--cert", "absent.pem"},
	} {
		if code, _, stderr := rowkey(append([]string{"azurite"}, args...)...); code != exitUsage || stderr == "" {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
}
