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
