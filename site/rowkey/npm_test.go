package main

import (
	"os"
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
	if os.Getenv(asIdentity) != "" {
		runAsIdentity()
	}
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
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
